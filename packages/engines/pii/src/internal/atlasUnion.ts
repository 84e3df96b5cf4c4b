/**
 * Rows of the atlas for the member states of the European Union.
 *
 * @since 0.3.0
 */
import { checks } from "./atlasChecks.ts"
import type { Row } from "./atlasRow.ts"

export const europeanUnion: ReadonlyArray<Row> = [
  {
    country: "AT",
    names: "SVNR|Sozialversicherungsnummer|SV-?Nummer|Versicherungsnummer|VSNR|VNR",
    shape: /\d{4} ?\d{6}/y,
    check: checks.austria,
    isWeak: true,
    source: "ASVG § 31"
  },
  {
    country: "AT",
    names: "Steuernummer|Abgabenkontonummer",
    shape: /\d\d-?\d{3}\/\d{4}/y,
    source: "BMF"
  },
  {
    country: "AT",
    names: "UID(?:-?N(?:ummer|r\\.?))?|Umsatzsteuer-Identifikationsnummer",
    shape: /(?:AT)?U ?\d{8}/y,
    source: "BMF"
  },
  {
    country: "BE",
    names: "Rijksregister(?:nummer|nr\\.?)|INSZ|NISS|Num[ée]ro (?:de registre )?national|registre national|RRN|NN|BIS",
    shape: /\d\d[. ]?\d\d[. ]?\d\d[- ]?\d{3}[. ]?\d\d/y,
    check: checks.belgium,
    source: "Rijksregister"
  },
  {
    country: "BE",
    names: "BTW(?:-?nummer)?|TVA|num[ée]ro d['’]entreprise|ondernemingsnummer",
    shape: /(?:BE ?)?[01]\d{3}[. ]?\d{3}[. ]?\d{3}/y,
    check: checks.belgiumFirm,
    isWeak: true,
    source: "KBO"
  },
  {
    country: "BG",
    names: "ЕГН|EGN|единен граждански номер",
    shape: /\d{10}/y,
    check: checks.bulgaria,
    source: "GRAO"
  },
  {
    country: "BG",
    names: "ЛНЧ|LNCH",
    shape: /\d{10}/y,
    source: "МВР"
  },
  {
    country: "CY",
    names: "ΑΦΜ|ΑΦΤ|TIC",
    shape: /\d{8}[A-Z]/y,
    source: "Τμήμα Φορολογίας"
  },
  {
    country: "CZ",
    names: "rodn[ée] č[ií]slo|RČ|rodn[ée] (?:cislo|č\\.)",
    shape: /\d{6}\/?\d{4}/y,
    check: checks.czech,
    source: "Zákon 133/2000"
  },
  {
    country: "CZ",
    names: "DI[ČC]|da[ňn]ov[ée] identifika[čc]n[íi] č[íi]slo|I[ČC] DPH",
    shape: /(?:CZ|SK)\d{8,10}/y,
    source: "Finanční správa"
  },
  // Numbers issued until 1953 have nine digits and no check digit.
  { country: "CZ", names: "rodn[ée] č[ií]slo|RČ", shape: /\d{6}\/?\d{3}/y, source: "Zákon 133/2000" },
  {
    country: "DE",
    names: "Personalausweis(?:nummer|nr)?|Ausweisnummer",
    shape: /[CFGHJKLMNPRTVWXYZ\d]{9}\d?/y,
    source: "PAuswV"
  },
  {
    country: "DE",
    names:
      "Steuer-?ID(?:entifikationsnummer)?|Steuer-?IdNr\\.?|IdNr\\.?|Steuerliche Identifikationsnummer|Steueridentifikationsnummer",
    shape: /[1-9]\d ?\d{3} ?\d{3} ?\d{3}/y,
    check: checks.mod1110,
    source: "AO § 139b"
  },
  {
    country: "DE",
    names: "Steuernummer|St\\.?-?Nr\\.?",
    shape: /\d{2,3}[/ ]\d{3,4}[/ ]\d{4,5}/y,
    source: "AO"
  },
  {
    country: "DE",
    names: "USt-?Id(?:-?Nr|Nr)?\\.?|Umsatzsteuer-Identifikationsnummer|Umsatzsteuer-ID",
    shape: /DE ?\d{9}/y,
    source: "UStG § 27a"
  },
  {
    country: "DE",
    names: "Sozialversicherungsnummer|Rentenversicherungsnummer|SV-?Nummer|RVNR|Versicherungsnummer",
    shape: /\d\d ?[0-3]\d[01]\d\d\d ?[A-Z] ?\d{3}/y,
    source: "SGB VI § 147"
  },
  {
    country: "DE",
    names: "Krankenversichertennummer|KVNR|Versichertennummer|Versicherten-?Nr\\.?|eGK",
    shape: /[A-Z]\d{9}/y,
    source: "SGB V § 290"
  },
  {
    country: "DE",
    names: "Reisepass(?:nummer|nr\\.?)?|Pass(?:nummer|-?Nr\\.?)",
    shape: /[CFGHJK][CFGHJKLMNPRTVWXYZ\d]{8}\d?/y,
    source: "PassG"
  },
  {
    country: "DE",
    names: "LANR|Arztnummer|BSNR|Betriebsstättennummer",
    shape: /\d{9}/y,
    source: "KBV"
  },
  {
    country: "DK",
    names: "CPR(?:-?(?:nr|nummer))?|personnummer",
    shape: /[0-3]\d[01]\d\d\d-?\d{4}/y,
    source: "CPR-kontoret"
  },
  {
    country: "EE",
    names: "isikukood",
    shape: /[1-8]\d{10}/y,
    check: checks.baltic,
    source: "EVS 585"
  },
  {
    country: "ES",
    names:
      "DNI|NIE|NIF|documento nacional de identidad|n[úu]mero de identificaci[óo]n de extranjero|n[úu]mero de identidad de extranjero",
    shape: /(?:\d{8}|[XYZ]-?\d{7}|\d{2}\.\d{3}\.\d{3})-?[A-Z]/y,
    check: checks.spain,
    source: "Ministerio del Interior"
  },
  {
    country: "ES",
    names:
      "(?:N[úu]m(?:ero|\\.)|Nº)(?: de)?(?: afiliaci[óo]n)?(?: a| de)?(?: la)? Seguridad Social|afiliaci[óo]n a la Seguridad Social|NUSS|NASS|NAF",
    shape: /\d{2}[/ -]?\d{7,8}[/ -]?\d{2}/y,
    source: "TGSS"
  },
  {
    country: "ES",
    names: "CIF|NIF|c[óo]digo de identificaci[óo]n fiscal|n[úu]mero de identificaci[óo]n fiscal",
    shape: /[ABCDEFGHJNPQRSUVW]-?\d{7}[\dA-J]/y,
    source: "AEAT"
  },
  {
    country: "ES",
    names: "(?:n[úu]mero de |n[º°] (?:de )?)?pasaporte",
    shape: /[A-Z]{2,3}\d{6}/y,
    source: "Ministerio del Interior"
  },
  {
    country: "FI",
    names: "henkil[öo]tunnus|hetu|HETU|personbeteckning|sosiaaliturvatunnus",
    shape: /[0-3]\d[01]\d\d\d[-+A-FU-Y]\d{3}[\dA-FHJ-NPR-Y]/y,
    check: checks.finland,
    source: "DVV"
  },
  {
    country: "FI",
    names: "Y-tunnus|FO-nummer",
    shape: /\d{7}-\d/y,
    source: "PRH"
  },
  {
    country: "FR",
    names: "num[ée]ro de s[ée]curit[ée] sociale|s[ée]curit[ée] sociale|NIR|INSEE|n° s[ée]cu",
    shape: /[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[AB]) ?\d{3} ?\d{3}(?: ?\d\d)?/y,
    source: "INSEE"
  },
  {
    country: "FR",
    names: "num[ée]ro fiscal(?: de r[ée]f[ée]rence)?|n° fiscal|SPI|num[ée]ro d['’]immatriculation fiscale",
    shape: /[0-3]\d ?\d\d ?\d{3} ?\d{3} ?\d{3}/y,
    source: "DGFiP"
  },
  {
    country: "FR",
    names: "SIREN",
    shape: /\d{3} ?\d{3} ?\d{3}/y,
    check: checks.luhn,
    source: "INSEE"
  },
  {
    country: "FR",
    names: "SIRET",
    shape: /\d{3} ?\d{3} ?\d{3} ?\d{5}/y,
    check: checks.luhn,
    source: "INSEE"
  },
  {
    country: "FR",
    names: "n° (?:de )?TVA|num[ée]ro de TVA|TVA intracommunautaire|taxe sur la valeur ajout[ée]e",
    shape: /FR ?[A-Z\d]{2} ?\d{3} ?\d{3} ?\d{3}/y,
    source: "DGFiP"
  },
  {
    country: "FR",
    names: "CNI|carte nationale d['’]identit[ée]",
    shape: /\d{12}|[A-Z]\d[A-Z\d]{7}/y,
    source: "ANTS"
  },
  {
    country: "GR",
    names: "ΑΦΜ|Α\\.Φ\\.Μ\\.|AFM|αριθμός φορολογικού μητρώου|ΦΠΑ",
    shape: /\d{9}/y,
    check: checks.greece,
    source: "ΑΑΔΕ"
  },
  {
    country: "GR",
    names: "ΑΜΚΑ|Α\\.Μ\\.Κ\\.Α\\.|AMKA|αριθμός μητρώου κοινωνικής ασφάλισης",
    shape: /[0-3]\d[01]\d{8}/y,
    check: checks.luhn,
    source: "ΗΔΙΚΑ"
  },
  {
    country: "HR",
    names: "OIB|osobni identifikacijski broj",
    shape: /\d{11}/y,
    check: checks.mod1110,
    source: "Porezna uprava"
  },
  {
    country: "HU",
    names: "TAJ|TAJ(?:[ -]?sz[áa]m)?",
    shape: /\d{3}[ -]?\d{3}[ -]?\d{3}/y,
    check: checks.hungary,
    source: "NEAK"
  },
  {
    country: "HU",
    names: "ad[óo]azonos[íi]t[óo](?: jel)?",
    shape: /8\d{9}/y,
    source: "NAV"
  },
  {
    country: "HU",
    names: "szem[ée]lyi (?:sz[áa]m|azonos[íi]t[óo])",
    shape: /[1-8]-?\d{6}-?\d{4}/y,
    source: "BM"
  },
  {
    country: "IE",
    names: "PPS|PPSN|PPS number|PPS no\\.?|Personal Public Service(?: number)?",
    shape: /\d{7}[A-W][A-IW]?/y,
    check: checks.ireland,
    source: "DEASP"
  },
  {
    country: "IT",
    names: "partita IVA|P\\.? ?IVA",
    shape: /(?:IT ?)?\d{11}/y,
    source: "Agenzia delle Entrate"
  },
  {
    country: "IT",
    names: "tessera sanitaria",
    shape: /80380\d{15}/y,
    source: "MEF"
  },
  {
    country: "LT",
    names: "asmens kodas|a\\. ?k\\.",
    shape: /[1-6]\d{10}/y,
    check: checks.baltic,
    source: "Registrų centras"
  },
  {
    country: "LU",
    names: "matricule|num[ée]ro d['’]identification national",
    shape: /(?:18|19|20)\d{2} ?\d{4} ?\d{3,5}/y,
    source: "CTIE"
  },
  {
    country: "LV",
    names: "personas kods|p\\. ?k\\.",
    shape: /(?:[0-3]\d[01]\d|32\d\d)\d\d-?\d{5}/y,
    source: "PMLP"
  },
  {
    country: "MT",
    names: "ID card(?: (?:number|no\\.?))?|karta tal-identit[àa]",
    shape: /\d{7}[MGAPLHBZ]/y,
    source: "Identità"
  },
  {
    country: "NL",
    names: "BSN|burgerservicenummer|sofinummer|onderwijsnummer",
    shape: /\d{8,9}|\d{3}\.\d{3}\.\d{3}|\d{4}\.\d{2}\.\d{3}/y,
    check: checks.netherlands,
    source: "RvIG"
  },
  {
    country: "NL",
    names: "BTW(?:-?(?:nummer|id))?",
    shape: /NL ?\d{7,9}B\d\d/y,
    source: "Belastingdienst"
  },
  {
    country: "NL",
    names: "paspoort(?:nummer)?|identiteitskaartnummer",
    shape: /[A-NP-Z]{2}[A-NP-Z\d]{6}\d/y,
    source: "RvIG"
  },
  {
    country: "PL",
    names: "PESEL",
    shape: /\d{11}/y,
    check: checks.pesel,
    source: "Dz.U. 2010 nr 217 poz. 1427"
  },
  {
    country: "PL",
    names: "NIP|numer identyfikacji podatkowej",
    shape: /\d{3}-?\d{3}-?\d\d-?\d\d/y,
    check: checks.nip,
    isWeak: true,
    source: "Ministerstwo Finansów"
  },
  {
    country: "PL",
    names: "REGON|rejestr gospodarki narodowej",
    shape: /\d{9}(?:\d{5})?/y,
    source: "GUS"
  },
  {
    country: "PL",
    names: "dow[óo]d osobisty|(?:nr|numer) dowodu(?: osobistego)?",
    shape: /[A-Z]{3} ?\d{6}/y,
    source: "Dz.U. 2010 nr 167"
  },
  {
    country: "PT",
    names: "NIF|contribuinte|NIPC|n[úu]mero de identifica[çc][ãa]o fiscal",
    shape: /\d{3} ?\d{3} ?\d{3}/y,
    check: checks.portugal,
    isWeak: true,
    source: "Autoridade Tributária"
  },
  {
    country: "PT",
    names: "Cart[ãa]o de Cidad[ãa]o",
    shape: /\d{8} ?\d ?[A-Z\d]{2}\d/y,
    source: "IRN"
  },
  {
    country: "PT",
    names: "NISS",
    shape: /[12]\d{10}/y,
    source: "Segurança Social"
  },
  {
    country: "RO",
    names: "CNP|cod numeric personal",
    shape: /[1-9]\d{12}/y,
    check: checks.romania,
    source: "Legea 105/1996"
  },
  {
    country: "RO",
    names: "CUI|CIF|cod fiscal|codul unic de [îi]nregistrare|cod de [îi]nregistrare [îi]n scopuri de TVA",
    shape: /(?:RO ?)?\d{6,10}/y,
    source: "ANAF"
  },
  {
    country: "SE",
    names: "personnummer|samordningsnummer|pers\\.? ?nr\\.?",
    shape: /(?:19|20)?\d{6}[-+]?\d{4}/y,
    check: checks.sweden,
    source: "Skatteverket SKV 704"
  },
  {
    country: "SE",
    names: "organisationsnummer|org\\.?nr\\.?",
    shape: /\d{6}-\d{4}/y,
    check: checks.sweden,
    source: "Bolagsverket"
  },
  {
    country: "SI",
    names: "EMŠO|EMSO|enotna matična številka občana",
    shape: /\d{13}/y,
    check: checks.emso,
    source: "MNZ"
  },
  {
    country: "SI",
    names: "dav[čc]na [šs]tevilka|ID za DDV",
    shape: /(?:SI ?)?\d{8}/y,
    source: "FURS"
  }
]
