// Puts beside the output of tsc what published packages bring along of others, because a package alone would install
// many times as much: of libphonenumber-js one bundle in eleven, of gpt-tokenizer
// one encoding in six, of pdfjs-dist one build in four, without its canvas.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const folderOf = (home, name) => dirname(createRequire(join(home, "package.json")).resolve(`${name}/package.json`))

/** Of each package that one module imports: its name there, what is taken of it, and whose other work is in it. */
const inlined = [
  {
    package: "engines/pii",
    module: "internal/phone.js",
    library: "libphonenumber-js/max",
    names: ["parsePhoneNumberFromString"],
    notice: "The metadata is that of libphonenumber, Copyright Google, Apache License 2.0."
  },
  {
    package: "engines/text",
    module: "internal/o200k.js",
    library: "gpt-tokenizer/encoding/o200k_base",
    names: ["countTokens"],
    notice: "The vocabulary is that of tiktoken, Copyright OpenAI, MIT License."
  }
]

const inline = async ({ library, module, names, notice, package: folder }) => {
  const home = join(root, "packages", folder)
  const name = library.split("/")[0]
  const entry = join(home, `${name}-entry.js`)
  const build = await rolldown({
    input: entry,
    plugins: [{
      name: "entry",
      resolveId: (id) => id === entry ? entry : null,
      load: (id) => id === entry ? `export { ${names.join(", ")} } from "${library}"` : null
    }]
  })
  const { output } = await build.generate({ format: "esm", comments: false, minify: { compress: true, mangle: false } })
  await build.close()
  if (output.length !== 1) throw new Error(`${library} is more than one file`)
  const licence = readFileSync(join(folderOf(home, name), "LICENSE"), "utf8")
  const importer = join(home, "dist", module)
  writeFileSync(join(dirname(importer), `${name}.js`), `/*! ${name}. ${notice}\n${licence}*/\n${output[0].code}`)
  writeFileSync(importer, readFileSync(importer, "utf8").replace(`"${library}"`, `"./${name}.js"`))
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
