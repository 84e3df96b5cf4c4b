/** Searches the site. Returns pages for a question, each with the part and the passage that answer it. */
import * as FrozenIndex from "@dunlin/search-index/FrozenIndex"
import { leanOf, namesIn, spelledOut } from "./question.ts"

/**
 * `cards` has one document per page, with its title, purpose, other names, headings and questions; `asked` has one
 * document for each of these. `texts` has whole pages with their sections, and `modules` the modules of the API.
 */
export type IndexName = "cards" | "asked" | "texts" | "modules"

export interface Indexes {
  readonly read: (name: string) => Promise<Uint8Array>
  readonly pages: Readonly<Record<string, Listed>>
}

export interface Listed {
  readonly title: string
  readonly section: string
  readonly description: string
}

export interface Result {
  readonly url: string
  readonly title: string
  readonly section: string
  readonly heading: string
  readonly description: string
  readonly matches: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

export interface Group {
  readonly name: "Pages" | "API"
  readonly results: ReadonlyArray<Result>
}

export type Ask = (question: string) => Promise<ReadonlyArray<Group>>

/** Maximum explaining pages in the results. */
const MOST_PAGES = 6
const MOST_MODULES = 4

/** Maximum number of candidate pages per list. Further ones match by chance. */
const MOST_CANDIDATES = 20

/** Limit for the names, headings and questions that are read, because a page may have several. */
const MOST_ASKED = 60

/**
 * Offset of ranks in the rank fusion. With a larger one, a lower rank reduces the score less. Chosen with questions
 * of people who did not know the search.
 */
const RANK_OFFSET = 2

/**
 * Weight of a page's names and questions together, relative to its text. They match questions whose words are spread
 * over several of them. Chosen like the offset.
 */
const WORTH_OF_CARDS = 3
/** Weight of a single name or question, relative to a page's text. It matches exact questions. */
const WORTH_OF_ASKED = 2

/** Maximum number of pages with a code name. A name on more pages counts as an ordinary word. */
const MOST_WITH_A_NAME = 8

/**
 * Weight of a page's second matching question, which shows that the first one is no accident. Each further one weighs
 * less.
 */
const WORTH_OF_FURTHER = 0.6
/** Maximum number of matching questions of a page that count. */
const MOST_OF_A_PAGE = 3

/** Weight of an example or a list of modules, which is a worse answer than a page that explains. */
const WORTH_OF_LISTS = 0.8

/** Base URL of the site's pages in the index, because an index needs absolute URLs. No server has this host. */
const origin = "https://docs.invalid/"

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

type Worths = ReadonlyMap<string, number>

const byPlace = (list: ReadonlyMap<string, unknown>): Worths =>
  new Map([...list.keys()].map((path, at) => [path, 1 / (RANK_OFFSET + at)]))

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

/** Fuses lists: the score of a page is the weighted sum of its scores in the lists. */
const fuse = (lists: ReadonlyArray<readonly [list: Worths, times: number]>): ReadonlyArray<string> => {
  const worths = new Map<string, number>()
  for (const [list, times] of lists) {
    for (const [path, worth] of list) worths.set(path, (worths.get(path) ?? 0) + times * worth * worthOf(path))
  }
  return [...worths].sort(([, left], [, right]) => right - left).map(([path]) => path)
}

/** Orders pages by the number of the question's code names on them; otherwise the order stays. */
const byNames = (
  paths: ReadonlyArray<string>,
  having: ReadonlyArray<ReadonlyMap<string, unknown>>
): ReadonlyArray<string> => {
  const count = (path: string) => having.filter((pages) => pages.has(path)).length
  return paths.toSorted((one, other) => count(other) - count(one))
}

const byPath = (hits: ReadonlyArray<FrozenIndex.FrozenHit>): ReadonlyMap<string, FrozenIndex.FrozenHit> => {
  const first = new Map<string, FrozenIndex.FrozenHit>()
  for (const hit of hits) {
    const { path } = placeOf(hit.url)
    if (!first.has(path)) first.set(path, hit)
  }
  return first
}

/** Returns a result. Without a matching part, it has the page's description. */
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
    // A query that is the name of a module refers to the module.
    const isModule = api.results.some(({ title }) => title.split(" ")[0]?.toLowerCase() === asked.trim().toLowerCase())
    return (isModule ? [api, explaining] : [explaining, api]).filter(({ results }) => results.length > 0)
  }
}
