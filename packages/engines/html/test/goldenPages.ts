/** The golden pages, and what is read of one. */
import { readdirSync, readFileSync } from "node:fs"
import type * as Html from "../src/Html.ts"

export const goldenFolder = new URL("./fixtures/golden/", import.meta.url)

export interface GoldenPage {
  /** `kind.language.html` */
  readonly name: string
  readonly html: string
  readonly url: string | undefined
}

/** The pages of a folder. */
export const pagesOf = (folder: URL): ReadonlyArray<GoldenPage> =>
  readdirSync(folder).filter((name) => name.endsWith(".html")).sort().map((name) => {
    const html = readFileSync(new URL(name, folder), "utf8")
    return { name, html, url: /rel="canonical" href="([^"]+)"/.exec(html)?.[1] }
  })

export const goldenPages = (): ReadonlyArray<GoldenPage> => pagesOf(goldenFolder)

/** Characters of a piece of text that tell it from others. */
const SHOWN = 60

/** Pages of which it is read too how likely each text is content and who decided, by how their names begin. */
const EXPLAINED = "explained."

/** What is read of a page. */
export interface Reading {
  readonly markdown: string
  /** The part the rules chose, then line by line what became of the texts: kept or not, and what drops them. */
  readonly why: string
}

export const readingOf = (
  { explain, mainContent, markdown, parse }: typeof Html,
  { html, name, url }: GoldenPage
): Reading => {
  const page = parse(html, url)
  const { root, units } = explain(page)
  const lines = units.map(({ by, kept, likely, rule, text }) =>
    `${kept ? "+" : "-"} ${name.startsWith(EXPLAINED) ? `${likely} ${by}: ` : ""}${text.slice(0, SHOWN)}${
      rule === undefined ? "" : ` (${rule.why}: ${rule.element})`
    }`
  )
  const content = mainContent(page)
  const instead = content.instead === undefined ? [] : [`instead: ${content.instead}`]
  return {
    markdown: `${markdown(page, content).markdown}\n`,
    why: [...instead, `root: ${root}`, ...lines, ""].join("\n")
  }
}
