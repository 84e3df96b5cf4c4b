/**
 * Opens SQLite databases of Node (`node:sqlite`), for the stores of the packages.
 *
 * @since 0.1.0
 */
import type * as Sqlite from "node:sqlite"

const OWNER_ONLY = 0o600

/** SQLite's primary result code is the low byte of an extended code. */
const PRIMARY = 0xff

const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_NOTADB = 26

const resultCode = (cause: unknown): number =>
  typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number"
    ? cause.errcode & PRIMARY
    : 0

/**
 * Whether a statement failed because another connection was writing. A retry may succeed.
 *
 * @category predicates
 * @since 0.2.0
 */
export const isBusy = (cause: unknown): boolean => {
  const code = resultCode(cause)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED
}

/**
 * Whether a statement failed because the disk is full.
 *
 * @category predicates
 * @since 0.2.0
 */
export const isFull = (cause: unknown): boolean => resultCode(cause) === SQLITE_FULL

/**
 * Whether a statement failed because the file is damaged or not a SQLite file.
 *
 * @category predicates
 * @since 0.2.0
 */
export const isDamaged = (cause: unknown): boolean => {
  const code = resultCode(cause)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

/**
 * Whether a name is `:memory:`, a database in memory. It has no file and ends with its connection.
 *
 * @category predicates
 * @since 0.2.0
 */
export const isInMemory = (filename: string): boolean => filename === ":memory:"

/**
 * Creates the file of a database if it is missing. Only its owner can read it. SQLite gives the files next to it the
 * same mode. A database in memory (`:memory:`) has no file.
 *
 * @category constructors
 * @since 0.2.0
 */
export const createFile = (filename: string): void => {
  if (isInMemory(filename)) return
  // Loaded here, because the reader of a frozen index is also bundled for browsers.
  const { closeSync, openSync } = process.getBuiltinModule("node:fs")
  closeSync(openSync(filename, "a", OWNER_ONLY))
}

/**
 * Rewrites one page of the file without a change. Throws if the file cannot be written: the disk is full, the file is
 * read-only, or another process holds the lock.
 *
 * @category running
 * @since 0.2.0
 */
export const probe = (database: Sqlite.DatabaseSync): void => {
  const version = Number(Object.values(database.prepare("PRAGMA user_version").get() ?? {})[0])
  try {
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}; COMMIT`)
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK")
  }
}

/**
 * Loads `node:sqlite` without Node 22's warning that it is experimental, which would clutter a program's output.
 * Throws if the runtime does not have it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const load = (): typeof Sqlite => {
  const { emitWarning } = process
  const emitOthers = (...parameters: Array<unknown>) => {
    const [warning, kind] = parameters
    if (kind === "ExperimentalWarning" && String(warning).startsWith("SQLite")) return
    Reflect.apply(emitWarning, process, parameters)
  }
  process.emitWarning = emitOthers
  try {
    const sqlite = process.getBuiltinModule("node:sqlite") as typeof Sqlite | undefined
    if (sqlite === undefined) {
      throw new Error(
        `SQLite requires Node 22.19 or newer; this is Node ${process.versions.node}`
      )
    }
    return sqlite
  } finally {
    process.emitWarning = emitWarning
  }
}
