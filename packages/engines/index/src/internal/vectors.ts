/**
 * Stores vectors of passages as bytes next to the terms, and compares them exactly. They are cached while the thread
 * runs, up to a limit.
 */
import * as Ascending from "@dunlin/text/Ascending"
import type { Meaning, Passage } from "../Protocol.ts"
import type { Storage } from "../Storage.ts"
import { count } from "./facts.ts"
import { PASSAGES_PER_PAGE } from "./ids.ts"
import type { Index } from "./reader.ts"
import type { Found } from "./score.ts"

/** Value of a vector's largest component after scaling, which preserves the precision of small vectors. */
const MAX_INT8 = 127
const VECTORS_PER_READ = 2000
/** Maximum dimensions of a vector. No known model has more. */
const MAX_DIMENSIONS = 8192
const UNKNOWN_DIMENSIONS = 0

const toBytes = (vector: ReadonlyArray<number>): Int8Array => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round(value / largest * MAX_INT8)))
}

const lengthOf = (bytes: Int8Array): number => {
  let sum = 0
  for (let at = 0; at < bytes.length; at++) sum += bytes[at]! * bytes[at]!
  return Math.sqrt(sum)
}

const known = async (sql: Storage): Promise<{ readonly model: string; readonly dimensions: number } | undefined> => {
  const [row] = await sql.all("select model, dimensions from embedding")
  return row === undefined ? undefined : { model: String(row["model"]), dimensions: Number(row["dimensions"]) }
}

/** Returns the model of the index if it is another one. */
export const otherModel = async (sql: Storage, model: string): Promise<string | null> => {
  const indexed = (await known(sql))?.model ?? model
  return indexed === model ? null : indexed
}

/** Returns the model of the index if it is another one, unless it is replaced. Its vectors are then deleted. */
export const claim = async (sql: Storage, model: string, isReplaced: boolean): Promise<string | null> => {
  if (!isReplaced) return otherModel(sql, model)
  await sql.transaction(async (inside) => {
    if (await otherModel(inside, model) === null) return
    await inside.run("delete from vector")
    await inside.run("delete from embedding")
    // From now on, running processes see the new model, even before it has a vector.
    await inside.insert("embedding", ["model", "dimensions"], [[model, UNKNOWN_DIMENSIONS]])
    await inside.run("delete from fact where name = 'vectorsLast'")
    await count(inside, "vectorsMoved", 1)
  })
  return null
}

/** Returns passages without a vector, with the title of their page, as input for the model. */
export const missing = async (index: Index, after: number, count: number): Promise<ReadonlyArray<Passage>> => {
  const rows = await index.sql.all(
    "select p.id as id, p.body as body from passage p left join vector v on v.id = p.id " +
      "where v.id is null and p.id > ? order by p.id limit ?",
    after,
    count
  )
  const pages = await index.rows(rows.map((row) => Math.floor(Number(row["id"]) / PASSAGES_PER_PAGE)))
  return rows.map((row, at) => ({
    id: Number(row["id"]),
    text: `${pages[at]?.title ?? ""}\n${String(row["body"])}`.toWellFormed()
  }))
}

/** Stores vectors, and returns the model of the index if it is another one. Vectors of deleted passages are ignored. */
export const put = async (
  sql: Storage,
  model: string,
  vectors: ReadonlyArray<readonly [id: number, vector: ReadonlyArray<number>]>
): Promise<string | null> => {
  const dimensions = vectors[0]?.[1].length ?? 0
  if (dimensions === 0 || dimensions > MAX_DIMENSIONS) throw new Error("vectors of this length cannot be stored")
  return sql.transaction(async (inside) => {
    const before = await known(inside)
    if (before === undefined) await inside.insert("embedding", ["model", "dimensions"], [[model, dimensions]])
    else if (before.model !== model) return before.model
    else if (before.dimensions === UNKNOWN_DIMENSIONS) {
      await inside.run("update embedding set dimensions = ?", dimensions)
    } else if (before.dimensions !== dimensions) return `${model} with ${before.dimensions} numbers`
    if (vectors.some(([, { length }]) => length !== dimensions)) throw new Error("vectors of two lengths")
    const ids = vectors.map(([id]) => id)
    const idsIn = async (table: string) =>
      new Set((await inside.among(`select id from ${table}`, "id", ids)).map((row) => Number(row["id"])))
    const [there, done] = [await idsIn("passage"), await idsIn("vector")]
    const rows = vectors.filter(([id]) => there.has(id) && !done.has(id)).map(([id, vector]): [number, Uint8Array] => {
      const bytes = toBytes(vector)
      return [id, new Uint8Array(bytes.buffer)]
    })
    await inside.insert("vector", ["id", "data"], rows)
    await count(inside, "vectors", rows.length)
    await mark(inside, rows.map(([id]) => id))
    return null
  })
}

/** Counts changes to earlier vectors, because a reader with cached vectors loads only later ones. */
const mark = async (sql: Storage, ids: ReadonlyArray<number>): Promise<void> => {
  const [row] = await sql.all("select value from fact where name = 'vectorsLast'")
  const last = Number(row?.["value"] ?? 0)
  const next = ids.reduce((most, id) => Math.max(most, id), last)
  await count(sql, "vectorsLast", next - last)
  if (ids.some((id) => id < last)) await count(sql, "vectorsMoved", 1)
}

interface Loaded {
  readonly facts: Facts
  readonly model: string
  readonly dimensions: number
  readonly count: number
  readonly last: number
  /** Whether the memory limit excludes some vectors of the index. */
  readonly isPartial: boolean
  readonly ids: Float64Array
  readonly data: Int8Array
  readonly lengths: Float64Array
}

interface Facts {
  readonly made: number
  readonly gone: number
  /** Number that changes when vectors arrived out of order or were deleted. All must then be loaded again. */
  readonly moved: number
}

const nothing: Loaded = {
  facts: { made: 0, gone: 0, moved: 0 },
  model: "",
  dimensions: 0,
  count: 0,
  last: -1,
  isPartial: false,
  ids: new Float64Array(0),
  data: new Int8Array(0),
  lengths: new Float64Array(0)
}

const factsOf = async (sql: Storage): Promise<Facts> => {
  const rows = await sql.all("select name, value from fact where name in ('vectors', 'vectorsGone', 'vectorsMoved')")
  const valueOf = (name: string) => Number(rows.find((row) => row["name"] === name)?.["value"] ?? 0)
  return { made: valueOf("vectors"), gone: valueOf("vectorsGone"), moved: valueOf("vectorsMoved") }
}

/** Limit for the vectors in memory: 1.4 million of 768 dimensions. */
const MAX_HELD_BYTES = 2 ** 30
/** Growth of the buffer, so that each vector is copied only a few times. */
const GROWTH = 1.5
const MAX_DELETED_SHARE = 1 / 8

const withRoom = (loaded: Loaded, wanted: number, most: number): Loaded => {
  const { count, data, dimensions, ids, lengths } = loaded
  if (wanted <= ids.length) return loaded
  const room = Math.min(most, Math.max(wanted, Math.ceil(ids.length * GROWTH)))
  const larger = {
    ids: new Float64Array(room),
    data: new Int8Array(room * dimensions),
    lengths: new Float64Array(room)
  }
  larger.ids.set(ids.subarray(0, count))
  larger.data.set(data.subarray(0, count * dimensions))
  larger.lengths.set(lengths.subarray(0, count))
  return { ...loaded, ...larger }
}

const append = async (sql: Storage, before: Loaded, most: number): Promise<Loaded> => {
  const { dimensions } = before
  let loaded = before
  if (dimensions === UNKNOWN_DIMENSIONS) return loaded
  for (;;) {
    const room = most - loaded.count
    const rows = await sql.all(
      "select id, data from vector where id > ? order by id limit ?",
      loaded.last,
      Math.max(1, Math.min(VECTORS_PER_READ, room))
    )
    if (rows.length === 0) return loaded
    if (room <= 0) return { ...loaded, isPartial: true }
    const { count, data, ids, lengths } = loaded = withRoom(loaded, loaded.count + rows.length, most)
    let at = count
    for (const row of rows) {
      const bytes = row["data"] as Uint8Array
      const vector = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (vector.length !== dimensions) continue
      ids[at] = Number(row["id"])
      data.set(vector, at * dimensions)
      lengths[at++] = lengthOf(vector)
    }
    loaded = { ...loaded, count: at, last: Number(rows.at(-1)!["id"]) }
  }
}

export interface Near {
  readonly passage: number
  readonly likeness: number
}

/**
 * Number of standard deviations by which a passage must stand out. Some passage is always nearest, and in a small
 * index it is often unrelated.
 */
const MIN_DEVIATIONS_ABOVE_MEAN = 1.5
/** Share of the largest possible deviation that is enough if there are few passages. */
const SHARE_OF_MOST = 0.8

/** Returns the similarity below which a passage does not stand out from the others. */
const leastLikeness = (likenesses: Float32Array): number => {
  const count = likenesses.length
  let sum = 0
  let squares = 0
  for (let at = 0; at < count; at++) {
    sum += likenesses[at]!
    squares += likenesses[at]! ** 2
  }
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(0, squares / count - mean ** 2))
  return mean + Math.min(MIN_DEVIATIONS_ABOVE_MEAN, SHARE_OF_MOST * Math.sqrt(count - 1)) * deviation
}

/** Compares vectors. The results are cosines, multiplied by the same constant. */
const compare = ({ count, data, dimensions, lengths }: Loaded, vector: ReadonlyArray<number>): Float32Array => {
  const query = Int32Array.from(toBytes(vector))
  const out = new Float32Array(count)
  for (let at = 0; at < out.length; at++) {
    const from = at * dimensions
    let sum = 0
    for (let place = 0; place < dimensions; place++) sum = (sum + Math.imul(data[from + place]!, query[place]!)) | 0
    out[at] = lengths[at] === 0 ? 0 : sum / lengths[at]!
  }
  return out
}

/** Returns where a page is; `undefined` if it was deleted. */
const locate = (index: Index, page: number): { readonly segment: number; readonly document: number } | undefined => {
  const { all } = index.segments(0)
  for (let segment = 0; segment < all.length; segment++) {
    const { dead, documents } = all[segment]!
    const document = Ascending.countBelow(documents.ids, page, documents.count)
    if (documents.ids[document] === page && document < documents.count) {
      return dead?.[document] === 1 ? undefined : { segment, document }
    }
  }
  return undefined
}

/** The nearest pages. The warnings explain why none was found, unless the query is the reason. */
export interface Nearest {
  readonly found: ReadonlyArray<Found>
  readonly warnings: ReadonlyArray<string>
}

const otherVectors = (indexed: string, model: string): string =>
  `local: the index contains vectors of model ${indexed}, not ${model}; the results were found by words only.`

const otherLength = (indexed: number, ofQuery: number): string =>
  `local: the model returned a vector of ${ofQuery} numbers, but the index has vectors of ${indexed}; the results were found by words only.`

const tooMany = (count: number): string =>
  `local: the index has more vectors than the ${count} that fit in memory; newer pages were found by words only.`

export class Vectors {
  private readonly index: Index
  private readonly mostBytes: number
  private loaded: Promise<Loaded> = Promise.resolve(nothing)

  constructor(index: Index, mostBytes = MAX_HELD_BYTES) {
    this.index = index
    this.mostBytes = mostBytes
  }

  /** Loads the vectors that any process has written since the last call, for one search at a time. */
  private refresh(): Promise<Loaded> {
    const before = this.loaded
    const next = before.then((loaded) => this.update(loaded))
    this.loaded = next.catch(() => before)
    return next
  }

  private async update(before: Loaded): Promise<Loaded> {
    const { sql } = this.index
    const facts = await factsOf(sql)
    const isOther = facts.moved !== before.facts.moved ||
      facts.gone - before.facts.gone > before.count * MAX_DELETED_SHARE
    if (facts.made === before.facts.made && !isOther) return before
    const { dimensions, model } = await known(sql) ?? nothing
    const isSame = !isOther && before.model === model && before.dimensions === dimensions
    const start: Loaded = isSame
      ? { ...before, facts: { ...facts, gone: before.facts.gone } }
      : { ...nothing, facts, model, dimensions }
    return append(sql, start, dimensions === 0 ? 0 : Math.floor(this.mostBytes / dimensions))
  }

  /** Returns the nearest pages among those that `allowed` accepts. */
  async nearest(
    { model, vector }: Meaning,
    most: number,
    allowed: (segment: number) => Uint8Array | undefined
  ): Promise<Nearest> {
    const loaded = await this.refresh()
    const { count, dimensions, ids } = loaded
    if (loaded.model !== "" && loaded.model !== model) {
      return { found: [], warnings: [otherVectors(loaded.model, model)] }
    }
    if (count === 0) return { found: [], warnings: [] }
    if (dimensions !== vector.length) return { found: [], warnings: [otherLength(dimensions, vector.length)] }
    const likenesses = compare(loaded, vector)
    const least = leastLikeness(likenesses)
    const best: Array<Near> = []
    const pageOf = (passage: number) => Math.floor(passage / PASSAGES_PER_PAGE)
    const isAllowed = (page: number) => {
      const place = locate(this.index, page)
      return place !== undefined && allowed(place.segment)?.[place.document] !== 0
    }
    const keep = (near: Near) => {
      const same = best.findIndex(({ passage }) => pageOf(passage) === pageOf(near.passage))
      if (same < 0 ? !isAllowed(pageOf(near.passage)) : best[same]!.likeness >= near.likeness) return
      if (same >= 0) best.splice(same, 1)
      let at = best.length
      while (at > 0 && best[at - 1]!.likeness < near.likeness) at--
      best.splice(at, 0, near)
      if (best.length > most) best.pop()
    }
    for (let at = 0; at < count; at++) {
      const likeness = likenesses[at]!
      if (likeness >= least && (best.length < most || likeness > best.at(-1)!.likeness)) {
        keep({ passage: ids[at]!, likeness })
      }
    }
    const found = best.flatMap(({ passage }) => {
      const place = locate(this.index, pageOf(passage))
      if (place === undefined) return []
      const head = this.index.segments(0).all[place.segment]!.documents.heads[place.document]!
      return [{ ...place, score: 0, isTitled: false, passages: [head + 1 + passage % PASSAGES_PER_PAGE] }]
    })
    return { found, warnings: loaded.isPartial ? [tooMany(count)] : [] }
  }
}

/** Weight of the rank by vectors. The rank by words has the rest. */
const VECTOR_WEIGHT = 0.6
const FUSION_CONSTANT = 10

/** Fuses two rankings by reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
export const fuse = <A>(words: ReadonlyArray<A>, vectors: ReadonlyArray<A>, keyOf: (item: A) => string): Array<A> => {
  const items = new Map<string, A>()
  const worth = new Map<string, number>()
  const add = (list: ReadonlyArray<A>, weight: number) =>
    list.forEach((item, at) => {
      const key = keyOf(item)
      if (!items.has(key)) items.set(key, item)
      worth.set(key, (worth.get(key) ?? 0) + weight / (FUSION_CONSTANT + at + 1))
    })
  add(words, 1 - VECTOR_WEIGHT)
  add(vectors, VECTOR_WEIGHT)
  return [...items].sort(([left], [right]) => worth.get(right)! - worth.get(left)!).map(([, item]) => item)
}
