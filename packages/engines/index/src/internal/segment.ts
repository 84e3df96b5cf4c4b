/**
 * Defines segments. A segment contains the postings of a batch of documents, and never changes. Every document is a
 * sequence of pieces: its head (title and URL), and the passages of its text.
 *
 * A posting is a piece and two counts of up to 15. In the head, they count the title and the URL. In passages, they
 * count all words and those in headings. Terms are sorted and stored in blocks, which are read one at a time.
 */
import { damaged, Reader, SortedReader, SortedWriter, Writer } from "./bytes.ts"

/** Maximum value of a count, because two counts fit in a byte. Higher counts are not further evidence. */
export const MAX_COUNT = 15
export const BITS_PER_COUNT = 4
export const ONE_SECOND = 1 << BITS_PER_COUNT

export const firstOf = (packed: number): number => packed & MAX_COUNT

export const secondOf = (packed: number): number => packed >> BITS_PER_COUNT

export const mostOf = (one: number, other: number): number =>
  Math.max(firstOf(one), firstOf(other)) | Math.max(secondOf(one), secondOf(other)) << BITS_PER_COUNT

/** Maximum words of a piece, because the length is stored in 16 bits. */
const MAX_WORDS_OF_PIECE = 0xffff

export const COUNT_BYTES = 16
const ENTRY_BYTES = 8

/** Maximum bytes of a list that shares a block. A longer list gets a separate block. */
const BLOCK_LENGTH = 4096

export interface Entry {
  readonly id: number
  readonly title: number
  readonly language: number
  readonly passages: ReadonlyArray<number>
}

export interface Spelling {
  documents: number
  titles: number
}

export interface WordSpelling extends Readonly<Spelling> {
  readonly word: string
}

export interface Packed {
  readonly documents: number
  readonly entries: Uint8Array
  readonly directory: Uint8Array
  readonly spellings: Uint8Array
  readonly blocks: ReadonlyArray<Uint8Array>
}

/** Writes blocks of terms, which must arrive in order. */
export class BlockWriter {
  readonly blocks: Array<Uint8Array> = []
  private readonly directory = new Writer()
  private readonly firsts = new SortedWriter()
  private names = new SortedWriter()
  private readonly head = new Writer(BLOCK_LENGTH)
  private readonly body = new Writer(BLOCK_LENGTH * 2)
  private terms = 0

  add(term: string, { counts, documents, pieces }: List, start: number, end: number): void {
    if (this.terms === 0) this.firsts.write(this.directory, term)
    this.terms++
    this.names.write(this.head, term)
    this.head.number(documents)
    this.head.number(end - start)
    const from = this.body.length
    let previous = 0
    for (let at = start; at < end; at++) {
      this.body.number(pieces[at]! - previous)
      this.body.byte(counts[at]!)
      previous = pieces[at]!
    }
    this.head.number(this.body.length - from)
    if (this.head.length + this.body.length >= BLOCK_LENGTH) this.close()
  }

  private close(): void {
    if (this.terms === 0) return
    const out = new Writer(this.head.length + this.body.length + COUNT_BYTES)
    out.number(this.terms)
    this.head.moveTo(out)
    this.body.moveTo(out)
    this.blocks.push(out.finish())
    this.names = new SortedWriter()
    this.terms = 0
  }

  finish(): { readonly blocks: ReadonlyArray<Uint8Array>; readonly directory: Uint8Array } {
    this.close()
    const out = new Writer()
    out.number(this.blocks.length)
    out.bytes(this.directory.finish())
    return { blocks: this.blocks, directory: out.finish() }
  }
}

export const packEntries = (count: number, entries: Iterable<Entry>): Uint8Array => {
  const out = new Writer(count * ENTRY_BYTES)
  out.number(count)
  let previous = 0
  for (const { id, language, passages, title } of entries) {
    out.number(id - previous)
    out.number(title)
    out.number(language)
    out.number(passages.length)
    for (const words of passages) out.number(words)
    previous = id
  }
  return out.finish()
}

/** Packs spellings, which must arrive in order. */
export const packSpellings = (count: number, spellings: Iterable<WordSpelling>): Uint8Array => {
  const out = new Writer()
  const names = new SortedWriter()
  out.number(count)
  for (const { documents, titles, word } of spellings) {
    names.write(out, word)
    out.number(documents)
    out.number(titles)
  }
  return out.finish()
}

export const eachSpelling = (
  data: Uint8Array,
  visit: (word: string, documents: number, titles: number) => void
): void => {
  const from = new Reader(data)
  const names = new SortedReader()
  for (let left = from.number(); left > 0; left--) visit(names.read(from), from.number(), from.number())
}

/** A list as a range of longer arrays, because creating a view for each term takes more time. */
export interface Listed extends List {
  readonly term: string
  readonly from: number
  readonly to: number
}

export const listOf = ({ counts, documents, from, pieces, term, to }: Listed): [string, List] => [
  term,
  { documents, pieces: pieces.slice(from, to), counts: counts.slice(from, to) }
]

export const pack = (
  entries: ReadonlyArray<Entry>,
  lists: Iterable<Listed>,
  spellings: Uint8Array
): Packed => {
  const out = new BlockWriter()
  for (const list of lists) out.add(list.term, list, list.from, list.to)
  return {
    documents: entries.length,
    entries: packEntries(entries.length, entries),
    spellings,
    ...out.finish()
  }
}

export interface Documents {
  readonly count: number
  readonly ids: Float64Array
  /** Piece of each document's head. It comes after the last passage of the previous document. */
  readonly heads: Int32Array
  readonly owners: Int32Array
  /** Number of words of each piece; for a head, of its title. */
  readonly lengths: Uint16Array
  readonly languages: Uint8Array
}

export const readDocuments = (data: Uint8Array): Documents => {
  const from = new Reader(data)
  const count = from.count()
  const ids = new Float64Array(count)
  const heads = new Int32Array(count + 1)
  const languages = new Uint8Array(count)
  const lengths: Array<number> = []
  const owners: Array<number> = []
  let id = 0
  for (let document = 0; document < count; document++) {
    id += from.number()
    ids[document] = id
    heads[document] = lengths.length
    lengths.push(Math.min(MAX_WORDS_OF_PIECE, from.number()))
    owners.push(document)
    languages[document] = from.number()
    for (let left = from.number(); left > 0; left--) {
      lengths.push(Math.min(MAX_WORDS_OF_PIECE, from.number()))
      owners.push(document)
    }
  }
  heads[count] = lengths.length
  return { count, ids, heads, owners: Int32Array.from(owners), lengths: Uint16Array.from(lengths), languages }
}

export const readDirectory = (data: Uint8Array): ReadonlyArray<string> => {
  const from = new Reader(data)
  const names = new SortedReader()
  return Array.from({ length: from.count() }, () => names.read(from))
}

export interface Place {
  readonly documents: number
  readonly count: number
  readonly at: number
}

export const readBlock = (data: Uint8Array): ReadonlyMap<string, Place> => {
  const from = new Reader(data)
  const names = new SortedReader()
  const terms = from.number()
  const heads: Array<[string, number, number, number]> = []
  for (let left = terms; left > 0; left--) heads.push([names.read(from), from.number(), from.number(), from.number()])
  let at = from.at
  const out = new Map<string, Place>()
  for (const [term, documents, count, length] of heads) {
    out.set(term, { documents, count, at })
    at += length
  }
  return out
}

/**
 * Pieces of a term, in ascending order. Each value of `counts` contains two counts of up to 15, see `firstOf` and
 * `secondOf`.
 */
export interface List {
  readonly documents: number
  readonly pieces: Int32Array
  readonly counts: Uint8Array
}

export const readList = (block: Uint8Array, { at, count, documents }: Place): List => {
  const from = new Reader(block, at)
  if (count > block.length - at) throw damaged()
  const pieces = new Int32Array(count)
  const counts = new Uint8Array(count)
  let piece = 0
  for (let index = 0; index < count; index++) {
    piece += from.number()
    pieces[index] = piece
    counts[index] = from.byte()
  }
  return { documents, pieces, counts }
}

/** Returns the union of two lists. A piece in both has the larger value of each count. */
const unionOfTwo = (left: List, right: List): List => {
  const pieces = new Int32Array(left.pieces.length + right.pieces.length)
  const counts = new Uint8Array(pieces.length)
  let size = 0
  let other = 0
  const add = ({ counts: from, pieces: read }: List, at: number) => {
    pieces[size] = read[at]!
    counts[size] = from[at]!
    size++
  }
  for (let at = 0; at < left.pieces.length; at++) {
    while (other < right.pieces.length && right.pieces[other]! < left.pieces[at]!) add(right, other++)
    add(left, at)
    if (right.pieces[other] !== left.pieces[at]) continue
    counts[size - 1] = mostOf(left.counts[at]!, right.counts[other]!)
    other++
  }
  while (other < right.pieces.length) add(right, other++)
  return { documents: 0, pieces: pieces.subarray(0, size), counts: counts.subarray(0, size) }
}

/** Returns the union of lists, without document counts; `undefined` without lists. */
export const union = (lists: ReadonlyArray<List>): List | undefined => {
  let left = lists
  while (left.length > 1) {
    const next: Array<List> = []
    for (let at = 0; at < left.length; at += 2) {
      next.push(at + 1 < left.length ? unionOfTwo(left[at]!, left[at + 1]!) : left[at]!)
    }
    left = next
  }
  return left[0]
}
