// Writes docs/reference/api: for every public module what it exports, with its declaration, so that a change of what is
// public shows in review. Long declarations are cut and carry a hash of the whole. With --check it only compares.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"
import { compile } from "./compile.mjs"
import { published } from "./packages.mjs"
import { finish, root } from "./reference.mjs"

/** Characters of a declaration that are shown: enough for most functions. */
const SHOWN_CHARACTERS = 160

const squash = (text) => text.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ").trim()

const shown = (text) => {
  const whole = squash(text)
  if (whole.length <= SHOWN_CHARACTERS) return whole
  return `${whole.slice(0, SHOWN_CHARACTERS)}… #${createHash("sha256").update(whole).digest("hex").slice(0, 8)}`
}

/** The unions nearest below a node, in order of their places. */
const unionsBelow = (node) =>
  Object.values(node).flat().filter((child) => typeof child?.type === "string")
    .flatMap((child) => child.type === "TSUnionType" ? [child] : unionsBelow(child))
    .toSorted((a, b) => a.start - b.start)

/** Members of a union by their letters, what is absent last. */
const byLetters = (a, b) => Number(isAbsent(a)) - Number(isAbsent(b)) || (a < b ? -1 : 1)
const isAbsent = (member) => member === "null" || member === "undefined"

/** The text of a node, members of unions in one order: the compiler's own order differs between two runs. */
const written = (node, text) => {
  let result = ""
  let from = node.start
  for (const union of unionsBelow(node)) {
    const members = union.types.map((member) => squash(written(member, text)))
    result += text.slice(from, union.start) + members.toSorted(byLetters).join(" | ")
    from = union.end
  }
  return result + text.slice(from, node.end)
}

/** The exports of one declaration file, in order of their names. */
const exportsOf = (file) => {
  const text = readFileSync(file, "utf8")
  const { body } = parseAst(text, { lang: "dts", sourceType: "module" })
  const slice = (node) => written(node, text)
  // Classes of Effect extend a constant that is declared before them.
  const bases = new Map()
  for (const node of body) {
    if (node.type !== "VariableDeclaration") continue
    for (const { id } of node.declarations) bases.set(id.name, slice(node))
  }
  const lines = []
  for (const node of body) {
    if (node.type === "ExportAllDeclaration") lines.push(`* ${shown(slice(node))}`)
    if (node.type !== "ExportNamedDeclaration") continue
    const { declaration } = node
    if (declaration === null) {
      for (const specifier of node.specifiers) lines.push(`${specifier.exported.name} ${shown(slice(node))}`)
      continue
    }
    const names = declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id.name]
    const base = declaration.superClass?.name
    const whole = slice(node).replace(/^export (?:declare )?/, "") +
      (base === undefined ? "" : ` ${bases.get(base) ?? ""}`)
    for (const name of names) lines.push(`${name} ${shown(whole)}`)
  }
  return lines.toSorted()
}

/** Public modules of a package: their names and the files that declare them. */
const modulesOf = ({ home, manifest }) => {
  return Object.entries(manifest.publishConfig.exports).flatMap(([key, target]) => {
    if (typeof target !== "string" || !target.endsWith(".js") || key === ".") return []
    if (!key.includes("*")) return [[key.slice(2), join(home, target.replace(/\.js$/, ".d.ts"))]]
    return readdirSync(join(home, "src"), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && entry.name !== "index.ts")
      .map((entry) => entry.name.replace(/\.ts$/, ""))
      .map((module) => [module, join(home, target.replace("*", module).replace(/\.js$/, ".d.ts"))])
  })
}

if (!compile(["tsconfig.base.json"]).isRight) process.exit(1)
const folder = join(root, "docs/reference/api")
mkdirSync(folder, { recursive: true })
const faults = []
let count = 0
for (const one of published) {
  const { manifest } = one
  const name = one.path.split("/").at(-1)
  const modules = modulesOf(one).filter(([, path]) => existsSync(path))
  const lines = modules.toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([module, path]) =>
    exportsOf(path).map((line) => `${module}.${line}`)
  )
  count += lines.length
  const record = join(folder, `${name}.txt`)
  const text = `${lines.join("\n")}\n`
  if (!process.argv.includes("--check")) writeFileSync(record, text)
  else if (!existsSync(record) || readFileSync(record, "utf8") !== text) {
    faults.push(
      `docs/reference/api/${name}.txt is out of date: what ${manifest.name} exports has changed. Run \`node .config/api.mjs\``
    )
  }
}
finish(faults, `api: ${count} exports`)
