/** Calls the Java SDK of the reference. Maven installs it in a scratch folder. */
import { execFile, execFileSync } from "node:child_process"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Client } from "./everyClient.ts"
import { outcomesOf, PATIENCE_MS } from "./outcome.ts"

/** Time limit in milliseconds for Maven to install the SDK and its dependencies. */
const INSTALLATION_MS = 300_000

export const java: Client = async ({ base, key, site }, scratch) => {
  const folder = join(scratch, "java")
  cpSync(join(import.meta.dirname, "java"), folder, { recursive: true })
  try {
    execFileSync("mvn", ["-q", "dependency:copy-dependencies"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: INSTALLATION_MS
    })
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === "ENOENT"
    const why = isAbsent ? "Maven is not installed" : "Maven could not install it"
    return { outcomes: [], missing: [`The Java SDK was not called: ${why}.`] }
  }
  const classes = join(folder, "target/dependency/*")
  const program = join(folder, "Clients.java")
  const { stdout } = await promisify(execFile)("java", ["-cp", classes, program, base, key, site], {
    timeout: PATIENCE_MS
  })
  return { outcomes: outcomesOf(stdout), missing: [] }
}
