// Builds the page at GET / of the server to static files, which the package of the command line serves.
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { isCurrent, replace } from "./builtFiles.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const source = join(root, "packages/tools/playground/src")

/** Where the server looks for the files. */
export const target = join(root, "packages/dunlin/dist/playground")

/** Bytes of all files that show a search, each compressed: what a slow line can carry in a second. */
const MOST_BYTES = 100_000

/** The engine that explains a page is as large as it is, and loaded when somebody asks for it. */
const onDemand = "explainer.js"

const build = async (name) => {
  const bundle = await rolldown({
    input: { [name]: join(source, name === "main" ? "main.tsx" : `${name}.ts`) },
    platform: "browser",
    // what reads pages runs where there is no document
    resolve: { conditionNames: name !== "main" ? ["worker", "import", "default"] : ["browser", "import", "default"] },
    treeshake: { moduleSideEffects: (id) => id.startsWith(source) }
  })
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: false, codeSplitting: false })
  await bundle.close()
  if (output.length !== 1) throw new Error(`${name} of the playground is ${output.length} files, not one`)
  return output[0].code
}

/** Writes the files, unless they are newer than their sources. */
export const playground = async () => {
  if (isCurrent(join(target, "index.html"), [source, join(root, "packages/engines/html/src")])) return
  const read = (file) => readFileSync(join(source, file), "utf8")
  const files = {
    "main.js": await build("main"),
    "renderer.js": await build("renderer"),
    [onDemand]: await build("explainer"),
    "style.css": `${read("colours.css")}${read("style.css")}`,
    "frame.css": `${read("colours.css")}${read("frame.css")}`,
    // the last: it tells that the others are there
    "index.html": read("index.html")
  }
  const sizeOf = (names) => names.reduce((total, name) => total + gzipSync(files[name]).length, 0)
  const bytes = sizeOf(Object.keys(files).filter((name) => name !== onDemand))
  if (bytes > MOST_BYTES) throw new Error(`the playground has ${bytes} bytes, more than ${MOST_BYTES}`)
  replace(target, Object.entries(files))
  console.log(`playground: ${bytes} bytes, compressed, and ${sizeOf([onDemand])} to explain a page`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await playground()
