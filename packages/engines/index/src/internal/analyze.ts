/** Converts documents to the terms of a segment. */
import type { StoredDocument } from "../Protocol.ts"
import * as Facet from "./facet.ts"
import { hasHan, loadChinese } from "./fold.ts"
import * as Language from "./language.ts"
import * as Lexicon from "./lexicon.ts"
import { cut } from "./passages.ts"
import { Postings } from "./postings.ts"
import * as Segment from "./segment.ts"
import { Spellings } from "./spellings.ts"
import * as Titles from "./titles.ts"
import * as Tokens from "./tokens.ts"

const headingLines = /^[ \t]{0,3}#{1,6}[ \t]+(.+)$/gm

/** Collects documents and makes a segment of them. */
export class Builder {
  private readonly lexicon = Lexicon.current()
  private readonly postings = new Postings(this.lexicon.terms.all.length)
  private readonly spellings = new Spellings(this.lexicon)
  private readonly entries: Array<Segment.Entry> = []
  /** The first piece of the current document, and the current piece. */
  private head = -1
  private piece = -1

  /** Adds a document. Ids must ascend, and the stemmers of its language must be loaded. */
  add(
    id: number,
    document: StoredDocument,
    language: string,
    passages: ReadonlyArray<string> = cut(document.body)
  ): void {
    this.head = ++this.piece
    for (const facet of facetsOf(document)) this.emit(Facet.mark + facet, 0)
    for (const whole of Titles.wholes(document.title)) this.emit(whole, 0)
    const title = this.text(document.title, language, 0, true)
    if (language !== Language.unknown) this.text(document.title, Language.unknown, 0, true)
    this.text(Facet.readable(document.url, document.root), Language.unknown, 1, false)
    const words = passages.map((passage) => {
      this.piece++
      const count = this.text(passage, language, 0, false)
      for (const [, heading = ""] of passage.matchAll(headingLines)) this.text(heading, language, 1, false)
      return count
    })
    this.entries.push({ id, title, language: Language.numberOf(language), passages: words })
  }

  pack(): Segment.Packed {
    return Segment.pack(this.entries, this.lists(), this.spellings.counts())
  }

  /** The segment and its source data. */
  content() {
    return {
      entries: this.entries,
      terms: new Map(this.lists()),
      spellings: this.spellings.counts(),
      packed: this.pack()
    }
  }

  private lists(): Iterable<Segment.Listed> {
    return this.postings.lists((term) => this.lexicon.terms.all[term]!)
  }

  private emit(term: string, field: 0 | 1): void {
    this.postings.count(this.lexicon.terms.of(term), this.head, this.piece, field)
  }

  /** Counts the terms of a text. Returns the number of words. */
  private text(text: string, language: string, field: 0 | 1, isTitle: boolean): number {
    const number = this.lexicon.language(language)
    const stems = Language.words(language)
    let words = 0
    const word = (start: number, end: number) => {
      words++
      this.word(this.lexicon.find(text, start, Math.min(end, start + Tokens.LONGEST_WORD), number), field, isTitle)
    }
    Tokens.eachRun(text, word, (run) => {
      for (const [start, end] of run.words) word(start, end)
      if (run.whole !== "") this.emit(Tokens.wholeMark + run.whole, field)
      for (const name of run.inner) this.emit(Tokens.wholeMark + name, field)
      if (run.joined !== "") { for (const term of stems.of(run.joined)) this.emit(term, field) }
    })
    Tokens.eachGrouped(text, (_start, _end, digits) => {
      for (const term of stems.of(digits)) this.emit(term, field)
    })
    return words
  }

  private word(word: number, field: 0 | 1, isTitle: boolean): void {
    const { listEnds, lists } = this.lexicon
    const end = listEnds.values[word]!
    for (let at = word === 0 ? 0 : listEnds.values[word - 1]!; at < end; at++) {
      this.postings.count(lists.values[at]!, this.head, this.piece, field)
    }
    this.spellings.count(word, this.head, isTitle)
  }
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
