/** Opens the index in its database, and what is sent between it and its clients. Runs inside the thread of the index. */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Operations from "@dunlin/search-index/Operations"
import type { Operation } from "@dunlin/search-index/Protocol"
import { StorageError } from "@dunlin/search-index/StorageError"
import { existsSync, statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"

/** An index in OpenSearch: URLs of its nodes, and how the cluster lays it out. */
export interface ClusterPlace {
  readonly nodes: ReadonlyArray<string>
  readonly index: string
  readonly shards: number | undefined
  readonly replicas: number | undefined
}

/** An index in a file, or in memory. */
export interface FilePlace {
  readonly filename: string
  /** The file was found to be whole since this process began. */
  readonly isWhole?: boolean | undefined
}

/** Where the index is stored. */
export type Place =
  | FilePlace
  | { readonly database: string; readonly schema: string }
  | ClusterPlace

/** Whether a server holds the index, which answers several requests at once. */
export const isServed = (place: Place): boolean => !("filename" in place)

/** The package that connects to the server of an index. */
export const driverOf = (place: Place): string => "nodes" in place ? "@opensearch-project/opensearch" : "pg"

export interface Request {
  readonly id: number
  readonly operation: Operation
  readonly input: unknown
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly detail: string; readonly code?: string }

/** Milliseconds to wait for another process that writes: the thread of the index has nothing else to do. */
const LOCK_TIMEOUT = 10_000

/** A larger file is read too slowly to be looked through before a write; `dunlin doctor` does that for every size. */
const MAX_BYTES_LOOKED_THROUGH = 2 ** 30

/** Why the pages of a file do not fit together; nothing where they do. */
const damageOf = (database: DatabaseSync): string | undefined => {
  const [found] = database.prepare("pragma quick_check(1)").all()
  const says = String(Object.values(found ?? { ok: "ok" })[0])
  return says === "ok" ? undefined : says
}

const damaged = (filename: string, why: string): StorageError =>
  new StorageError(
    `the index file ${filename} is damaged (${why}): restore a backup, or move it away and index again`,
    "SQLITE_CORRUPT"
  )

/** Codes of SQLite for a damaged file, and for one that is none of its own. */
const CORRUPT = 11
const NOT_A_DATABASE = 26
/** The last byte is the code; the others say more of it. */
const CODE_BITS = 0xff

/** The failure of an operation on a file, by its name where the file is to blame. */
const named = (filename: string, cause: unknown): unknown => {
  const { errcode, errstr, message } = (cause ?? {}) as {
    readonly errcode?: unknown
    readonly errstr?: unknown
    readonly message?: unknown
  }
  if (message === "the file is not an index of this version") {
    return new StorageError(
      `the file ${filename} is not an index of this version: name another file, or move it away and index again`,
      "ENOTINDEX"
    )
  }
  const code = typeof errcode === "number" ? errcode & CODE_BITS : undefined
  if (code === CORRUPT) return damaged(filename, String(errstr))
  return code === NOT_A_DATABASE
    ? new StorageError(
      `the file ${filename} is not an index (${String(errstr)}): name another file, or move it away and index again`,
      "SQLITE_NOTADB"
    )
    : cause
}

/** Handlers whose failures name the file; the first write looks through the file, so that it goes into no damaged one. */
const ofFile = (handlers: Operations.Handlers, { filename, isWhole }: FilePlace, database: DatabaseSync) => {
  let mustLook = filename !== ":memory:" && isWhole !== true && statSync(filename).size <= MAX_BYTES_LOOKED_THROUGH
  const entries = Object.entries(handlers).map(([operation, handler]) => [
    operation,
    async (input: never) => {
      try {
        if (mustLook && operation === "write") {
          const why = damageOf(database)
          if (why !== undefined) throw damaged(filename, why)
          mustLook = false
        }
        return await (handler as (input: never) => Promise<unknown>)(input)
      } catch (cause) {
        throw named(filename, cause)
      }
    }
  ])
  return Object.fromEntries(entries) as Operations.Handlers
}

/** Why a file cannot be searched, in words; nothing when it can, or is not there. */
export const faultOf = async (filename: string): Promise<string | undefined> => {
  if (!existsSync(filename)) return undefined
  try {
    const database = new (NodeSqlite.load().DatabaseSync)(filename, { readOnly: true })
    try {
      const why = damageOf(database)
      return why === undefined ? undefined : damaged(filename, why).message
    } finally {
      database.close()
    }
  } catch (cause) {
    const known = named(filename, cause)
    return known instanceof StorageError ? known.message : `the index file ${filename} cannot be read`
  }
}

/** Opens an index on this thread. */
export const open = async (place: Place): Promise<Operations.Handlers> => {
  if ("database" in place) {
    const [{ default: pg }, Postgres] = await Promise.all([
      import("pg").catch((cause: unknown) => Promise.reject(cause)),
      import("@dunlin/search-index/Postgres")
    ])
    return Operations.make(await Postgres.open(pg.Pool, place), { isRemote: true })
  }
  if ("nodes" in place) {
    const [{ Client }, OpenSearch] = await Promise.all([
      import("@opensearch-project/opensearch").catch((cause: unknown) => Promise.reject(cause)),
      import("@dunlin/search-index/OpenSearch")
    ])
    const { nodes, ...options } = place
    return OpenSearch.open(new Client({ nodes: [...nodes] }), options)
  }
  const { filename } = place
  if (filename !== "") NodeSqlite.createFile(filename)
  const Sqlite = await import("@dunlin/search-index/Sqlite")
  try {
    const database = new (NodeSqlite.load().DatabaseSync)(filename, { timeout: LOCK_TIMEOUT })
    return ofFile(Operations.make(await Sqlite.open(database)), place, database)
  } catch (cause) {
    throw named(filename, cause)
  }
}
