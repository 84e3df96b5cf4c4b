/**
 * Divides an index into parts. Every search reads one small part, and other parts only on demand. Each block of terms
 * and each group of pages is a part, so that a reader loads only what a query needs.
 */
import type { Row, Storage } from "../Storage.ts"
import { deflated, inflated, type Table, tableOf, thaw } from "./frozen.ts"
import { BLOCKS_PER_SEGMENT, PASSAGES_PER_PAGE } from "./ids.ts"

/** Number of pages per part, which then has some kilobytes. */
const PAGES_PER_PART = 64

const UNITS_OF_TEXTS_PER_PART = 12_000

/** Number of candidates whose texts are read. Most of them are in different parts. */
const RANKED_OF_PARTS = 15

export const INDEX = "index"
const WORDS = "words"

class Places {
  readonly firsts: ReadonlyArray<number>

  constructor(firsts: ReadonlyArray<number>) {
    this.firsts = firsts
  }

  of(id: number): number {
    let low = 0
    let high = this.firsts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.firsts[middle]! <= id) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

interface Splits {
  readonly pages: Places
  readonly texts: Places
}

const partOf = {
  page: (id: number, { pages }: Splits) => `pages-${pages.of(id)}`,
  passage: (id: number, { texts }: Splits) => `texts-${texts.of(Math.floor(id / PASSAGES_PER_PAGE))}`,
  block: (id: number) => `terms-${Math.floor(id / BLOCKS_PER_SEGMENT)}-${id % BLOCKS_PER_SEGMENT}`
}

type Split = keyof typeof partOf
const split = Object.keys(partOf) as ReadonlyArray<Split>

interface Start {
  readonly tables: ReadonlyArray<Table>
  readonly pages: ReadonlyArray<number>
  readonly texts: ReadonlyArray<number>
}

const columnsOf = (rows: ReadonlyArray<Row>, left: string): ReadonlyArray<Row> =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== left)))

const unitsOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0)

const firstsOf = (units: ReadonlyMap<number, number>): ReadonlyArray<number> => {
  const firsts: Array<number> = []
  let sum = Infinity
  for (const [page, own] of [...units].toSorted(([one], [other]) => one - other)) {
    if (sum + own > UNITS_OF_TEXTS_PER_PART) {
      firsts.push(page)
      sum = 0
    }
    sum += own
  }
  return firsts
}

export const writeParts = async (
  all: (sql: string) => Promise<ReadonlyArray<Row>>
): Promise<ReadonlyMap<string, Uint8Array>> => {
  // An empty index also has a vocabulary, without words.
  const parts = new Map<string, Map<string, Array<Row>>>([[WORDS, new Map([["segment", []]])]])
  const put = (part: string, table: string, row: Row) => {
    const tables = parts.get(part) ?? new Map<string, Array<Row>>()
    parts.set(part, tables)
    const rows = tables.get(table) ?? []
    rows.push(row)
    tables.set(table, rows)
  }
  const segments = (await all("select * from segment")).filter((row) => Number(row["kind"]) === 0)
  const pages = (await all("select id from page order by id")).map((row) => Number(row["id"]))
  const units = new Map<number, number>()
  for (const row of await all("select * from passage")) {
    const page = Math.floor(Number(row["id"]) / PASSAGES_PER_PAGE)
    units.set(page, (units.get(page) ?? 0) + unitsOf(row))
  }
  const splits: Splits = {
    pages: new Places(pages.filter((_, at) => at % PAGES_PER_PART === 0)),
    texts: new Places(firstsOf(units))
  }
  const isOfPages = new Set(segments.map((row) => Number(row["id"])))
  for (const table of split) {
    for (const row of await all(`select * from ${table}`)) {
      const id = Number(row["id"])
      if (table === "block" && !isOfPages.has(Math.floor(id / BLOCKS_PER_SEGMENT))) continue
      put(partOf[table](id, splits), table, row)
    }
  }
  for (const row of segments) put(WORDS, "segment", { id: row["id"], spellings: row["spellings"] })
  const start: Start = {
    tables: [
      tableOf("fact", await all("select * from fact")),
      tableOf("segment", columnsOf(segments, "spellings")),
      tableOf("gone", (await all("select * from gone")).filter((row) => Number(row["kind"]) === 0)),
      tableOf("picture", [])
    ],
    pages: splits.pages.firsts,
    texts: splits.texts.firsts
  }
  const out = new Map<string, Uint8Array>([[INDEX, await deflated(start)]])
  for (const [name, tables] of parts) {
    out.set(name, await deflated([...tables].map(([table, rows]) => tableOf(table, rows))))
  }
  return out
}

export const thawParts = async (read: (name: string) => Promise<Uint8Array>): Promise<Storage> => {
  const start = await inflated<Start>(await read(INDEX))
  const resident = thaw(start.tables)
  const parts = new Map<string, Promise<Storage>>()
  const partNamed = (name: string): Promise<Storage> => {
    const known = parts.get(name) ??
      read(name).then((bytes) => inflated<ReadonlyArray<Table>>(bytes)).then(thaw)
    parts.set(name, known)
    // If a part cannot be read, the next search reads it again.
    known.catch(() => parts.delete(name))
    return known
  }
  const splits: Splits = { pages: new Places(start.pages), texts: new Places(start.texts) }
  return {
    ...resident,
    ranked: RANKED_OF_PARTS,
    among: async (sql, key, keys) => {
      const table = / from (\w+)/.exec(sql)?.[1] ?? ""
      if (table === "segment" && sql.includes("spellings")) return (await partNamed(WORDS)).among(sql, key, keys)
      if (!Object.hasOwn(partOf, table)) return resident.among(sql, key, keys)
      const wanted = new Map<string, Array<number>>()
      for (const id of keys as ReadonlyArray<number>) {
        const name = partOf[table as Split](id, splits)
        wanted.set(name, [...wanted.get(name) ?? [], id])
      }
      const found = await Promise.all(
        [...wanted].map(async ([name, ids]) => (await partNamed(name)).among(sql, key, ids))
      )
      return found.flat()
    }
  }
}
