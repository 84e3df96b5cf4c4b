/**
 * The SQLite of Node, for the stores of the packages.
 *
 * @since 0.1.0
 */
import type * as Sqlite from "node:sqlite"

/**
 * Loads `node:sqlite`, without the warning of Node 22 that it is experimental: which store is used is no question to
 * whoever reads the output of a program.
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
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}
