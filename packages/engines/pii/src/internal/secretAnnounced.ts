/**
 * Finds secrets after their cues.
 *
 * @since 0.2.0
 */
import * as Unit from "@dunlin/text/Unit"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { hashOf, kindOf, SECRET } from "./cues.ts"
import { isWord } from "./lexicon.ts"
import { plainPassword } from "./plainPasswords.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"
import { isCutShort } from "./secretShapes.ts"
import { BELIEVED, SURE } from "./secretSure.ts"
import { type Add, isKey, isMasked, placeholder, readsAsWords, secrecy } from "./secretWorth.ts"

const CHARACTERS_AFTER_SECRET_CUE = 260
const MAX_VALUE_CHARACTERS = 8192
const CHARACTERS_OF_SETTINGS_BEFORE_LABEL = 400

const CHARACTERS_BEFORE_SECRET_CUE = 14
const CHARACTERS_RIGHT_BEFORE_SECRET_CUE = 12
const CHARACTERS_OF_LINE_BEFORE_SECRET_CUE = 48
const CHARACTERS_OF_URL_BEFORE_SECRET_CUE = 30
const CODE_LEAD = 20
const MIN_SIGNED_CHARACTERS = 12
const MANY_SIGNS = 4
const MIN_LETTERS_OF_LOWERCASE_PASSWORD = 8
const MIN_CHARACTERS_OF_SQL_PASSWORD = 6
const MIN_BARE_CHARACTERS = 16
const MIN_PARAMETER_CHARACTERS = 12

const sqlRole = /\b(?:LOGIN|USER|ROLE|ENCRYPTED|WITH|SET)\s$/
/**
 * Matches the line of a command that sets a variable: `ENV NAME value` in a Dockerfile, `set NAME value` in a shell.
 */
const setLine = /(?:^|\n)[ \t]{0,8}(?:ENV|ARG|export|setx?|SETX?|SET|login|machine|user)[ \t][^\n]{0,40}$/

/**
 * Matches the text after a cue. In order: the owner of the secret, the rest of the word, optional text, quotes, and
 * the value.
 */
const afterCue =
  /^( (?:for|of|to|on) (?:(?:the|your|my|user) )?[\w.@-]{1,30}(?= ?[:=]| is )|)([\w.-]{0,30}?)["'`\\\]*_)&;}]{0,6}(?:\(["'`])?[ \t]{0,4}(?:(?:=>|:=|!?={2,3}|[:=：＝]{1,2}|%3d|\bis\b:?|\bwas\b|\bist\b|\bes\b|\best\b|\bjest\b|(?<!\w)è\b|(?<!\w)é\b|это|は|是|为|為|은|는|>|->|→|\|\|=|\?\?=|\|{1,2}|,|\?\?| [-–—] |\bor\b|\bby\b)[ \t]{0,4}|[ \t])(?:\n[ \t]{0,4})?((?:Bearer\s|Basic\s|token\s|string\(?\s?=?\s?|new\s|[\w.]{1,24}\s?=\s?|[\w.]{1,30}\((?:["'`][\w. -]{1,30}["'`],\s?)?|(?:export\s)?)?)(["'`([{*&;quot\\]{0,6}?)([^\s"'`<>|,;()[\]{}\\][^\s"'`<>|,;()[\]{}]{3,2047})/i

const notValueKey =
  /(?:[_.-]?(?:id|ids|name|names|length|size|file|filename|path|type|types|url|uri|count|index|class|hash|alias|label|field|param|params|version|expires|expiry|ttl|regex|pattern|prefix|header|vault|store|ring|chain|code|event|word|words|map|usage|format|policy|limit|limits|endpoint|generator|manager|provider|algorithm|spec|ref|frame|board|mesh|meshing|chars|domain|host|server|region|user|username|email))s?$/i
const publicKey =
  /(?:public|publishable|foreign|primary|sort|partition|cache|object|i18n|react|row|hot|short|keyboard|shift|arrow|host|map|site)[_ .-]?$/i

/** Ambiguous cue words, whose values must look like secrets. */
const weakWords = new Set(
  ("pin license nonce salt signature webhook pat key keys otp seed sas cookie jwt mnemonic phrase oauth " +
    "authentication dsn clave chiave chave cle clé schlüssel schluessel sleutel klucz anahtar ключ jeton " +
    "token parola avain nyckel sandi")
    .split(" ")
)
/** Matches words before "key" that make it a secret: `private_key`, `signing key`. */
const sureBefore = /private|secret|access|api|license|signing|encryption|auth|account|db|master|root|admin/i
const passwordWord =
  /^(?:pass|pw|pswd|psw|kenn|contra|senha|identified|motdepasse|mdp|wachtwoord|has[lł]o|heslo|sifre|şifre|l[oö]senord|salasana|adgangskode|пароль|パスワード|密码|密碼|비밀번호)/

const passwordLabel =
  /^(?:(?:pg|my|user|mysql)?pass(?:word|wd|wort|phrase|code|e|ord)?|pgpassword|pwd|kennwort|contrase[nñ]a|senha|motdepasse|mdp|wachtwoord|has[lł]o|heslo|sifre|şifre|l[oö]senord|salasana|adgangskode|пароль)$/

/** Matches a pair whose name and value are named: `name: API_KEY` above `value: …`, or `<key>ApiKey</key><string>…`. */
const neighbour =
  /^([\w.-]{0,24})(?:["'`]?\s{0,3}[,;]?\s{0,24}["'`]?\b[Vv]alue["'`]?\s{0,2}[:=]\s{0,2}["'`]?([^\s"'`,;<>{}[\]]{4,400})|["'`]?\s{0,2}<\/[\w.-]{1,24}>\s{0,24}<[\w.-]{1,24}(?:\s[^<>]{0,80})?>([^<>\s]{4,400})(?=<\/)|["'`]?\s{0,3}\{[^{}]{0,160}?\bdefault\s{0,4}=\s{0,4}["']([^\s"']{4,400})["'])/

/** Matches a key as a list of bytes: `key := []byte{12, 255, …}`. */
const bytes =
  /^[\w.-]{0,24}["'`]?\s{0,2}(?::=|[:=])\s{0,2}(?:new\s)?[\w[\]]{0,12}\s?[{[(]\s{0,3}((?:0x[0-9a-f]{1,2}|\d{1,3})(?:\s{0,3},\s{0,12}(?:0x[0-9a-f]{1,2}|\d{1,3})){7,80})/i
const MIN_LARGE_BYTES = 3
const MAX_SMALL_BYTE = 99

/** Matches cue words in scripts without spaces, or joined to other words. */
const joinedCue =
  /비밀번호|비번|패스워드|암호|시크릿|토큰|パスワード|暗証番号|秘密鍵|シークレット|トークン|密码|密碼|口令|密钥|密鑰|令牌|รหัสผ่าน|סיסמה|סיסמא|كلمةالسر/g

interface Cue {
  readonly start: number
  readonly end: number
  readonly word: string
  readonly weak: boolean
  readonly lead: string
  readonly window: string
}

const cueAt = (text: string, start: number, end: number): Cue => {
  const word = text.slice(start, end).toLowerCase()
  return {
    start,
    end,
    word,
    weak: weakWords.has(word),
    lead: textBefore(text, start, CHARACTERS_BEFORE_SECRET_CUE),
    window: textAfter(text, end, CHARACTERS_AFTER_SECRET_CUE)
  }
}

/** Returns a function that returns the end of a value; -1 if the value was already read. */
const runs = (text: string) => {
  let from = -1
  let to = -1
  return (position: number): number => {
    if (position >= from && position < to) return -1
    from = position
    to = position
    const last = Math.min(text.length, position + MAX_VALUE_CHARACTERS)
    while (to < last && !/[\s"'`<>|,;()[\]{}\\]/.test(text[to]!)) to++
    return to
  }
}

const MAX_QUOTED_CHARACTERS = 1024

const quoted = (text: string, start: number, quote: string): string | undefined => {
  const window = text.slice(start, start + MAX_QUOTED_CHARACTERS)
  const close = window.indexOf(quote)
  const value = close < 0 ? "" : window.slice(0, close)
  return value === "" || /\s/.test(value) ? undefined : value
}

/** Returns whether a value mixes letters, digits and many special characters. Only secrets do. */
const signs = (value: string): boolean =>
  value.length >= MIN_SIGNED_CHARACTERS && /\d/.test(value) && /[a-zA-Z]/.test(value) && !value.includes("${") &&
  !value.includes("{{") &&
  new Set(value.replace(/[\w.,:/-]/g, "")).size >= MANY_SIGNS

const marks = ".,:!?*_"
const escaped = /^\\[nrt"]$/
const entity = /^&(?:lt|gt|quot|amp)[;\w]*$/

const endOf = (value: string): number => {
  const last = value.length - 1
  let end = last + 1
  if (value[last - 1] === "\\" && escaped.test(value.slice(-2))) return last - 1
  if (value[last] === "\\") { while (end > 0 && value[end - 1] === "\\") end-- }
  else while (end > 0 && marks.includes(value[end - 1]!)) end--
  const sign = value.lastIndexOf("&")
  return sign >= 0 && entity.test(value.slice(sign)) ? Math.min(end, sign) : end
}

const trimmed = (value: string): string => {
  const inner = value.slice(0, endOf(value))
  const alone = inner.includes("&") || inner.includes("%26")
    ? inner.replace(/(?:&[\w-]+=|%26[\w-]+%3D).*$/i, "")
    : inner
  return alone.includes("\\") ? alone.replace(/\\[nr].*$/, "") : alone
}

const MAX_CHARACTERS_OF_PLAIN_NUMBER = 23

const other = /^(?:@|[\w.-]+\/[\w.-]+@|[a-z_]+(?:\.[A-Za-z_]+)+$|(?:https?|file):|[\w.+-]+@[\w-]+\.\w+|[a-z_]{2,}=)/
const fileOrHost =
  /\.(?:pem|key|crt|json|ya?ml|js|ts|html?|png|jpe?g|svg|md|txt|php|py|go|com|org|net|io|length|size)$/i

const printed = new Uint8Array(0x2300)
printed.fill(1, 0x21, 0x7f).fill(1, 0xa1, 0x180).fill(1, 0x2000)

const isPrinted = (value: string): boolean => {
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i)
    if (unit >= printed.length || printed[unit] === 0) return false
  }
  return true
}

const MAX_AUTHORIZATION_SCHEME_LETTERS = 6

const networkAddress = /^\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/
const authorization = /^(?:Bearer|Basic)$/i
const path = /^(?:\/|\.\/|~\/|[A-Za-z]:\\|www\.)/
const base64 = /^\/?[A-Za-z0-9+/]{30,}={0,2}$/
const versionOrDate = /^v?\d+(?:[.\-/:]\d+)+\w*$/

/** Characters of which every handle, package, member, URL, parameter, path, file, version and date has one. */
const otherSigns = new Uint8Array(Unit.BEYOND_ASCII)
for (const sign of "@.:=/-") otherSigns[sign.charCodeAt(0)] = 1

const hasOtherSign = (value: string): boolean => {
  for (let i = 0; i < value.length; i++) if (otherSigns[value.charCodeAt(i)] === 1) return true
  return false
}

/** Matches an SPDX identifier, with or without its version. */
const licence =
  /^\(?(?:0?BSD|[AL]?GPL|GFDL|Apache|MIT|MPL|EPL|EUPL|CC|CC0|CDDL|CECILL|OFL|AFL|OSL|Artistic|BSL|SSPL|Elastic|PSF|Python|Zlib|NCSA|ISC|W3C|WTFPL|Unicode|BlueOak|ODbL|PolyForm|LPPL|MS|UPL|X11)(?:[-.+][\w.+]*)*\)?$/i

/** An option of a command may follow the name of another one: `--passwd -Zbzip2`. */
const option = /^--?[A-Za-z]{2,}\d{0,2}$/

const isOther = (value: string): boolean =>
  licence.test(value) || option.test(value) ||
  !isPrinted(value) || value.includes("%20") ||
  value.length <= MAX_AUTHORIZATION_SCHEME_LETTERS && authorization.test(value) ||
  hasOtherSign(value) && (
      other.test(value) ||
      path.test(value) && !base64.test(value) ||
      value.includes(".") && (fileOrHost.test(value) || networkAddress.test(value)) ||
      value.length <= MAX_CHARACTERS_OF_PLAIN_NUMBER && versionOrDate.test(value)
    )

const nameOfPassword = /pass|pwd|word|secret|token|key|field|input|label|user|admin|your|enter|confirm/i

const algorithm = /^(?:base|sha|md|[bs]crypt|argon|pbkdf|hmac|aes|rsa|des|crc|utf|rot|blake|ripemd)[\d-]+$/i
/** Matches words that describe a password, because a password that a person chose starts with a capital more often. */
const described = /^(?:[a-z]+ed|wrong|weak|strong|broken|hidden|stolen|written|(?:in)?(?:correct|valid)|unknown)\d+$/
const linkingVerb = /^\s(?:is|was)\s$/i
const MIN_CHARACTERS_BETWEEN_LABEL_AND_PASSWORD = 4

/** Returns whether a person chose the value, such as `hunter2`: a word with digits after an assignment sign. */
const isChosen = (cue: Cue, value: string, between: string): boolean => {
  if (!passwordWord.test(cue.word) || nameOfPassword.test(value)) return false
  if (linkingVerb.test(between)) return /^[A-Z]?[a-z]{3,}\d{2,}$/.test(value)
  if (!/[=:：＝]|\bby\s+["'`]/i.test(between)) return false
  return /^[A-Za-z]+\d[A-Za-z\d]*$/.test(value) || /["'`]$/.test(between) && passphrase.test(value)
}

const passphrase = /^[A-Za-z]{3,12}(?:[-_.][A-Za-z]{3,12}){2,}[-_.]\d{1,4}$/

/** Returns the score of a password of letters. It is high only if no ordinary text is written in the same way. */
const letterPassword = (value: string, between: string, quote: string | undefined, key: string): number => {
  if (placeholder.test(value) || !/^[A-Za-z$!#@%^&*+~_-]{6,40}$/.test(value)) return 0
  const odd = /[$!#@%^&*+~]/.test(value) ||
    /[A-Z].*[A-Z]/.test(value) && /[a-z]/.test(value) && !/^(?:[A-Z][a-z]+)+$/.test(value)
  if (quote !== undefined && odd) return SURE.named
  const lower = value.toLowerCase()
  if (
    value.length < MIN_LETTERS_OF_LOWERCASE_PASSWORD || !/^[a-z]+$/i.test(value) || isWord(lower) ||
    kindOf(hashOf(lower)) !== 0 ||
    nameOfPassword.test(lower)
  ) return 0
  // The value is in a file of settings, as in PASSWORD=value, or is a quoted value of a program.
  const assigned = /[=:]/.test(between)
  return assigned && (quote !== undefined && /^[a-z]+$/.test(value) || /^[A-Z_]+$/.test(key) && between === "=")
    ? SURE.assigned
    : 0
}

/** Matches code that reads a secret from elsewhere: `SECRET = getenv("NAME")`. */
const looksUp = /(?:env|environ(?:\.get)?|getProperty|getSetting|ENV\.fetch|input|prompt|getpass)\s?[[(]["'`]{1,3}$/i

/** Matches lower-case letters, capitals and digits together. Words and numbers do not mix them. */
const ofThreeKinds = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w-]{12,}$/

/** Matches text that joins a label to its value: a sign, a verb or a quote, but not a space alone. */
const joining = /[:=：＝>|,?]|\bis\b|\bwas\b|\bist\b|\bes\b|\best\b|\bby\b|[èé]|это|[は是为為은는]| [-–—] |["'`]$/i

const quoteAt = (text: string, at: number): string | undefined => {
  const unit = unitAt(text, at)
  return unit === Unit.QUOTE || unit === Unit.APOSTROPHE || unit === Unit.BACKTICK ? text[at] : undefined
}

/**
 * Returns the end of a value; -1 if there is none. Values have the forms `password = value`, `"apiKey": "value"`, `-p
 * value` and `IDENTIFIED BY 'value'`.
 */
const valueOf = (text: string, cue: Cue, runEnd: (position: number) => number, hasParts: boolean, add: Add): number => {
  const { end, lead, weak, window, word } = cue
  const beside = hasParts ? neighbour.exec(window) : null
  if (beside !== null && !notValueKey.test(beside[1]!)) {
    const value = beside[2] ?? beside[3] ?? beside[4]!
    const from = end + beside[0].lastIndexOf(value)
    const score = readsAsWords(value) ? 0 : secrecy(value, true)
    if (score < BELIEVED) return -1
    add(from, from + value.length, score, "cue")
    return from + value.length
  }
  const match = afterCue.exec(window)
  if (match === null) return -1
  const whose = match[1]!
  const tail = match[2]!
  const first = match[5]!
  if (tail !== "" && notValueKey.test(tail)) return -1
  if (
    weak && publicKey.test(lead) ||
    lead !== "" && /public|publishable/i.test(lead.slice(-CHARACTERS_RIGHT_BEFORE_SECRET_CUE)) && word !== "password"
  ) {
    return -1
  }
  const from = match[0].length - first.length
  const start = end + from
  const between = window.slice(whose.length + tail.length, from)
  // The label is an item of a list: "passwd, pkcs12, pkcs7".
  if (between === ", " && lead.endsWith(", ")) return -1
  const quote = quoteAt(window, from - 1)
  const flag = lead.includes("-") && /(?:^|\s)--?[\w-]*$/.test(lead)
  const spaceOnly = !flag && (between === " " || !joining.test(between)) &&
    !setLine.test(textBefore(text, cue.start, CHARACTERS_OF_LINE_BEFORE_SECRET_CUE))
  let value = first
  if (match[0].length >= CHARACTERS_AFTER_SECRET_CUE) {
    const last = runEnd(start)
    if (last >= 0) value = text.slice(start, last)
  }
  const whole = quote === undefined ? undefined : quoted(text, start, quote)
  if (whole !== undefined) value = whole
  const given = value
  value = trimmed(given)
  // The exclamation mark belongs to the value in "password: Summer24!", unlike in a sentence.
  const cries = given[value.length] === "!" && passwordWord.test(word) && /[=:：＝]/.test(between)
    ? /^!*/.exec(given.slice(value.length))![0].length
    : 0
  if (
    quote !== undefined && (between.includes("(") || between.includes("[")) && looksUp.test(between) ||
    quote === "\"" && isKey(text, start, start + given.length) ||
    isMasked(text, start + value.length) || isCutShort(text, start, start + value.length)
  ) return -1
  if (
    between.length >= MIN_CHARACTERS_BETWEEN_LABEL_AND_PASSWORD && linkingVerb.test(between) &&
    (algorithm.test(value) || described.test(value))
  ) return -1
  if (isOther(value) || readsAsWords(value) && !isChosen(cue, value, between)) return -1
  const isRole = spaceOnly && sqlRole.test(lead) && /\d/.test(value)
  const strong = isRole || !spaceOnly && (!weak || sureBefore.test(lead) || tail !== "" && sureBefore.test(tail) ||
        /[=:]/.test(between) && ofThreeKinds.test(value))
  let score = secrecy(value, strong)
  if (score === 0 && whole !== undefined && cries > 0 && !isWord(value.toLowerCase())) {
    score = secrecy(given.slice(0, value.length + cries), strong)
  }
  if (score === 0 && strong && whole !== undefined && signs(value)) score = SURE.context
  if (
    score === 0 && word === "identified" && value.length >= MIN_CHARACTERS_OF_SQL_PASSWORD && !placeholder.test(value)
  ) {
    score = SURE.context
  }
  if (score === 0 && !weak && passwordWord.test(word)) {
    const key = /[\w.-]*$/.exec(lead)![0] + text.slice(cue.start, end) + tail
    score = letterPassword(value, between.replaceAll(/["'`\s]/g, ""), quote, key)
  }
  if (
    spaceOnly && !isRole &&
    (weak || !(value.length >= MIN_BARE_CHARACTERS && /\d/.test(value)))
  ) {
    return -1
  }
  if (
    value.length < MIN_PARAMETER_CHARACTERS && !passwordWord.test(word) && window[0] === "=" &&
    /[?&][\w.-]*$/.test(textBefore(text, cue.start, CHARACTERS_OF_URL_BEFORE_SECRET_CUE))
  ) return -1
  if (weak && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value) && !strong) return -1
  if (score < BELIEVED) return -1
  const last = start + value.length + cries
  add(start, last, score, "cue")
  return last
}

/** Matches the words of a seed: 12 to 24 words of three to eight letters. */
const seedWords =
  /^(?:\s(?:seed\s)?(?:phrase|words))?["'`*_]{0,3}(?:\s{0,2}[:=]|\s(?:is|are|was|were):?)\s{0,3}["'`*_]{0,3}((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![\w-])/
const isSeedWord = (word: string): boolean => word === "mnemonic" || word === "seed" || word === "phrase"
const phraseLead = /(?:seed|recovery|secret|backup|wallet|mnemonic)[ _-]$/i

const seedPhrase = ({ end, lead, window, word }: Cue, add: Add): boolean => {
  if (!isSeedWord(word) || word === "phrase" && !phraseLead.test(lead)) return false
  const match = seedWords.exec(window)
  // "seed: apple, plum, …" may be a list of plants.
  if (match === null || word === "seed" && match[1]!.includes(",") && !/^\s/.test(match[0])) return false
  add(end + match[0].length - match[1]!.length, end + match[0].length, SURE.context, "words")
  return true
}

const SIGN_REACH = 36

const assigns = (window: string): boolean => {
  for (let i = 0; i < window.length && i < SIGN_REACH; i++) {
    const unit = window.charCodeAt(i)
    if (unit === Unit.EQUALS || unit === Unit.COLON) return true
  }
  return false
}

const BRACKET_REACH = 52

const opens = (window: string): boolean => {
  for (let i = 0; i < window.length && i < BRACKET_REACH; i++) {
    const unit = window.charCodeAt(i)
    if (unit === Unit.OPEN_BRACE || unit === Unit.OPEN_BRACKET || unit === Unit.OPEN_PARENTHESIS) return true
  }
  return false
}

const appPassword = /^[\w.-]{0,30}["'`]?\s{0,2}[:=]\s{0,2}["'`]?((?:[a-z]{4} ){3}[a-z]{4})(?![\w-])/

const groupedPassword = ({ end, weak, window }: Cue, add: Add): boolean => {
  const match = weak || !assigns(window) ? null : appPassword.exec(window)
  if (match === null || match[1]!.split(" ").some(isWord)) return false
  add(end + match[0].length - match[1]!.length, end + match[0].length, SURE.context, "groups")
  return true
}

/** Matches words before "code" that announce a login code. */
const codeLead =
  /\b(?:one[- ]time|verification|backup|recovery|security|login|sign[- ]in|access|auth(?:entication|orization|orisation)?|2fa|sms|otp)[ _-]$/i
/** Matches a login code: at least six digits, or groups of letters and digits. */
const codes =
  /^(?:["'`*_]{0,3}\s{0,2}[:=]|\s(?:is|was)|\sare(?=:|\s(?=[a-z]{0,5}\d)[a-z\d]{3,6}-)):?\s{0,3}["'`*_]{0,3}((?=[\w-]{0,8}\d)[A-Za-z\d]{3,6}-?[A-Za-z\d]{3,6}(?:-[A-Za-z\d]{3,6}){0,2})(?![\w-]|\.\w)/

const codeBehind = ({ end, window }: Cue, lead: string, add: Add): void => {
  const match = codeLead.test(lead) ? codes.exec(window) : null
  if (match === null || readsAsWords(match[1]!)) return
  add(end + match[0].length - match[1]!.length, end + match[0].length, SURE.context, "code")
}

const byteArray = ({ end, window }: Cue, add: Add): boolean => {
  const match = assigns(window) && opens(window) ? bytes.exec(window) : null
  if (match === null) return false
  const list = match[1]!
  const large = list.split(",").filter((part) => Number(part) > MAX_SMALL_BYTE).length
  if (large < MIN_LARGE_BYTES) return false
  const from = end + match[0].length - list.length
  add(from, from + list.length, SURE.command, "bytes")
  return true
}

/** Adds a password that a person chose. It needs an unambiguous label. */
const chosen = (text: string, { end, start, word }: Cue, isStrict: boolean, add: Add): void => {
  const isPin = text.slice(start, end) === "PIN"
  if (!isPin && !passwordLabel.test(word)) return
  const lead = textBefore(text, end, CHARACTERS_OF_SETTINGS_BEFORE_LABEL)
  const found = plainPassword(text, { end, isPin, isStrict, lead, word })
  if (found !== undefined) add(found.start, found.end, SURE.assigned, "cue")
}

export const announced = (scan: Scan, isStrict: boolean, add: Add): void => {
  const { cues, text } = scan
  const runEnd = runs(text)
  // A text without any of these signs has no named pairs.
  const hasParts = text.includes("alue") || text.includes("</") || text.includes("default")
  let reached = 0
  const visit = (start: number, end: number) => {
    const cue = cueAt(text, start, end)
    if (cue.word === "identified" && !/^\s+by\b/i.test(cue.window)) return
    if (cue.word === "code" || cue.word === "codes") return codeBehind(cue, textBefore(text, start, CODE_LEAD), add)
    const last = valueOf(text, cue, runEnd, hasParts, add)
    if (last >= 0) reached = last
    else if (!seedPhrase(cue, add) && !groupedPassword(cue, add) && !byteArray(cue, add)) {
      chosen(text, cue, isStrict, add)
    }
  }
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    if ((cues.at[i]! & SECRET) !== 0 && cues.at[i + 1]! >= reached) visit(cues.at[i + 1]!, cues.at[i + 2]!)
  }
  if (!scan.cjk && !scan.caseless) return
  reached = 0
  for (const match of text.matchAll(joinedCue)) {
    if (match.index >= reached) visit(match.index, match.index + match[0].length)
  }
}
