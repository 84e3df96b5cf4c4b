/** Merges segments into one, without the documents that were deleted. */
import { Reader, SortedReader, SortedWriter, Writer } from "./bytes.ts"
import {
  BITS_PER_COUNT,
  BlockWriter,
  COUNT_BYTES,
  type Documents,
  type Entry,
  type List,
  type Packed,
  packEntries,
  type Place,
  readBlock,
  readList
} from "./segment.ts"

export interface Source {
  readonly documents: Documents
  readonly isDead: (id: number) => boolean
  readonly spellings: Uint8Array
  readonly blocks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

interface Cursor {
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

/** Returns the new place of each piece; -1 for pieces of deleted documents. */
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

const firstWord = (cursors: ReadonlyArray<{ readonly word: string | undefined }>): string | undefined => {
  let first: string | undefined
  for (const { word } of cursors) if (word !== undefined && (first === undefined || word < first)) first = word
  return first
}

/** Merges the spellings of segments. It holds one word of each, because a map of all words needs more memory. */
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

const PIECE = 1 << 2 * BITS_PER_COUNT

const order = (pieces: Int32Array, counts: Uint8Array): void => {
  const keys = new Float64Array(pieces.length)
  for (let at = 0; at < keys.length; at++) keys[at] = pieces[at]! * PIECE + counts[at]!
  keys.sort()
  for (let at = 0; at < keys.length; at++) {
    pieces[at] = Math.floor(keys[at]! / PIECE)
    counts[at] = keys[at]! % PIECE
  }
}

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
      // Waits only at the end of a block, because an event loop iteration per term would take longer than the merge.
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
