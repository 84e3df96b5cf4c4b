/** Writes the tables of an index as text, and implements the read operations of a database over them. */
import type { Row, Storage, Value } from "../Storage.ts"

export interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
}

export const tableNames = ["fact", "page", "passage", "picture", "segment", "block", "gone"]

export const tableOf = (name: string, rows: ReadonlyArray<Row>): Table => ({
  name,
  columns: Object.keys(rows[0] ?? {}),
  rows: rows.map((row) => Object.values(row))
})

const mark = "dunlin-index-1:"

/** Maximum arguments of a function call. Some engines reject more. */
const CHUNK = 0x8000

const toBase64 = (bytes: Uint8Array): string => {
  let binary = ""
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

const through = async (bytes: Uint8Array<ArrayBuffer>, by: ReadableWritablePair): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer())

type ReadableWritablePair = CompressionStream | DecompressionStream

/** Converts bytes to an object, because JSON has no bytes. */
const packed = (value: unknown): unknown => value instanceof Uint8Array ? { bytes: toBase64(value) } : value

const unpacked = (value: unknown): unknown =>
  value !== null && typeof value === "object" && "bytes" in value ? fromBase64(String(value.bytes)) : value

export const deflated = (value: unknown): Promise<Uint8Array> =>
  through(
    new TextEncoder().encode(JSON.stringify(value, (_, each: unknown) => packed(each))),
    new CompressionStream("deflate-raw")
  )

export const inflated = async <A>(bytes: Uint8Array): Promise<A> => {
  const text = new TextDecoder().decode(await through(Uint8Array.from(bytes), new DecompressionStream("deflate-raw")))
  return JSON.parse(text, (_, each: unknown) => unpacked(each)) as A
}

export const write = async (tables: ReadonlyArray<Table>): Promise<string> => {
  const written = tables.map((table) => ({ ...table, rows: table.rows.map((row) => row.map(packed)) }))
  const bytes = new TextEncoder().encode(JSON.stringify(written))
  return mark + toBase64(await through(bytes, new CompressionStream("deflate-raw")))
}

export const read = async (text: string): Promise<ReadonlyArray<Table>> => {
  if (!text.startsWith(mark)) throw new TypeError("the text is not an index frozen by this version")
  const bytes = await through(fromBase64(text.slice(mark.length)), new DecompressionStream("deflate-raw"))
  const tables: ReadonlyArray<Table> = JSON.parse(new TextDecoder().decode(bytes))
  return tables.map((table) => ({ ...table, rows: table.rows.map((row) => row.map(unpacked)) }))
}

interface Held {
  readonly rows: ReadonlyArray<Row>
  readonly byId: ReadonlyMap<unknown, Row>
}

const hold = ({ columns, rows }: Table): Held => {
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
  return { rows: objects, byId: new Map(objects.map((row) => [row["id"], row])) }
}

/** Matches the only kind of statement that a frozen index runs: columns of one table, with at most one condition. */
const statement = /^select [\w, ]+ from (\w+)(?: where (\w+) = (?:\?|'(\w+)'))?(?: order by id)?(?: limit (\d+))?$/

const refused = () => Promise.reject(new Error("a frozen index is read-only"))

/** Opens a frozen index as a storage. A row has all columns, whatever a statement selects. */
export const thaw = (tables: ReadonlyArray<Table>): Storage => {
  const held = new Map(tables.map((table) => [table.name, hold(table)]))
  const known = new Map<string, ReturnType<typeof parse>>()
  const parse = (sql: string) => {
    const [, name = "", column, literal, limit] = statement.exec(sql) ?? []
    const table = held.get(name)
    if (table === undefined) throw new Error(`a frozen index does not support this statement: ${sql}`)
    return { table, column, literal, limit: limit === undefined ? Infinity : Number(limit) }
  }
  const parsed = (sql: string) => {
    let statement = known.get(sql)
    if (statement === undefined) {
      statement = parse(sql)
      known.set(sql, statement)
    }
    return statement
  }
  return {
    isFixed: true,
    all: async (sql, ...values: ReadonlyArray<Value>) => {
      const { column, limit, literal, table } = parsed(sql)
      if (column === undefined) return table.rows.slice(0, limit)
      const wanted = literal ?? values[0]
      return table.rows.filter((row) => row[column] === wanted).slice(0, limit)
    },
    among: async (sql, key, keys) => {
      const { table } = parsed(sql)
      if (key === "id") return [...keys].map((id) => table.byId.get(id)).filter((row) => row !== undefined)
      const wanted = new Set<unknown>(keys)
      return table.rows.filter((row) => wanted.has(row[key]))
    },
    run: refused,
    insert: refused,
    ids: refused,
    transaction: refused,
    exclusive: refused,
    bytes: async () => 0,
    optimize: refused,
    close: async () => {}
  }
}
