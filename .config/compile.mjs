// The compiler, told to spare processor time: half of what it took with its defaults, where several checkers of one project
// each find out the same types, and the heap is collected whenever it has doubled.
import { spawnSync } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")

/** Percent by which the heap grows before it is collected: 1.6 GB for all packages at once, instead of 1.2. */
const HEAP_GROWTH = "400"

/** Builds projects with what they refer to; `stdio` is that of a process. Answers its status and what it said. */
export const compile = (projects, stdio = "inherit") => {
  const { error, status, stdout } = spawnSync("tsc", ["-b", "--checkers", "1", ...projects], {
    cwd: root,
    encoding: "utf8",
    env: { GOGC: HEAP_GROWTH, ...process.env },
    stdio
  })
  if (error !== undefined) throw error
  return { isRight: status === 0, said: stdout ?? "" }
}
