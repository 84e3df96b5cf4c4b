// Bundles the command line: it starts in half the time when 5 files are read, not 550.
// Threads and child processes keep files of their own: a module that looks for what lies beside it is told where it
// itself lies in its installed package. What users may install beside Dunlin stays an import.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import http from "node:http"
import { basename, dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { brotliCompressSync, constants } from "node:zlib"
import { rolldown } from "rolldown"
import { inAscii } from "./inAscii.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const home = join(root, "packages/dunlin")
const source = /\/packages\/((?:engines\/)?[^/]+)\/src\/(.+)\.ts$/

const manifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
const optional = Object.keys(manifest(home).peerDependenciesMeta)

/** Where a module lies: `built` in what is published, else in the sources. */
const ownAddresses = (built) => ({
  name: "own-addresses",
  transform: {
    filter: { id: source, code: "import.meta.url" },
    handler: (code, id) => {
      const [, folder, path] = source.exec(id)
      // A bundle of this clone lies in a cache, from where the package of the command line is not found by its name.
      const installed = folder !== "dunlin"
        ? `import.meta.resolve("${manifest(join(root, "packages", folder)).name}/package.json")`
        : built
        ? `new URL("../../package.json", import.meta.url)`
        : JSON.stringify(pathToFileURL(join(home, "package.json")).href)
      const file = built ? `dist/${path}.js` : `src/${path}.ts`
      return code.replaceAll("import.meta.url", `new URL("${file}", ${installed}).href`)
    }
  }
})

/**
 * `node:http` without the exports that load when they are read. An import reads all of them: its WebSocket alone is a client
 * that takes a tenth of the processor time of the shortest start.
 */
const readWhenUsed = {
  name: "read-when-used",
  resolveId: (id, _, { kind }) => id === "node:http" && kind !== "require-call" ? "\0http" : null,
  load: (id) => {
    if (id !== "\0http") return null
    const names = Object.entries(Object.getOwnPropertyDescriptors(http))
      .flatMap(([name, { get }]) => get === undefined ? [name] : [])
    const exported = names.join(", ")
    return `const http = process.getBuiltinModule("node:http")\nexport default http\nexport const { ${exported} } = http`
  }
}

const MAX_BROTLI_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** The script of the page of endpoints: 3.2 MB, of which a server reads a compressed file when somebody opens the page. */
const pageScript = (built) => ({
  name: "page-script",
  load: {
    filter: { id: /\/effect\/dist\/http-api\/internal\/httpApiScalar\.js$/ },
    async handler(id) {
      if (!built) return null
      const { javascript, ...others } = await import(pathToFileURL(id).href)
      if (typeof javascript !== "string" || Object.keys(others).length > 0) {
        throw new Error(`${basename(id)} exports other values than the script`)
      }
      const source = brotliCompressSync(javascript, MAX_BROTLI_QUALITY)
      this.emitFile({ type: "asset", fileName: "scalar.js.br", source })
      return `import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
export const javascript = brotliDecompressSync(readFileSync(new URL("./scalar.js.br", import.meta.url))).toString()`
    }
  }
})

const open = (built) =>
  rolldown({
    input: { dunlin: join(home, "src/bin.ts") },
    cwd: root,
    platform: "node",
    external: (id) => optional.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownAddresses(built), readWhenUsed, pageScript(built)],
    treeshake: { moduleSideEffects: false },
    preserveEntrySignatures: "allow-extension",
    checks: { eval: false, ineffectiveDynamicImport: false }
  })

const shape = {
  format: "esm",
  chunkFileNames: "[name]-[hash].js",
  comments: false,
  minify: { compress: false, mangle: false }
}

/** The modules that are loaded with one of our files, and with nothing before it. The path is relative to `packages`. */
const loadedWith = (chunks, file) => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set()
  const visit = (name) => {
    if (reached.has(name) || !byName.has(name)) return
    reached.add(name)
    byName.get(name).imports.forEach(visit)
  }
  visit(chunks.find(({ moduleIds }) => moduleIds.includes(join(root, "packages", file))).fileName)
  return new Set([...reached].flatMap((name) => byName.get(name).moduleIds))
}

/** What `dunlin search` imports when it runs. A module that is missing here may load the whole server. */
const loadedBySearch = [
  "dunlin/src/internal/configured.ts",
  "dunlin/src/internal/composed.ts",
  "pipeline/src/Searcher.ts",
  "schema/src/SearchRequest.ts"
]

/** Folders of the foreign packages whose code is in the bundle. */
const packagesOf = (chunks) => {
  const folders = new Set()
  for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
    for (let folder = dirname(id); folder.includes("/node_modules/"); folder = dirname(folder)) {
      if (!existsSync(join(folder, "package.json")) || manifest(folder).name === undefined) continue
      folders.add(folder)
      break
    }
  }
  return [...folders].sort()
}

const licenceOf = (folder) => {
  const { license, name, version } = manifest(folder)
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license", "LICENSE-MIT.txt"].find((file) =>
    existsSync(join(folder, file))
  )
  const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`
  return `${name} ${version} (${license})${text}`
}

const chunksOf = ({ output }) => output.filter(({ type }) => type === "chunk")

/** Writes the bundle; its entry is `dunlin.js`. `built` is for what is published, beside the output of tsc. */
export const bundle = async (folder, built) => {
  const planned = await open(built)
  const plan = chunksOf(await planned.generate(shape))
  await planned.close()
  // What the entry imports comes before it turns the cache of compiled modules on: none of the rest may be beside it.
  const start = new Set(["compiled.ts", "heap.ts", "nodeVersion.ts"].map((file) => join(home, "src/internal", file)))
  const main = loadedWith(plan, "dunlin/src/internal/cli/main.ts")
  const search = new Set(loadedBySearch.flatMap((file) => [...loadedWith(plan, file)]))
  const serve = loadedWith(plan, "dunlin/src/Serve.ts")
  rmSync(folder, { recursive: true, force: true })
  const final = await open(built)
  const output = chunksOf(
    await final.write({
      ...shape,
      dir: folder,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: "start", test: (id) => start.has(id), priority: 4 },
          { name: "main", test: (id) => main.has(id), priority: 3 },
          { name: "search", test: (id) => search.has(id), priority: 2 },
          { name: "serve", test: (id) => serve.has(id), priority: 1 }
        ]
      }
    })
  )
  await final.close()
  for (const { code, fileName } of output) writeFileSync(join(folder, fileName), inAscii(code))
  const licences = packagesOf(output).map(licenceOf).join(`\n\n${"-".repeat(80)}\n\n`)
  writeFileSync(join(folder, "LICENSES.txt"), `${licences}\n`)
  // In a cache no package says what kind of modules these are, and Node would compile each a second time to find out.
  if (!built) writeFileSync(join(folder, "package.json"), "{ \"type\": \"module\" }\n")
}
