/** Packages of PyPI for a program of a test, each set in a folder of its own, installed once. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"

/** Milliseconds that an installation may take. */
const PATIENCE_MS = 300_000

const cache = join(import.meta.dirname, "../../../node_modules/.cache/python")

export type Python =
  | { readonly program: string; readonly env: Record<string, string | undefined> }
  /** Why no Python has the package, as a sentence. */
  | { readonly missing: string }

/** A Python that finds `name==version`, with further requirements where it does not fit newer versions of them. */
export const pythonWith = (name: string, version: string, more: ReadonlyArray<string> = []): Python => {
  const requirement = `${name}==${version}`
  const folder = join(cache, requirement)
  const found = { program: "python3", env: { ...process.env, PYTHONPATH: folder } }
  const ready = join(folder, ".installed")
  if (existsSync(ready)) return found
  rmSync(folder, { recursive: true, force: true })
  const pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile", "--target", folder]
  try {
    execFileSync("python3", [...pip, requirement, ...more], {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: PATIENCE_MS
    })
    mkdirSync(ready)
    return found
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    const isAbsent = (error as NodeJS.ErrnoException).code === "ENOENT"
    const why = isAbsent ? "there is no python3" : String(error).trim().split("\n").at(-1)
    return { missing: `${requirement} was not installed: ${why}.` }
  }
}
