/**
 * Represents the documents that one search has loaded from a cluster as segments. The ranking for file indexes sorts
 * them, with the frequencies and mean lengths of the whole index.
 */
import type { Kind } from "../ids.ts"
import type { Page } from "../pageRow.ts"
import type { Lists as TermLists, Loaded, Segments } from "../reader.ts"
import type { Memory, Picture, Searched, Wanted } from "../searched.ts"
import type * as Segment from "../segment.ts"
import { listOf, type Lists } from "./documents.ts"
import { bestOf, countedOf, ofCondition } from "./queries.ts"
import type { Reading, Statistics } from "./reading.ts"

/**
 * Number of loaded candidates per ranked one. The cluster scores whole documents, but this index scores their best
 * passages.
 */
const LOADED_PER_RANKED = 2
const MIN_LOADED = 200
/** Limit for loaded candidates. Beyond it, the cluster's order is accurate enough. */
const MAX_LOADED = 3000
const MAX_TITLED = 60
const MAX_OF_PREFIX = 100

const segmentOf = (id: number, documents: ReadonlyArray<Segment.Documents>): Loaded => {
  const pieces = documents.reduce((sum, { owners }) => sum + owners.length, 0)
  const heads = new Int32Array(documents.length + 1)
  const owners = new Int32Array(pieces)
  const lengths = new Uint16Array(pieces)
  let at = 0
  documents.forEach((each, document) => {
    heads[document] = at
    lengths.set(each.lengths, at)
    owners.fill(document, at, at += each.owners.length)
  })
  heads[documents.length] = pieces
  return {
    id,
    documents: {
      count: documents.length,
      ids: Float64Array.from(documents, ({ ids }) => ids[0]!),
      languages: Uint8Array.from(documents, ({ languages }) => languages[0]!),
      heads,
      owners,
      lengths
    },
    directory: [],
    dead: undefined,
    sums: { heads: documents.length, passages: 0, titles: 0, words: 0, languages: new Set() }
  }
}

const joined = (documents: ReadonlyArray<Lists>, heads: Int32Array, term: string): Segment.List | undefined => {
  const found = documents.map((each) => listOf(each, term))
  const count = found.reduce((sum, list) => sum + (list?.pieces.length ?? 0), 0)
  if (count === 0) return undefined
  const pieces = new Int32Array(count)
  const counts = new Uint8Array(count)
  let at = 0
  found.forEach((list, document) => {
    if (list === undefined) return
    counts.set(list.counts, at)
    for (const piece of list.pieces) pieces[at++] = heads[document]! + piece
  })
  return { documents: 0, pieces, counts }
}

interface Gathered {
  readonly loaded: Loaded
  readonly documents: ReadonlyArray<Lists>
}

export class View implements Searched {
  private readonly reading: Reading
  private statistics: readonly [Statistics, Statistics] | undefined
  private readonly gathered: readonly [Array<Gathered>, Array<Gathered>] = [[], []]
  private readonly known: readonly [Set<number>, Set<number>] = [new Set(), new Set()]
  private readonly listed: readonly [Map<string, TermLists>, Map<string, TermLists>] = [new Map(), new Map()]
  readonly tokens: Memory["tokens"]
  readonly titles: Memory["titles"]
  readonly starts: Memory["starts"]
  readonly wholes: Memory["wholes"]
  readonly prose: Memory["prose"]

  constructor(reading: Reading) {
    this.reading = reading
    const { prose, starts, titles, tokens, wholes } = reading.memory
    this.tokens = tokens
    this.titles = titles
    this.starts = starts
    this.wholes = wholes
    this.prose = prose
  }

  async refresh(): Promise<void> {
    this.statistics = await this.reading.refresh()
  }

  segments(kind: Kind): Segments {
    const { codes, count, languages, passageLength, titleLength } = this.statistics![kind]
    return { all: this.gathered[kind].map(({ loaded }) => loaded), count, languages, codes, passageLength, titleLength }
  }

  async gather(wanted: Wanted): Promise<void> {
    const { isWordless, kind, most, scored } = wanted
    const isKnown = (term: string) => this.frequency(kind, term) > 0
    await this.fetch(kind, scored.flatMap(({ terms }) => terms))
    const size = Math.min(MAX_LOADED, Math.max(MIN_LOADED, most * LOADED_PER_RANKED))
    const isNewest = scored.length === 0
    const best = bestOf(wanted, isKnown, false)
    const titled = isNewest ? undefined : bestOf({ ...wanted, isWordless: false }, isKnown, true)
    const newest = isWordless && !isNewest ? bestOf({ ...wanted, scored: [] }, isKnown, false) : undefined
    const found = await this.reading.ids(kind, [
      ...(best === undefined ? [] : [{ ...best, size, isNewest }]),
      ...(titled === undefined ? [] : [{ ...titled, size: MAX_TITLED }]),
      ...(newest === undefined ? [] : [{ ...newest, size, isNewest: true }])
    ])
    await this.load(kind, found.flat())
  }

  private async load(kind: Kind, all: ReadonlyArray<number>): Promise<void> {
    const missing = [...new Set(all)].filter((id) => !this.known[kind].has(id)).sort((left, right) => left - right)
    if (missing.length === 0) return
    const found = await this.reading.listsOf(kind, missing)
    const documents = missing.flatMap((id) => found.get(id) ?? [])
    if (documents.length === 0) return
    for (const id of missing) this.known[kind].add(id)
    const segments = this.gathered[kind]
    segments.push({ documents, loaded: segmentOf(segments.length, documents.map(({ documents }) => documents)) })
    this.listed[kind].clear()
  }

  count({ kind, most, ...wanted }: Wanted): Promise<number> {
    return this.reading.count(kind, countedOf({ kind, most, ...wanted }), most)
  }

  fetch(kind: Kind, terms: Iterable<string>): Promise<void> {
    return this.reading.fetch(kind, terms)
  }

  frequency(kind: Kind, term: string): number {
    return this.reading.frequency(kind, term)
  }

  lists(kind: Kind, term: string): TermLists {
    let found = this.listed[kind].get(term)
    if (found === undefined) {
      found = {
        documents: this.frequency(kind, term),
        bySegment: this.gathered[kind].map(({ documents, loaded }) => joined(documents, loaded.documents.heads, term))
      }
      this.listed[kind].set(term, found)
    }
    return found
  }

  async beginning(kind: Kind, prefix: string, most: number): Promise<ReadonlyArray<string>> {
    const query = ofCondition({ tag: "prefix", prefix, where: "anywhere" })
    const [ids = []] = await this.reading.ids(kind, [{ query, size: MAX_OF_PREFIX }])
    const out = new Set<string>()
    for (const { blocks } of (await this.reading.listsOf(kind, ids)).values()) {
      for (const { terms } of blocks) {
        for (const term of terms.keys()) if (term.startsWith(prefix) && out.size < most) out.add(term)
      }
    }
    return [...out].sort()
  }

  async pagesWith(term: string, most: number): Promise<ReadonlyArray<number>> {
    const query = ofCondition({ tag: "terms", terms: [term], where: "anywhere" })
    const [ids = []] = await this.reading.ids(0, [{ query, size: most }])
    return ids
  }

  passages(numbers: ReadonlyArray<number>): Promise<ReadonlyArray<string | undefined>> {
    return this.reading.passages(numbers)
  }

  rows(ids: ReadonlyArray<number>): Promise<ReadonlyArray<Page | undefined>> {
    return this.reading.rows(ids)
  }

  pictures(ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, Picture>> {
    return this.reading.pictures(ids)
  }

  firstPictures(pages: ReadonlyArray<number>): Promise<ReadonlyMap<number, string>> {
    return this.reading.firstPictures(pages)
  }
}
