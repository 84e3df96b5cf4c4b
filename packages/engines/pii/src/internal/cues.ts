/**
 * Lists the cue words that precede personal data, in many languages.
 *
 * @since 0.1.0
 */
import { kindsFirst, streetWords } from "./addressShapes.ts"

export const SECRET = 1
export const FINANCE = 2
export const ADDRESS = 4
export const POSTAL = 8
export const DOT = 16
export const GOVERNMENT = 32
export const BOX = 64
export const AT = 128
export const SALUTE = 256
export const NAME = 512
export const DIAL = 1024
export const UNIT = 2048
export const COMMAND = 4096
export const CHAT = 8192
export const STREET = 16384
export const KIND_FIRST = 32768

const lists: ReadonlyArray<readonly [number, string]> = [
  [
    SECRET,
    "password pgpassword passwd passphrase passcode passwort passwords pass passw pswd pwd pw psw pword mypass userpass secret secrets " +
    "geheim geheimnis kennwort token tokens jeton bearer apikey apikeys appkey authkey accesskey secretkey privatekey key keys " +
    "auth authorization authentication oauth credential credentials creds cred sas identified contraseña clave senha passe parola " +
    "passord lösenord salasana hasło heslo пароль wachtwoord adgangskode şifre sifre pin license nonce salt signature webhook " +
    "authtoken accesstoken clientsecret sessionid cookie jwt otp seed mnemonic phrase code codes dsn connectionstring pat licensekey passcodes " +
    "schlüssel schluessel zugangsschlüssel zugangsschluessel zugangscode zugangsdaten mdp motdepasse clé cle secrète contrasena secreto " +
    "chiave segreto segredo chave sleutel toegangscode klucz sekret hasła haslo anahtar sifresi şifresi gizli sifre пароля паролем секрет " +
    "ключ токен ключом klíč tajemství passord nyckel hemlighet nøgle avain jelszó jelszo parolă κωδικός κλειδί khẩu sandi psk wpapsk passphrases " +
    "密码 密碼 口令 密钥 密鑰 令牌 パスワード 秘密鍵 暗証番号 비밀번호 암호 비번 패스워드 المرور السر مفتاح סיסמה पासवर्ड รหัสผ่าน"
  ],
  [
    FINANCE,
    "iban routing aba rtn transit swift bic sort cvv cvc cvv2 cvc2 security expiry expiration expires exp account acct accounts " +
    "konto kontonummer kontonr kto kontonumber compte cuenta conto rekening rekeningnummer conta bsb clabe wire ach " +
    "bankleitzahl blz ifsc micr wallet giro bankgiro plusgiro acc accountnumber routingnumber debit"
  ],
  [
    ADDRESS,
    "address addresses addr anschrift adresse adres dirección direccion domicilio indirizzo endereço endereco morada adress osoite adresa " +
    "located location resides residing residence lives live headquarters headquartered office offices mail ship shipping ships " +
    "deliver delivery delivered return lived sent hq venue visit адрес sídlo"
  ],
  [POSTAL, "zip zipcode postcode postal plz postleitzahl cap cep eircode pincode codepostal zips"],
  [DOT, "dot punkt punto ponto point"],
  [AT, "at ät arroba chez"],
  [
    GOVERNMENT,
    "ssn social passport passeport reisepass pasaporte passaporto licence license tin ein itin nino nhs sin dni nie cpf cnpj curp rfc " +
    "aadhaar aadhar pan vat taxid steuernummer steuer tax insurance nif nir insee bsn pesel personnummer cpr national driver drivers " +
    "ni kimlik tckn steuerid idnr steueridentifikationsnummer identifikationsnummer паспорт паспорта инн снилс"
  ],
  [BOX, "box postfach apartado bp boîte postbus psc cmr unit uss usns uscgc usnv casilla postboks bag drawer"],
  [SALUTE, "mr mrs ms dr prof"],
  [
    NAME,
    "name firstname lastname fullname surname username patient customer called " +
    "vorname nachname familienname forename prénom prenom apellido apellidos cognome sobrenome achternaam voornaam efternamn " +
    "förnamn imię nazwisko nombre nom nome naam jméno név nume nimi navn namn adı имя фамилия soyad soyadı الاسم اسم שם नाम ชื่อ"
  ],
  [DIAL, "tel sms callto"],
  [UNIT, "apt suite apartment apo fpo dpo"],
  [
    COMMAND,
    "curl wget http userpwd svn git login mysql mariadb sshpass mongo mongosh cli ldapsearch mysqldump mysqladmin htpasswd chpasswd sudo net"
  ],
  [
    CHAT,
    "lol lmao lmfao rofl omg omfg wtf haha hahaha hahahaha gonna wanna gotta dont didnt cant im ive ur pls plz thx tbh smh idk imo btw fuck " +
    "fucking fuckin shit ass bro dude yea yeah yall aint luv xx xxx tho cuz coz bday congrats ugh nah yep hey hbd awww aww kinda dunno"
  ],
  [STREET, streetWords.join(" ")],
  [KIND_FIRST, kindsFirst.join(" ")]
]

export const CUE_SLOTS = 4096
let kinds: Uint16Array | undefined
let hashes: Int32Array | undefined

/** Adds a character to an FNV-1a hash, which has no collisions on the word lists. */
export const step = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

export const hashOf = (word: string): number => {
  let hash = 0
  for (let i = 0; i < word.length; i++) hash = step(hash, word.charCodeAt(i))
  return hash
}

const slot = (hash: number): number => (hash ^ hash >>> 13) & CUE_SLOTS - 1

const build = (): void => {
  kinds = new Uint16Array(CUE_SLOTS)
  hashes = new Int32Array(CUE_SLOTS)
  for (const [kind, words] of lists) {
    for (const word of words.split(" ")) {
      const hash = hashOf(word)
      let at = slot(hash)
      while (kinds[at] !== 0 && hashes[at] !== hash) at = at + 1 & CUE_SLOTS - 1
      kinds[at]! |= kind
      hashes[at] = hash
    }
  }
}

export const kindOf = (hash: number): number => {
  if (kinds === undefined || hashes === undefined) build()
  let at = slot(hash)
  while (kinds![at] !== 0) {
    if (hashes![at] === hash) return kinds![at]!
    at = at + 1 & CUE_SLOTS - 1
  }
  return 0
}
