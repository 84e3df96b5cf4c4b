/** Calls the Rust SDK of the reference, from crates.io. It is built in a scratch folder. */
import { execFile, execFileSync } from "node:child_process"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Client } from "./everyClient.ts"
import { outcomesOf, PATIENCE_MS } from "./outcome.ts"

/** Time limit in milliseconds for building the SDK and its dependencies. */
const BUILD_MS = 1_800_000

export const rust: Client = async ({ base, key, site }, scratch) => {
  const folder = join(scratch, "rust")
  cpSync(join(import.meta.dirname, "rust"), folder, { recursive: true })
  // The build folder persists, which makes repeated runs faster.
  const target = process.env.CARGO_TARGET_DIR ?? join(folder, "target")
  try {
    execFileSync("cargo", ["build", "-q"], {
      cwd: folder,
      env: { ...process.env, CARGO_TARGET_DIR: target },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: BUILD_MS
    })
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === "ENOENT"
    const why = isAbsent ? "cargo is not installed" : `it was not built: ${error}`
    return { outcomes: [], missing: [`The Rust SDK was not called: ${why}.`] }
  }
  const { stdout } = await promisify(execFile)(join(target, "debug/clients"), [base, key, site], {
    timeout: PATIENCE_MS
  })
  return { outcomes: outcomesOf(stdout), missing: [] }
}
