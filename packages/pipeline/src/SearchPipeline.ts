/**
 * Defines the stages of a search: authorize -> plan -> reserve -> search -> refine -> scrape -> verify -> highlight
 * -> settle.
 *
 * @since 0.1.0
 */
import { askProvider } from "./internal/askProvider.ts"
import { authorizeSearch } from "./internal/authorizeSearch.ts"
import { highlightHits } from "./internal/highlightHits.ts"
import { needing, prove } from "./internal/needs.ts"
import { planSearch } from "./internal/planSearch.ts"
import { refineHits } from "./internal/refineHits.ts"
import { reserveCredits } from "./internal/reserveCredits.ts"
import { scrapePages } from "./internal/scrapePages.ts"
import { settleSearch } from "./internal/settleSearch.ts"
import * as Stage from "./internal/stage.ts"
import { verifyHits } from "./internal/verifyHits.ts"
import * as Pipeline from "./Pipeline.ts"
import type * as SearchState from "./SearchState.ts"

/**
 * Checks the team's permissions. Adds `retention` and `threatPolicy`; fails with `SearchRefused`.
 *
 * @category stages
 * @since 0.1.0
 */
export const authorize = Stage.make("authorize", authorizeSearch)

/**
 * Parses the query and its filters. Adds `plan`; fails with `InvalidRequest` for an invalid `tbs` or CSS selector.
 *
 * @category stages
 * @since 0.1.0
 */
export const plan = Stage.make("plan", planSearch)

/**
 * Reserves the maximum cost of the search. Adds `settle`; fails with `CreditError`.
 *
 * @category stages
 * @since 0.1.0
 */
export const reserve = needing(Stage.make("reserve", reserveCredits), { threatPolicy: "object" })

/**
 * Queries the search provider. The stage is named `search`, but that name is used for another value in this module.
 * Adds `answers`; fails with `SearchError` if every query failed.
 *
 * @category stages
 * @since 0.1.0
 */
export const ask = needing(Stage.make("search", askProvider), { threatPolicy: "object", plan: "object" })

/**
 * Enforces every filter on the hits and removes duplicates. Adds `hits` and `scanned`.
 *
 * @category stages
 * @since 0.1.0
 */
export const refine = needing(Stage.make("refine", refineHits), { threatPolicy: "object", answers: "list" })

/**
 * Scrapes the pages behind the hits if requested. Adds `pages`.
 *
 * @category stages
 * @since 0.1.0
 */
export const scrape = needing(Stage.make("scrape", scrapePages), { threatPolicy: "object", hits: "object" })

/**
 * Checks the filters again with the text of pages that are known now. Drops hits that contradict the filters, and
 * reports filters that could not be checked. Replaces `hits` and `pages`.
 *
 * @category stages
 * @since 0.2.0
 */
export const verify = needing(Stage.make("verify", verifyHits), { hits: "object", pages: "map" })

/**
 * Replaces descriptions by passages that match the query, unless this is disabled. Replaces `hits`.
 *
 * @category stages
 * @since 0.1.0
 */
export const highlight = needing(Stage.make("highlight", highlightHits), {
  plan: "object",
  hits: "object",
  pages: "map"
})

/**
 * Charges the cost of the search and creates the response. Adds `response`.
 *
 * @category stages
 * @since 0.1.0
 */
export const settle = needing(Stage.make("settle", settleSearch), {
  plan: "object",
  settle: "function",
  hits: "object",
  pages: "map"
})

/**
 * The default pipeline of a search.
 *
 * @category pipelines
 * @since 0.1.0
 */
export const search = prove(
  Pipeline.make<SearchState.Input>()(
    authorize,
    plan,
    reserve,
    ask,
    refine,
    scrape,
    verify,
    highlight,
    settle
  )
)
