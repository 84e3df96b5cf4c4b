import type { CreditError } from "@dunlin/credits/CreditError"
import * as PriceTable from "@dunlin/credits/PriceTable"
import type { ImageHit, NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import * as Query from "@dunlin/query-operators/Query"
import type { Document, Metadata } from "@dunlin/schema/Document"
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import { withoutUserInfo } from "@dunlin/schema/RawPage"
import type { SearchData, WebResult } from "@dunlin/schema/SearchResponse"
import * as Passages from "@dunlin/transformers/Passages"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ScrapeError from "../ScrapeError.ts"
import type { Scraped } from "../ScrapeState.ts"
import { SearchSettings } from "../SearchSettings.ts"
import type { Authorized, Found, Input, Planned, Refined, Reserved, ScrapedPages, Settled } from "../SearchState.ts"
import { coverageOf, exclusionsOf, missingOf, warningsOf } from "./coverage.ts"
import { saidOf, wordsOf } from "./knownText.ts"
import { imageResult, newsResult, webResult } from "./results.ts"

type State = Input & Authorized & Planned & Reserved & Pick<Found, "failed" | "suggestion"> & Refined & ScrapedPages

const cacheOnly: ReadonlySet<ErrorCode> = new Set(["SCRAPE_NO_CACHED_DATA", "SCRAPE_LOCKDOWN_CACHE_MISS"])

const nothingCached = (state: State): ScrapeError.ScrapeError | undefined => {
  const pages = [...state.pages.values()]
  return pages.every((page) => page instanceof ScrapeError.ScrapeError && cacheOnly.has(page.code))
    ? pages[0] as ScrapeError.ScrapeError | undefined
    : undefined
}

/** If all pages had to come from the cache and none was there, the search fails and charges only the failed lookups. */
export const settleSearch = (
  state: State,
  services: Context.Context<never>
): Effect.Effect<Settled, CreditError | ScrapeError.ScrapeError> => {
  const missing = nothingCached(state)
  const data = toData(state)
  const { prices } = Context.get(services, SearchSettings)
  const results = (data.web?.length ?? 0) + (data.news?.length ?? 0) + (data.images?.length ?? 0)
  const lines = PriceTable.lines({
    results: missing === undefined ? results : 0,
    queries: missing === undefined ? state.fused?.results : undefined,
    enterprise: state.request.enterprise,
    pages: [...state.pages.values()].map(usageOf),
    scanned: state.scanned
  }, prices)
  const creditsUsed = PriceTable.total(lines)
  if (missing !== undefined) return Effect.andThen(state.settle(creditsUsed), Effect.fail(missing))
  return Effect.map(state.settle(creditsUsed), ({ shortfall }) => {
    const found = [...state.hits.web ?? [], ...state.hits.news ?? []]
    const shown = isAnswer(state) ? undefined : () => found.map((hit) => shownOf(state, hit))
    const known = coverageOf(state, found, shown)
    const warnings = [
      ...state.warnings,
      ...(results === 0 ? exclusionsOf(state.plan.query) : []),
      ...(found.length === 0 ? [] : warningsOf(known, state.warnings)),
      ...(shortfall === 0 ? [] : [costMore(shortfall)])
    ]
    const warning = warnings.length === 0 ? null : [...new Set(warnings)].join(" ")
    const suggestion = state.suggestion === undefined ? {} : { suggestion: state.suggestion }
    const account = accountOf(state, prices)
    return {
      response: { success: true, data, warning, ...suggestion, ...known, ...account, id: state.id, creditsUsed }
    }
  })
}

const accountOf = ({ failed, fused, many, request }: State, prices: PriceTable.PriceTable) => {
  if (fused === undefined || many === undefined) return {}
  const queries = many.queries.map((query, at) => {
    const results = fused.results[at] ?? 0
    const error = failed?.get(at)
    return {
      query,
      results,
      creditsUsed: PriceTable.results(results, request.enterprise, prices),
      ...(error === undefined ? {} : { error })
    }
  })
  return { queries, duplicates: fused.duplicates, omitted: fused.omitted }
}

/** The refine stage has charged the scan of this URL, so `scanned` is 0. */
export const usageOf = (page: Scraped | ScrapeError.ScrapeError): PriceTable.PageUsage =>
  page instanceof ScrapeError.ScrapeError
    ? { outcome: page.code === "SCRAPE_LOCKDOWN_CACHE_MISS" ? "lockdownMiss" : "failed" }
    : { ...page.usage, scanned: 0 }

export const costMore = (shortfall: number): string =>
  `The search cost ${shortfall} credits more than the team's balance.`

const toData = (state: State): SearchData => {
  const { images, news, web } = state.hits
  const queryWords = wordsOf(state.plan.query)
  const matches = markerOf(state, queryWords)
  return {
    ...(web === undefined ? {} : {
      web: web.map((hit, index): WebResult => {
        const page = state.pages.get(hit.url)
        const result = {
          ...webResult(hit, index),
          ...matches(hit, hit.description),
          ...datesOf(hit, page),
          ...placeOf(state, hit, queryWords),
          ...queriesOf(state, hit)
        }
        return page === undefined ? result : { ...result, ...documentOf(page, hit) }
      })
    }),
    ...(images === undefined
      ? {}
      : { images: images.map((hit, index) => ({ ...imageResult(hit, index), ...queriesOf(state, hit) })) }),
    ...(news === undefined ? {} : {
      news: news.map((hit, index) => {
        const { title, url } = hit
        const page = documentOf(state.pages.get(url), { title, description: hit.snippet, url })
        return {
          ...newsResult(hit, index),
          ...matches(hit, hit.snippet),
          ...placeOf(state, hit, queryWords),
          ...queriesOf(state, hit),
          ...page
        }
      })
    })
  }
}

export const queriesOf = ({ fused, many }: Pick<State, "fused" | "many">, hit: WebHit | NewsHit | ImageHit) =>
  fused === undefined || many === undefined ? {} : { queries: fused.queriesOf(hit).map((at) => many.queries[at]!) }

const isAnswer = (state: object): boolean => "budget" in state

const shownOf = ({ places }: State, hit: WebHit | NewsHit): string =>
  [hit.title, ...places?.get(hit)?.headings ?? [], hit.source === "web" ? hit.description : hit.snippet].join("\n")

const placeOf = (state: State, hit: WebHit | NewsHit, queryWords: string) => {
  const missing = missingOf(state, hit, saidOf(state, hit) ?? queryWords) ?? []
  const place = state.places?.get(hit)
  return { ...place, ...(missing.length === 0 ? {} : { missing }) }
}

const markerOf = ({ request, suggestion = "" }: State, queryWords: string) => {
  const words = suggestion === "" ? "" : wordsOf(Query.parse(suggestion).query)
  const find = Passages.matcher(`${queryWords} ${words}`)
  return (hit: WebHit | NewsHit, text: string) => {
    const matches = request.highlights ? hit.matches ?? find(text) : []
    return matches.length === 0 ? {} : { matches }
  }
}

const datesOf = (hit: WebHit, page: Scraped | ScrapeError.ScrapeError | undefined) => {
  const { dateEvidence = "provider", modifiedAt, publishedAt } = hit
  if (publishedAt !== undefined || modifiedAt !== undefined) {
    return {
      ...(publishedAt === undefined ? {} : { publishedAt }),
      ...(modifiedAt === undefined ? {} : { modifiedAt }),
      dateEvidence
    }
  }
  const metadata = page === undefined || page instanceof ScrapeError.ScrapeError ? undefined : page.document.metadata
  const { modifiedTime, publishedTime } = metadata ?? {}
  return publishedTime === undefined && modifiedTime === undefined ? {} : {
    ...(publishedTime === undefined ? {} : { publishedAt: publishedTime }),
    ...(modifiedTime === undefined ? {} : { modifiedAt: modifiedTime }),
    dateEvidence: "page"
  }
}

// Some clients show only the `metadata` of a scraped item, so it always describes the page.
const documentOf = (
  page: Scraped | ScrapeError.ScrapeError | undefined,
  hit: { readonly title: string; readonly description: string; readonly url: string }
): Document => {
  if (page === undefined) return {}
  const url = withoutUserInfo(hit.url)
  const known: Metadata = { title: hit.title, description: hit.description, sourceURL: url, url }
  return page instanceof ScrapeError.ScrapeError
    // Clients require a number: 0 if there was no response.
    ? { metadata: { ...known, statusCode: 0, error: page.message, errorCode: page.code } }
    : { ...page.document, metadata: { ...known, ...page.document.metadata } }
}
