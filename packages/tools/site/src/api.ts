/**
 * Generates reference pages from the declarations that tsc wrote. Entries are shown as in an editor, in the order of
 * categories.
 *
 * Tools that use the compiler's API (TypeDoc) need the older API, which TypeScript 7 does not have.
 */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { parseAst } from "rolldown/parseAst"
import type { Page } from "./pages.ts"
import { wrap } from "./wrap.ts"

/** Number of lines of a declaration that are visible at first. The other lines are shown on click. */
const UNFOLDED_LINES = 40

interface Documented {
  readonly name: string
  readonly text: string
  readonly category: string
  readonly declaration: string
}

interface Comment {
  readonly text: string
  readonly category: string
}

const commentOf = (raw: string): Comment => {
  const lines = raw.replace(/^\/\*\*|\*\/$/g, "").split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
  const category = lines.flatMap((line) => /^@category (.+)$/.exec(line)?.[1] ?? [])[0] ?? "other"
  const text = lines
    .filter((line) => !/^@(category|since)\b/.test(line))
    .map((line) => line.replace(/^@default (.*)$/, "Default: `$1`.").replace(/^@(\w+)/, "**$1**:"))
    .join("\n")
    .replace(/\{@link ([^}]+)\}/g, "`$1`")
    .trim()
  return { text, category }
}

const commentBefore = (code: string, at: number): Comment => {
  const before = code.slice(0, at).trimEnd()
  if (!before.endsWith("*/")) return { text: "", category: "other" }
  return commentOf(before.slice(before.lastIndexOf("/**")))
}

const readable = (code: string): string => wrap(code.replaceAll(/\bimport\("[^"]*"\)\.(?=[A-Z])/g, ""))

const documented = (file: string): ReadonlyArray<Documented> => {
  const code = readFileSync(file, "utf8")
  const { body } = parseAst(code, { lang: "dts", sourceType: "module" }) as { readonly body: ReadonlyArray<any> }
  return body.flatMap((node): ReadonlyArray<Documented> => {
    if (node.type !== "ExportNamedDeclaration" || node.declaration === null) return []
    const names: ReadonlyArray<string> = node.declaration.declarations?.map(({ id }: any) => id.name) ??
      [node.declaration.id.name]
    const { category, text } = commentBefore(code, node.start)
    const declaration = readable(code.slice(node.start, node.end).replace(/^export (?:declare )?/, ""))
    return names.map((name) => ({ name, text, category, declaration }))
  })
}

const grouped = (exports: ReadonlyArray<Documented>): ReadonlyArray<Documented> => {
  const byName = new Map<string, Documented>()
  for (const one of exports) {
    const before = byName.get(one.name)
    byName.set(
      one.name,
      before === undefined
        ? one
        : {
          ...before,
          text: before.text === "" ? one.text : before.text,
          declaration: `${before.declaration}\n${one.declaration}`
        }
    )
  }
  return [...byName.values()]
}

const entry = ({ declaration, name, text }: Documented): string => {
  const lines = declaration.split("\n").length
  const code = `\`\`\`ts\n${declaration}\n\`\`\`\n`
  const shown = lines <= UNFOLDED_LINES
    ? code
    : `<details><summary>the declaration, ${lines} lines</summary>\n\n${code}\n</details>\n`
  return `### ${name}\n\n${text === "" ? "" : `${text}\n\n`}${shown}`
}

const modulePage = (packageName: string, folder: string, module: string, source: string, file: string): Page => {
  const head = readFileSync(source, "utf8")
  const about = head.startsWith("/**") ? commentOf(head.slice(0, head.indexOf("*/") + 2)).text : ""
  const exports = grouped(documented(file))
  const categories = [...new Set(exports.map(({ category }) => category))]
  const text = categories.map((category) =>
    `## ${category}\n\n${exports.filter((one) => one.category === category).map(entry).join("\n")}`
  )
  return {
    path: `api/${folder}/${module}`,
    title: `${module} (${packageName})`,
    section: "API",
    description: firstSentence(about),
    keywords: [],
    markdown: `# ${module}\n\n\`import * as ${
      module.replace(/\W/g, "")
    } from "${packageName}/${module}"\`\n\n${about}\n\n${text.join("\n")}`
  }
}

interface Module {
  readonly name: string
  readonly source: string
  readonly declarations: string
}

const modulesOf = (home: string, manifest: any): ReadonlyArray<Module> =>
  Object.entries<unknown>(manifest.publishConfig.exports).flatMap(([key, target]): ReadonlyArray<Module> => {
    if (typeof target !== "string" || !target.endsWith(".js") || key === ".") return []
    const at = (path: string): Module => ({
      name: key.includes("*") ? path : key.slice(2),
      source: join(home, target.replace("*", path).replace("./dist/", "src/").replace(/\.js$/, ".ts")),
      declarations: join(home, target.replace("*", path).replace(/\.js$/, ".d.ts"))
    })
    if (!key.includes("*")) return [at(key.slice(2))]
    return readdirSync(join(home, "src"), { withFileTypes: true })
      .filter((file) =>
        file.isFile() && file.name.endsWith(".ts") && file.name !== "index.ts" && file.name !== "bin.ts"
      )
      .map((file) => at(file.name.replace(/\.ts$/, "")))
  })

const firstSentence = (text: string): string => /^[^]*?\.(?=\s|$)/.exec(text)?.[0].replaceAll("\n", " ") ?? ""

export const apiPages = (root: string): ReadonlyArray<Page> => {
  const packages = globSync("packages/{,engines/}*/package.json", { cwd: root }).toSorted().flatMap((file) => {
    const manifest = JSON.parse(readFileSync(join(root, file), "utf8"))
    const home = join(root, dirname(file))
    // The folder has the published name, because a folder called `index` would hide the list of all modules.
    return manifest.private === true ? [] : [{ folder: basename(manifest.name), manifest, home }]
  })
  const pages = packages.flatMap(({ folder, home, manifest }) =>
    modulesOf(home, manifest)
      .toSorted((one, other) => one.name < other.name ? -1 : 1)
      .filter(({ declarations, source }) => existsSync(declarations) && existsSync(source))
      .map(({ declarations, name, source }) => modulePage(manifest.name, folder, name, source, declarations))
  )
  const list = packages.map(({ folder, manifest }) => {
    const own = pages.filter(({ path }) => path.startsWith(`api/${folder}/`))
    if (own.length === 0) {
      throw new Error(`the declarations of ${manifest.name} are not built: run \`npm run check\` first`)
    }
    const rows = own.map(({ markdown, path }) => {
      const about = markdown.split("\n\n").slice(2).find((part) => part.trim() !== "") ?? ""
      const summary = /^[#`]/.test(about) ? "" : firstSentence(about)
      return `- [${path.split("/").at(-1)}](${folder}/${path.split("/").at(-1)}.md)${
        summary === "" ? "" : `: ${summary}`
      }`
    })
    return `## ${manifest.name}\n\n${manifest.description}.\n\n${rows.join("\n")}\n`
  })
  const index: Page = {
    path: "api/index",
    title: "API of all packages",
    section: "API",
    description: "All modules of all packages, with their exports.",
    keywords: ["reference", "types", "functions", "classes", "TypeDoc"],
    markdown: `# API of all packages\n\nMade from the declarations of each package. ${pages.length} modules.\n\n${
      list.join("\n")
    }`
  }
  return [index, ...pages]
}
