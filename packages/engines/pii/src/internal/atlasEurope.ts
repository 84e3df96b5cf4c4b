/**
 * Rows of the atlas for Europe outside the European Union, and for its neighbours.
 *
 * @since 0.3.0
 */
import { checks } from "./atlasChecks.ts"
import type { Row } from "./atlasRow.ts"

export const europe: ReadonlyArray<Row> = [
  {
    country: "AD",
    names: "NRT|N[úu]mero de Registre Tributari",
    shape: /[A-Z]-?\d{6}-?[A-Z]/y,
    source: "Govern d'Andorra"
  },
  {
    country: "AL",
    names: "NIPT|NUIS|Numri i Identifikimit(?: për Personin e Tatuesh[ëe]m)?",
    shape: /[A-Z]\d{8}[A-Z]/y,
    source: "DPT"
  },
  {
    country: "BY",
    names: "УНП|UNP|уч[её]тный номер плательщика",
    shape: /\d{9}|[A-ZА-Я]{2}\d{7}/y,
    source: "МНС"
  },
  {
    country: "CH",
    names: "AHV(?:-?N(?:r|ummer))?|AHVN(?:13)?|AVS|Num[ée]ro AVS|NAVS|Sozialversicherungsnummer",
    shape: /756[.]?\d{4}[.]?\d{4}[.]?\d\d/y,
    check: checks.ean,
    source: "ZAS"
  },
  {
    country: "CH",
    names: "UID(?:-?N(?:ummer|r\\.?))?|IDE|MWST(?:-?N(?:ummer|r\\.?))?",
    shape: /CHE-?\d{3}\.?\d{3}\.?\d{3}(?: (?:MWST|TVA|IVA))?/y,
    source: "BFS"
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
  {
    country: "GB",
    names: "UTR|Unique Taxpayer Reference",
    shape: /\d{5} ?\d{5}/y,
    source: "HMRC"
  },
  {
    country: "GB",
    names: "VAT number|VAT(?: reg(?:istration|\\.)?)?(?: (?:number|no\\.?))?",
    shape: /(?:GB ?)?\d{3} ?\d{4} ?\d\d/y,
    check: checks.britainVat,
    isWeak: true,
    source: "HMRC"
  },
  {
    country: "GB",
    names: "driving licen[cs]e(?: (?:number|no\\.?))?",
    shape: /[A-Z9]{5}\d{6}[A-Z9]{2}[A-Z\d]{3}/y,
    source: "DVLA"
  },
  {
    country: "IS",
    names: "kennitala|kt\\.",
    shape: /[0-7]\d[01]\d\d\d-?\d{4}/y,
    source: "Þjóðskrá"
  },
  {
    country: "MD",
    names: "IDNP|IDNO",
    shape: /[012]\d{12}/y,
    source: "ASP"
  },
  {
    country: "NO",
    names: "f[øo]dsels(?:nummer|nr\\.?)|fnr|personnummer|D-nummer",
    shape: /[0-7]\d[0-9]\d\d\d ?\d{5}/y,
    check: checks.norway,
    source: "Skatteetaten"
  },
  {
    country: "NO",
    names: "org\\.? ?nr\\.?|organisasjonsnummer|MVA|merverdiavgift",
    shape: /\d{3} ?\d{3} ?\d{3}/y,
    check: checks.norwayFirm,
    source: "Brønnøysundregistrene"
  },
  {
    country: "RS",
    names: "JMBG|ЈМБГ|ЕМБГ|EMBG",
    shape: /\d{13}/y,
    check: checks.emso,
    source: "MUP"
  },
  {
    country: "RU",
    names: "ИНН|идентификационный номер налогоплательщика",
    shape: /\d{12}|\d{10}/y,
    source: "ФНС"
  },
  {
    country: "RU",
    names: "СНИЛС|страховой номер",
    shape: /\d{3}-?\d{3}-?\d{3}[ -]?\d\d/y,
    source: "СФР"
  },
  {
    country: "RU",
    names: "паспорт(?: РФ| гражданина РФ)?(?: серия)?|серия и номер паспорта",
    shape: /\d\d ?\d\d ?(?:№ ?)?\d{6}/y,
    source: "МВД"
  },
  {
    country: "RU",
    names: "ОГРН(?:ИП)?|основной государственный регистрационный номер",
    shape: /\d{13}(?:\d\d)?/y,
    source: "ФНС"
  },
  {
    country: "TR",
    names: "TCKN|T\\.?C\\.? ?kimlik(?: (?:no|numaras[ıi]))?|kimlik numaras[ıi]",
    shape: /[1-9]\d{10}/y,
    source: "NVİ"
  },
  {
    country: "TR",
    names: "VKN|vergi (?:kimlik )?(?:no|numaras[ıi])",
    shape: /\d{10}/y,
    source: "GİB"
  },
  {
    country: "UA",
    names: "РНОКПП|ІПН",
    shape: /\d{10}/y,
    source: "ДПС"
  },
  {
    country: "UA",
    names: "ЄДРПОУ",
    shape: /\d{8}/y,
    source: "Держстат"
  }
]
