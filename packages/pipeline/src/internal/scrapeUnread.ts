import type { NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import * as Effect from "effect/Effect"
import type { ScrapeError } from "../ScrapeError.ts"
import type { Scraper } from "../Scraper.ts"
import type { Authorized, Input, Refined, ScrapedPages } from "../SearchState.ts"
import { isRedacted } from "./knownText.ts"
import { scrapePages } from "./scrapePages.ts"

type State = Input & Authorized & Refined

/** Pages of later hits are rarely worth the time, so their descriptions are used. */
const MAX_PAGES = 10

/** Pages of the embedded index have a text, so they are not fetched. */
export const scrapeUnread = (
  state: State
): Effect.Effect<ScrapedPages & Pick<Input, "warnings">, ScrapeError, Scraper> => {
  const { news, web } = state.hits
  const isUnread = (hit: WebHit | NewsHit) => hit.text === undefined || isRedacted(state.request)
  const hits = {
    ...(web === undefined ? {} : { web: web.filter(isUnread).slice(0, MAX_PAGES) }),
    ...(news === undefined ? {} : { news: news.filter(isUnread).slice(0, MAX_PAGES) })
  }
  return (hits.web?.length ?? 0) + (hits.news?.length ?? 0) === 0
    ? Effect.succeed({ pages: new Map(), warnings: state.warnings })
    : scrapePages({ ...state, hits })
}
