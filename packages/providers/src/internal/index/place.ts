/** Opens the index in its database, and what is sent between it and its clients. Runs inside the thread of the index. */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import * as Operations from "@dunlin/search-index/Operations"
import type { Operation } from "@dunlin/search-index/Protocol"

/** Where the index is stored. */
export type Place = { readonly filename: string } | { readonly database: string; readonly schema: string }

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

/** Opens an index on this thread. */
export const open = async (place: Place): Promise<Operations.Handlers> => {
  if ("database" in place) {
    const [{ default: pg }, Postgres] = await Promise.all([
      import("pg").catch((cause: unknown) => Promise.reject(cause)),
      import("@dunlin/search-index/Postgres")
    ])
    return Operations.make(await Postgres.open(pg.Pool, place), { isRemote: true })
  }
  const { filename } = place
  if (filename !== "") NodeSqlite.createFile(filename)
  const Sqlite = await import("@dunlin/search-index/Sqlite")
  const database = new (NodeSqlite.load().DatabaseSync)(filename, { timeout: LOCK_TIMEOUT })
  return Operations.make(await Sqlite.open(database))
}
