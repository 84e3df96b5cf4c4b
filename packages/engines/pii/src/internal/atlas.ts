/**
 * The atlas of numbers that states give to persons: a row for each, with its names, its shape, and its check digits.
 *
 * @since 0.2.0
 */
import { type Check, checks } from "./atlasChecks.ts"

/** A number that a state gives to a person. */
export interface Row {
  /** ISO 3166 code of the country. */
  readonly country: string
  /** Its names in the languages of the country, short ones included, as the source of an expression. */
  readonly names: string
  /** How it is written. */
  readonly shape: RegExp
  /** Its check digits, of the number without separators in upper case. */
  readonly check?: Check
  /** Whether its names mean other things, too: then its check digits must hold. */
  readonly isWeak?: true
  /** Who publishes the rule. */
  readonly source: string
}

export const rows: ReadonlyArray<Row> = [
  {
    country: "AT",
    names: "SVNR|Sozialversicherungsnummer|SV-?Nummer|Versicherungsnummer",
    shape: /\d{4} ?\d{6}/y,
    check: checks.austria,
    isWeak: true,
    source: "ASVG § 31"
  },
  {
    country: "AU",
    names: "TFN|Tax File Number",
    shape: /\d{3} ?\d{3} ?\d{2,3}/y,
    check: checks.australiaTax,
    isWeak: true,
    source: "ATO"
  },
  {
    country: "AU",
    names: "Medicare|Medicare card|Medicare no|Medicare number",
    shape: /[2-6]\d{3} ?\d{5} ?\d(?:[ /-]?\d)?/y,
    check: checks.australiaMedicare,
    isWeak: true,
    source: "Services Australia"
  },
  {
    country: "BE",
    names: "Rijksregisternummer|INSZ|NISS|Num[ée]ro (?:de registre )?national|registre national",
    shape: /\d\d[.]?\d\d[.]?\d\d-?\d{3}[.]?\d\d/y,
    check: checks.belgium,
    source: "Rijksregister"
  },
  { country: "BG", names: "ЕГН|EGN", shape: /\d{10}/y, check: checks.bulgaria, source: "GRAO" },
  {
    country: "BR",
    names: "CNPJ",
    shape: /\d\d\.?\d{3}\.?\d{3}\/?\d{4}-?\d\d/y,
    check: checks.brazilFirm,
    source: "Receita Federal"
  },
  {
    country: "CA",
    names: "SIN|Social Insurance Number|NAS|Num[ée]ro d['’]assurance sociale",
    shape: /\d{3}[ -]?\d{3}[ -]?\d{3}/y,
    check: checks.luhn,
    isWeak: true,
    source: "Service Canada"
  },
  {
    country: "CH",
    names: "AHV(?:-?N(?:r|ummer))?|AVS|Num[ée]ro AVS|NAVS",
    shape: /756[.]?\d{4}[.]?\d{4}[.]?\d\d/y,
    check: checks.ean,
    source: "ZAS"
  },
  {
    country: "CL",
    names: "RUT|RUN",
    shape: /\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]/y,
    check: checks.chile,
    isWeak: true,
    source: "SII"
  },
  {
    country: "CZ",
    names: "rodn[ée] č[ií]slo|RČ|rodn[ée] cislo",
    shape: /\d{6}\/?\d{4}/y,
    check: checks.czech,
    source: "Zákon 133/2000"
  },
  {
    country: "DE",
    names: "Personalausweis(?:nummer|nr)?|Ausweisnummer",
    shape: /[CFGHJKLMNPRTVWXYZ\d]{9}\d?/y,
    source: "PAuswV"
  },
  {
    country: "DK",
    names: "CPR(?:-?(?:nr|nummer))?|personnummer",
    shape: /[0-3]\d[01]\d\d\d-?\d{4}/y,
    source: "CPR-kontoret"
  },
  { country: "EE", names: "isikukood", shape: /[1-8]\d{10}/y, check: checks.baltic, source: "EVS 585" },
  {
    country: "ES",
    names: "DNI|NIE|NIF|documento nacional de identidad",
    shape: /(?:\d{8}|[XYZ]-?\d{7}|\d{2}\.\d{3}\.\d{3})-?[A-Z]/y,
    check: checks.spain,
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
    country: "FR",
    names: "num[ée]ro de s[ée]curit[ée] sociale|s[ée]curit[ée] sociale|NIR|INSEE|n° s[ée]cu",
    shape: /[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[AB]) ?\d{3} ?\d{3}(?: ?\d\d)?/y,
    source: "INSEE"
  },
  {
    country: "GB",
    names: "NINO|NI number|NI no\\.?|National Insurance(?: (?:number|no\\.?))?",
    shape: /[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]/y,
    source: "HMRC NIM39110"
  },
  {
    country: "GB",
    names: "NHS|NHS number|NHS no\\.?",
    shape: /\d{3}[ -]?\d{3}[ -]?\d{4}/y,
    check: checks.nhs,
    isWeak: true,
    source: "NHS Data Dictionary"
  },
  { country: "GR", names: "ΑΦΜ|Α\\.Φ\\.Μ\\.|AFM", shape: /\d{9}/y, check: checks.greece, source: "ΑΑΔΕ" },
  {
    country: "HR",
    names: "OIB|osobni identifikacijski broj",
    shape: /\d{11}/y,
    check: checks.mod1110,
    source: "Porezna uprava"
  },
  {
    country: "IE",
    names: "PPS|PPSN|PPS number|PPS no\\.?|Personal Public Service(?: number)?",
    shape: /\d{7}[A-W][A-IW]?/y,
    check: checks.ireland,
    source: "DEASP"
  },
  {
    country: "IL",
    names: "תעודת זהות|ת\\.ז\\.?|Teudat Zehut",
    shape: /\d{8,9}/y,
    check: checks.israel,
    source: "PIBA"
  },
  {
    country: "IN",
    names: "Aadhaar|Aadhar|आधार",
    shape: /[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}/y,
    check: checks.verhoeff,
    source: "UIDAI"
  },
  {
    country: "IN",
    names: "PAN(?: (?:card|number|no\\.?))?|Permanent Account Number",
    shape: /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/y,
    source: "Income Tax Department"
  },
  { country: "LT", names: "asmens kodas", shape: /[1-6]\d{10}/y, check: checks.baltic, source: "Registrų centras" },
  { country: "MX", names: "CURP", shape: /[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d/y, source: "RENAPO" },
  { country: "MX", names: "RFC", shape: /[A-ZÑ&]{3,4}-?\d{6}-?[A-Z\d]{3}/y, source: "SAT" },
  {
    country: "NL",
    names: "BSN|burgerservicenummer|sofinummer",
    shape: /\d{8,9}|\d{3}\.\d{3}\.\d{3}|\d{4}\.\d{2}\.\d{3}/y,
    check: checks.netherlands,
    source: "RvIG"
  },
  {
    country: "NO",
    names: "f[øo]dselsnummer|fnr|personnummer|D-nummer",
    shape: /[0-7]\d[0-9]\d\d\d ?\d{5}/y,
    check: checks.norway,
    source: "Skatteetaten"
  },
  { country: "PL", names: "PESEL", shape: /\d{11}/y, check: checks.pesel, source: "Dz.U. 2010 nr 217 poz. 1427" },
  {
    country: "PL",
    names: "NIP",
    shape: /\d{3}-?\d{3}-?\d\d-?\d\d/y,
    check: checks.nip,
    isWeak: true,
    source: "Ministerstwo Finansów"
  },
  {
    country: "PT",
    names: "NIF|contribuinte|NIPC",
    shape: /\d{3} ?\d{3} ?\d{3}/y,
    check: checks.portugal,
    isWeak: true,
    source: "Autoridade Tributária"
  },
  {
    country: "RO",
    names: "CNP|cod numeric personal",
    shape: /[1-9]\d{12}/y,
    check: checks.romania,
    source: "Legea 105/1996"
  },
  {
    country: "SE",
    names: "personnummer|samordningsnummer|personnr",
    shape: /(?:19|20)?\d{6}[-+]?\d{4}/y,
    check: checks.sweden,
    source: "Skatteverket SKV 704"
  },
  { country: "SG", names: "NRIC|FIN", shape: /[STFGM]\d{7}[A-Z]/y, check: checks.singapore, source: "ICA" },
  { country: "SI", names: "EMŠO|EMSO", shape: /\d{13}/y, check: checks.emso, source: "MNZ" },
  {
    country: "TH",
    names: "เลขประจำตัวประชาชน|Thai ID",
    shape: /\d-?\d{4}-?\d{5}-?\d\d-?\d/y,
    check: checks.thailand,
    source: "DOPA"
  },
  { country: "TR", names: "TCKN|T\\.?C\\.? ?kimlik(?: no)?", shape: /[1-9]\d{10}/y, source: "NVİ" },
  {
    country: "US",
    names: "NPI|NPI number|NPI no\\.?|National Provider Identifier",
    shape: /[12]\d{9}/y,
    check: checks.npi,
    source: "45 CFR 162.406"
  },
  {
    country: "US",
    names: "MBI|Medicare Beneficiary Identifier|Medicare (?:ID|number)",
    shape: /[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y]{2}\d\d/y,
    source: "CMS"
  },
  {
    country: "US",
    names: "ITIN|Individual Taxpayer Identification Number",
    shape: /9\d\d[ -]?[5-9]\d[ -]?\d{4}/y,
    source: "IRS"
  },
  {
    country: "ZA",
    names: "(?:South African )?ID (?:number|no\\.?)|SA ID",
    shape: /\d{6} ?\d{4} ?\d{3}/y,
    check: checks.luhn,
    isWeak: true,
    source: "Identification Act 68 of 1997"
  }
]
