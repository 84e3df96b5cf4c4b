// Builds the search box of a site, and the engine it loads, to static files. `dunlin site` copies them beside an index.
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { isCurrent, replace } from "./builtFiles.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const engines = ["index", "text"].map((name) => join(root, "packages/engines", name, "src"))

/** Where `dunlin site` reads the files. */
export const target = join(root, "packages/dunlin/dist/site")

/** The script that a page includes. */
const SCRIPT = "dunlin-search.js"

/** Compressed bytes of the script and of what the first search loads with it. */
const MAX_BYTES_OF_SCRIPT = 6000
const MAX_BYTES_OF_FIRST_SEARCH = 90_000

const entry = {
  name: "entry",
  resolveId: (id) => id === SCRIPT ? "\0entry" : null,
  load: (id) =>
    id === "\0entry"
      ? `import { define } from ${JSON.stringify(join(engines[0], "SearchBox.ts"))}
         define({ src: new URL("./", import.meta.url) })`
      : null
}

/** Chunks that are loaded with one, itself among them. */
const loadedWith = (chunk, chunks) => {
  const names = new Set()
  const visit = (name) => {
    if (names.has(name)) return
    names.add(name)
    chunks.find(({ fileName }) => fileName === name)?.imports.forEach(visit)
  }
  visit(chunk.fileName)
  return names
}

/** Writes the files, unless they are newer than their sources. */
export const searchBox = async () => {
  if (isCurrent(join(target, SCRIPT), engines)) return
  const bundle = await rolldown({
    input: { "dunlin-search": SCRIPT },
    platform: "browser",
    plugins: [entry],
    // for example a module of Node, which no browser has
    onLog: (_, log) => {
      throw new Error(`the search box cannot be bundled: ${log.message}`)
    },
    // an index is written elsewhere, so no language is detected
    external: (id) => id.endsWith("/detector.ts"),
    treeshake: { moduleSideEffects: (id) => id === "\0entry" }
  })
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "search-[name]-[hash].js"
  })
  await bundle.close()
  const bytesOf = (names) =>
    output.filter(({ fileName }) => names.has(fileName)).reduce((sum, { code }) => sum + gzipSync(code).length, 0)
  const main = output.find(({ fileName }) => fileName === SCRIPT)
  const engine = output.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith("/FrozenIndex.ts")))
  const bytes = bytesOf(loadedWith(main, output))
  const first = bytesOf(loadedWith(main, output).union(loadedWith(engine, output)))
  if (bytes > MAX_BYTES_OF_SCRIPT || first > MAX_BYTES_OF_FIRST_SEARCH) {
    throw new Error(`the search box has ${bytes} bytes, and ${first} with the engine: more than it may`)
  }
  const files = output.toSorted((one) => one.fileName === SCRIPT ? 1 : -1)
  replace(target, files.map(({ code, fileName }) => [fileName, code]))
  console.log(`search box: ${bytes} bytes, compressed, and ${first} with the engine`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await searchBox()
