/** Determines which words and parts of a query no result contains, and which words were corrected. */
import type { NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import * as Query from "@dunlin/query-operators/Query"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import * as Coverage from "@dunlin/text/Coverage"
import { ScrapeError } from "../ScrapeError.ts"
import type { Found, Input, Planned, Refined, ScrapedPages } from "../SearchState.ts"
import { isRedacted, pageOf, wordsOf } from "./knownText.ts"

type State = Input & Planned & Pick<Found, "suggestion"> & Refined & ScrapedPages

export type CoverageFields = Pick<SearchResponse, "apart" | "corrected" | "missing" | "parts">

/**
 * Returns `undefined` if the page's text is unknown. The embedded index reports missing words of the whole page,
 * because a hit contains only a part of it.
 */
export const missingOf = (state: Input & ScrapedPages, hit: WebHit | NewsHit, queryWords: string) => {
  // Reporting a redacted word as missing would reveal it.
  if (isRedacted(state.request)) return undefined
  const page = state.pages.get(hit.url)
  const isScraped = page !== undefined && !(page instanceof ScrapeError)
  if (!isScraped && hit.isChecked === true) return hit.missing ?? none
  const text = pageOf(state, hit)
  if (text === undefined || !isScraped && hit.textIsWhole !== true) return undefined
  const shown = hit.source === "web" ? [hit.description, ...hit.extraSnippets ?? []] : [hit.snippet]
  return Coverage.missing(queryWords, [hit.title, decoded(hit.url), ...shown, text])
}

const none: ReadonlyArray<string> = []

const decoded = (url: string): string => {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

const inNone = (each: ReadonlyArray<ReadonlyArray<string> | undefined>): ReadonlyArray<string> | undefined => {
  const [first, ...rest] = each
  if (first === undefined || rest.includes(undefined)) return undefined
  return first.filter((word) => rest.every((words) => words!.includes(word)))
}

export const coverageOf = (
  state: State,
  hits: ReadonlyArray<WebHit | NewsHit>,
  passages: (() => ReadonlyArray<string>) | undefined
): CoverageFields => {
  const queryWords = wordsOf(state.plan.query)
  if (queryWords === "") return {}
  const { suggestion } = state
  const corrected = suggestion === undefined
    ? {}
    : Coverage.corrected(queryWords, wordsOf(Query.parse(suggestion).query))
  const isCorrected = (word: string) => Object.hasOwn(corrected, word)
  const found = hits.length === 0
    ? Coverage.missing(queryWords, [])
    : inNone(hits.map((hit) => missingOf(state, hit, queryWords)))
  const missing = (found ?? none).filter((word) => !isCorrected(word))
  const shown = found === undefined || hits.length === 0 ? undefined : passages?.()
  // Most providers return no page text. Then nothing is known about missing words.
  if (missing.length === 0 && shown === undefined) return Object.keys(corrected).length === 0 ? {} : { corrected }
  const parts = Coverage.parts(queryWords).map((query) => {
    const lacking = missing.filter((word) => Coverage.has(query, word))
    const apart = shown !== undefined && lacking.length === 0
      ? Coverage.apart(query, shown).filter((word) => !isCorrected(word))
      : none
    return { query, missing: lacking, ...(apart.length === 0 ? {} : { apart }) }
  })
  const apart = parts.flatMap((part) => part.apart ?? none)
  return {
    ...(missing.length === 0 ? {} : { missing }),
    ...(apart.length === 0 ? {} : { apart }),
    ...(Object.keys(corrected).length === 0 ? {} : { corrected }),
    ...(parts.length < 2 || missing.length + apart.length === 0 ? {} : { parts })
  }
}

const listed = (words: ReadonlyArray<string>): string => {
  const quoted = words.map((word) => JSON.stringify(word))
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)!}`
}

/** Returns a warning that names excluded words, because the hyphen may be part of a command option. */
export const exclusionsOf = ({ nodes }: Query.Query): ReadonlyArray<string> => {
  const excluded = nodes.flatMap((node) => node._tag === "Word" && node.negated ? [`-${node.value}`] : [])
  if (excluded.length === 0) return []
  const [verb, subject] = excluded.length === 1 ? ["excludes", "it is"] : ["exclude", "they are"]
  return [`${listed(excluded)} ${verb} pages; in quotation marks ${subject} searched.`]
}

export const warningsOf = (
  { apart = none, missing = none }: CoverageFields,
  warnings: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const unnamed = missing.filter((word) => !warnings.some((warning) => warning.includes(JSON.stringify(word))))
  return [
    ...(unnamed.length === 0
      ? []
      : [`No result contains the ${unnamed.length === 1 ? "word" : "words"} ${listed(unnamed)}.`]),
    ...(apart.length === 0 ? [] : [`No passage contains ${listed(apart)} together with the other words of the query.`])
  ]
}
