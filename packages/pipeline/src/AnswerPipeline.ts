/**
 * Defines the stages of a search that returns an answer within a token limit. They have no highlights, read only
 * pages with unknown text, and end with `pack`.
 *
 * @since 0.1.0
 */
import type { Budgeted } from "./Answer.ts"
import { packAnswer } from "./internal/packAnswer.ts"
import { scrapeUnread } from "./internal/scrapeUnread.ts"
import * as Pipeline from "./Pipeline.ts"
import * as SearchPipeline from "./SearchPipeline.ts"
import type * as SearchState from "./SearchState.ts"
import * as Stage from "./Stage.ts"

/**
 * Scrapes hits whose text the provider does not have. Adds `pages`.
 *
 * @category stages
 * @since 0.1.0
 */
export const scrape = Stage.make("scrape", scrapeUnread)

/**
 * Selects the passages that answer the query within `budget`. Adds `answer`.
 *
 * @category stages
 * @since 0.1.0
 */
export const pack = Stage.make("pack", packAnswer)

/**
 * The default pipeline of an answer.
 *
 * @category pipelines
 * @since 0.1.0
 */
export const answer = Pipeline.make<SearchState.Input & Budgeted>()(
  SearchPipeline.authorize,
  SearchPipeline.plan,
  SearchPipeline.reserve,
  SearchPipeline.ask,
  SearchPipeline.refine,
  scrape,
  SearchPipeline.settle,
  pack
)
