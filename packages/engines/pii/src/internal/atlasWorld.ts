/**
 * Rows of the atlas for the Americas, Asia, Africa and Oceania.
 *
 * @since 0.3.0
 */
import { checks } from "./atlasChecks.ts"
import type { Row } from "./atlasRow.ts"

export const world: ReadonlyArray<Row> = [
  {
    country: "AE",
    names: "Emirates ID(?: (?:number|no\\.?))?",
    shape: /784-?\d{4}-?\d{7}-?\d/y,
    source: "ICP"
  },
  {
    country: "AR",
    names: "CUIT|CUIL|c[óo]digo [úu]nico de identificaci[óo]n (?:tributaria|laboral)",
    shape: /\d{2}-?\d{8}-?\d/y,
    source: "AFIP"
  },
  {
    country: "AR",
    names: "DNI|documento nacional de identidad",
    shape: /\d{1,2}\.\d{3}\.\d{3}|\d{7,8}/y,
    source: "RENAPER"
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
    country: "AU",
    names: "ABN|Australian Business Number",
    shape: /\d\d ?\d{3} ?\d{3} ?\d{3}/y,
    check: checks.australiaBusiness,
    source: "ABR"
  },
  {
    country: "AU",
    names: "ACN|Australian Company Number",
    shape: /\d{3} ?\d{3} ?\d{3}/y,
    check: checks.australiaCompany,
    source: "ASIC"
  },
  {
    country: "AZ",
    names: "VÖEN|VOEN",
    shape: /\d{10}/y,
    source: "Vergi Xidməti"
  },
  {
    country: "BR",
    names: "CNPJ|cadastro nacional da pessoa jur[íi]dica",
    shape: /\d\d\.?\d{3}\.?\d{3}\/?\d{4}-?\d\d/y,
    check: checks.brazilFirm,
    source: "Receita Federal"
  },
  {
    country: "BR",
    names: "CPF|cadastro de pessoas? f[íi]sicas?",
    shape: /\d{3}\.?\d{3}\.?\d{3}-?\d\d/y,
    check: checks.brazilPerson,
    source: "Receita Federal"
  },
  {
    country: "BR",
    names: "PIS|PASEP|NIS|PIS/PASEP",
    shape: /\d{3}\.?\d{5}\.?\d\d-?\d/y,
    check: checks.brazilWorker,
    source: "Caixa"
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
    country: "CA",
    names: "PHN|Personal Health Number|health card(?: (?:number|no\\.?))",
    shape: /\d{4}[ -]?\d{3}[ -]?\d{3}/y,
    source: "Ministries of Health of the provinces"
  },
  {
    country: "CL",
    names: "RUT|RUN|rol [úu]nico (?:tributario|nacional)",
    shape: /\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]/y,
    check: checks.chile,
    isWeak: true,
    source: "SII"
  },
  {
    country: "CN",
    names:
      "Resident ID(?: (?:number|no\\.?|card))?|身份证(?:号码?)?|居民身份证|居民身份证号码?|Resident Identity Card(?: number)?|RIC(?: no\\.?)?",
    shape: /\d{17}[\dX]/y,
    check: checks.china,
    source: "GB 11643"
  },
  {
    country: "CO",
    names: "NIT|n[úu]mero de identificaci[óo]n tributaria",
    shape: /\d{3}\.?\d{3}\.?\d{3}-?\d/y,
    source: "DIAN"
  },
  {
    country: "CO",
    names: "c[ée]dula(?: de (?:ciudadan[íi]a|identidad|extranjer[íi]a))?|C\\.C\\.",
    shape: /\d\.\d{3}\.\d{3}\.\d{3}|\d{1,2}\.\d{3}\.\d{3}|\d{6,10}/y,
    source: "Registraduría Nacional"
  },
  {
    country: "CR",
    names: "c[ée]dula(?: de identidad| f[íi]sica)?|CPF|CPJ|c[ée]dula (?:de persona )?(?:f[íi]sica|jur[íi]dica)",
    shape: /\d-?\d{4}-?\d{4}/y,
    source: "TSE"
  },
  {
    country: "CU",
    names: "carn[ée] de identidad|n[úu]mero de identidad",
    shape: /\d{11}/y,
    source: "DIIE"
  },
  {
    country: "DO",
    names: "c[ée]dula(?: de identidad)?",
    shape: /\d{3}-?\d{7}-?\d/y,
    source: "JCE"
  },
  {
    country: "DZ",
    names: "NIF|N\\.I\\.F\\.?|num[ée]ro d['’]identification fiscale",
    shape: /\d{3} ?\d{3} ?\d{3} ?\d{3} ?\d{3}/y,
    source: "DGI"
  },
  {
    country: "EC",
    names: "CI|c[ée]dula(?: de identidad)?",
    shape: /\d{9}-\d/y,
    source: "Registro Civil"
  },
  {
    country: "EC",
    names: "RUC|registro [úu]nico de contribuyentes",
    shape: /\d{10}-?\d{3}/y,
    source: "SRI"
  },
  {
    country: "EG",
    names: "الرقم القومي|رقم قومي",
    shape: /[23]\d{13}/y,
    source: "وزارة الداخلية"
  },
  {
    country: "GH",
    names: "Ghana Card(?: (?:number|no\\.?|PIN))?",
    shape: /GHA-?\d{9}-?\d/y,
    source: "NIA"
  },
  {
    country: "GT",
    names: "NIT|n[úu]mero de identificaci[óo]n tributaria",
    shape: /\d{4,8}-[\dK]/y,
    source: "SAT"
  },
  {
    country: "HK",
    names: "香港身[份分]證(?:號碼)?|HKID(?: (?:number|no\\.?|card))?|身份證號碼",
    shape: /[A-Z]{1,2}\d{6} ?\(?[\dA]\)?/y,
    source: "ImmD"
  },
  {
    country: "ID",
    names: "NIK|Nomor Induk Kependudukan|(?:No\\.? )?KTP",
    shape: /\d{16}/y,
    source: "Dukcapil"
  },
  {
    country: "ID",
    names: "NPWP",
    shape: /\d\d\.?\d{3}\.?\d{3}\.?\d-?\d{3}\.?\d{3}/y,
    source: "DJP"
  },
  {
    country: "IL",
    names: "תעודת זהות|מספר זהות|ת\\.ז\\.?|Teudat Zehut|Mispar Zehut",
    shape: /\d{7,8}-?\d/y,
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
    names: "पैन|PAN(?: (?:card|number|no\\.?))?|Permanent Account Number",
    shape: /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/y,
    source: "Income Tax Department"
  },
  {
    country: "IN",
    names: "GSTIN|GST(?: (?:number|no\\.?))",
    shape: /\d\d[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]/y,
    source: "GSTN"
  },
  {
    country: "IN",
    names: "Voter ID(?: (?:number|no\\.?))?|EPIC",
    shape: /[A-Z]{3}\d{7}/y,
    source: "ECI"
  },
  {
    country: "JP",
    names: "法人番号",
    shape: /\d{13}|\d-\d{4}-\d{4}-\d{4}/y,
    source: "国税庁"
  },
  {
    country: "KE",
    names: "KRA PIN",
    shape: /[AP]\d{9}[A-Z]/y,
    source: "KRA"
  },
  {
    country: "KR",
    names: "주민(?:등록)?번호|외국인등록번호|RRN",
    shape: /\d{6}-?[1-9]\d{6}/y,
    source: "행정안전부"
  },
  {
    country: "KR",
    names: "사업자 ?등록 ?번호|BRN|Business Registration Number",
    shape: /\d{3}-?\d\d-?\d{5}/y,
    source: "국세청"
  },
  {
    country: "MU",
    names: "NID(?: (?:number|no\\.?))?|ID number",
    shape: /[A-Z]\d{12}[A-Z\d]/y,
    source: "Civil Status Division"
  },
  {
    country: "MX",
    names: "CURP|clave [úu]nica de registro de poblaci[óo]n",
    shape: /[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d/y,
    source: "RENAPO"
  },
  {
    country: "MX",
    names: "RFC|registro federal de contribuyentes",
    shape: /[A-ZÑ&]{3,4}-?\d{6}-?[A-Z\d]{3}/y,
    source: "SAT"
  },
  {
    country: "MX",
    names: "NSS|n[úu]mero de seguridad social",
    shape: /\d{2}-?\d{2}-?\d{2}-?\d{4}-?\d/y,
    source: "IMSS"
  },
  {
    country: "MX",
    names: "clave de elector",
    shape: /[A-Z]{6}\d{8}[HM]\d{3}/y,
    source: "INE"
  },
  {
    country: "MY",
    names: "NRIC|MyKad|(?:No\\.? )?kad pengenalan|IC (?:number|no\\.?)|National Registration Identity Card(?: number)?",
    shape: /\d{6}-?\d{2}-?\d{4}/y,
    source: "JPN"
  },
  {
    country: "NG",
    names: "NIN|BVN|National Identification Number",
    shape: /\d{11}/y,
    source: "NIMC"
  },
  {
    country: "NZ",
    names: "IRD(?: (?:number|no\\.?))?",
    shape: /\d{2,3}-?\d{3}-?\d{3}/y,
    source: "Inland Revenue"
  },
  {
    country: "NZ",
    names: "NHI(?: (?:number|no\\.?))?",
    shape: /[A-HJ-NP-Z]{3}(?:\d{4}|\d\d[A-HJ-NP-Z]{2})/y,
    source: "Te Whatu Ora"
  },
  {
    country: "PE",
    names: "DNI|CUI|c[ée]dula [úu]nica de identidad",
    shape: /\d{8}-?\d?/y,
    source: "RENIEC"
  },
  {
    country: "PE",
    names: "RUC|registro [úu]nico de contribuyentes",
    shape: /[12]\d{10}/y,
    source: "SUNAT"
  },
  {
    country: "PH",
    names: "TIN",
    shape: /\d{3}-\d{3}-\d{3}(?:-\d{3,5})?/y,
    source: "BIR"
  },
  {
    country: "PH",
    names: "PhilHealth(?: (?:number|no\\.?|ID))?",
    shape: /\d\d-?\d{9}-?\d/y,
    source: "PhilHealth"
  },
  {
    country: "PH",
    names: "SSS(?: (?:number|no\\.?))?",
    shape: /\d\d-\d{7}-\d/y,
    source: "SSS"
  },
  {
    country: "PK",
    names: "CNIC|NICOP",
    shape: /\d{5}-?\d{7}-?\d/y,
    source: "NADRA"
  },
  {
    country: "PY",
    names: "RUC|registro [úu]nico de contribuyentes",
    shape: /\d{5,8}-\d/y,
    source: "DNIT"
  },
  {
    country: "SA",
    names: "رقم الهوية|رقم الإقامة|Iqama(?: (?:number|no\\.?))?",
    shape: /[12]\d{9}/y,
    source: "الأحوال المدنية"
  },
  {
    country: "SG",
    names: "NRIC|FIN",
    shape: /[STFGM]\d{7}[A-Z]/y,
    check: checks.singapore,
    source: "ICA"
  },
  {
    country: "SV",
    names: "NIT|n[úu]mero de identificaci[óo]n tributaria",
    shape: /\d{4}-\d{6}-\d{3}-\d/y,
    source: "MH"
  },
  {
    country: "SV",
    names: "DUI",
    shape: /\d{8}-\d/y,
    source: "RNPN"
  },
  {
    country: "TH",
    names: "เลข(?:ที่)?(?:ประจำตัว|บัตร(?:ประจำตัว)?)ประชาชน|Thai ID",
    shape: /\d-?\d{4}-?\d{5}-?\d\d-?\d/y,
    check: checks.thailand,
    source: "DOPA"
  },
  {
    country: "TN",
    names: "matricule fiscal",
    shape: /\d{7} ?\/?[A-Z](?:\/[A-Z]\/[A-Z]\/\d{3})?/y,
    source: "DGI"
  },
  {
    country: "TW",
    names: "(?:國民)?身[分份]證(?:字號|號碼|統一編號)?",
    shape: /[A-Z][1289]\d{8}/y,
    source: "內政部"
  },
  {
    country: "US",
    names: "SSN|Social Security(?: Number)?|Soc\\.? ?Sec\\.?(?: ?#)?",
    shape: /(?!000|666|9)\d{3}[ -]?(?!00)\d\d[ -]?(?!0000)\d{4}/y,
    source: "SSA"
  },
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
    country: "US",
    names: "EIN|FEIN|Employer Identification Number",
    shape: /\d\d-?\d{7}/y,
    source: "IRS"
  },
  {
    country: "US",
    names: "DEA number|DEA(?: (?:number|no\\.?|#))?",
    shape: /[A-Z]{2}\d{7}/y,
    check: checks.drugs,
    isWeak: true,
    source: "DEA"
  },
  {
    country: "US",
    names: "passport (?:number|no\\.?|#)",
    shape: /\d{9}|[A-Z]\d{8}/y,
    source: "Department of State"
  },
  {
    country: "US",
    names: "driver['’]?s? licen[cs]e(?: (?:number|no\\.?|#))?",
    shape: /[A-Z]\d{7,12}|\d{7,9}/y,
    source: "AAMVA"
  },
  {
    country: "UY",
    names: "c[ée]dula(?: de identidad)?",
    shape: /\d\.\d{3}\.\d{3}-\d/y,
    source: "DNIC"
  },
  {
    country: "UY",
    names: "RUT|registro [úu]nico tributario",
    shape: /\d\d-?\d{6}-?\d{3}-?\d/y,
    source: "DGI"
  },
  {
    country: "VE",
    names: "RIF|registro de identificaci[óo]n fiscal",
    shape: /[VEJPG]-?\d{8}-?\d/y,
    source: "SENIAT"
  },
  {
    country: "VE",
    names: "c[ée]dula(?: de identidad)?",
    shape: /[VE]-?\d{1,2}\.?\d{3}\.?\d{3}/y,
    source: "SAIME"
  },
  {
    country: "VN",
    names: "CCCD|CMND|c[ăa]n c[ưu][ớo]c(?: c[ôo]ng d[âa]n)?",
    shape: /\d{12}|\d{9}/y,
    source: "Bộ Công an"
  },
  {
    country: "VN",
    names: "mã số thuế|MST",
    shape: /\d{10}(?:-\d{3})?/y,
    source: "Tổng cục Thuế"
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
