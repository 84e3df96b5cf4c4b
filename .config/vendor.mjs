// Puts beside the output of tsc what published packages bring along of others, because a package alone would install
// many times as much: of libphonenumber-js one bundle in eleven, of gpt-tokenizer one encoding in six, of pdfjs-dist one
// build in four, without its canvas. @effect/platform-node-shared installs a WebSocket client and 3 MB of types of Node.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const folderOf = (home, name) => dirname(createRequire(join(home, "package.json")).resolve(`${name}/package.json`))

const nodeServices = "@effect/platform-node-shared"
const readers = ["internal/indexer/folder.js", "internal/settings/teams.js", "internal/settings/threats.js"]
const command = "internal/cli/main.js"

/** Modules of Effect for Node. Each importing module has its own copy of what they share, which has no state. */
const nodeModules = {
  NodeChildProcessSpawner: [command],
  NodeFileSystem: [...readers, command],
  NodePath: ["internal/indexer/folder.js", command],
  NodeRuntime: [command],
  NodeStdio: [command],
  NodeTerminal: [command]
}

/** For each library: the exports that our modules import, the file for them, and the licence of data in it. */
const inlined = [
  {
    package: "engines/pii",
    modules: ["internal/phone.js"],
    file: "internal/libphonenumber-js.js",
    library: "libphonenumber-js/max",
    names: ["parsePhoneNumberFromString"],
    notice: "The metadata is that of libphonenumber, Copyright Google, Apache License 2.0."
  },
  {
    package: "engines/text",
    modules: ["internal/o200k.js"],
    file: "internal/gpt-tokenizer.js",
    library: "gpt-tokenizer/encoding/o200k_base",
    names: ["countTokens"],
    notice: "The vocabulary is that of tiktoken, Copyright OpenAI, MIT License."
  },
  ...Object.entries(nodeModules).map(([name, modules]) => ({
    package: "dunlin",
    modules,
    file: `internal/node/${name}.js`,
    library: `${nodeServices}/${name}`,
    notice: "A part of it."
  }))
]

/** One copy of Effect serves all packages. */
const isExternal = (id) => /^(?:node:|effect(?:\/|$))/.test(id)

/** The package of a library: `@effect/platform-node-shared` for `@effect/platform-node-shared/NodePath`. */
const packageOf = (library) => /^(?:@[^/]+\/)?[^/]+/.exec(library)[0]

const inline = async ({ file, library, modules, names, notice, package: folder }) => {
  const home = join(root, "packages", folder)
  const name = packageOf(library)
  const entry = join(home, "vendor-entry.js")
  const exported = names === undefined ? "*" : `{ ${names.join(", ")} }`
  const build = await rolldown({
    input: entry,
    platform: "node",
    external: isExternal,
    plugins: [{
      name: "entry",
      resolveId: (id) => id === entry ? entry : null,
      load: (id) => id === entry ? `export ${exported} from "${library}"` : null
    }]
  })
  const { output } = await build.generate({ format: "esm", comments: false, minify: { compress: true, mangle: false } })
  await build.close()
  if (output.length !== 1) throw new Error(`${library} is more than one file`)
  const licence = readFileSync(join(folderOf(home, name), "LICENSE"), "utf8")
  const target = join(home, "dist", file)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `/*! ${name}. ${notice}\n${licence}*/\n${output[0].code}`)
  for (const module of modules) {
    const importer = join(home, "dist", module)
    const code = readFileSync(importer, "utf8")
    const path = relative(dirname(importer), target)
    const replaced = code.replace(`"${library}"`, `"${path.startsWith(".") ? path : `./${path}`}"`)
    if (replaced === code) throw new Error(`${folder}/dist/${module} does not import ${library}`)
    writeFileSync(importer, replaced)
  }
}

/** What is read of pdfjs-dist. */
const parts = [
  "LICENSE",
  "cmaps",
  "standard_fonts",
  "wasm",
  "legacy/build/pdf.min.mjs",
  "legacy/build/pdf.worker.min.mjs"
]

const pdfjs = () => {
  const home = join(root, "packages/dunlin")
  const source = folderOf(home, "pdfjs-dist")
  const target = join(home, "dist/pdfjs")
  rmSync(target, { recursive: true, force: true })
  for (const part of parts) {
    if (!existsSync(join(source, part))) throw new Error(`pdfjs-dist has no ${part} any more`)
    cpSync(join(source, part), join(target, part), { recursive: true, dereference: true })
  }
  // The scripting of forms. No reader of pages runs it.
  for (const file of ["quickjs-eval.js", "quickjs-eval.wasm", "LICENSE_QUICKJS", "LICENSE_PDFJS_QUICKJS"]) {
    rmSync(join(target, "wasm", file))
  }
  const { license, name, version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"))
  writeFileSync(
    join(target, "package.json"),
    `${JSON.stringify({ name, version, license, type: "module" }, null, 2)}\n`
  )
}

export const vendor = async () => {
  for (const each of inlined) await inline(each)
  pdfjs()
}
