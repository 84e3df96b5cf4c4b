/** Converts documents to the terms of a segment, and query words to the same terms. */
import type { StoredDocument } from "../Protocol.ts"
import * as Facet from "./facet.ts"
import { fold, hasHan, loadChinese } from "./fold.ts"
import * as Language from "./language.ts"
import { cut } from "./passages.ts"
import * as Segment from "./segment.ts"
import * as Titles from "./titles.ts"
import * as Tokens from "./tokens.ts"

/** Scripts without spaces, indexed by pairs of characters; Hangul because of its particles. */
const paired = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\u30fc"
/** Scripts written without spaces that are cut into words. */
const segmented = "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}"
const unspacedRun = new RegExp(`[${paired}]+|[${segmented}\\p{M}]+`, "gu")
const isUnspaced = new RegExp(`[${paired}${segmented}]`, "u")
const isSegmented = new RegExp(`[${segmented}]`, "u")
const segmenter = new Intl.Segmenter("th", { granularity: "word" })

const notAscii = /[^\x00-\x7f]/

/** Whether text has characters of a script that is written without spaces. */
export const hasUnspaced = (text: string): boolean => notAscii.test(text) && isUnspaced.test(text)

/** `東京大学` becomes `東京 京大 大学 学`: every character starts one term, so that a single character matches as a prefix. */
const pairs = (run: string): ReadonlyArray<string> => {
  const letters = Array.from(run)
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ""))
}

/** The terms of a word that contains characters of a script without spaces, and its plain words. */
export const unspacedTerms = (
  word: string,
  visit: (term: string) => void,
  plain: (word: string) => void
): void => {
  let from = 0
  const rest = (until: number) => {
    if (until > from) plain(word.slice(from, until))
  }
  for (const match of word.matchAll(unspacedRun)) {
    rest(match.index)
    from = match.index + match[0].length
    if (isSegmented.test(match[0])) {
      for (const { isWordLike, segment } of segmenter.segment(match[0])) if (isWordLike === true) visit(fold(segment))
    } else {
      for (const term of pairs(fold(match[0]))) visit(term)
    }
  }
  rest(word.length)
}

/** Maximum letters of a suggested correction. */
const LONGEST_SPELLING = 32

interface Surface {
  readonly terms: ReadonlyArray<Segment.Postings>
  readonly spelling: Segment.Spelling | undefined
  lastDocument: number
  lastTitle: number
}

const headingLines = /^[ \t]{0,3}#{1,6}[ \t]+(.+)$/gm

/** Collects documents and makes a segment of them. */
export class Builder {
  private readonly terms = new Map<string, Segment.Postings>()
  private readonly spellings = new Map<string, Segment.Spelling>()
  private readonly entries: Array<Segment.Entry> = []
  private readonly surfaces = new Map<string, Map<string, Surface>>()
  private document = -1
  private piece = -1

  /** Adds a document. Ids must ascend, and the stemmers of its language must be loaded. */
  add(id: number, document: StoredDocument, language: string): void {
    this.document++
    this.piece++
    for (const facet of facetsOf(document)) this.emit(Facet.mark + facet, 0)
    for (const whole of Titles.wholes(document.title)) this.emit(whole, 0)
    const title = this.text(document.title, language, 0, true)
    if (language !== Language.unknown) this.text(document.title, Language.unknown, 0, true)
    this.text(Facet.readable(document.url, document.root), Language.unknown, 1, false)
    const passages = cut(document.body).map((passage) => {
      this.piece++
      const words = this.text(passage, language, 0, false)
      for (const [, heading = ""] of passage.matchAll(headingLines)) this.text(heading, language, 1, false)
      return words
    })
    this.entries.push({ id, title, language: Language.numberOf(language), passages })
  }

  pack(): Segment.Packed {
    return Segment.pack(this.entries, this.terms, this.spellings)
  }

  /** The segment and its source data. */
  content() {
    return { entries: this.entries, terms: this.terms, spellings: this.spellings, packed: this.pack() }
  }

  private postings(term: string): Segment.Postings {
    let found = this.terms.get(term)
    if (found === undefined) {
      found = Segment.empty()
      this.terms.set(term, found)
    }
    return found
  }

  private emit(term: string, field: 0 | 1): void {
    Segment.count(this.postings(term), this.document, this.piece, field)
  }

  /** Counts the terms of a text. Returns the number of words. */
  private text(text: string, language: string, field: 0 | 1, isTitle: boolean): number {
    let surfaces = this.surfaces.get(language)
    if (surfaces === undefined) {
      surfaces = new Map()
      this.surfaces.set(language, surfaces)
    }
    const known = surfaces
    let words = 0
    const word = (start: number, end: number) => {
      words++
      this.word(text.slice(start, Math.min(end, start + Tokens.LONGEST_WORD)), language, known, field, isTitle)
    }
    Tokens.eachRun(text, word, (run) => {
      for (const [start, end] of run.words) word(start, end)
      if (run.whole !== "") this.emit(Tokens.wholeMark + run.whole, field)
      for (const name of run.inner) this.emit(Tokens.wholeMark + name, field)
      if (run.joined !== "") { for (const term of Language.words(language).of(run.joined)) this.emit(term, field) }
    })
    Tokens.eachGrouped(text, (_start, _end, digits) => {
      for (const term of Language.words(language).of(digits)) this.emit(term, field)
    })
    return words
  }

  private word(word: string, language: string, known: Map<string, Surface>, field: 0 | 1, isTitle: boolean): void {
    let surface = known.get(word)
    if (surface === undefined) {
      surface = this.surface(word, language)
      known.set(word, surface)
    }
    const { spelling, terms } = surface
    for (const postings of terms) Segment.count(postings, this.document, this.piece, field)
    if (spelling === undefined) return
    if (surface.lastDocument !== this.document) {
      surface.lastDocument = this.document
      spelling.documents++
    }
    if (isTitle && surface.lastTitle !== this.document) {
      surface.lastTitle = this.document
      spelling.titles++
    }
  }

  private surface(word: string, language: string): Surface {
    const terms = new Set<string>()
    for (const term of termsOf(word, language)) terms.add(term)
    const spelled = fold(word)
    let spelling: Segment.Spelling | undefined
    if (spelled.length > 1 && spelled.length <= LONGEST_SPELLING && !/^\d/.test(spelled) && !hasUnspaced(spelled)) {
      spelling = this.spellings.get(spelled)
      if (spelling === undefined) {
        spelling = { documents: 0, titles: 0 }
        this.spellings.set(spelled, spelling)
      }
    }
    return { terms: [...terms].map((term) => this.postings(term)), spelling, lastDocument: -1, lastTitle: -1 }
  }
}

/** The terms of one word of a text: its stem, and those of its parts if it is in camel case. */
export const termsOf = (word: string, language: string): ReadonlyArray<string> => {
  if (hasUnspaced(word)) {
    const out: Array<string> = []
    unspacedTerms(word, (term) => out.push(term), (plain) => out.push(...termsOf(plain, language)))
    return out
  }
  const stems = Language.words(language)
  const whole = stems.of(word.toLowerCase())
  const parts = Tokens.humps(word)
  return parts.length === 0 ? whole : [...whole, ...parts.flatMap((part) => stems.of(part.toLowerCase()))]
}

/** Fields of a document that filters read. */
const facetsOf = (document: StoredDocument): ReadonlyArray<string> => [
  ...Facet.ofUrl(document.url),
  ...(document.published === undefined ? [] : Facet.ofDate(new Date(document.published).toISOString())),
  ...(document.facets ?? [])
]

/** Returns the languages of documents, after it loaded all that their analysis needs. */
export const prepare = async (documents: ReadonlyArray<StoredDocument>): Promise<ReadonlyArray<string>> => {
  const languages: Array<string> = []
  for (const { body, language, title } of documents) {
    languages.push(Language.ofTag(language) ?? await Language.detect(title, body))
    if (hasHan(title) || hasHan(body)) await loadChinese()
  }
  await Language.load(new Set(languages))
  return languages
}
