/**
 * Provides the operations of an index in a storage, for hosts that run them on another thread or in another process.
 * Most programs use `SearchIndex`.
 *
 * @since 0.2.0
 */
import { totalmem } from "node:os"
import { anchorsOfText } from "./internal/anchorsText.ts"
import { type Table, tableNames, tableOf } from "./internal/frozen.ts"
import { BLOCKS_PER_SEGMENT } from "./internal/ids.ts"
import { Index } from "./internal/reader.ts"
import * as Rebuild from "./internal/rebuild.ts"
import * as Rows from "./internal/rows.ts"
import * as Vectors from "./internal/vectors.ts"
import * as Writer from "./internal/writer.ts"
import type { Operations } from "./Protocol.ts"
import type { Storage } from "./Storage.ts"

/**
 * Operations by name. All except `search` and `read` run one at a time.
 *
 * @category models
 * @since 0.2.0
 */
export type Handlers = {
  readonly [K in keyof Operations]: (input: Operations[K]["input"]) => Promise<Operations[K]["output"]>
}

const fact = async (sql: Storage, name: string): Promise<number> =>
  Number((await sql.all("select value from fact where name = ?", name))[0]?.["value"] ?? 0)

const ofPages = new Map([
  ["picture", "where false"],
  ["segment", "where kind = 0"],
  ["block", `where id / ${BLOCKS_PER_SEGMENT} in (select id from segment where kind = 0)`],
  ["gone", "where kind = 0"]
])

const copy = async (sql: Storage, most: Operations["copy"]["input"]): Promise<ReadonlyArray<Table> | null> => {
  if (await fact(sql, "documents") > most.documents) return null
  const [size] = await sql.all("select sum(length + length(title)) as units from page")
  if (Number(size?.["units"] ?? 0) > most.units) return null
  const [lists] = await sql.all(
    `select sum(length(data)) + (select sum(length(entries) + length(directory) + length(spellings)) from segment
      where kind = 0) as bytes from block ${ofPages.get("block") ?? ""}`
  )
  if (Number(lists?.["bytes"] ?? 0) > most.lists) return null
  const out: Array<Table> = []
  for (const name of tableNames) {
    out.push(tableOf(name, await sql.all(`select * from ${name} ${ofPages.get(name) ?? ""}`)))
  }
  return out
}

/**
 * Maximum bytes of the cache for a database over a network, which would otherwise send lists again. A search of four
 * words over a million pages reads 4 MB; with the cache size of a file it reads 11 MB. Each process caches an index
 * once, in its search thread.
 */
const MAX_DATABASE_CACHE_BYTES = 192_000_000

/** Share of the memory for the cache: 64 MB of 1 GB. */
const SHARE_OF_MEMORY = 1 / 16

const keptOfDatabase = (): number => {
  // Without a limit, Node returns 0 or more than any machine has.
  const allowed = process.constrainedMemory() || Infinity
  return Math.min(MAX_DATABASE_CACHE_BYTES, Math.min(allowed, totalmem()) * SHARE_OF_MEMORY)
}

/**
 * Options of an index.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * Whether the storage responds over a network. If so, more data is cached: a sixteenth of the machine's memory, at
   * most 192 MB.
   *
   * @default false
   */
  readonly isRemote?: boolean | undefined
}

/**
 * Returns the operations of the index in a storage.
 *
 * @category constructors
 * @since 0.2.0
 */
export const make = (sql: Storage, options: Options = {}): Handlers => {
  const keptBytes = options.isRemote === true ? keptOfDatabase() : undefined
  const index = new Index(sql, keptBytes)
  // The code for searches is about half of all code, so it is loaded with the first search.
  let searching: Promise<Handlers["search"]> | undefined
  const searcher = () => searching ??= import("./internal/query.ts").then(({ searcher }) => searcher(index))
  return {
    write: (documents) => Writer.write(sql, documents),
    remove: (urls) => Writer.remove(sql, urls),
    search: async (search) => (await searcher())(search),
    read: async (url) => {
      const [row] = await sql.all(
        "select id, url, title, passages, date, modified, evidence, detected, anchors from page where url = ?",
        url
      )
      if (row === undefined) return null
      return {
        url: String(row["url"]),
        title: String(row["title"]),
        text: await Rows.body(index, { id: Number(row["id"]), count: Number(row["passages"]) }),
        ...(row["date"] === null ? {} : { publishedAt: String(row["date"]) }),
        ...(row["modified"] === null ? {} : { modifiedAt: String(row["modified"]) }),
        ...(row["evidence"] === null ? {} : { dateEvidence: String(row["evidence"]) }),
        language: String(row["detected"]),
        ...(row["anchors"] === null || row["anchors"] === undefined
          ? {}
          : { anchors: anchorsOfText(String(row["anchors"])) })
      }
    },
    addresses: (ofUrls) => Rows.addresses(sql, ofUrls),
    stats: async () => ({
      documents: await fact(sql, "documents"),
      images: await fact(sql, "images"),
      isOutdated: await Rebuild.isDue(sql),
      bytes: await sql.bytes()
    }),
    copy: (most) => copy(sql, most),
    rebuild: () => Rebuild.step(index),
    claimModel: ({ isReplaced, model }) => Vectors.claim(sql, model, isReplaced),
    withoutVector: async ({ after, count, model }) => {
      const indexed = await Vectors.otherModel(sql, model)
      return { indexed, passages: indexed === null ? await Vectors.missing(index, after, count) : [] }
    },
    putVectors: ({ model, vectors }) => Vectors.put(sql, model, vectors),
    optimize: async () => {
      await Writer.optimize(sql)
      return null
    },
    close: async () => {
      await sql.close()
      return null
    }
  }
}
