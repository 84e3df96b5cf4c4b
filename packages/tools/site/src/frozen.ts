/** Builds the site's indexes: descriptions of the pages, their texts, and their sections. */
import * as FrozenIndex from "@dunlin/providers/FrozenIndex"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Anchors from "@dunlin/text/Anchors"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { addressOf, type Indexes, type IndexName } from "./ask.ts"
import type { Page } from "./pages.ts"
import { sectionsOf } from "./sections.ts"

interface Indexed {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly anchors?: ReadonlyArray<Anchors.Anchor>
}

const freeze = async (documents: ReadonlyArray<Indexed>): Promise<ReadonlyMap<string, Uint8Array>> => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-site-"))
  const filename = join(folder, "index.sqlite")
  try {
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const index = yield* LocalIndex.make({ filename })
      yield* index.add(documents.map((document) => ({ ...document, language: "en" })))
      yield* index.optimize
    })))
    return await FrozenIndex.freezeParts(filename)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Returns the searched text of a page, without comments for tests, sources of diagrams, and languages of code blocks.
 */
const textOf = ({ markdown }: Page): string =>
  markdown.replace(/^<!-- .* -->$/gm, "").replace(/^```mermaid\n[^]*?^```$/gm, "").replace(/^```\w+$/gm, "```")

/**
 * Pages of which only title and description are searched: the changelog and lists of pages, which mention every
 * subject.
 */
const lists: ReadonlySet<string> = new Set(["benchmark-reports", "overview", "project/changelog"])

const isSearchedInside = ({ path }: Page): boolean => !lists.has(path)

/**
 * Returns the headings of a page. For a list of pages there are none, because the content below its headings is on
 * other pages with the same names.
 */
const headingsOf = (page: Page): ReadonlyArray<string> =>
  isSearchedInside(page) ? sectionsOf(page.markdown).map(({ heading }) => heading) : []

const cardOf = (page: Page): Indexed => ({
  url: addressOf(page.path),
  title: page.title,
  text: [`${page.description} ${page.keywords.join(", ")}`, ...page.questions ?? [], ...headingsOf(page)].join("\n")
})

/** Returns one document for each name and each question of a page. A query that equals one refers to the page. */
const askedOf = (page: Page): ReadonlyArray<Indexed> => {
  const texts = new Set([page.title, ...page.keywords, ...headingsOf(page), ...page.questions ?? []])
  return [...texts].filter((text) => text !== "").map((text, at) => ({
    url: addressOf(page.path, String(at)),
    title: text,
    text: ""
  }))
}

const wholeOf = (page: Page): Indexed => {
  const text = [page.description, page.keywords.join(", "), isSearchedInside(page) ? textOf(page) : ""].join("\n\n")
  const marks = sectionsOf(text).map(({ heading, id }) => ({ id, kind: "heading" as const, words: heading }))
  return { url: addressOf(page.path), title: page.title, text, anchors: Anchors.locate(text, marks) }
}

export interface Frozen {
  readonly parts: ReadonlyMap<string, Uint8Array>
  readonly pages: Indexes["pages"]
}

export const freezePages = async (pages: ReadonlyArray<Page>): Promise<Frozen> => {
  const prose = pages.filter(({ section }) => section !== "API")
  const modules = pages.filter(({ section }) => section === "API")
  const documents: Readonly<Record<IndexName, ReadonlyArray<Indexed>>> = {
    cards: prose.map(cardOf),
    asked: prose.flatMap(askedOf),
    texts: prose.map(wholeOf),
    modules: modules.map(wholeOf)
  }
  const parts = new Map<string, Uint8Array>()
  for (const [name, own] of Object.entries(documents)) {
    for (const [part, bytes] of await freeze(own)) parts.set(`${name}/${part}`, bytes)
  }
  return {
    parts,
    pages: Object.fromEntries(
      pages.map(({ description, path, section, title }) => [path, { title, section, description }])
    )
  }
}
