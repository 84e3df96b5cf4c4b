/**
 * Supports search while the user types. Pages whose title starts with the input come first, even if the last word is
 * incomplete.
 */
import type { Node } from "@dunlin/text/QueryNode"
import type { Expander } from "./expand.ts"
import type { Run } from "./filters.ts"
import * as Rows from "./rows.ts"
import * as Score from "./score.ts"
import * as Titles from "./titles.ts"

const MAX_BEGINNINGS = 40

const MAX_TITLES = 60

/** Returns the typed words of a query; an empty text if it has operators. */
const typedIn = (nodes: ReadonlyArray<Node>): string =>
  nodes.every(({ _tag }) => _tag === "Word")
    ? nodes.map((node) => node._tag === "Word" ? node.value : "").join(" ")
    : ""

const termsOf = async ({ index, kind }: Run, expander: Expander, typed: string): Promise<ReadonlyArray<string>> => {
  const words = Titles.wordsOf(typed)
  const [word = ""] = words
  const wholes = await index.beginning(kind, Titles.beginning(words), MAX_BEGINNINGS)
  if (words.length > 1) return wholes
  return [...wholes, ...await expander.wordsOfTitles(word, MAX_BEGINNINGS)]
}

interface Candidate {
  readonly found: Score.Found
  readonly isNamed: boolean
  readonly length: number
}

/**
 * Returns pages by title. A part of the title may start with the input. Pages that were also found by words come
 * first, then the shortest titles.
 */
const titledBy = async (
  run: Run,
  expander: Expander,
  typed: string,
  known: ReadonlyMap<string, number>
): Promise<ReadonlyArray<Rows.Row>> => {
  const { allowed, index, kind, search } = run
  const terms = await termsOf(run, expander, typed)
  if (terms.length === 0) return []
  await index.fetch(kind, terms)
  const scored = [{ terms, weight: 1, isTitleOnly: true }]
  await index.gather?.({ kind, scored, conditions: [], isWordless: false, most: MAX_TITLES })
  const { best } = Score.best(index, kind, scored, MAX_TITLES, allowed)
  const segments = index.segments(kind).all
  const pages = await index.rows(best.map(({ document, segment }) => segments[segment]!.documents.ids[document]!))
  const beginning = Titles.wordsOf(typed).join(" ")
  const candidates = best.flatMap((found, at): ReadonlyArray<Candidate & { readonly place: number }> => {
    const page = pages[at]
    const part = page === undefined ? -1 : Titles.beginsWith(page.title, beginning)
    if (page === undefined || part < 0) return []
    return [{ found, isNamed: part === 0, length: page.title.length, place: known.get(String(page.id)) ?? Infinity }]
  })
  const byWorth = candidates.toSorted((one, other) =>
    Number(other.isNamed) - Number(one.isNamed) ||
    (one.place === other.place ? one.length - other.length : one.place - other.place)
  )
  return Rows.load(index, kind, byWorth.slice(0, search.limit).map(({ found }) => found))
}

/**
 * Returns the rows after the pages that match by title. `isAnswered`: the title of the first row has all words as
 * typed, so it stays first.
 */
export const first = async (
  run: Run,
  expander: Expander,
  rows: ReadonlyArray<Rows.Row>,
  isAnswered: boolean
): Promise<ReadonlyArray<Rows.Row>> => {
  const typed = typedIn(run.search.nodes)
  if (typed === "") return rows
  const known = new Map(rows.map((row, at) => [Rows.keyOf(row), at]))
  const titled = await titledBy(run, expander, typed, known)
  const ordered = isAnswered ? [...rows.slice(0, 1), ...titled, ...rows.slice(1)] : [...titled, ...rows]
  return [...new Map(ordered.map((row) => [Rows.keyOf(row), row])).values()]
}
