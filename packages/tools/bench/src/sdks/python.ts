/** Calls the Python SDK of the reference, from PyPI. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { pythonWith } from "../../../../common/test/pythonWith.ts"
import type { Client } from "./everyClient.ts"
import { outcomesOf, PATIENCE_MS } from "./outcome.ts"

const VERSION = "4.54.0"

export const python: Client = async ({ base, key, site }) => {
  const installed = pythonWith("firecrawl-py", VERSION)
  if ("missing" in installed) return { outcomes: [], missing: [installed.missing] }
  const { env, program } = installed
  const script = join(import.meta.dirname, "clients.py")
  const { stdout } = await promisify(execFile)(program, [script, base, key, site], { env, timeout: PATIENCE_MS })
  return { outcomes: outcomesOf(stdout), missing: [] }
}
