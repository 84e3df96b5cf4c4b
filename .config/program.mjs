// The command line of this clone as a bundle of its sources, which starts in half the time. When they have changed, another
// one is made. Bundles that may still be running are left where they are: they load parts of themselves when they need them.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const bundles = join(root, "packages/dunlin/node_modules/.cache/bundles")
const week = 7 * 24 * 60 * 60 * 1000

const changed = (file) => statSync(file).mtimeMs
const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (latest, found) => Math.max(latest, changed(join(found.parentPath, found.name))),
    changed(folder)
  )

const make = async (folder) => {
  const { bundle } = await import("./bundle.mjs")
  mkdirSync(bundles, { recursive: true })
  for (const name of readdirSync(bundles)) {
    if (Date.now() - changed(join(bundles, name)) > week) rmSync(join(bundles, name), { recursive: true, force: true })
  }
  const unfinished = `${folder}-${process.pid}`
  await bundle(unfinished, false)
  try {
    renameSync(unfinished, folder)
  } catch {
    // Another start was faster.
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** The file to start, and whether it was made just now. Sources that cannot be bundled run as they are, and it says why. */
export const program = async () => {
  const sources = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name, "src"))
  const version = Math.max(
    ...["pnpm-lock.yaml", ".config/bundle.mjs"].map((file) => changed(join(root, file))),
    ...sources.filter(existsSync).map(newest)
  )
  const folder = join(bundles, String(Math.round(version)))
  const file = join(folder, "dunlin.js")
  if (existsSync(file)) return { file, isNew: false }
  try {
    await make(folder)
    return { file, isNew: true }
  } catch (error) {
    console.error(`[start] the sources run unbundled: ${error.message}`)
    return { file: join(root, "packages/dunlin/src/bin.ts"), isNew: false }
  }
}
