/** The search of the site: from a question to pages, each with the part and the passage that answer it. */
import * as FrozenIndex from "@dunlin/search-index/FrozenIndex"
import { leanOf, namesIn, spelledOut } from "./question.ts"

/**
 * The indexes. `cards`: the title of each page, its purpose, other names, headings, and the questions it answers.
 * `asked`: each of these separately. `texts`: whole pages, with their sections. `modules`: modules of the API.
 */
export type IndexName = "cards" | "asked" | "texts" | "modules"

/** The indexes in parts, as `FrozenIndex` writes them. */
export interface Indexes {
  /** Reads a part of an index by both names: `cards/index`. */
  readonly read: (name: string) => Promise<Uint8Array>
  /** Every page by its path without extension. */
  readonly pages: Readonly<Record<string, Listed>>
}

/** The data of a page that lists show. */
export interface Listed {
  readonly title: string
  /** Section of the documentation, such as `How to`. */
  readonly section: string
  /** Purpose of the page. */
  readonly description: string
}

export interface Result {
  /** URL from the root of the site, with the fragment of the heading. */
  readonly url: string
  readonly title: string
  readonly section: string
  /** Heading of the part; empty if the whole page, or its start, is the result. */
  readonly heading: string
  /** Matching passages of the page. */
  readonly description: string
  /** Positions of the question's words in it, in UTF-16 units. */
  readonly matches: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

/** Results of one kind, best first. */
export interface Group {
  readonly name: "Pages" | "API"
  readonly results: ReadonlyArray<Result>
}

export type Ask = (question: string) => Promise<ReadonlyArray<Group>>

/** Maximum results: explaining pages, and API pages. */
const MOST_PAGES = 6
const MOST_MODULES = 4

/** Number of candidate pages on each side. Further ones match by chance. */
const MOST_CANDIDATES = 20

/** Number of names, headings and questions that are read. A page may have several of them. */
const MOST_ASKED = 60

/**
 * Offset of the rank fusion: the larger it is, the less a lower rank costs. Chosen with questions of people who knew
 * neither.
 */
const RANK_OFFSET = 2

/**
 * Weights of a page's names and questions relative to its text, where words may occur by chance. All of them together
 * match questions whose words are spread over several; each separately matches exact ones. Chosen like the offset.
 */
const WORTH_OF_CARDS = 3
const WORTH_OF_ASKED = 2

/** Limit of pages that contain a code name. A name on more pages counts as a normal word. */
const MOST_WITH_A_NAME = 8

/**
 * Weight of a page's further matching questions. A second match shows that the first is no accident; each further one
 * counts less.
 */
const WORTH_OF_FURTHER = 0.6
const MOST_OF_A_PAGE = 3

/**
 * Weight of examples and package pages. An example shows how, and a package page lists modules; a page that explains is
 * the better answer.
 */
const WORTH_OF_LISTS = 0.8

/** Base URL of the site's pages in the index, because an index needs absolute URLs. No server has this host. */
const origin = "https://docs.invalid/"

/** The URL of a page, or of a part of it, in the indexes. */
export const addressOf = (path: string, part = ""): string =>
  `${origin}${path}.html${part === "" ? "" : `?part=${encodeURIComponent(part)}`}`

interface Place {
  readonly path: string
  readonly part: string
}

const placeOf = (address: string): Place => {
  const { pathname, searchParams } = new URL(address)
  return { path: pathname.slice(1).replace(/\.html$/, ""), part: searchParams.get("part") ?? "" }
}

const worthOf = (path: string): number => /^(?:examples|packages)\//.test(path) ? WORTH_OF_LISTS : 1

/** The score of each page by its rank in a list. */
type Worths = ReadonlyMap<string, number>

/** The score of each page by its rank in a list. */
const byPlace = (list: ReadonlyMap<string, unknown>): Worths =>
  new Map([...list.keys()].map((path, at) => [path, 1 / (RANK_OFFSET + at)]))

/** The score of each page by the ranks of its best hits. */
const byPlaces = (hits: ReadonlyArray<FrozenIndex.FrozenHit>): Worths => {
  const worths = new Map<string, number>()
  const times = new Map<string, number>()
  hits.forEach(({ url }, at) => {
    const { path } = placeOf(url)
    const before = times.get(path) ?? 0
    times.set(path, before + 1)
    if (before >= MOST_OF_A_PAGE) return
    worths.set(path, (worths.get(path) ?? 0) + WORTH_OF_FURTHER ** before / (RANK_OFFSET + at))
  })
  return worths
}

/** Merges lists. A page's score is the weighted sum of its scores in each list. */
const fuse = (lists: ReadonlyArray<readonly [list: Worths, times: number]>): ReadonlyArray<string> => {
  const worths = new Map<string, number>()
  for (const [list, times] of lists) {
    for (const [path, worth] of list) worths.set(path, (worths.get(path) ?? 0) + times * worth * worthOf(path))
  }
  return [...worths].sort(([, left], [, right]) => right - left).map(([path]) => path)
}

/** Sorts pages with more of the question's code names first, and otherwise keeps their order. */
const byNames = (
  paths: ReadonlyArray<string>,
  having: ReadonlyArray<ReadonlyMap<string, unknown>>
): ReadonlyArray<string> => {
  const count = (path: string) => having.filter((pages) => pages.has(path)).length
  return paths.toSorted((one, other) => count(other) - count(one))
}

/** Each page with its first hit, in the order of the hits. */
const byPath = (hits: ReadonlyArray<FrozenIndex.FrozenHit>): ReadonlyMap<string, FrozenIndex.FrozenHit> => {
  const first = new Map<string, FrozenIndex.FrozenHit>()
  for (const hit of hits) {
    const { path } = placeOf(hit.url)
    if (!first.has(path)) first.set(path, hit)
  }
  return first
}

/** A page without a matching part is shown with its description. */
const resultOf = (
  path: string,
  { description, section, title }: Listed,
  hit: FrozenIndex.FrozenHit | undefined
): Result => {
  const page = { url: `${path}.html`, title, section, heading: "", description, matches: [] }
  if (hit === undefined) return page
  const [best] = hit.sections
  if (best === undefined) return { ...page, description: hit.description, matches: hit.matches }
  const { description: passage, matches, title: heading } = best
  return { ...page, url: `${path}.html${new URL(best.url).hash}`, heading, description: passage, matches }
}

/** Opens the indexes. Returns a function that answers questions. */
export const open = async ({ pages, read }: Indexes): Promise<Ask> => {
  const opened = (index: IndexName) => FrozenIndex.openParts((part) => read(`${index}/${part}`))
  const searchOf = async (index: IndexName) => {
    const { search } = await opened(index)
    return async (question: string, most: number) => byPath(await search(question, most))
  }
  const [{ search: inAsked }, inCards, inTexts, inModules] = await Promise.all([
    opened("asked"),
    searchOf("cards"),
    searchOf("texts"),
    searchOf("modules")
  ])

  const pagesFor = async (question: string): Promise<ReadonlyArray<Result>> => {
    const [byText, byCard, byAsked] = await Promise.all([
      inTexts(question, MOST_CANDIDATES),
      inCards(question, MOST_CANDIDATES),
      inAsked(question, MOST_ASKED)
    ])
    const named = await Promise.all(namesIn(question).map((name) => inTexts(`"${name}"`, MOST_WITH_A_NAME + 1)))
    const telling = named.filter(({ size }) => size <= MOST_WITH_A_NAME)
    const paths = fuse([
      [byPlace(byText), 1],
      [byPlace(byCard), WORTH_OF_CARDS],
      [byPlaces(byAsked), WORTH_OF_ASKED],
      ...telling.map((pages) => [byPlace(pages), 1] as const)
    ])
    return byNames(paths, telling)
      .slice(0, MOST_PAGES)
      .map((path) => resultOf(path, pages[path]!, byText.get(path)))
  }

  return async (asked) => {
    const question = leanOf(asked)
    const found = await pagesFor(question)
    const results = found.length > 0 ? found : await pagesFor(leanOf(spelledOut(asked)))
    const explaining: Group = { name: "Pages", results }
    const modulesFound = await inModules(question, MOST_MODULES)
    const api: Group = {
      name: "API",
      // The purpose of a module is more useful than the line of code with the word.
      results: [...modulesFound.keys()].map((path) => resultOf(path, pages[path]!, undefined))
    }
    // A query that is a module's name refers to the module.
    const isModule = api.results.some(({ title }) => title.split(" ")[0]?.toLowerCase() === asked.trim().toLowerCase())
    return (isModule ? [api, explaining] : [explaining, api]).filter(({ results }) => results.length > 0)
  }
}
