// A program that tests start many times, as one file: it starts in a third of the processor time of its sources.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { rolldown } from "rolldown"

/** The folder of the package that a file of tests belongs to. */
const homeOf = (file) => file.slice(0, file.lastIndexOf("/test/"))

/** Bundles a program of a package's tests; threads and processes of its own it may not have. */
export const testProgram = async (file) => {
  const cache = join(homeOf(file), "node_modules/.cache")
  mkdirSync(cache, { recursive: true })
  // beside the packages that it imports when it needs them
  const folder = mkdtempSync(join(cache, "test-program-"))
  const bundle = await rolldown({ input: file, platform: "node", treeshake: { moduleSideEffects: false } })
  await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" })
  await bundle.close()
  return {
    file: join(folder, `${basename(file, ".ts")}.mjs`),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
