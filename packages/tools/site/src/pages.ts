/** Reads the pages of the site: the Markdown of the repository, each page at one URL. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { type About, frontOf } from "./front.ts"
import { reportsPage } from "./reports.ts"

export interface Page {
  readonly path: string
  readonly title: string
  readonly section: string
  readonly markdown: string
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  readonly questions?: ReadonlyArray<string>
  readonly source?: string
}

export const sections = [
  "Start",
  "Migrating",
  "How to",
  "Recipes",
  "Examples",
  "Explanation",
  "Reference",
  "API",
  "Packages",
  "Decisions",
  "Project"
] as const

const titleOf = (markdown: string, otherwise: string): string =>
  /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll("`", "") ?? otherwise

const folders: Readonly<Record<string, string>> = {
  tutorial: "Start",
  "coming-from": "Migrating",
  "how-to": "How to",
  recipes: "Recipes",
  explanation: "Explanation",
  reference: "Reference",
  contributing: "Project",
  project: "Project"
}

const sectionOf = (path: string): string =>
  path.startsWith("explanation/decisions") ? "Decisions" : folders[path.split("/")[0]!] ?? "Start"

/** Returns the address of a page. `docs/how-to/README.md` is the page of its folder. */
const addressOf = (source: string): string => {
  if (source === "README.md") return "index"
  if (source === "docs/README.md") return "overview"
  const known = /^packages\/(?:(?:engines|tools)\/)?([^/]+)\/(README|FIGURES)\.md$/.exec(source)
  if (known !== null) {
    if (known[1] === "bench") return known[2] === "README" ? "benchmarks" : "benchmarks-in-full"
    return known[2] === "README" ? `packages/${known[1]}` : `packages/${known[1]}-figures`
  }
  const path = source.replace(/^docs\//, "").replace(/\.md$/, "")
  return basename(path) === "README" ? `${dirname(path)}/index` : path
}

const manifestOf = (root: string, source: string): About => {
  const folder = source === "README.md" ? "packages/dunlin" : dirname(source)
  const { description, keywords } = JSON.parse(readFileSync(`${root}/${folder}/package.json`, "utf8")) as About
  return { description, keywords }
}

/**
 * Returns the questions of readers about a page, from `asked/` by page path, one per line. With them, a word search
 * finds a page by words that the page does not contain.
 */
const questionsOf = (root: string, path: string): ReadonlyArray<string> => {
  const file = `${root}/packages/tools/site/asked/${path}.txt`
  if (!existsSync(file)) return []
  return readFileSync(file, "utf8").split("\n").map((line) => line.trim()).filter((line) => line !== "")
}

const read = (root: string, source: string): Page => {
  const { about, markdown } = frontOf(readFileSync(`${root}/${source}`, "utf8"), source)
  const path = addressOf(source)
  const section = path.startsWith("benchmarks")
    ? "Project"
    : source.startsWith("packages/")
    ? "Packages"
    : sectionOf(path)
  const isOfDocs = source.startsWith("docs/")
  return {
    ...(isOfDocs ? about : manifestOf(root, source)),
    path,
    title: titleOf(markdown, basename(path)),
    questions: questionsOf(root, path),
    section,
    markdown,
    source
  }
}

const commentOf = (code: string): string =>
  /^(?:\/\/ .*\n)+/.exec(code)?.[0].replaceAll("// ", "").replaceAll("\n", " ").trim() ?? ""

const example = (root: string, source: string): Page => {
  const code = readFileSync(`${root}/${source}`, "utf8")
  const name = source.split("/")[1]!
  const path = `examples/${name}`
  const test = source.replace(/main\.ts$/, "main.test.ts")
  const tested = existsSync(`${root}/${test}`) ? ` Its test, \`${test}\`, runs it.` : ""
  return {
    path,
    title: `Example: ${name.replaceAll("-", " ")}`,
    section: "Examples",
    description: commentOf(code),
    keywords: [],
    questions: questionsOf(root, path),
    markdown: `# Example: ${name.replaceAll("-", " ")}\n\n${
      commentOf(code)
    }\n\nThe program \`${source}\`.${tested}\n\n\`\`\`ts\n${code.trimEnd()}\n\`\`\`\n`,
    source
  }
}

export const changelogOf = (root: string): Page => {
  const notes = globSync(".changeset/*.md", { cwd: root })
    .map((file) => readFileSync(`${root}/${file}`, "utf8").replace(/^---[^]*?\n---\n/, "").trim())
    .filter((note) => note !== "")
    .toSorted()
  // A note of several paragraphs, such as that of the first release, is not an item of the list.
  const isLong = (note: string) => note.includes("\n\n")
  const list = notes.filter((note) => !isLong(note)).map((note) => `- ${note.replaceAll("\n", "\n  ")}`).join("\n")
  const next = [list, ...notes.filter(isLong)].filter((part) => part !== "").join("\n\n")
  // All packages have the same version, and each has its own changelog file.
  const file = `${root}/packages/dunlin/CHANGELOG.md`
  const before = existsSync(file) ? readFileSync(file, "utf8").replace(/^# .*$/m, "") : ""
  return {
    path: "project/changelog",
    title: "Changelog",
    section: "Project",
    description: "The changes of each version, and of the next one.",
    keywords: ["release notes", "history", "what is new", "breaking changes", "upgrade", "migration between versions"],
    questions: questionsOf(root, "project/changelog"),
    markdown: `# Changelog\n\n${next === "" ? "" : `## Not yet released\n\n${next}\n\n`}${before}`
  }
}

export const readPages = (root: string): ReadonlyArray<Page> => {
  const documents = globSync(["docs/**/*.md", "packages/{,engines/,tools/}*/{README,FIGURES}.md"], { cwd: root })
    .filter((source) => !/node_modules|\/dist\//.test(source))
    // The list of pages comes after the introductory pages.
    .toSorted((one, other) =>
      Number(one === "docs/README.md") - Number(other === "docs/README.md") || (one < other ? -1 : 1)
    )
  const programs = globSync("examples/*/main.ts", { cwd: root }).toSorted()
  return [
    read(root, "README.md"),
    ...documents.map((source) => read(root, source)),
    reportsPage(root),
    changelogOf(root),
    ...programs.map((source) => example(root, source))
  ]
}
