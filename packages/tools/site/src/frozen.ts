/** The indexes of the site, made when it is built: what pages say of themselves, their texts, and their parts. */
import * as FrozenIndex from "@dunlin/providers/FrozenIndex"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { addressOf, type Indexes } from "./ask.ts"
import type { Page } from "./pages.ts"
import { sectionsOf } from "./sections.ts"

interface Indexed {
  readonly url: string
  readonly title: string
  readonly text: string
}

const freeze = async (documents: ReadonlyArray<Indexed>): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-site-"))
  const filename = join(folder, "index.sqlite")
  try {
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const index = yield* LocalIndex.make({ filename })
      yield* index.add(documents.map((document) => ({ ...document, language: "en" })))
      yield* index.optimize
    })))
    return await FrozenIndex.freeze(filename)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The searched text of a page: without comments for tests, the source of diagrams, and the names of languages of code. */
const textOf = ({ markdown }: Page): string =>
  markdown.replace(/^<!-- .* -->$/gm, "").replace(/^```mermaid\n[^]*?^```$/gm, "").replace(/^```\w+$/gm, "```")

/** Notes of every change and lists of pages mention everything; only what they say of themselves leads to them. */
const lists: ReadonlySet<string> = new Set(["benchmark-reports", "overview", "project/changelog"])

const isSearchedInside = ({ path }: Page): boolean => !lists.has(path)

/** What is below the headings of a list stands on other pages, which are asked for by the same names. */
const headingsOf = (page: Page): ReadonlyArray<string> =>
  isSearchedInside(page) ? sectionsOf(page.markdown).map(({ heading }) => heading) : []

/** A page by what it says of itself: title, purpose, other names, headings; and by all that it is asked for, as one. */
const cardOf = (page: Page): Indexed => ({
  url: addressOf(page.path),
  title: page.title,
  text: [`${page.description} ${page.keywords.join(", ")}`, ...page.questions ?? [], ...headingsOf(page)].join("\n")
})

/** A page by each of its names and by each question that it answers: whoever types one as it stands wants the page. */
const askedOf = (page: Page): ReadonlyArray<Indexed> => {
  const asked = new Set([page.title, ...page.keywords, ...headingsOf(page), ...page.questions ?? []])
  return [...asked].filter((text) => text !== "").map((text, at) => ({
    url: addressOf(page.path, String(at)),
    title: text,
    text: ""
  }))
}

const wholeOf = (page: Page): Indexed => ({
  url: addressOf(page.path),
  title: page.title,
  text: [page.description, page.keywords.join(", "), isSearchedInside(page) ? textOf(page) : ""].join("\n\n")
})

const partsOf = (page: Page): ReadonlyArray<Indexed> =>
  sectionsOf(textOf(page)).map(({ heading, id, text }) => ({
    url: addressOf(page.path, id),
    title: heading === "" ? page.title : heading,
    text
  }))

export const freezePages = async (pages: ReadonlyArray<Page>): Promise<Indexes> => {
  const prose = pages.filter(({ section }) => section !== "API")
  const modules = pages.filter(({ section }) => section === "API")
  return {
    cards: await freeze(prose.map(cardOf)),
    asked: await freeze(prose.flatMap(askedOf)),
    texts: await freeze(prose.map(wholeOf)),
    parts: await freeze(prose.filter(isSearchedInside).flatMap(partsOf)),
    modules: await freeze(modules.map(wholeOf)),
    pages: Object.fromEntries(
      pages.map(({ description, path, section, title }) => [path, { title, section, description }])
    )
  }
}
