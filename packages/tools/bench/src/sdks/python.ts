/** The Python SDK of the reference, from PyPI, in an environment of its own. */
import { execFile, execFileSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Site } from "./javascript.ts"
import type { Outcome } from "./outcome.ts"

export const VERSION = "4.54.0"

/** Minutes that an installation or the script may take. */
const PATIENCE_MS = 300_000

/**
 * Installs the SDK once into a folder, and gives the Python that has it; a sentence where that is impossible.
 */
export const install = (folder: string): { readonly python: string } | { readonly missing: string } => {
  const python = join(folder, "bin/python")
  const ready = join(folder, `firecrawl-py-${VERSION}`)
  if (existsSync(ready)) return { python }
  const run = (program: string, ...args: ReadonlyArray<string>) =>
    execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"], timeout: PATIENCE_MS })
  rmSync(folder, { recursive: true, force: true })
  try {
    run("python3", "-m", "venv", folder)
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return { missing: "Python 3 with venv is not installed, so the Python SDK was not called." }
  }
  try {
    run(join(folder, "bin/pip"), "install", "-q", "--disable-pip-version-check", `firecrawl-py==${VERSION}`)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    return { missing: `firecrawl-py ${VERSION} could not be installed, so the Python SDK was not called: ${error}` }
  }
  mkdirSync(ready)
  return { python }
}

const isOutcome = (line: string): boolean => line.startsWith("{")

export const python = async (program: string, { base, key, site }: Site): Promise<ReadonlyArray<Outcome>> => {
  const script = join(import.meta.dirname, "clients.py")
  const { stdout } = await promisify(execFile)(program, [script, base, key, site], { timeout: PATIENCE_MS })
  return stdout.split("\n").filter(isOutcome).map((line): Outcome => JSON.parse(line))
}
