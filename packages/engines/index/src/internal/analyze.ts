/** Converts documents to the terms of a segment. */
import type { StoredDocument } from "../Protocol.ts"
import * as Facet from "./facet.ts"
import { hasHan, loadChinese } from "./fold.ts"
import * as Language from "./language.ts"
import * as Lexicon from "./lexicon.ts"
import { SEVERAL_TERMS } from "./lexicon.ts"
import { cut } from "./passages.ts"
import { Postings } from "./postings.ts"
import * as Segment from "./segment.ts"
import { Spellings } from "./spellings.ts"
import * as Titles from "./titles.ts"
import * as Tokens from "./tokens.ts"

const headingLines = /^[ \t]{0,3}#{1,6}[ \t]+(.+)$/gm

/** Builds a segment. Small segments share one builder, because its memory grows with the lexicon. */
export class Builder {
  private readonly lexicon = Lexicon.current()
  private readonly postings = new Postings(this.lexicon.terms.all.length)
  private readonly spellings = new Spellings(this.lexicon)
  private entries: Array<Segment.Entry> = []
  private head = -1
  private piece = -1

  /** Whether the builder is valid: the thread uses the same lexicon. The builder counts words by their numbers. */
  get isCurrent(): boolean {
    return this.lexicon === Lexicon.current()
  }

  clear(): void {
    this.postings.clear()
    this.spellings.clear()
    this.entries = []
    this.head = -1
    this.piece = -1
  }

  /** Adds a document. Ids must ascend, and the stemmers of the document's language must be loaded. */
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
    return Segment.pack(
      this.entries,
      this.postings.lists(this.lexicon.terms),
      Segment.packSpellings(this.spellings.size, this.spellings.counts())
    )
  }

  content() {
    const listed = [...this.postings.lists(this.lexicon.terms)]
    const spellings = [...this.spellings.counts()]
    return {
      entries: this.entries,
      terms: new Map(listed.map(Segment.listOf)),
      spellings,
      packed: Segment.pack(this.entries, listed, Segment.packSpellings(spellings.length, spellings))
    }
  }

  private emit(term: string, field: 0 | 1): void {
    this.postings.count(this.lexicon.terms.of(term), this.head, this.piece, field)
  }

  /** Counts the words of a text, and returns their number. */
  private text(text: string, language: string, field: 0 | 1, isTitle: boolean): number {
    const number = this.lexicon.language(language)
    let words = 0
    const word = (start: number, end: number) => {
      words++
      this.word(this.lexicon.find(text, start, Math.min(end, start + Tokens.MAX_WORD_LETTERS), number), field, isTitle)
    }
    Tokens.eachRun(text, word, (place) => {
      if (place.to - place.from <= Tokens.MAX_CHARACTERS_OF_RUN) {
        words += place.words.length
        this.word(this.lexicon.findRun(text, place, number), field, isTitle)
        return
      }
      // A run of many words is data. It rarely occurs twice, so it is not added to the lexicon.
      for (const [start, end] of place.words) word(start, end)
      this.emitAll(Tokens.describe(text, place).joined, language, field)
    })
    Tokens.eachGrouped(text, (_start, _end, digits) => this.emitAll(digits, language, field))
    return words
  }

  private emitAll(word: string, language: string, field: 0 | 1): void {
    if (word !== "") { for (const term of Language.words(language).of(word)) this.emit(term, field) }
  }

  private word(word: number, field: 0 | 1, isTitle: boolean): void {
    const { listEnds, lists, partEnds, parts, single } = this.lexicon
    const term = single.values[word]!
    if (term !== SEVERAL_TERMS) {
      this.postings.count(term, this.head, this.piece, field)
      this.spellings.count(word, this.head, isTitle)
      return
    }
    const end = listEnds.values[word]!
    for (let at = Lexicon.startIn(listEnds, word); at < end; at++) {
      this.postings.count(lists.values[at]!, this.head, this.piece, field)
    }
    const lastPart = partEnds.values[word]!
    for (let at = Lexicon.startIn(partEnds, word); at < lastPart; at++) {
      this.spellings.count(parts.values[at]!, this.head, isTitle)
    }
  }
}

const facetsOf = (document: StoredDocument): ReadonlyArray<string> => [
  ...Facet.ofUrl(document.url),
  ...(document.published === undefined ? [] : Facet.ofDate(new Date(document.published).toISOString())),
  ...(document.facets ?? [])
]

export const prepare = async (documents: ReadonlyArray<StoredDocument>): Promise<ReadonlyArray<string>> => {
  const languages: Array<string> = []
  for (const { body, language, title } of documents) {
    languages.push(Language.ofTag(language) ?? await Language.detect(title, body))
    if (hasHan(title) || hasHan(body)) await loadChinese()
  }
  await Language.load(new Set(languages))
  return languages
}
