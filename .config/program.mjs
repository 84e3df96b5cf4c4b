// The command line of this clone as a bundle of its sources, which starts in half the time. When they have changed, another
// one is made. Bundles that may still be running are left where they are: they load parts of themselves when they need them.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join, relative } from "node:path"
import { packages, root } from "./packages.mjs"

const bundles = join(root, "packages/dunlin/node_modules/.cache/bundles")
const week = 7 * 24 * 60 * 60 * 1000

const changed = (file) => statSync(file).mtimeMs
/** What a file is known by, as Git knows what has changed: nothing of it is read. */
const stamp = (file) => {
  const { mtimeMs, size } = statSync(file)
  return `${relative(root, file)} ${mtimeMs} ${size}`
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name))

/** The name of the bundle of these files: one that is older, moved or left out gives another name as well. */
const nameOf = (files) => createHash("sha256").update(files.map(stamp).sort().join("\n")).digest("hex").slice(0, 24)

/** Makes a bundle beside its place and moves it there whole: starts that make it at the same time do not meet. */
const make = async (folder, file) => {
  const { bundle } = await import("./bundle.mjs")
  mkdirSync(bundles, { recursive: true })
  for (const name of readdirSync(bundles)) {
    if (Date.now() - changed(join(bundles, name)) > week) rmSync(join(bundles, name), { recursive: true, force: true })
  }
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    await bundle(unfinished, false)
    renameSync(unfinished, folder)
  } catch (error) {
    // Else another start was faster.
    if (!existsSync(file)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** The file to start, and whether it was made just now. Sources that cannot be bundled run as they are, and it says why. */
export const program = async () => {
  const sources = packages.map(({ home }) => join(home, "src"))
  const others = ["pnpm-lock.yaml", ".config/bundle.mjs"].map((file) => join(root, file))
  const folder = join(bundles, nameOf([...others, ...sources.filter(existsSync).flatMap(filesOf)]))
  const file = join(folder, "dunlin.js")
  if (existsSync(file)) return { file, isNew: false }
  try {
    await make(folder, file)
    return { file, isNew: true }
  } catch (error) {
    console.error(`[start] the sources run unbundled: ${error.message}`)
    return { file: join(root, "packages/dunlin/src/bin.ts"), isNew: false }
  }
}
