/**
 * A segment: the postings of a batch of documents, written once and never changed.
 *
 * Every document is a row of pieces. The first piece is its head (title and URL); the others are the passages of its
 * text. A posting is a piece and two counts of up to 15: of title and URL in the head, of words and of words in
 * headings elsewhere. Terms are sorted and stored in blocks, which are read one at a time.
 */
import { damaged, Reader, SortedReader, SortedWriter, Writer } from "./bytes.ts"

/** Limit of a count, so that two counts share a byte. Higher counts are not further evidence. */
export const MAX_COUNT = 15
const BITS_PER_COUNT = 4
/** Increment of the second count. */
export const ONE_SECOND = 1 << BITS_PER_COUNT

/** Returns the first count of a piece: of title or text. */
export const firstOf = (packed: number): number => packed & MAX_COUNT

/** Returns the second count: of URL or heading. */
export const secondOf = (packed: number): number => packed >> BITS_PER_COUNT

/** Returns the larger of both counts of two pieces. */
export const mostOf = (one: number, other: number): number =>
  Math.max(firstOf(one), firstOf(other)) | Math.max(secondOf(one), secondOf(other)) << BITS_PER_COUNT

/** Word limit of a piece, because its length is stored in 16 bits. */
const MAX_WORDS_OF_PIECE = 0xffff

/** Estimated bytes of a block besides its head and body, for the initial capacity. */
const COUNT_BYTES = 16
/** Estimated bytes of the entry of a document, for the initial capacity. */
const ENTRY_BYTES = 8

/** A block is closed when it has this many bytes. A longer list has a separate block. */
const BLOCK_LENGTH = 4096

/** Facts about one document of a segment. */
export interface Entry {
  readonly id: number
  /** Words of its title. */
  readonly title: number
  /** The number of its language. */
  readonly language: number
  /** Number of words in each passage of its text. */
  readonly passages: ReadonlyArray<number>
}

/** A word as written, with its number of documents in total and by title. */
export interface Spelling {
  documents: number
  titles: number
}

/** A segment as it is stored. */
export interface Packed {
  readonly documents: number
  readonly entries: Uint8Array
  /** The first term of every block. */
  readonly directory: Uint8Array
  readonly spellings: Uint8Array
  readonly blocks: ReadonlyArray<Uint8Array>
}

/** Collects blocks. Terms must arrive in order. */
class BlockWriter {
  readonly blocks: Array<Uint8Array> = []
  private readonly directory = new Writer()
  private readonly firsts = new SortedWriter()
  private names = new SortedWriter()
  private readonly head = new Writer(BLOCK_LENGTH)
  private readonly body = new Writer(BLOCK_LENGTH * 2)
  private terms = 0

  /** Adds a term with the postings of a range of its list. */
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

const packEntries = (count: number, entries: Iterable<Entry>): Uint8Array => {
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

export const packSpellings = (spellings: ReadonlyMap<string, Spelling>): Uint8Array => {
  const out = new Writer()
  const names = new SortedWriter()
  out.number(spellings.size)
  for (const word of [...spellings.keys()].sort()) {
    const { documents, titles } = spellings.get(word)!
    names.write(out, word)
    out.number(documents)
    out.number(titles)
  }
  return out.finish()
}

/** Calls back with every spelling of a segment, in order. */
export const eachSpelling = (
  data: Uint8Array,
  visit: (word: string, documents: number, titles: number) => void
): void => {
  const from = new Reader(data)
  const names = new SortedReader()
  for (let left = from.number(); left > 0; left--) visit(names.read(from), from.number(), from.number())
}

/** A term with its list, which is a range of longer arrays, because a view for each term takes more time. */
export interface Listed extends List {
  readonly term: string
  readonly from: number
  readonly to: number
}

/** Returns a term, and a copy of its list without the other lists of the arrays. */
export const listOf = ({ counts, documents, from, pieces, term, to }: Listed): [string, List] => [
  term,
  { documents, pieces: pieces.slice(from, to), counts: counts.slice(from, to) }
]

/** Writes a segment. The lists must be ordered by term. */
export const pack = (
  entries: ReadonlyArray<Entry>,
  lists: Iterable<Listed>,
  spellings: ReadonlyMap<string, Spelling>
): Packed => {
  const out = new BlockWriter()
  for (const { from, term, to, ...list } of lists) out.add(term, list, from, to)
  return {
    documents: entries.length,
    entries: packEntries(entries.length, entries),
    spellings: packSpellings(spellings),
    ...out.finish()
  }
}

/** The documents of a segment in memory. */
export interface Documents {
  readonly count: number
  readonly ids: Float64Array
  /** The head of every document; the piece after its last passage is the head of the next. */
  readonly heads: Int32Array
  /** Which document a piece belongs to. */
  readonly owners: Int32Array
  /** Words of a piece: of the title for a head. */
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

/** Returns the first term of every block. */
export const readDirectory = (data: Uint8Array): ReadonlyArray<string> => {
  const from = new Reader(data)
  const names = new SortedReader()
  return Array.from({ length: from.count() }, () => names.read(from))
}

/** Position of a term's postings in its block. */
export interface Place {
  readonly documents: number
  readonly count: number
  readonly at: number
}

/** Returns the terms of a block. */
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
 * The postings of one term in ascending pieces. A count has two counts of up to 15: `firstOf` of title or text, and
 * `secondOf` of URL or heading.
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

/** Merges two lists. A piece in both lists gets the larger of each count. */
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

/** Merges several lists, without document counts; undefined if there is none. */
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

/** Input of a merge from one segment: its documents, the deleted ones, and its blocks in order. */
export interface Source {
  readonly documents: Documents
  readonly isDead: (id: number) => boolean
  readonly spellings: Uint8Array
  readonly blocks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

interface Cursor {
  /** Reads the next term of the block. Returns false at its end, where `load` must read another block. */
  readonly next: () => boolean
  readonly load: () => Promise<void>
  term: string | undefined
  list: List
}

const none: List = { documents: 0, pieces: new Int32Array(0), counts: new Uint8Array(0) }

const cursor = async (source: Source): Promise<Cursor> => {
  const iterator = toAsync(source.blocks())
  let terms: Iterator<[string, Place]> = [][Symbol.iterator]()
  let block = new Uint8Array(0)
  const out: Cursor = {
    term: undefined,
    list: none,
    next: () => {
      const entry = terms.next()
      if (entry.done === true) return false
      out.term = entry.value[0]
      out.list = readList(block, entry.value[1])
      return true
    },
    load: async () => {
      while (!out.next()) {
        const following = await iterator.next()
        if (following.done === true) {
          out.term = undefined
          return
        }
        block = following.value as Uint8Array<ArrayBuffer>
        terms = readBlock(block).entries() as Iterator<[string, Place]>
      }
    }
  }
  await out.load()
  return out
}

async function* toAsync(blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* blocks
}

/** Returns the remaining documents of several segments, in the order of their ids. */
function* remaining(
  sources: ReadonlyArray<Source>
): Generator<{ readonly source: number; readonly document: number; readonly id: number }> {
  const next = sources.map(() => 0)
  for (;;) {
    let source = -1
    let id = Infinity
    for (const [at, { documents: { count, ids }, isDead }] of sources.entries()) {
      while (next[at]! < count && isDead(ids[next[at]!]!)) next[at]!++
      if (next[at]! < count && ids[next[at]!]! < id) {
        source = at
        id = ids[next[at]!]!
      }
    }
    if (source < 0) return
    yield { source, document: next[source]!++, id }
  }
}

/** New number of every piece of every source; -1 for pieces of deleted documents. */
const place = (sources: ReadonlyArray<Source>) => {
  const targets = sources.map(({ documents }) => new Int32Array(documents.heads[documents.count]!).fill(-1))
  let piece = 0
  let count = 0
  for (const { document, source } of remaining(sources)) {
    const { heads } = sources[source]!.documents
    for (let at = heads[document]!; at < heads[document + 1]!; at++) targets[source]![at] = piece++
    count++
  }
  return { count, targets }
}

/** Returns the entries of a merged segment. */
function* entriesOf(sources: ReadonlyArray<Source>): Generator<Entry> {
  for (const { document, id, source } of remaining(sources)) {
    const { heads, languages, lengths } = sources[source]!.documents
    const head = heads[document]!
    yield {
      id,
      title: lengths[head]!,
      language: languages[document]!,
      passages: Array.from(lengths.subarray(head + 1, heads[document + 1]!))
    }
  }
}

/** A position in the sorted spellings of a segment. */
class SpellingCursor {
  private readonly from: Reader
  private readonly names = new SortedReader()
  private left: number
  word: string | undefined
  documents = 0
  titles = 0

  constructor(data: Uint8Array) {
    this.from = new Reader(data)
    this.left = this.from.number()
    this.next()
  }

  next(): void {
    if (this.left-- === 0) {
      this.word = undefined
      return
    }
    this.word = this.names.read(this.from)
    this.documents = this.from.number()
    this.titles = this.from.number()
  }
}

/** Returns the smallest of several words. */
const firstWord = (cursors: ReadonlyArray<{ readonly word: string | undefined }>): string | undefined => {
  let first: string | undefined
  for (const { word } of cursors) if (word !== undefined && (first === undefined || word < first)) first = word
  return first
}

/** Adds the counts of spellings. It holds one word of each segment, because a map of all words needs more memory. */
const mergeSpellings = (sources: ReadonlyArray<Source>): Uint8Array => {
  const cursors = sources.map(({ spellings }) => new SpellingCursor(spellings))
  const body = new Writer(sources.reduce((sum, { spellings }) => sum + spellings.length, 0))
  const names = new SortedWriter()
  let count = 0
  for (let word = firstWord(cursors); word !== undefined; word = firstWord(cursors)) {
    let documents = 0
    let titles = 0
    for (const cursor of cursors) {
      if (cursor.word !== word) continue
      documents += cursor.documents
      titles += cursor.titles
      cursor.next()
    }
    names.write(body, word)
    body.number(documents)
    body.number(titles)
    count++
  }
  const out = new Writer(body.length + COUNT_BYTES)
  out.number(count)
  body.moveTo(out)
  return out.finish()
}

/** Combines a piece and its counts in one number for sorting. */
const PIECE = 1 << 2 * BITS_PER_COUNT

/** Puts postings in the order of their pieces. */
const order = (pieces: Int32Array, counts: Uint8Array): void => {
  const keys = new Float64Array(pieces.length)
  for (let at = 0; at < keys.length; at++) keys[at] = pieces[at]! * PIECE + counts[at]!
  keys.sort()
  for (let at = 0; at < keys.length; at++) {
    pieces[at] = Math.floor(keys[at]! / PIECE)
    counts[at] = keys[at]! % PIECE
  }
}

/** Returns the lists of one term in all segments that are merged, as one list. */
const joined = (
  parts: ReadonlyArray<{ readonly list: List; readonly target: Int32Array; readonly owners: Int32Array }>
): List => {
  let length = 0
  for (const { list } of parts) length += list.pieces.length
  const pieces = new Int32Array(length)
  const counts = new Uint8Array(length)
  let count = 0
  let documents = 0
  let isOrdered = true
  for (const { list, owners, target } of parts) {
    let last = -1
    for (let at = 0; at < list.pieces.length; at++) {
      const piece = list.pieces[at]!
      const next = target[piece]!
      if (next < 0) continue
      if (count > 0 && next < pieces[count - 1]!) isOrdered = false
      pieces[count] = next
      counts[count] = list.counts[at]!
      count++
      if (owners[piece] !== last) documents++
      last = owners[piece]!
    }
  }
  const list = count === length
    ? { documents, pieces, counts }
    : { documents, pieces: pieces.subarray(0, count), counts: counts.subarray(0, count) }
  if (!isOrdered) order(list.pieces, list.counts)
  return list
}

/** Makes one segment of several, without the documents that are gone. */
export const merge = async (sources: ReadonlyArray<Source>): Promise<Packed> => {
  const { count, targets } = place(sources)
  const cursors = await Promise.all(sources.map(cursor))
  const out = new BlockWriter()
  for (;;) {
    let term: string | undefined
    for (const { term: next } of cursors) if (next !== undefined && (term === undefined || next < term)) term = next
    if (term === undefined) break
    const parts: Array<Parameters<typeof joined>[0][number]> = []
    for (const [at, current] of cursors.entries()) {
      if (current.term !== term) continue
      parts.push({ list: current.list, target: targets[at]!, owners: sources[at]!.documents.owners })
      // An iteration of the event loop per term would take longer than the merge.
      if (!current.next()) await current.load()
    }
    const list = joined(parts)
    if (list.pieces.length > 0) out.add(term, list, 0, list.pieces.length)
  }
  return {
    documents: count,
    entries: packEntries(count, entriesOf(sources)),
    spellings: mergeSpellings(sources),
    ...out.finish()
  }
}
