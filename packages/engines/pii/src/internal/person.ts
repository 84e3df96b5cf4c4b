/**
 * Finds names of persons.
 *
 * @since 0.1.0
 */
import { isLowerLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, DIGIT, LETTER, UPPER } from "@dunlin/text/UnitClass"
import type { Span } from "../Span.ts"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { withoutCompanies } from "./companies.ts"
import { NAME, SALUTE } from "./cues.ts"
import { type Encoded, encodedNames } from "./encoded.ts"
import { handles, tags } from "./handleNames.ts"
import { Paragraphs } from "./languages.ts"
import { letterNames } from "./letterNames.ts"
import * as Lexicon from "./lexicon.ts"
import { namesOfAddresses, namesOfCards, namesOfHeaders } from "./mailNames.ts"
import { hasMark } from "./marks.ts"
import { cjkNames, labelled, lowerCase, maskedNames } from "./nameForms.ts"
import { isNameHead } from "./nameHeads.ts"
import { keep, Known, mentions } from "./nameMentions.ts"
import { isConjunction, isSocial, isSubject, lowerWordBefore, scoreOf } from "./nameScore.ts"
import { BELIEVED, DOUBT, RECALLED, SURE } from "./nameSure.ts"
import {
  type Add,
  cueBefore,
  isCamel,
  isCue,
  isInitial,
  isNamedAfter,
  isTitleGap,
  joined,
  nameEnd,
  namesPlace,
  smallFamilyEnd,
  suffixNames,
  type Token,
  tokensOf,
  wordBefore
} from "./nameTokens.ts"
import { sureTitles as sureTitleWords } from "./nameWords.ts"
import { within } from "./offsets.ts"
import { disjoint } from "./overlap.ts"
import { columnNames, labelledRows, particleNames, speakers } from "./rowNames.ts"
import type { Scan } from "./scan.ts"
import { scriptNames } from "./scriptNames.ts"
import { eachCell, type Tables } from "./tables.ts"
import { talkNames } from "./talkNames.ts"
import { cyrillicTitled, titledNames } from "./titledNames.ts"

const {
  CAPS,
  FAMILY,
  FAMILY_AMBIGUOUS,
  GIVEN,
  GIVEN_AMBIGUOUS,
  ORGANISATION,
  PLAIN,
  PLACE,
  PRODUCT,
  STOP,
  TITLE,
  WORD
} = Lexicon

const sureTitles = new Set(sureTitleWords.split(" "))

const MAX_WORDS_OF_NAME_ROW = 12
const MAX_LETTERS_OF_TITLE = 18
const MIN_SINGLE_GIVEN_LETTERS = 3
const MAX_CONJUNCTION_CHARACTERS = 6
const CHARACTERS_AFTER_NAME = 3
const LIST_REACH = 5
const CHARACTERS_BEFORE_NAME = 3
const ARTICLE_REACH = 6
const MAX_CHARACTERS_OF_NAME_CELL = 60

const middleNames = new Set(["Văn", "Thị"])

const MAX_FURTHER_WORDS = 3

/** Returns the index of the last token of a name. All tokens up to `last` are joined. */
const lastOf = (tokens: ReadonlyArray<Token>, from: number, last: number): number => {
  const first = tokens[from]!
  let q = from
  while (q < last && q - from < MAX_FURTHER_WORDS) {
    const next = tokens[q + 1]!
    if ((next.facts & (STOP | ORGANISATION)) !== 0) break
    // A word before a title is not part of the name: "Bonjour Madame Weber".
    if ((next.facts & TITLE) !== 0 && sureTitles.has(next.word.toLowerCase())) break
    if (
      (next.facts & CAPS) !== 0 && !suffixNames.has(next.word) && (first.facts & CAPS) === 0 &&
      first.length > 1
    ) break
    if (q > from && (next.facts & WORD) !== 0 && (next.facts & (GIVEN | FAMILY)) === 0 && !isInitial(tokens[q]!)) break
    q++
  }
  // The word after an initial is part of the name: "Anna Smith Peter J. Brown".
  return q < last && q - from === MAX_FURTHER_WORDS && isInitial(tokens[q]!) ? q + 1 : q
}

const namedMonths = new Set("jan april june august".split(" "))
const dates =
  /(?:^|[^\p{L}])(?:(?:in|on|since|until|till|early|mid|late|last|next|this|every|through)|\d{1,2}(?:st|nd|rd|th)?\.?)[- ]$/iu
const DATE_LEAD = 10

/** Returns whether a month is a given name before a family name: `June Carter`, `Jan de Vries`. */
const isNamedMonth = (text: string, month: Token, next: Token | undefined): boolean => {
  if (next === undefined || (next.facts & FAMILY) === 0 || (month.facts & CAPS) !== 0) return false
  const hasParticle = next.start - month.end > 2
  if ((next.facts & (STOP | ORGANISATION | CAPS)) !== 0 || !hasParticle && (next.facts & WORD) !== 0) return false
  return namedMonths.has(month.word.toLowerCase()) && !dates.test(textBefore(text, month.start, DATE_LEAD))
}

const germanOffice = /(?:leiter|beauftragte|referent|sprecher|vorsitzende|direktor)(?:in|r)?$/i

/** A weekday before a date: `Thu, 29 Oct`. */
const weekday = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/
const isDated = /^,? \d/

const isTitle = (text: string, token: Token): boolean =>
  (token.facts & TITLE) !== 0 && token.length <= MAX_LETTERS_OF_TITLE &&
  (!isLowerLetter(unitAt(text, token.end + 1)) || sureTitles.has(token.word.toLowerCase()))

/** Prepositions of other languages before names and listed words. */
const prepositions = new Set("von par por di af av door e".split(" "))
const NAMED = GIVEN | GIVEN_AMBIGUOUS | FAMILY

const SIGNS_OF_ECHO = 2

const CHARACTERS_BEFORE_LABEL = 6

/** Returns whether a label or byline is at the start of its line. Only marks may precede it. */
const opensLine = (text: string, start: number): boolean =>
  /(?:^|\n)[\s#>*_|-]*$/.test(textBefore(text, start, CHARACTERS_BEFORE_LABEL))

/**
 * Returns the number of signs of a name: listed words, no word with another meaning, and the context. An unambiguous
 * title is enough.
 */
const signsOf = (
  first: Token,
  last: Token,
  { cue, isByline, sure, title }: {
    readonly cue: boolean
    readonly isByline: boolean
    readonly sure: boolean
    readonly title: boolean
  }
): number => {
  const isGiven = (first.facts & (GIVEN | GIVEN_AMBIGUOUS)) !== 0
  const isFamily = (last.facts & (FAMILY | FAMILY_AMBIGUOUS)) !== 0
  const isWord = ((first.facts | last.facts) & (WORD | PLACE | STOP | PRODUCT | CAPS)) !== 0
  const listed = Number(isGiven) + Number(isFamily)
  // A label alone is not enough evidence: "by Flavored Markdown".
  if (listed === 0) return sure || isByline && !isWord ? SIGNS_OF_ECHO : 0
  return listed + Number(!isWord) + Number(cue) + Number(title)
}

const isGlued = (text: string, start: number, table: Uint8Array): boolean => {
  const before = start === 0 ? Unit.SPACE : text.charCodeAt(start - 1)
  return (table[before]! & (LETTER | DIGIT)) !== 0 || before === Unit.AT_SIGN || before === Unit.HASH ||
    before === Unit.DOLLAR || before === Unit.SLASH || before === Unit.BACKSLASH ||
    before === Unit.UNDERSCORE && (table[unitAt(text, start - 2)]! & (LETTER | DIGIT)) !== 0
}

/** Returns whether a conjunction joins the last name, which ends at `end`, with the next word. */
const isCoordinated = (text: string, end: number, start: number): boolean =>
  end >= 0 && start - end <= MAX_CONJUNCTION_CHARACTERS && isConjunction(text, end, start)

/** Returns whether a word is an organisation or a title, and a name can start only after it. */
const isBeforeName = ({ facts, word }: Token, titled: boolean, isLast: boolean): boolean => {
  if ((facts & ORGANISATION) !== 0 && !titled) return true
  // The text may already be redacted: in "Herr Dr. [PERSON]", the second title is not a name.
  if ((facts & (TITLE | GIVEN | GIVEN_AMBIGUOUS)) === TITLE && sureTitles.has(word.toLowerCase())) return true
  return !isLast && (facts & (TITLE | GIVEN | GIVEN_AMBIGUOUS)) === TITLE
}

const findings = (
  scan: Scan,
  tokens: ReadonlyArray<Token>,
  social: boolean,
  recall: boolean,
  known: Known,
  paragraphs: Paragraphs,
  add: Add
): void => {
  const { text } = scan
  const alone = { sure: false, social, coordinated: false, cue: false, title: false, code: false, recall, paragraphs }
  let foundEnd = -1
  const table = classes()
  let i = 0
  while (i < tokens.length) {
    const head = tokens[i]!
    if (isGlued(text, head.start, table)) {
      i++
      continue
    }
    let last = i
    while (
      last + 1 < tokens.length && last - i < MAX_WORDS_OF_NAME_ROW - 1 && joined(text, tokens[last]!, tokens[last + 1]!)
    ) {
      last++
    }
    const [word, gap] = cueBefore(text, head.start)
    const title = word !== "" && isTitleGap(word, gap)
    // After a preposition, the first or last word must be a known name. German "von Dateien" means "of files".
    const isNamed = !prepositions.has(word) || ((head.facts | tokens[last]!.facts) & NAMED) !== 0
    const cue = title || isNamed && isCue(text, head.start, word, gap)
    if (last === i && !cue) {
      if (
        loneName(text, scan, head, recall, table) ||
        scoreOf(text, tokens, i, i, alone) >= BELIEVED && !namesPlace(text, head.start) &&
          !isNamedAfter(text, head.start, head.end)
      ) {
        const end = (head.facts & GIVEN) === 0 ? head.end : smallFamilyEnd(text, head)
        add(head.start, end > head.end ? end : nameEnd(text, head), recall ? SURE.lone : SURE.placed, "given-name")
      } else if ((head.facts & (GIVEN | WORD | STOP | PRODUCT | PLACE)) === GIVEN) {
        const end = smallFamilyEnd(text, head)
        if (end > head.end) add(head.start, end, SURE.placed, "list")
      }
      i++
      continue
    }
    const code = within(scan.code, head.start)
    let advanced = false
    let office = -1
    for (let k = i; k <= last && !advanced; k++) {
      const first = tokens[k]!
      const titled = k === i
        ? title
        : isTitle(text, tokens[k - 1]!) || (office === k - 1 && (first.facts & NAMED) !== 0)
      if ((first.facts & STOP) !== 0 && !titled && !isNamedMonth(text, first, k < last ? tokens[k + 1] : undefined)) {
        continue
      }
      // The name starts after the particle: "Agriturismo di Giulia Bianchi".
      if (
        k < last && (first.facts & GIVEN) === 0 && (tokens[k + 1]!.facts & GIVEN) !== 0 &&
        tokens[k + 1]!.start - first.end > 2
      ) continue
      // An office and its department may follow a title: "Frau Leiterin Gewässer".
      if (k < last && titled && germanOffice.test(first.word)) {
        office = k
        continue
      }
      if (isBeforeName(first, titled, k === last)) continue
      const q = lastOf(tokens, k, last)
      if (q === k && namesPlace(text, first.start)) continue
      const sure = titled && sureTitles.has(k === i ? word : tokens[k - 1]!.word.toLowerCase())
      const context = {
        sure,
        social,
        coordinated: k === i && isCoordinated(text, foundEnd, first.start),
        cue: k === i && cue,
        title: titled,
        code,
        recall,
        paragraphs
      }
      const isByline = context.cue && opensLine(text, first.start - gap.length - word.length)
      let score = scoreOf(text, tokens, k, q, context)
      if (code && !context.cue) score -= DOUBT
      if ((first.facts & CAPS) !== 0 && !titled && !context.cue && (first.facts & GIVEN) === 0) score -= DOUBT
      if (score < (recall ? RECALLED : BELIEVED)) continue
      i = q + 1
      advanced = true
      if (isNamedAfter(text, first.start, tokens[q]!.end)) continue
      // A middle name needs one more name after it: "Nguyễn Văn An".
      const isOpen = q > k && q < last && middleNames.has(tokens[q]!.word) && (tokens[q + 1]!.facts & CAPS) === 0
      const end = nameEnd(text, tokens[isOpen ? q + 1 : q]!)
      add(first.start, end, score, context.cue ? "cue" : "list")
      foundEnd = q > k ? end : -1
      if (q > k && signsOf(first, tokens[q]!, { ...context, isByline }) >= SIGNS_OF_ECHO) {
        keep(known, first, tokens[q]!, end, score)
      }
    }
    if (!advanced) {
      if (loneName(text, scan, head, recall, table)) add(head.start, nameEnd(text, head), SURE.placed, "given-name")
      i++
    }
  }
}

const MIN_SURE_NAMES_OF_LIST = 2
const MIN_NAMES_OF_LIST = 3

const isSureGiven = ({ facts }: Token): boolean =>
  (facts & (GIVEN | STOP | PLACE | PRODUCT | CAPS)) === GIVEN && (facts & (WORD | PLAIN)) !== WORD

const isListable = ({ facts, length }: Token): boolean =>
  length >= MIN_SINGLE_GIVEN_LETTERS && (facts & (CAPS | ORGANISATION | PRODUCT)) === 0 &&
  ((facts & (GIVEN | GIVEN_AMBIGUOUS)) !== 0 || (facts & (WORD | STOP | PLACE)) === 0)

const isJoinedByConjunction = (text: string, { end }: Token, next: Token | undefined): boolean => {
  if (next === undefined || next.start - end > MAX_CONJUNCTION_CHARACTERS) return false
  const first = unitAt(text, end)
  const mayJoin = first === Unit.COMMA || first === Unit.SLASH || first === Unit.SPACE && next.start - end > 1
  return mayJoin && isConjunction(text, end, next.start)
}

const isAlone = (tokens: ReadonlyArray<Token>, index: number): boolean =>
  tokens[index - 1]?.end !== tokens[index]!.start - 1 && tokens[index + 1]?.start !== tokens[index]!.end + 1

/** Adds the names of a list. At least half must be unambiguous given names: `Malon, Mark, Kaylee and Jennifer`. */
const listedNames = ({ text }: Scan, tokens: ReadonlyArray<Token>, add: Add): void => {
  let from = 0
  while (from < tokens.length) {
    let to = from + 1
    while (isJoinedByConjunction(text, tokens[to - 1]!, tokens[to])) to++
    if (to - from >= MIN_NAMES_OF_LIST) {
      const list = tokens.slice(from, to).filter((_, index) => isAlone(tokens, from + index))
      const sure = list.filter(isSureGiven).length
      if (sure >= MIN_SURE_NAMES_OF_LIST && sure * 2 >= list.length && list.every(isListable)) {
        for (const { end, start } of list) add(start, end, SURE.placed, "list")
      }
    }
    from = to
  }
}

const loneName = (text: string, scan: Scan, token: Token, recall: boolean, table: Uint8Array): boolean => {
  const facts = token.facts
  if ((facts & GIVEN) === 0 || (facts & (STOP | PRODUCT | ORGANISATION)) !== 0) return false
  if ((facts & WORD) !== 0) {
    if ((facts & PLAIN) === 0) return false
    if (!lowerWordBefore(text, token.start) && !isSubject(text, token)) return false
  }
  if (token.length < MIN_SINGLE_GIVEN_LETTERS || !recall && ((facts & CAPS) !== 0 || isCamel(token.word))) return false
  if (recall) return true
  if ((facts & PLACE) !== 0) return false
  if (within(scan.code, token.start)) return false
  const after = textAfter(text, token.end, CHARACTERS_AFTER_NAME)
  if (isDated.test(after) && weekday.test(token.word)) return false
  if (/^(?:[-_/\\@.:][\w]|\(|™|®| \d)/.test(after)) return false
  // Another capitalized word follows that is not part of a name, so this is a firm, a street or a title.
  if (/^ [\p{Lu}\d]/u.test(after)) return false
  const before = textBefore(text, token.start, CHARACTERS_BEFORE_NAME)
  if (namesPlace(text, token.start) || isNamedAfter(text, token.start, token.end)) return false
  const lowerBefore = lowerWordBefore(text, token.start) ||
    before.endsWith(" ") && (Lexicon.factsOf(wordBefore(text, token.start)[0]) & STOP) !== 0 &&
      !/(?:El|La|Los|Las|Le|North|South|East|West|Great|New) $/.test(
        textBefore(text, token.start, ARTICLE_REACH)
      )
  const lowerAfter = /^(?:[,;]? \p{Ll}|['’]s )/u.test(after)
  const listed = /[,:] $/.test(before) && /^(?:,| and |\n|\.|$)/.test(textAfter(text, token.end, LIST_REACH))
  return lowerBefore && (lowerAfter || /^[.,;!?)\n'’]/.test(after) || after === "") ||
    lowerAfter && /(?:^|[\d)], |[.!?"“'\n>*-] ?|\n)$/.test(before) &&
      (table[unitAt(text, token.end + 1)]! & UPPER) === 0 ||
    listed
}

const inOrder = (out: ReadonlyArray<Span>, first: number): ReadonlyArray<Span> => {
  const found = out.slice(first)
  for (let i = 1; i < found.length; i++) {
    if (found[i]!.start < found[i - 1]!.start) return found.sort((a, b) => a.start - b.start)
  }
  return found
}

const partHead = /^(?:first|last|given|family|sur)(?:[ _-]?name)?$/i

export const ruledPersons = (
  scan: Scan,
  tables: Tables,
  encoded: Encoded,
  social: boolean,
  recall: boolean,
  out: Array<Span>,
  paragraphs = new Paragraphs(scan.text)
): void => {
  const add: Add = (start, end, score, reason) => {
    if (end > start) out.push({ start, end, entity: "PERSON", score, reason })
  }
  const first = out.length
  const tokens = tokensOf(scan, paragraphs)
  const known = new Known(scan.text)
  if (tokens.length > 0) findings(scan, tokens, social, recall, known, paragraphs, add)
  if (tokens.length > 0) titledNames(scan.text, tokens, add)
  if (scan.cyrillic) cyrillicTitled(scan.text, add)
  if (scan.lower.length > 0) lowerCase(scan, paragraphs, social, add)
  if ((scan.kinds & (NAME | SALUTE)) !== 0) labelled(scan, add)
  if (tokens.length >= MIN_NAMES_OF_LIST) listedNames(scan, tokens, add)
  if (hasMark(scan, "@")) handles(scan, social, recall, add)
  if (hasMark(scan, "#")) tags(scan, add)
  if (hasMark(scan, "*")) maskedNames(scan.text, add)
  encodedNames(encoded, (start, end) => add(start, end, SURE.announced, "base64"))
  if (scan.cjk) cjkNames(scan, add)
  if (scan.cjk || scan.caseless || scan.cyrillic) scriptNames(scan.text, scan.cjk, scan.caseless, add)
  if (tables.length > 0) {
    eachCell(scan.text, tables, (head, start, end) => {
      if (
        !isNameHead(head) || end - start > MAX_CHARACTERS_OF_NAME_CELL ||
        /^(?:user|account|author|owner|holder|card)/i.test(head) && !/\s/.test(scan.text.slice(start, end))
      ) return
      const cell = scan.text.slice(start, end)
      if (!/^\p{Lu}[\p{L}'’.-]*(?: (?:\p{L}[\p{L}'’.-]*)){0,3}$/u.test(cell)) return
      const facts = cell.split(" ").map(Lexicon.factsOf)
      // Jan is a month too
      const isAllowed = (bits: number) =>
        (bits & (ORGANISATION | STOP)) === 0 || (bits & (GIVEN | GIVEN_AMBIGUOUS)) !== 0
      const isNamed = (bits: number) =>
        (bits & (GIVEN | FAMILY | GIVEN_AMBIGUOUS)) !== 0 ||
        (facts.length > 1 || partHead.test(head)) && (bits & (WORD | PLACE)) === 0
      if (facts.every(isAllowed) && facts.some(isNamed)) {
        add(start, end, SURE.announced, "column")
      }
    })
  }
  if (!known.isEmpty) mentions(scan, tokens, known, inOrder(out, first), out)
}

/**
 * Returns whether the text may be English, on which the model for conversations was trained. A text may be too short
 * to detect its language.
 */
const isEnglish = (paragraphs: Paragraphs): boolean => {
  const language = paragraphs.at(0)
  return language === undefined || language === "en"
}

/** Adds names by their position. `found` are the names that the other rules found. */
const placedNames = (scan: Scan, found: ReadonlyArray<Span>, out: Array<Span>): void => {
  const { text } = scan
  const add: Add = (start, end, score, reason) => out.push({ start, end, entity: "PERSON", score, reason })
  if (hasMark(scan, "@")) namesOfAddresses(text, add)
  if (hasMark(scan, ":")) {
    namesOfHeaders(text, add)
    namesOfCards(text, add)
    labelledRows(text, found, add)
    speakers(text, found, add)
  }
  letterNames(text, add)
  if (found.length > 0 && text.includes("\n")) columnNames(text, found, add)
  particleNames(text, found, scan.particle, add)
}

export const persons = (
  scan: Scan,
  tables: Tables,
  encoded: Encoded,
  recall: boolean,
  out: Array<Span>
): void => {
  const first = out.length
  const paragraphs = new Paragraphs(scan.text)
  const social = isSocial(scan) && isEnglish(paragraphs)
  ruledPersons(scan, tables, encoded, social, recall, out, paragraphs)
  if (social) {
    const found = talkNames(scan.text, disjoint(out.slice(first), scan.text), recall)
    if (!recall) out.length = first
    out.push(...found)
  }
  placedNames(scan, disjoint(out.slice(first), scan.text), out)
  if (out.length > first) withoutCompanies(scan.text, out, first)
}
