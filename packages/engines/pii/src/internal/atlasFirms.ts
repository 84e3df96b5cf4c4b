/**
 * Rows of the atlas for numbers of taxpayers and firms, and for names that several countries share.
 *
 * @since 0.3.0
 */
import { checks } from "./atlasChecks.ts"
import type { Row } from "./atlasRow.ts"

const vat =
  "VAT(?: (?:registration )?(?:number|no\\.?|ID|code))?|USt-?Id(?:-?Nr\\.?)?|UID|Umsatzsteuer-?(?:Identifikationsnummer|ID|nummer)|" +
  "Mehrwertsteuernummer|TVA|IVA|n[úu]mero de IVA|BTW(?:-?(?:nummer|identificatienummer|id))?|omzetbelastingnummer|moms(?:registreringsnummer|reg\\.? ?nr\\.?|nummer|nr\\.?)?|" +
  "ALV(?:-?numero|-?tunnus| nro)?|arvonlisäveronumero|KMKR|käibemaksukohuslase(?: number)?|PVN|pievienotās vērtības nodokļa(?: numurs)?|" +
  "FPA|PVM(?: mokėtojo kodas)?|pridėtinės vertės mokest(?:is|io) mokėtojo kodas|NIP|ДДС|идентификационен номер по ДДС|ΑΦΜ|" +
  "αριθμός εγγραφής Φ\\.Π\\.Α\\.|DI[ČC]|I[ČC] DPH|áfa|adószám|közösségi adószám|ANUM|PDV|OIB|DDV|ID za DDV|CVR|NIF|CIF|OSS|" +
  "SEPA creditor identifier|(?:European )?VAT identification number"

const european =
  /ATU\d{8}|BE[01]?\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\d{9}|DK\d{8}|E[EL]\d{9}|ES[A-Z\d]\d{7}[A-Z\d]|EU\d{9}|FI\d{8}|FR[A-Z\d]{2}\d{9}|GB\d{9}(?:\d{3})?|HR\d{11}|HU\d{8}|IE\d[A-Z\d]\d{5}[A-W][A-I]?|IT\d{11}|LT\d{9}(?:\d{3})?|LU\d{8}|LV\d{11}|MT\d{8}|NL\d{9}B\d\d|PL\d{10}|PT\d{9}|RO\d{6,10}|SE\d{12}|SI\d{8}|SK\d{10}|XI\d{9}/y

export const firms: ReadonlyArray<Row> = [
  { country: "EU", names: vat, shape: european, source: "VIES" },
  { country: "AR", names: "CBU|clave bancaria uniforme", shape: /\d{8} ?\d{14}/y, source: "BCRA" },
  {
    country: "AT",
    names: "Firmenbuchnummer|FN|Company Register Numbers?",
    shape: /(?:FN ?)?\d{5,6} ?[a-z]/y,
    source: "BMJ"
  },
  { country: "AT", names: "UID", shape: /U\d{8}/y, source: "BMF" },
  {
    country: "BE",
    names: "eID number|Identity Card Number|identiteitskaart(?:nummer)?",
    shape: /\d{3}-\d{7}-\d\d/y,
    source: "IBZ"
  },
  { country: "BR", names: "RG|registro geral", shape: /\d{1,2}\.?\d{3}\.?\d{3}-?[\dX]/y, source: "Lei 7.116" },
  {
    country: "CA",
    names: "BN|Business Number",
    shape: /\d{9}(?:[A-Z]{2}\d{4})?/y,
    check: checks.luhnOfNine,
    isWeak: true,
    source: "CRA"
  },
  {
    country: "CH",
    names: "UID|Unternehmens-Identifikationsnummer|VAT|MWST|Mehrwertsteuernummer|TVA|IVA",
    shape: /CHE\d{9}(?:MWST|TVA|IVA|TPV)?/y,
    source: "BFS"
  },
  {
    country: "CN",
    names: "USCC|Unified Social Credit Code|统一社会信用代码",
    shape: /[159Y][1239]\d{6}[\dA-Z]{10}/y,
    source: "GB 32100"
  },
  { country: "CR", names: "CR|DIMEX|c[ée]dula de residencia", shape: /1\d{10,11}/y, source: "DGME" },
  { country: "CZ", names: "IČO?|IČ|identifikační číslo", shape: /\d{8}/y, source: "ARES" },
  { country: "CZ", names: "bank account number|číslo účtu", shape: /(?:\d{1,6}-)?\d{2,10}\/\d{4}/y, source: "ČNB" },
  {
    country: "DE",
    names: "Handelsregister(?:nummer)?|company register number",
    shape: /\p{Lu}[\p{L}/ .-]{2,30} (?:HR[AB]|GnR|PR|VR) ?\d{1,6}/uy,
    source: "HRV"
  },
  {
    country: "DE",
    names: "Handelsregister(?:nummer)?|HR[AB]|Registernummer",
    shape: /(?:HR[AB] ?)?\d{4,6}(?: ?[A-Z]{1,2})?/y,
    source: "HRV"
  },
  { country: "DE", names: "Steuernummer|St\\.?-?Nr\\.?", shape: /\d{10,13}/y, source: "AO" },
  { country: "DK", names: "CVR(?:-?(?:nr\\.?|nummer))?|SE-?nr\\.?", shape: /\d{8}/y, source: "Erhvervsstyrelsen" },
  {
    country: "DO",
    names: "RNC|registro nacional del? contribuyentes?",
    shape: /\d{1}-?\d\d-?\d{5}-?\d/y,
    source: "DGII"
  },
  { country: "DZ", names: "NIF|num[ée]ro d['’]identification fiscale", shape: /\d{20}/y, source: "DGI" },
  {
    country: "EC",
    names: "CI|c[ée]dula(?: de identidad)?",
    shape: /(?:0[1-9]|1\d|2[0-4]|30)[0-5]\d{7}/y,
    check: checks.luhn,
    isWeak: true,
    source: "Registro Civil"
  },
  { country: "EE", names: "registrikood|registreerimisnumber", shape: /[1789]\d{7}/y, source: "Äriregister" },
  { country: "EG", names: "الرقم الضريبي|رقم التسجيل الضريبي", shape: /\d{3}-?\d{3}-?\d{3}/y, source: "ETA" },
  {
    country: "ES",
    names: "CCC|c[óo]digo cuenta corriente|c[óo]digo cuenta cliente",
    shape: /\d{4}-?\d{4}-?\d\d-?\d{10}/y,
    source: "Banco de España"
  },
  {
    country: "EU",
    names: "SEPA Identifier of the Creditor|creditor identifier|Gläubiger-?ID(?:entifikationsnummer)?|AT-02|ICS",
    shape: /[A-Z]{2}\d\d[A-Z\d]{3}[A-Z\d]{5,28}/y,
    source: "EPC 262-08"
  },
  { country: "FI", names: "veronumero", shape: /\d{12}/y, source: "Vero" },
  { country: "FI", names: "ALV(?:-?numero|-?tunnus| nro)?|arvonlisäveronumero", shape: /\d{8}/y, source: "Vero" },
  { country: "FO", names: "V-number|vinnutal", shape: /\d{6}/y, source: "TAKS" },
  { country: "GB", names: "UPN|Unique Pupil Number", shape: /[A-Z]\d{12}|[A-Z]\d{11}[A-Z]/y, source: "DfE" },
  { country: "GH", names: "TIN|Taxpayer Identification Number", shape: /[PCGQV]\d{9}[\dX]/y, source: "GRA" },
  { country: "GN", names: "NIFp|num[ée]ro d['’]identification fiscale permanent", shape: /\d{9}/y, source: "DNI" },
  { country: "HU", names: "adószám|ANUM", shape: /\d{8}(?:-\d-\d\d)?/y, source: "NAV" },
  {
    country: "IL",
    names: "ח\\.פ\\.?|מספר חברה|Company Number",
    shape: /5\d{8}/y,
    check: checks.israel,
    isWeak: true,
    source: "רשות התאגידים"
  },
  {
    country: "IN",
    names: "VID|Virtual ID",
    shape: /[2-9]\d{3} ?\d{4} ?\d{4} ?\d{4}/y,
    check: checks.verhoeff,
    isWeak: true,
    source: "UIDAI"
  },
  { country: "IS", names: "VSK(?: ?(?:number|númer))?|virðisaukaskattsnúmer", shape: /\d{5,6}/y, source: "Skatturinn" },
  { country: "IT", names: "codice fiscale", shape: /\d{11}/y, source: "Agenzia delle Entrate" },
  {
    country: "JP",
    names: "マイナンバー|個人番号|My Number|Individual Number",
    shape: /\d{4}[ -]?\d{4}[ -]?\d{4}/y,
    source: "J-LIS"
  },
  { country: "JP", names: "Corporate Number", shape: /\d-?\d{4}-?\d{4}-?\d{4}/y, source: "国税庁" },
  { country: "KE", names: "(?:KRA )?PIN|Personal Identification Number", shape: /[AP]\d{9}[A-Z]/y, source: "KRA" },
  { country: "KR", names: "resident registration number", shape: /\d{6}-?[1-9]\d{6}/y, source: "행정안전부" },
  { country: "LI", names: "PEID", shape: /\d{4,12}/y, source: "Steuerverwaltung" },
  {
    country: "LT",
    names: "PVM(?: mokėtojo kodas)?|pridėtinės vertės mokest(?:is|io) mokėtojo kodas",
    shape: /\d{9}(?:\d{3})?/y,
    source: "VMI"
  },
  {
    country: "LU",
    names: "TVA|taxe sur la valeur ajout[ée]e",
    shape: /\d{8}/y,
    check: checks.luxembourg,
    isWeak: true,
    source: "AED"
  },
  { country: "LV", names: "PVN|pievienotās vērtības nodokļa(?: numurs)?", shape: /\d{11}/y, source: "VID" },
  { country: "MA", names: "ICE|identifiant commun de l['’]entreprise", shape: /\d{15}/y, source: "DGI" },
  {
    country: "MC",
    names: "n° (?:de )?TVA|taxe sur la valeur ajout[ée]e",
    shape: /(?:FR)?\d\d000\d{6}/y,
    source: "DSF"
  },
  { country: "ME", names: "PIB|poreski identifikacioni broj|ПИБ", shape: /\d{8,9}/y, source: "Poreska uprava" },
  { country: "MK", names: "ЕДБ|единствен даночен број|EDB", shape: /(?:МК|MK)?\d{13}/uy, source: "УЈП" },
  {
    country: "NL",
    names: "BTW(?:-?(?:nummer|id|identificatienummer))?|omzetbelastingnummer",
    shape: /(?:NL)?\d{7,9}B\d\d/y,
    source: "Belastingdienst"
  },
  {
    country: "NO",
    names: "konto ?nr\\.?|kontonummer|bank account number",
    shape: /\d{4}[ .]?\d\d[ .]?\d{5}/y,
    source: "Bits"
  },
  { country: "NO", names: "MVA|merverdiavgift|foretaksregisteret", shape: /(?:NO)?\d{9}MVA/y, source: "Skatteetaten" },
  { country: "NZ", names: "bank account number", shape: /\d\d-?\d{4}-?\d{7}-?\d{2,3}/y, source: "Payments NZ" },
  { country: "PT", names: "CC|Cart[ãa]o de Cidad[ãa]o", shape: /\d{9}[A-Z\d]{2}\d/y, source: "IRN" },
  { country: "PY", names: "RUC(?: number)?", shape: /\d{4,8}-?\d/y, source: "DNIT" },
  { country: "RO", names: "CF|cod fiscal", shape: /RO ?\d{6,10}/y, source: "ANAF" },
  {
    country: "RO",
    names: "ONRC|ordine din registrul comer[țţt]ului|nr\\. reg\\. com\\.",
    shape: /[JFC]\/?\d{1,2}\/\d{1,6}\/(?:19|20)\d\d/y,
    source: "ONRC"
  },
  { country: "RS", names: "PIB|ПИБ|poreski identifikacioni broj", shape: /\d{9}/y, source: "Poreska uprava" },
  {
    country: "SE",
    names: "org\\.?nr\\.?|organisationsnummer",
    shape: /\d{10}/y,
    check: checks.sweden,
    source: "Bolagsverket"
  },
  {
    country: "SE",
    names: "moms(?:registreringsnummer|nummer)?|VAT",
    shape: /\d{12}/y,
    check: checks.swedenVat,
    isWeak: true,
    source: "Skatteverket"
  },
  {
    country: "SG",
    names: "UEN|Unique Entity Number",
    shape: /\d{8,9}[A-Z]|[RST]\d\d[A-Z]{2}\d{4}[A-Z]/y,
    source: "ACRA"
  },
  {
    country: "SI",
    names: "matična številka(?: poslovnega registra)?|Corporate Registration Number",
    shape: /\d{7}(?:[A-Z\d]\d\d)?/y,
    source: "AJPES"
  },
  {
    country: "SK",
    names: "IČ DPH|IČ pre daň z pridanej hodnoty|DIČ",
    shape: /(?:SK)?\d{10}/y,
    source: "Finančná správa"
  },
  { country: "SM", names: "COE|codice operatore economico", shape: /(?:SM)?\d{3,6}/y, source: "Ufficio Tributario" },
  {
    country: "TH",
    names: "TIN|PIN|MOA|Taxpayer Identification Number|เลขประจำตัวผู้เสียภาษี",
    shape: /\d{13}/y,
    check: checks.thailand,
    isWeak: true,
    source: "RD"
  },
  {
    country: "TN",
    names: "matricule fiscal|MF",
    shape: /\d{7}[A-Z](?:[A-Z]{2}\d{3})?|\d{7}\/?[A-Z]\/[A-Z]\/[A-Z]\/\d{3}/y,
    source: "DGI"
  },
  { country: "TW", names: "UBN|Unified Business Number|統一編號", shape: /\d{8}/y, source: "財政部" },
  { country: "US", names: "PTIN|Preparer Tax Identification Number", shape: /P-?\d{8}/y, source: "IRS" },
  { country: "US", names: "SSN|ATIN|TIN", shape: /\d{9}|\d\d-\d{7}/y, source: "IRS" },
  { country: "VN", names: "mã số thuế|MST", shape: /\d{13}/y, source: "Tổng cục Thuế" },
  {
    country: "ZA",
    names: "TIN|Tax Identification Number|tax reference number",
    shape: /[01239]\d{9}/y,
    source: "SARS"
  },
  // Many countries write the VAT number without the prefix of the country.
  { country: "ZZ", names: vat, shape: /\d{8,12}[A-Z]{0,2}|\d{7}[A-W][A-I]?/y, source: "VIES" },
  // Forms of many countries use these names, so a number must have at least seven digits.
  {
    country: "ZZ",
    names:
      "national (?:identity|identification|registration|insurance|ID) (?:card )?(?:numbers?|codes?|no\\.?|ID)|social security (?:numbers?|code|no\\.?)|" +
      "(?:tax(?:payer)?|VAT|personal|identity|identification|citizen|resident|company|business|enterprise|entity|corporate|organi[sz]ation|fiscal|insurance)" +
      " (?:(?:identity|identification|registration|register|tax|card|insurance|citizen|ID) ){0,2}(?:numbers?|codes?|no\\.?|nr\\.?|ID|identifier)|" +
      "(?:Steuer|Mehrwertsteuer|Unternehmens|Identifikations|Ausweis|Firmen|Register)-?(?:ID|nummer|nr\\.?|kennung|identifikationsnummer)|" +
      "num[ée]ro (?:fiscal|d['’]identification(?: fiscale| nationale?)?|d['’]entreprise|d['’]identit[ée]|d['’]immatriculation)|" +
      "n[úu]mero de identificaci[óo]n(?: fiscal| tributaria| personal)?|n[úu]mero de identidad|c[óo]digo (?:fiscal|tributario)|" +
      "codice (?:identificativo|contribuente)|numero di (?:identificazione|carta d['’]identit[àa])|" +
      "n[úu]mero (?:de contribuinte|de identifica[çc][ãa]o|do cart[ãa]o de cidad[ãa]o)|" +
      "(?:belasting|identificatie|identiteitskaart|ondernemings)-?nummer|numer (?:identyfikacyjny|podatkowy|rejestrowy)|" +
      "идентификационный номер|номер (?:налогоплательщика|плательщика)",
    shape: /(?:[A-Z]{1,3}[ -]?)?\d(?:[ ./-]?\d){6,19}(?:-?[A-Z])?/y,
    source: "names that several countries share"
  }
]
