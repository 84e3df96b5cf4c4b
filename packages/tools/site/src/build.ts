/** Writes the site: pages, their Markdown, llms.txt, and the search. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { rolldown } from "rolldown"
import { freezePages } from "./frozen.ts"
import { homeOf } from "./home.ts"
import { relativeTo, render, type Resolve } from "./html.ts"
import { documentOf, repository } from "./layout.ts"
import { type Page, sections } from "./pages.ts"

const home = dirname(import.meta.dirname)

const addressesOf = (pages: ReadonlyArray<Page>): ReadonlyMap<string, string> =>
  new Map(pages.flatMap((page) => page.source === undefined ? [] : [[page.source, page.path]]))

/** Returns a function that resolves links. Links to other files lead to the repository. */
const resolver = (page: Page, addresses: ReadonlyMap<string, string>, ending: string): Resolve => (target) => {
  if (/^[a-z]+:|^#/.test(target)) return target
  const [path = "", fragment] = target.split("#")
  const end = fragment === undefined ? "" : `#${fragment}`
  if (page.source === undefined) return path.replace(/\.md$/, ending) + end
  const from = path.startsWith("/") ? "" : posix.dirname(page.source)
  const file = posix.normalize(posix.join(from, path)).replace(/^\/|\/$/g, "")
  const known = addresses.get(file) ?? addresses.get(`${file}/README.md`) ?? addresses.get(`${file}/main.ts`)
  if (known !== undefined) return relativeTo(page.path, known) + ending + end
  if (file.endsWith(".svg")) return relativeTo(page.path, file.replace(/^docs\//, ""))
  return `${repository}/${file}${end}`
}

const linksOf = (markdown: string, resolve: Resolve): string =>
  markdown.replace(/\]\(([^)\s]+)\)/g, (_, target: string) => `](${resolve(target)})`)

/** Modules that the search in the browser does not need: stemmers and characters of other languages. */
const forBrowsers = {
  name: "for-browsers",
  resolveId: (id: string) =>
    /^@orama\/stemmers\/|\/(?:simplifiedTable|detector)\.ts$/.test(id) ? { id, external: true } : null
}

const script = async (name: string): Promise<string> => {
  const bundle = await rolldown({
    input: join(home, "src", `${name}.ts`),
    platform: "browser",
    plugins: [forBrowsers],
    treeshake: { moduleSideEffects: (id) => id.startsWith(join(home, "src")) }
  })
  const { output } = await bundle.generate({ format: "iife", minify: true, comments: false, codeSplitting: false })
  await bundle.close()
  return output[0].code
}

const listed = ({ description, path, title }: Page): string =>
  `- [${title}](${path}.html.md)${description === "" ? "" : `: ${description}`}`

export const llms = (pages: ReadonlyArray<Page>): string =>
  [
    "# Dunlin",
    "",
    "> Web search with page content for Node services: typed stages to import, recombine and test, and a drop-in for the `/v2/search` contract.",
    ...sections.flatMap((section) => {
      const own = pages.filter((page) => page.section === section && (section !== "API" || page.path === "api/index"))
      return own.length === 0
        ? []
        : ["", `## ${section}`, "", ...own.map(listed)]
    }),
    ""
  ].join("\n")

export const llmsFull = (pages: ReadonlyArray<Page>): string =>
  pages.filter(({ section }) => section !== "API").map(({ markdown, path }) =>
    `<!-- ${path}.html -->\n\n${markdown.trim()}`
  )
    .join("\n\n")

export interface Built {
  readonly pages: number
  readonly bytes: number
}

export const build = async (
  root: string,
  pages: ReadonlyArray<Page>,
  target: string
): Promise<Built> => {
  const addresses = addressesOf(pages)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  let bytes = 0
  const write = (file: string, text: string) => {
    const path = join(target, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    bytes += text.length
  }
  const { version } = JSON.parse(readFileSync(join(root, "packages/dunlin/package.json"), "utf8")) as {
    version: string
  }
  const facts = {
    pages: pages.length,
    version,
    changelog: "project/changelog.html",
    licence: `${repository}/LICENSE`
  }
  for (const page of pages) {
    const { headings, html } = render(page.markdown, resolver(page, addresses, ".html"))
    write(
      `${page.path}.html`,
      documentOf(
        page.path === "index"
          ? { page, html: homeOf(html, facts), headings: [], pages }
          : { page, html, headings, pages }
      )
    )
    write(`${page.path}.html.md`, linksOf(page.markdown, resolver(page, addresses, ".html.md")))
  }
  cpSync(join(root, "docs/figures.svg"), join(target, "figures.svg"))
  const playground = readFileSync(join(root, "packages/tools/playground/src/colours.css"), "utf8")
  write("style.css", playground + readFileSync(join(home, "src/style.css"), "utf8"))
  write("site.js", await script("client"))
  write("search.js", await script("search"))
  const frozen = await freezePages(pages)
  write("search-data.js", `globalThis.DUNLIN_PAGES=${JSON.stringify(frozen.pages)}\n`)
  for (const [name, part] of frozen.parts) {
    write(`search/${name}.js`, `DUNLIN_PART(${JSON.stringify(name)},"${Buffer.from(part).toString("base64")}")\n`)
  }
  write("llms.txt", llms(pages))
  write("llms-full.txt", llmsFull(pages))
  return { pages: pages.length, bytes }
}
