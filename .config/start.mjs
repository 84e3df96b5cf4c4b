// Runs the command line of this clone from a bundle of its sources, which is made anew when they have changed.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const folder = join(root, "packages/dunlin/node_modules/.cache/bundle")
const entry = join(folder, "dunlin.js")

const changed = (file) => statSync(file).mtimeMs
const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (latest, found) => Math.max(latest, changed(join(found.parentPath, found.name))),
    changed(folder)
  )
const isFresh = () => {
  if (!existsSync(entry)) return false
  const made = changed(entry)
  if (made < changed(join(root, "pnpm-lock.yaml")) || made < changed(join(root, ".config/bundle.mjs"))) return false
  return readdirSync(join(root, "packages"))
    .map((name) => join(root, "packages", name, "src"))
    .every((sources) => !existsSync(sources) || newest(sources) < made)
}

let program = entry
if (!isFresh()) {
  try {
    const { bundle } = await import("./bundle.mjs")
    // Several starts at a time each make one of their own; the last of them stays.
    const fresh = `${folder}-${process.pid}`
    await bundle(fresh, false)
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
  } catch (error) {
    console.error(`[start] the sources run unbundled: ${error.message}`)
    program = join(root, "packages/dunlin/src/bin.ts")
  }
}
process.argv[1] = program
await import(pathToFileURL(program).href)
