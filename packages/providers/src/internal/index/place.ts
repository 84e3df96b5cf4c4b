/**
 * Opens the index in its database, and defines the messages between it and its clients. Runs inside the index's
 * thread.
 */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Operations from "@dunlin/search-index/Operations"
import type { Operation } from "@dunlin/search-index/Protocol"
import { StorageError } from "@dunlin/search-index/StorageError"
import { existsSync, statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"

export interface ClusterPlace {
  readonly nodes: ReadonlyArray<string>
  readonly index: string
  readonly shards: number | undefined
  readonly replicas: number | undefined
}

export interface FilePlace {
  readonly filename: string
  readonly isWhole?: boolean | undefined
}

export type Place =
  | FilePlace
  | { readonly database: string; readonly schema: string }
  | ClusterPlace

/** Whether a database server stores the index. It handles several requests at once. */
export const isServed = (place: Place): boolean => !("filename" in place)

export const driverOf = (place: Place): string => "nodes" in place ? "@opensearch-project/opensearch" : "pg"

export interface Request {
  readonly id: number
  readonly operation: Operation
  readonly input: unknown
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | { readonly id: number; readonly ok: false; readonly detail: string; readonly code?: string }

/** The index's thread has no other work while it waits for another process that writes. */
const LOCK_TIMEOUT = 10_000

/** Checking a larger file takes too long. `dunlin doctor` checks files of every size. */
const MAX_BYTES_LOOKED_THROUGH = 2 ** 30

const damageOf = (database: DatabaseSync): string | undefined => {
  const [found] = database.prepare("pragma quick_check(1)").all()
  const verdict = String(Object.values(found ?? { ok: "ok" })[0])
  return verdict === "ok" ? undefined : verdict
}

const damaged = (filename: string, why: string): StorageError =>
  new StorageError(
    `index file ${filename} is damaged (${why}): restore a backup, or move the file away and index again`,
    "SQLITE_CORRUPT"
  )

const CORRUPT = 11
const NOT_A_DATABASE = 26
/** SQLite's primary result code. The higher bits extend it. */
const CODE_BITS = 0xff

const named = (filename: string, cause: unknown): unknown => {
  const { errcode, errstr, message } = (cause ?? {}) as {
    readonly errcode?: unknown
    readonly errstr?: unknown
    readonly message?: unknown
  }
  if (message === "the file is not an index of this version") {
    return new StorageError(
      `file ${filename} is not an index of this version: choose another file, or move it away and index again`,
      "ENOTINDEX"
    )
  }
  if (cause instanceof StorageError && cause.code === "EDAMAGED") {
    return damaged(filename, "a stored part is unreadable")
  }
  const code = typeof errcode === "number" ? errcode & CODE_BITS : undefined
  if (code === CORRUPT) return damaged(filename, String(errstr))
  return code === NOT_A_DATABASE
    ? new StorageError(
      `file ${filename} is not an index (${String(errstr)}): choose another file, or move it away and index again`,
      "SQLITE_NOTADB"
    )
    : cause
}

/** The first write checks the file, so that a damaged file is not written to. */
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

/** Returns the fault of an index file; `undefined` if it can be searched or does not exist. */
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
    return known instanceof StorageError ? known.message : `index file ${filename} cannot be read`
  }
}

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
