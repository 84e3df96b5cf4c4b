/**
 * The SQLite of Node, for the stores of the packages.
 *
 * @since 0.1.0
 */
import type * as Sqlite from "node:sqlite"

/**
 * Loads `node:sqlite`, without the warning of Node 22 that it is experimental: which store is used is no question to
 * whoever reads the output of a program. Throws where there is none.
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
        `SQLite is part of Node from 22.19 on, and this is ${process.versions.node}: install a newer Node`
      )
    }
    return sqlite
  } finally {
    process.emitWarning = emitWarning
  }
}
