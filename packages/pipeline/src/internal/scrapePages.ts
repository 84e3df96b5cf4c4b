import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Deadline from "../Deadline.ts"
import * as ScrapeError from "../ScrapeError.ts"
import { Scraper } from "../Scraper.ts"
import type { Scraped } from "../ScrapeState.ts"
import * as SearchEvent from "../SearchEvent.ts"
import { SearchSettings } from "../SearchSettings.ts"
import type { Authorized, Input, Refined, ScrapedPages } from "../SearchState.ts"
import * as Receipt from "./receipt.ts"
import { usageOf } from "./settleSearch.ts"
import { warned } from "./warned.ts"

type State = Input & Authorized & Refined

/** Kept for highlights and the response, so that slow pages cause no timeout. */
const MAX_RESERVED_MS = 500

export const scrapePages = (
  state: State
): Effect.Effect<ScrapedPages & Pick<Input, "warnings">, never, Scraper> => {
  const { scrapeOptions } = state.request
  return scrapeOptions === undefined
    ? Effect.succeed({ pages: noPages, warnings: state.warnings })
    : scrapeAll(state, scrapeOptions)
}

const noPages: ScrapedPages["pages"] = new Map()

const scrapeAll = Effect.fnUntraced(
  function*(
    state: State,
    options: ScrapeOptions
  ): Effect.fn.Return<ScrapedPages & Pick<Input, "warnings">, never, Scraper> {
    const urls = [...new Set([...state.hits.web ?? [], ...state.hits.news ?? []].map((hit) => hit.url))]
    const { scrapeConcurrency } = yield* SearchSettings
    const scraper = yield* Scraper
    const receipt = yield* Receipt.Current
    const left = yield* Deadline.remaining
    const budget = left - Math.min(MAX_RESERVED_MS, state.request.timeout * 0.1)
    // The hits have passed the threat policy, and the caller was allowed to set it.
    const scrape = (url: string) =>
      scraper.scrape({ url, options, caller: state.caller, retention: state.retention }).pipe(
        Effect.result,
        Effect.map((result) => Result.isSuccess(result) ? result.success : result.failure)
      )
    const pages = new Map<string, Scraped | ScrapeError.ScrapeError>(
      urls.map((url) => [url, ScrapeError.make(new ScrapeError.ScrapeTimeout({ milliseconds: state.request.timeout }))])
    )
    yield* Effect.forEach(
      urls,
      (url) =>
        SearchEvent.emit({ _tag: "PageStarted", url }).pipe(
          Effect.andThen(scrape(url)),
          Effect.tap((page) => Effect.sync(() => pages.set(url, page))),
          Effect.flatMap((page) => {
            const event = toEvent(url, page)
            receipt?.price(event, { page: usageOf(page) })
            return SearchEvent.emit(event)
          })
        ),
      { concurrency: scrapeConcurrency, discard: true }
    ).pipe(
      Deadline.within(budget),
      Effect.timeoutOrElse({ duration: Math.max(1, budget), orElse: () => Effect.void })
    )

    const failures = [...pages.values()].filter((page) => page instanceof ScrapeError.ScrapeError)
    return { pages, warnings: warned(state.warnings, describeFailures(failures, urls.length)) }
  }
)

const toEvent = (url: string, page: Scraped | ScrapeError.ScrapeError): SearchEvent.SearchEvent => {
  if (page instanceof ScrapeError.ScrapeError) {
    return { _tag: "PageFailed", url, code: page.code, error: page.message }
  }
  const { cacheState, statusCode } = page.document.metadata ?? {}
  return {
    _tag: "PageFinished",
    url,
    document: page.document,
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(cacheState === undefined ? {} : { cacheState })
  }
}

const describeFailures = (failures: ReadonlyArray<ScrapeError.ScrapeError>, total: number): ReadonlyArray<string> => {
  if (failures.length === 0) return []
  const codes = [...new Set(failures.map(({ code }) => code))].join(", ")
  return [`${failures.length} of ${total} pages could not be scraped (${codes}); see metadata.error of each page.`]
}
