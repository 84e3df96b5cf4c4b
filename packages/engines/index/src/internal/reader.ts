/** Holds the segments of an index in memory, and loads term lists on demand. */
import * as Ascending from "@dunlin/text/Ascending"
import type { Row, Storage } from "../Storage.ts"
import { prepareFor } from "./fold.ts"
import { BLOCKS_PER_SEGMENT, type Kind } from "./ids.ts"
import * as Language from "./language.ts"
import { numberOrNull, type Page, pageColumns, pageOf } from "./pageRow.ts"
import { Recent } from "./recent.ts"
import type { Memory, Picture, Searched } from "./searched.ts"
import * as Segment from "./segment.ts"
import type { Plain } from "./snippet.ts"
import type { Places } from "./vocabulary.ts"

const MAX_CACHED_BYTES = 48_000_000
/** Memory of a parsed block, as a multiple of its bytes. */
const IN_MEMORY = 3

const RECENT_TEXT = 12_000_000
const RECENT_ROWS = 20_000
const RECENT_TOKENS = 6_000_000
const RECENT_TITLES = 1_000_000
const RECENT_STARTS = 200_000
const MAX_FREQUENCIES = 100_000

/** Thrown if another process has merged a block that a search needs. The search must then be repeated. */
export class Stale extends Error {}

export interface Loaded {
  readonly id: number
  readonly documents: Segment.Documents
  readonly directory: ReadonlyArray<string>
  /** 1 for each deleted document; absent if no document was deleted. */
  dead: Uint8Array | undefined
  readonly sums: Sums
}

/** Totals that include deleted documents. */
interface Sums {
  readonly heads: number
  readonly passages: number
  readonly titles: number
  readonly words: number
  readonly languages: ReadonlySet<number>
}

const sumsOf = ({ count, heads, languages, lengths }: Segment.Documents): Sums => {
  let titles = 0
  for (let at = 0; at < count; at++) titles += lengths[heads[at]!]!
  let all = 0
  for (let piece = 0; piece < lengths.length; piece++) all += lengths[piece]!
  return { heads: count, passages: lengths.length - count, titles, words: all - titles, languages: new Set(languages) }
}

interface Block {
  readonly data: Uint8Array
  readonly terms: ReadonlyMap<string, Segment.Place>
  readonly lists: Map<string, Segment.List>
  used: number
}

/** Words of a passage, as numbers that are valid for one generation of a vocabulary. */
export interface Prose extends Plain {
  readonly places: Places | undefined
  readonly generation: object
}

const CHARACTERS_OF_PAGE = 500

/** Returns cached values, and loads all others with one read. */
const gather = async <V>(
  keys: ReadonlyArray<number>,
  memory: Recent<number, V>,
  read: (missing: ReadonlyArray<number>) => Promise<ReadonlyArray<readonly [key: number, value: V]>>,
  weight: (value: V) => number
): Promise<ReadonlyArray<V | undefined>> => {
  const out: Array<V | undefined> = []
  let missing: Set<number> | undefined
  for (const key of keys) {
    const value = memory.get(key)
    if (value === undefined) (missing ??= new Set()).add(key)
    out.push(value)
  }
  if (missing === undefined) return out
  const found = new Map(await read([...missing]))
  for (const [key, value] of found) memory.set(key, value, weight(value))
  return out.map((value, at) => value ?? found.get(keys[at]!))
}

export interface Segments {
  readonly all: ReadonlyArray<Loaded>
  readonly count: number
  readonly passageLength: number
  readonly titleLength: number
  readonly languages: ReadonlyArray<number>
  readonly codes: ReadonlyArray<string>
}

const codesOf = (languages: Iterable<number>): ReadonlyArray<string> => [
  ...new Set([Language.unknown, ...Array.from(languages, Language.codeOf)])
]

const none: Segments = {
  all: [],
  count: 0,
  passageLength: 1,
  titleLength: 1,
  languages: [],
  codes: codesOf([])
}

const measure = (all: ReadonlyArray<Loaded>): Segments => {
  let count = 0
  let heads = 0
  let passages = 0
  let titles = 0
  let words = 0
  const languages = new Set<number>()
  for (const { dead, documents, sums } of all) {
    heads += sums.heads
    passages += sums.passages
    titles += sums.titles
    words += sums.words
    if (dead === undefined) {
      count += documents.count
      for (const language of sums.languages) languages.add(language)
      continue
    }
    for (let at = 0; at < documents.count; at++) {
      if (dead[at] === 1) continue
      count++
      languages.add(documents.languages[at]!)
    }
  }
  return {
    all,
    count,
    languages: [...languages],
    codes: codesOf(languages),
    passageLength: Math.max(1, words / Math.max(1, passages)),
    titleLength: Math.max(1, titles / Math.max(1, heads))
  }
}

/** Marks deleted documents. Ids of a segment ascend, and other segments rarely have ids in between. */
const markDead = ({ documents: { count, ids } }: Loaded, gone: Float64Array): Uint8Array | undefined => {
  let dead: Uint8Array | undefined
  for (let next = Ascending.countBelow(gone, ids[0] ?? 0); next < gone.length; next++) {
    const id = gone[next]!
    if (count === 0 || id > ids[count - 1]!) break
    const at = Ascending.countBelow(ids, id)
    if (ids[at] !== id) continue
    dead ??= new Uint8Array(count)
    dead[at] = 1
  }
  return dead
}

const load = (row: Row): Loaded => {
  const documents = Segment.readDocuments(row["entries"] as Uint8Array)
  return {
    id: Number(row["id"]),
    documents,
    directory: Segment.readDirectory(row["directory"] as Uint8Array),
    dead: undefined,
    sums: sumsOf(documents)
  }
}

/** Returns the last block that may contain the term; -1 if there is none. */
const blockOf = (directory: ReadonlyArray<string>, term: string): number =>
  Ascending.countWhile(directory.length, (at) => directory[at]! <= term) - 1

/** Lists of a term by segment; `undefined` for a segment without the term. */
export interface Lists {
  readonly documents: number
  readonly bySegment: ReadonlyArray<Segment.List | undefined>
}

export const makeMemory = (): Memory => ({
  tokens: new Recent(RECENT_TOKENS),
  titles: new Recent(RECENT_TITLES),
  starts: new Recent(RECENT_STARTS),
  wholes: new Recent(RECENT_TEXT),
  prose: new Recent(RECENT_TEXT)
})

export class Index implements Searched {
  readonly sql: Storage
  private version = -1
  private readonly kinds: [Segments, Segments] = [none, none]
  private readonly blocks = new Map<number, Block>()
  private cached = 0
  private readonly frequencies: readonly [Map<string, number>, Map<string, number>] = [new Map(), new Map()]
  /**
   * Terms whose lists are loaded. Valid until the index changes or a block is dropped, and used only while half of
   * the cache is free.
   */
  private readonly fetched: readonly [Set<string>, Set<string>] = [new Set(), new Set()]
  private readonly listed: readonly [Map<string, Lists>, Map<string, Lists>] = [new Map(), new Map()]
  // Cached texts by id. A changed page gets a new id, so the text of an id stays valid.
  private readonly texts = new Recent<number, string>(RECENT_TEXT)
  private readonly pages = new Recent<number, Page>(RECENT_ROWS)
  readonly tokens: Memory["tokens"]
  readonly titles: Memory["titles"]
  readonly starts: Memory["starts"]
  readonly wholes: Memory["wholes"]
  readonly prose: Memory["prose"]

  private readonly cacheBytes: number
  private searches = 0
  private readonly active = new Set<number>()

  constructor(sql: Storage, cacheBytes = MAX_CACHED_BYTES) {
    this.sql = sql
    this.cacheBytes = cacheBytes
    const { prose, starts, titles, tokens, wholes } = makeMemory()
    this.tokens = tokens
    this.titles = titles
    this.starts = starts
    this.wholes = wholes
    this.prose = prose
  }

  get ranked(): number | undefined {
    return this.sql.ranked
  }

  begin(): () => void {
    const search = ++this.searches
    this.active.add(search)
    return () => {
      this.active.delete(search)
      this.evict()
    }
  }

  get state(): number {
    return this.version
  }

  /** Makes the next {@link refresh} read everything again. */
  forget(): void {
    this.version = -1
  }

  async refresh(): Promise<void> {
    if (this.sql.isFixed === true && this.version >= 0) return
    const version = Number((await this.sql.all("select value from fact where name = 'version'"))[0]?.["value"])
    if (version === this.version) return
    const listed = (await this.sql.all("select id, kind from segment order by id"))
      .map((row) => ({ id: Number(row["id"]), kind: Number(row["kind"]) as Kind }))
    const known = new Map(this.kinds.flatMap(({ all }) => all).map((segment) => [segment.id, segment]))
    const missing = listed.filter(({ id }) => !known.has(id)).map(({ id }) => id)
    const rows = await this.sql.among("select id, entries, directory from segment", "id", missing)
    for (const row of rows) known.set(Number(row["id"]), load(row))
    const gone: readonly [Array<number>, Array<number>] = [[], []]
    for (const row of await this.sql.all("select kind, id from gone")) {
      gone[Number(row["kind"]) as Kind].push(Number(row["id"]))
    }
    for (const kind of [0, 1] as const) {
      const all = listed.filter((segment) => segment.kind === kind).flatMap(({ id }) => known.get(id) ?? [])
      const ids = Float64Array.from(gone[kind]).sort()
      for (const segment of all) segment.dead = markDead(segment, ids)
      this.kinds[kind] = measure(all)
      this.frequencies[kind].clear()
      this.forgetLists(kind)
    }
    this.version = version
  }

  segments(kind: Kind): Segments {
    return this.kinds[kind]
  }

  private forgetLists(kind: Kind): void {
    this.fetched[kind].clear()
    this.listed[kind].clear()
  }

  /** Whether half of the cache is free. Then the order of use is not recorded, because nothing is dropped soon. */
  private get isRoomy(): boolean {
    return this.cached <= this.cacheBytes / 2
  }

  private unfetched(kind: Kind, terms: Iterable<string>): ReadonlyArray<string> {
    if (!this.isRoomy) return [...terms]
    const out: Array<string> = []
    for (const term of terms) if (!this.fetched[kind].has(term)) out.push(term)
    return out
  }

  async fetch(kind: Kind, terms: Iterable<string>): Promise<void> {
    const all = this.unfetched(kind, terms)
    if (all.length === 0) return
    const { version } = this
    const wanted = new Set<number>()
    for (const { directory, id } of this.kinds[kind].all) {
      for (const term of all) {
        const at = blockOf(directory, term)
        if (at < 0) continue
        const key = id * BLOCKS_PER_SEGMENT + at
        const block = this.blocks.get(key)
        if (block === undefined) wanted.add(key)
        else if (block.used < this.searches) {
          // A Map keeps insertion order, so a used entry moves to the end.
          this.blocks.delete(key)
          this.blocks.set(key, block)
          block.used = this.searches
        }
      }
    }
    if (wanted.size > 0) await this.read(wanted)
    if (this.fetched[kind].size > MAX_FREQUENCIES) this.forgetLists(kind)
    // Segments may have been added while blocks were read.
    if (this.isRoomy && version === this.version) { for (const term of all) this.fetched[kind].add(term) }
  }

  private async read(wanted: Set<number>): Promise<void> {
    for (const row of await this.sql.among("select id, data from block", "id", [...wanted])) {
      const data = row["data"] as Uint8Array
      this.keep(Number(row["id"]), { data, terms: Segment.readBlock(data), lists: new Map(), used: this.searches })
      wanted.delete(Number(row["id"]))
    }
    this.evict()
    if (wanted.size > 0) throw new Stale("a segment is gone")
  }

  /** Returns the terms with a prefix in alphabetical order, up to a limit per segment. */
  async beginning(kind: Kind, prefix: string, most: number): Promise<ReadonlyArray<string>> {
    const out = new Set<string>()
    for (const segment of this.kinds[kind].all) {
      const { directory, id } = segment
      let left = most
      for (let at = Math.max(0, blockOf(directory, prefix)); at < directory.length && left > 0; at++) {
        if (directory[at]! > prefix && !directory[at]!.startsWith(prefix)) break
        await this.fetch(kind, [directory[at]!])
        for (const term of this.blocks.get(id * BLOCKS_PER_SEGMENT + at)?.terms.keys() ?? []) {
          if (!term.startsWith(prefix) || left === 0) continue
          out.add(term)
          left--
        }
      }
    }
    return [...out]
  }

  private keep(key: number, block: Block): void {
    // Two parallel searches may have read the same block.
    this.cached -= (this.blocks.get(key)?.data.length ?? 0) * IN_MEMORY
    this.blocks.delete(key)
    this.blocks.set(key, block)
    this.cached += block.data.length * IN_MEMORY
  }

  /** Drops the blocks that were not used for the longest time, except those that an active search may still read. */
  private evict(): void {
    const [oldest = this.searches] = this.active
    for (const [key, { data, used }] of this.blocks) {
      if (this.cached <= this.cacheBytes || used >= oldest) return
      this.blocks.delete(key)
      this.cached -= data.length * IN_MEMORY
      for (const kind of [0, 1] as const) this.forgetLists(kind)
    }
  }

  private find(segment: Loaded, term: string): Block | undefined {
    const at = blockOf(segment.directory, term)
    if (at < 0) return undefined
    const block = this.blocks.get(segment.id * BLOCKS_PER_SEGMENT + at)
    if (block === undefined) throw new Stale("a block was not fetched")
    return block
  }

  /** Returns the number of documents with a term. The term's blocks must be loaded. */
  frequency(kind: Kind, term: string): number {
    const known = this.frequencies[kind].get(term)
    if (known !== undefined) return known
    let sum = 0
    for (const segment of this.kinds[kind].all) sum += this.find(segment, term)?.terms.get(term)?.documents ?? 0
    if (this.frequencies[kind].size >= MAX_FREQUENCIES) this.frequencies[kind].clear()
    this.frequencies[kind].set(term, sum)
    return sum
  }

  /** Returns the lists of a term. The term's blocks must be loaded. */
  lists(kind: Kind, term: string): Lists {
    const known = this.listed[kind].get(term)
    if (known !== undefined) return known
    const found = this.findLists(kind, term)
    if (this.fetched[kind].has(term)) this.listed[kind].set(term, found)
    return found
  }

  private findLists(kind: Kind, term: string): Lists {
    let documents = 0
    const bySegment = this.kinds[kind].all.map((segment) => {
      const block = this.find(segment, term)
      const place = block?.terms.get(term)
      if (block === undefined || place === undefined) return undefined
      let list = block.lists.get(term)
      if (list === undefined) {
        list = Segment.readList(block.data, place)
        block.lists.set(term, list)
      }
      documents += list.documents
      return list
    })
    return { documents, bySegment }
  }

  /** Returns the text of passages; `undefined` for deleted pages. */
  passages(numbers: ReadonlyArray<number>): Promise<ReadonlyArray<string | undefined>> {
    return gather(numbers, this.texts, async (missing) => {
      const rows = await this.sql.among("select id, body from passage", "id", missing)
      await prepareFor(rows.map((row) => String(row["body"])))
      return rows.map((row) => [Number(row["id"]), String(row["body"])] as const)
    }, ({ length }) => length)
  }

  async pagesWith(term: string, most: number): Promise<ReadonlyArray<number>> {
    await this.fetch(0, [term])
    const out: Array<number> = []
    const { bySegment } = this.lists(0, term)
    this.kinds[0].all.forEach(({ dead, documents }, at) => {
      for (const piece of bySegment[at]?.pieces ?? []) {
        const owner = documents.owners[piece]!
        if (dead?.[owner] !== 1 && out.length < most) out.push(documents.ids[owner]!)
      }
    })
    return out
  }

  async pictures(ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, Picture>> {
    const rows = await this.sql.among("select id, page, url, alt, width, height from picture", "id", ids)
    await prepareFor(rows.map((row) => String(row["alt"])))
    return new Map(rows.map((row) => [Number(row["id"]), {
      page: Number(row["page"]),
      url: String(row["url"]),
      alt: String(row["alt"]),
      width: numberOrNull(row["width"]),
      height: numberOrNull(row["height"])
    }]))
  }

  async firstPictures(pages: ReadonlyArray<number>): Promise<ReadonlyMap<number, string>> {
    const out = new Map<number, string>()
    for (const id of pages) {
      const [first] = await this.sql.all("select url from picture where page = ? order by id limit 1", id)
      if (first !== undefined) out.set(id, String(first["url"]))
    }
    return out
  }

  /** Returns the rows of pages; `undefined` for deleted pages. */
  rows(ids: ReadonlyArray<number>): Promise<ReadonlyArray<Page | undefined>> {
    return gather(ids, this.pages, async (missing) => {
      const rows = await this.sql.among(`select ${pageColumns} from page`, "id", missing)
      await prepareFor(rows.map((row) => String(row["title"])))
      return rows.map((row) => [Number(row["id"]), pageOf(row)] as const)
    }, ({ anchors }) => 1 + Math.ceil((anchors?.length ?? 0) / CHARACTERS_OF_PAGE))
  }
}
