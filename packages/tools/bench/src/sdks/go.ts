/** Calls the Go SDK of the reference, from the module proxy. It is built in a scratch folder. */
import { execFile, execFileSync } from "node:child_process"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Client } from "./everyClient.ts"
import { outcomesOf, PATIENCE_MS } from "./outcome.ts"

/** Time limit in milliseconds for building the SDK and its dependencies. */
const BUILD_MS = 300_000

export const go: Client = async ({ base, key, site }, scratch) => {
  const folder = join(scratch, "go")
  cpSync(join(import.meta.dirname, "go"), folder, { recursive: true })
  try {
    execFileSync("go", ["build", "-mod=mod", "-o", "clients", "."], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: BUILD_MS
    })
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === "ENOENT"
    const why = isAbsent ? "Go is not installed" : "it was not built; its module may be missing from the module proxy"
    return { outcomes: [], missing: [`The Go SDK was not called: ${why}.`] }
  }
  const { stdout } = await promisify(execFile)(join(folder, "clients"), [base, key, site], { timeout: PATIENCE_MS })
  return { outcomes: outcomesOf(stdout), missing: [] }
}
