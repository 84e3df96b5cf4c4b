/**
 * Recognizes words before a number that show a telephone number or another kind of number.
 *
 * @since 0.2.0
 */
import { isDigit, isLetter, lower } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { unitAt } from "./around.ts"
import { hashOf, step } from "./cues.ts"
import { endingsOf } from "./pairs.ts"

const announcing =
  "tel telephone telefono telefon telefoon phone ph fax fon mob mobile cell cellular call dial ring whatsapp whatapp viber signal sms " +
  "text contact hotline helpline number celular telefax handy tlf tlfn telefone portable puhelin puh telefonnummer rufnummer desk pager bel " +
  "appelez llama llame llamar llamer ligue zadzwon registered t m f p"
const announcingToo =
  "toll[- ]free|móvil|móv|tél|télécopie|teléfono|téléphone|numéro|número|llam[ae]r? al?|chiam[ai]\\w{0,4}|zadzwoń|answering at|" +
  "reach (?:me|us|him|her)|text me|messages to"
const between = "us me him her at op on no nr now number is or office home work direct phone line free mobile"

/** Cue words that may also be last, as in `llama al`. */
const lastToo = "a al to"

const alternatives = (words: string): string => words.replaceAll(" ", "|")

const cue = new RegExp(
  `(?:\\b(?:${alternatives(announcing)}|${announcingToo})\\b|☎|📞|📱|電話|电话|전화|携帯|手机|тел|телефон|моб|☏)` +
    `\\s*(?:${alternatives(between)}|24\\/7|[#.:*|()\\s+_~–—-]){0,10}$`,
  "iu"
)

const others =
  "eur usd no isbn issn pmid id doi v version sku order build cve cas oclc lccn ean upc gtin asin ref npi mrn ssn case serial model part " +
  "patent tracking account acct routing aba policy claim license licence invoice card ticket issue p pp page pages vol ip port number num"

const notPhone =
  /(?:[$€£¥#]|\b(?:EUR|USD|no\.?|ISBN(?:-1[03])?:?|ISSN:?|PMID:?|id[:=]?|DOI:?|v|version|SKU|order|build|CVE|CAS|OCLC|LCCN|EAN|UPC|GTIN|ASIN|Ref|NPI|MRN|SSN|case|serial|model|part|patent|tracking|account|acct|routing|ABA|policy|claim|licen[sc]e|invoice|card|ticket|issue|pp?\.|pages?|vol\.?|IP|port))[\s:#.]*(?:no\.?|number|num|#)?[\s:#*|]*$/i

/** Matches the name of AI models, which are named after the animal: `llama 3 70`. */
const model = /\bllama $/i

const hashesOf = (...lists: ReadonlyArray<string>): ReadonlySet<number> =>
  new Set(lists.flatMap((words) => words.split(" ")).map(hashOf))

const announcingWords = hashesOf(announcing)
const openWord = "chiam"
const lastWords = hashesOf(announcing, between, lastToo)
const otherWords = hashesOf(others)

const marks = new Uint8Array(Unit.BEYOND_ASCII)
for (const mark of " \t\n:.*|()+-") marks[mark.charCodeAt(0)] = 1

const MAX_MARKS = 10

const marksStart = (lead: string): number => {
  let at = lead.length
  while (at > 0 && unitAt(lead, at - 1) < Unit.BEYOND_ASCII && marks[lead.charCodeAt(at - 1)] === 1) at--
  return at
}

const wordStart = (lead: string, end: number): number => {
  let start = end
  while (start > 0 && isLetter(lead.charCodeAt(start - 1))) start--
  return start
}

const hashOfWord = (lead: string, start: number, end: number): number => {
  let hash = 0
  for (let i = start; i < end; i++) hash = step(hash, lower(lead.charCodeAt(i)))
  return hash
}

const endsAsBetween = endingsOf(between.split(" "))
const endsAsNumber = endingsOf(["no", "number", "num"])

const announces = (lead: string): boolean => {
  const end = marksStart(lead)
  if (end === 0) return false
  const start = wordStart(lead, end)
  const before = unitAt(lead, start - 1)
  // The regular expression is needed for other scripts, joined words, and text such as `24/7`.
  if (start === end || before > Unit.LAST_ASCII || before === Unit.UNDERSCORE || isDigit(before)) return cue.test(lead)
  if (lead.length - end > MAX_MARKS) return cue.test(lead)
  const hash = hashOfWord(lead, start, end)
  if (announcingWords.has(hash)) return true
  if (lastWords.has(hash)) return cue.test(lead)
  const word = lead.slice(start, end).toLowerCase()
  return (endsAsBetween(word, word.length) || word.startsWith(openWord)) && cue.test(lead)
}

export const isAnnounced = (lead: string, core: string): boolean =>
  lead !== "" && announces(lead) && !(core.charCodeAt(1) === Unit.SPACE && /^\d /.test(core) && model.test(lead))

/** Returns whether the words before a number make it that of an order, a book or an account. */
export const isOtherNumber = (lead: string): boolean => {
  const end = marksStart(lead)
  if (end === 0) return false
  const start = wordStart(lead, end)
  if (start < end && !otherWords.has(hashOfWord(lead, start, end))) {
    const word = lead.slice(start, end).toLowerCase()
    if (!endsAsNumber(word, word.length)) return false
  }
  return notPhone.test(lead)
}
