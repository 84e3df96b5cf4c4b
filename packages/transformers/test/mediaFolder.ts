import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** A folder of its own for the temporary files of one file of tests: other runs on this machine have theirs. */
export const mediaFolder = () => {
  const before = process.env.TMPDIR
  const folder = mkdtempSync(join(tmpdir(), "dunlin-media-test-"))
  process.env.TMPDIR = folder
  afterAll(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  })

  const extractions = (): ReadonlyArray<string> =>
    readdirSync(folder).filter((name) => name.startsWith("dunlin-media-"))

  /** What is left of extractions: their folders, and processes that name one of them. */
  const leftovers = (): ReadonlyArray<string> => [
    ...extractions(),
    ...readdirSync("/proc").filter((name) => {
      try {
        return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(folder)
      } catch {
        return false
      }
    })
  ]

  /** Looks at the disk all the time until it is stopped, and then tells the most bytes one extraction had there. */
  const watchDisk = (): { readonly stop: () => void; readonly most: () => number } => {
    let most = 0
    const timer = setInterval(() => {
      for (const extraction of extractions()) {
        try {
          const files = readdirSync(join(folder, extraction))
          most = Math.max(most, files.reduce((sum, name) => sum + statSync(join(folder, extraction, name)).size, 0))
        } catch {
          // It is just being removed.
        }
      }
    }, 5)
    return { stop: () => clearInterval(timer), most: () => most }
  }

  return { folder, leftovers, watchDisk }
}
