/** What is done with an index: one connection, one request after the other. */
import { totalmem } from "node:os"
import { type Table, tableNames, tableOf } from "./frozen.ts"
import type { Operations, Place } from "./protocol.ts"
import { Index } from "./reader.ts"
import * as Rebuild from "./rebuild.ts"
import * as Rows from "./rows.ts"
import type { Sql } from "./sql.ts"
import * as Vectors from "./vectors.ts"
import * as Writer from "./writer.ts"

/** Operations by name. */
export type Handlers = {
  readonly [K in keyof Operations]: (input: Operations[K]["input"]) => Promise<Operations[K]["output"]>
}

const fact = async (sql: Sql, name: string): Promise<number> =>
  Number((await sql.all("select value from fact where name = ?", name))[0]?.["value"] ?? 0)

/** What a search of pages reads of the tables; what is about pictures stays where it is. */
const ofPages = new Map([
  ["picture", "where false"],
  ["segment", "where kind = 0"],
  ["block", `where id / ${Writer.blocksPerSegment} in (select id from segment where kind = 0)`],
  ["gone", "where kind = 0"]
])

const copy = async (sql: Sql, most: Operations["copy"]["input"]): Promise<ReadonlyArray<Table> | null> => {
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
 * Bytes of lists that are kept of an index in a database, which has to send what is not: searches of four words over a
 * million pages read 4 MB each, and 11 MB with what a file is given. Of a small index there is less to keep. Only the
 * thread that searches reads lists, so an index keeps them once in a process.
 */
const mostOfDatabase = 192_000_000

/** Part of the memory of the machine, or of its container, that the lists may take: 64 MB of 1 GB. */
const SHARE_OF_MEMORY = 1 / 16

const keptOfDatabase = (): number => {
  // What says that there is no limit is 0, or more than any machine has.
  const allowed = process.constrainedMemory() || Infinity
  return Math.min(mostOfDatabase, Math.min(allowed, totalmem()) * SHARE_OF_MEMORY)
}

const handlersOf = (sql: Sql, keptBytes?: number): Handlers => {
  const index = new Index(sql, keptBytes)
  // Half of the modules of a thread: one that writes, or looks at an index when it is opened, needs none of them.
  let searching: Promise<Handlers["search"]> | undefined
  const searcher = () => searching ??= import("./query.ts").then(({ searcher }) => searcher(index))
  return {
    write: (documents) => Writer.write(sql, documents),
    remove: (urls) => Writer.remove(sql, urls),
    search: async (search) => (await searcher())(search),
    read: async (url) => {
      const [row] = await sql.all(
        "select id, url, title, passages, date, modified, evidence, detected from page where url = ?",
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
        language: String(row["detected"])
      }
    },
    addresses: (asked) => Rows.addresses(sql, asked),
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

/** Opens an index on this thread. */
export const open = async (place: Place): Promise<Handlers> => {
  if ("database" in place) {
    const { open } = await import("./postgres.ts")
    return handlersOf(await open(place.database, place.schema), keptOfDatabase())
  }
  const { open } = await import("./sqlite.ts")
  return handlersOf(
    await open(place.filename, async (sql, documents) => {
      for (const batch of documents) await Writer.write(sql, batch)
    })
  )
}
