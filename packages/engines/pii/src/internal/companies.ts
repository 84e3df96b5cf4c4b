/**
 * Recognizes companies and products that are named like a person, because they are not redacted.
 *
 * @since 0.2.0
 */
import { isLowerLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, LETTER, SPACE } from "@dunlin/text/UnitClass"
import type { Span } from "../Span.ts"
import { unitAt } from "./around.ts"
import { hashOf, step } from "./cues.ts"
import { isMark, unaccented } from "./unaccented.ts"

/** Companies with at least two words, including fictional ones in samples. In lower case, without `&` and hyphens. */
const companies: ReadonlySet<string> = new Set(
  ("abercrombie fitch|alexander mcqueen|alfa romeo|anheuser busch|arthur andersen|aston martin|aunt jemima|barnes noble|"
    + "earl grey|"
    + "bausch lomb|bear stearns|ben jerry|betty crocker|black decker|booz allen|booz allen hamilton|bristol myers|"
    + "calvin klein|captain morgan|carl zeiss|charles schwab|charles tyrwhitt|charlotte tilbury|christian dior|"
    + "christian louboutin|dale carnegie|daimler benz|dolce gabbana|dow jones|dr martens|dr pepper|duncan hines|dunder mifflin|edward jones|"
    + "eli lilly|elizabeth arden|ernst young|estee lauder|evan williams|fannie mae|freddie mac|fred perry|giorgio armani|"
    + "goldman sachs|guy laroche|harley davidson|helena rubinstein|henry schein|hugo boss|jack daniel|jack daniels|"
    + "jack wolfskin|jean paul gaultier|jenny craig|jim beam|jimmy choo|john deere|john hancock|john lewis|john wiley|"
    + "johnnie walker|johns hopkins|johnson johnson|jones lang lasalle|jose cuervo|jp morgan|kate spade|laura ashley|"
    + "legal general|levi strauss|louis vuitton|lloyds bank|marc jacobs|marie callender|marks spencer|martin marietta|"
    + "mary kay|massimo dutti|max mara|mercedes benz|merrill lynch|michael kors|morgan stanley|oscar mayer|papa john|"
    + "papa johns|patek philippe|paul smith|pied piper|philip morris|pierre cardin|procter gamble|ralph lauren|raymond james|"
    + "rolls royce|sara lee|smith wesson|stanley black|sterling cooper|stella artois|stella mccartney|ted baker|thomas cook|tim hortons|"
    + "tommy hilfiger|tory burch|trader joe|trader joes|uncle ben|van cleef|vera wang|warner bros|warner brothers|"
    + "wells fargo|wolters kluwer|yves rocher|yves saint laurent|zimmer biomet")
    .split("|")
)

const glued: ReadonlySet<string> = new Set([...companies].map((name) => name.replaceAll(" ", "")))

/** Returns whether a tag or handle is a company that is named like a person, such as `JohnDeere`. */
export const isCompanyWord = (word: string): boolean => glued.has(word.toLowerCase())

const words: ReadonlySet<number> = new Set([...companies].flatMap((name) => name.split(" ").map(hashOf)))

/** Bits of a hash that index the filter, which quickly excludes most words on no list. */
const FILTER_BITS = 12
const FILTER_MASK = (1 << FILTER_BITS) - 1
const filter = new Uint8Array(1 << FILTER_BITS)
for (const hash of words) filter[hash & FILTER_MASK] = 1

const isOfCompany = (hash: number): boolean => filter[hash & FILTER_MASK] === 1 && words.has(hash)

/** Matches words after a product or company that never follow a person. */
const behind =
  /^['’]?s?\s(?:GPUs?|CPUs?|chips?|(?:micro)?architecture|whiske?y|bourbon|Inc\b|Corp\b|Corporation|Ltd\b|LLC|PLC|GmbH|AG\b|Holdings)/

const behindFirst = new Uint8Array(Unit.BEYOND_ASCII)
for (const letter of "GCcmawbILPAH") behindFirst[letter.charCodeAt(0)] = 1

const titled = /(?:^|[^\p{L}])(Mrs|Dr)\.? $/u
const TITLE_LEAD = 6
/**
 * Brands that consist of a title and a family name, with regular expressions for their products. Without a product, the
 * name may be that of a person. Product words that are also verbs, such as `boots` and `soups`, are excluded.
 */
const brands: Readonly<Record<string, RegExp>> = {
  Mrs: /^(?:Butterworth['’]?s? syrup|Fields['’]? (?:cookies|brownies))\b/,
  Dr:
    /^(?:Bronner['’]?s? soap|Hauschka (?:cosmetics|lipsticks?)|Oetker (?:pizzas?|baking powder)|Scholl['’]?s? (?:sandals|insoles))\b/
}

/** Returns whether a title may precede a name: it ends with a full stop, an `r` or an `s`. */
const mayBeTitled = (text: string, start: number): boolean => {
  if (unitAt(text, start - 1) !== Unit.SPACE) return false
  const last = unitAt(text, start - 2)
  return last === Unit.POINT || last === Unit.LOWER_R || last === Unit.LOWER_S
}

/** Returns whether a name is a brand, because a product follows it: `Dr. Oetker pizza`. */
const isBrand = (text: string, start: number, end: number): boolean => {
  const title = titled.exec(text.slice(Math.max(0, start - TITLE_LEAD), start))?.[1]
  return title !== undefined && brands[title]!.test(text.slice(start, end + CHARACTERS_AFTER_COMPANY_NAME))
}

const CHARACTERS_AFTER_COMPANY_NAME = 24

const plain = (name: string): string =>
  onlyWords.test(name) ?
    name.toLowerCase() :
    name.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]s$/, "").replace(
      /\sand\s|[\s&.\-–]+/g,
      " "
    )
      .trim()

const onlyWords = /^[a-z]+(?: (?!and )[a-z]+)*$/i

const BEFORE = 40

const MAX_CHARACTERS_BETWEEN_WORD_AND_COMPANY = 3

/** Returns the start of the next word; -1 if anything except white space, `.` or `'s` precedes it. */
const wordBehind = (text: string, end: number): number => {
  const table = classes()
  let at = end
  while (at < end + MAX_CHARACTERS_BETWEEN_WORD_AND_COMPANY && (table[unitAt(text, at)]! & SPACE) === 0) at++
  const follows = at < end + MAX_CHARACTERS_BETWEEN_WORD_AND_COMPANY && at + 1 < text.length &&
    (table[text.charCodeAt(at + 1)]! & LETTER) !== 0
  return follows ? at + 1 : -1
}

const and = hashOf("and")

/** Returns the longest run of company words, at most 2. The word "and" does not interrupt a run. */
const wordsOfCompanies = (text: string, start: number, end: number): number => {
  let most = 0
  let row = 0
  let hash = 0
  for (let i = start; i <= end; i++) {
    const unit = i < end ? text.charCodeAt(i) : 0
    if (isMark(unit)) continue
    const letter = unaccented(unit) | Unit.CASE_BIT
    if (letter > Unit.LAST_ASCII || isLowerLetter(letter)) {
      hash = step(hash, letter)
      continue
    }
    if (hash === 0) continue
    if (isOfCompany(hash)) {
      row++
      if (row > most) most = row
      if (most > 1) return most
    } else if (hash !== and) row = 0
    hash = 0
  }
  return most
}

/** Returns whether one of the two words of a company is in the name itself. */
const sharesWords = (text: string, start: number, end: number): boolean =>
  wordsOfCompanies(text, start, end) > 0 &&
  wordsOfCompanies(text, Math.max(0, start - BEFORE), Math.min(text.length, end + CHARACTERS_AFTER_COMPANY_NAME)) > 1

/** Matches words that precede a person but never a company: titles, greetings, relatives, patients. */
const addressed =
  /(?:^|[^\p{L}])(?:mrs?|ms|mx|dr|prof|professor|herr|frau|dear|hi|hello|hey|wife|husband|son|daughter|father|mother|brother|sister|uncle|aunt|cousin|patient)[.,:]? $/iu
const ADDRESSED_LEAD = 13

const isAddressed = (text: string, start: number): boolean =>
  addressed.test(text.slice(Math.max(0, start - ADDRESSED_LEAD), start))

/**
 * Returns whether a name belongs to a company. Its words can show that (`Johnson & Johnson`), or the words around it (`An
 * Aston Martin`).
 */
const isCompany = (text: string, start: number, end: number): boolean => {
  const word = wordBehind(text, end)
  if (word >= 0) {
    const after = text.slice(end, end + CHARACTERS_AFTER_COMPANY_NAME)
    const first = text.charCodeAt(word)
    if (behindFirst[first] === 1 && behind.test(after)) return true
    // A lower-case word after the name may make it a method, and a capitalized word may make it a place.
    if (isLowerLetter(first)) {
      if (!/\s/.test(text.slice(start, end)) && method.test(after)) return true
    } else if (place.test(after) && !isAddressed(text, start)) return true
  }
  if (mayBeTitled(text, start) && isBrand(text, start, end)) return true
  if (!sharesWords(text, start, end)) return false
  const after = text.slice(end, end + CHARACTERS_AFTER_COMPANY_NAME)
  const name = text.slice(start, end)
  const simple = plain(name)
  if (companies.has(simple)) return !isAddressed(text, start)
  if (companies.has(simple.replace(/^(?:an?|the) /, ""))) return true
  const before = /(?:[\p{L}'’]{2,16}(?: (?:&|and))? ){1,2}$/u.exec(text.slice(Math.max(0, start - BEFORE), start))?.[0]
  const next = /^(?:['’]s)? (?:(?:&|and) )?\p{Lu}[\p{L}'’]{1,16}/u.exec(after)?.[0]
  if (next !== undefined && companies.has(plain(name + next))) return true
  if (before === undefined) return false
  const lead = before.trimEnd()
  const last = / ?((?:[\p{L}'’]+ (?:&|and)|[\p{L}'’]+))$/u.exec(lead)![1]!
  if (companies.has(plain(`${lead} ${name}`)) || companies.has(plain(`${last} ${name}`))) return true
  // The name of a car model follows the brand: "Alfa Romeo Giulia".
  const space = name.search(/\s/)
  return space > 0 && companies.has(plain(`${last} ${name.slice(0, space)}`))
}

/** Words after a name that make it a place or institution: `Martin Luther King Jr. Boulevard`. */
const place =
  /^\.?\s(?:Boulevard|Street|Avenue|Road|Square|Bridge|Airport|Stadium|Museum|Hospital|University|School|Foundation|Prize|Award)\b/
/** Words after a name that make it an invention: `Wilson score`. */
const method =
  /^['’]?s?\s(?:score|filter|interval|distribution|counter|burner|function|index|number|constant|law|method|theorem|lemma|conjecture|paradox|equations?|inequality|cipher)\b/

const none: ReadonlyArray<Span> = []

const companiesOf = (text: string, out: ReadonlyArray<Span>, first: number): ReadonlyArray<Span> => {
  let found: Array<Span> | undefined
  for (let i = first; i < out.length; i++) {
    const span = out[i]!
    if (isCompany(text, span.start, span.end)) (found ??= []).push(span)
  }
  return found ?? none
}

/**
 * Removes companies from the findings, including later mentions of their words. Findings before index `first` are
 * kept.
 */
export const withoutCompanies = (text: string, out: Array<Span>, first: number): void => {
  const found = companiesOf(text, out, first)
  if (found.length === 0) return
  const firms = new Set(found)
  const names = new Map<string, boolean>()
  for (let i = first; i < out.length; i++) {
    const span = out[i]!
    const parts = text.slice(span.start, span.end).split(/\s+/)
    // Words that are also part of a person's name are not removed.
    for (const word of parts) {
      if (parts.length > 1) names.set(word, (names.get(word) ?? true) && firms.has(span))
    }
  }
  let end = first
  for (let i = first; i < out.length; i++) {
    const span = out[i]!
    if (!firms.has(span) && names.get(text.slice(span.start, span.end)) !== true) out[end++] = span
  }
  out.length = end
}
