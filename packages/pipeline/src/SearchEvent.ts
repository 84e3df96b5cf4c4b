/**
 * Defines the events of a search, which are reported as they happen.
 *
 * @since 0.1.0
 */
import { Document } from "@dunlin/schema/Document"
import { ErrorCode } from "@dunlin/schema/ErrorBody"
import { SearchData, SearchResponse } from "@dunlin/schema/SearchResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * The hits are known, but no page has been scraped. `hits` contains them, so that a list can be shown immediately.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HitsFound = Schema.TaggedStruct("HitsFound", {
  web: Schema.Int,
  news: Schema.Int,
  images: Schema.Int,
  /** The hits without content of their pages. Passages of the pages may later replace their descriptions. */
  hits: SearchData,
  toScrape: Schema.Int
})

/**
 * @category schemas
 * @since 0.1.0
 */
export const PageStarted = Schema.TaggedStruct("PageStarted", { url: Schema.String })

/**
 * @category schemas
 * @since 0.1.0
 */
export const PageFinished = Schema.TaggedStruct("PageFinished", {
  url: Schema.String,
  document: Document,
  statusCode: Schema.optionalKey(Schema.Int),
  cacheState: Schema.optionalKey(Schema.Literals(["hit", "miss"]))
})

/**
 * @category schemas
 * @since 0.1.0
 */
export const PageFailed = Schema.TaggedStruct("PageFailed", {
  url: Schema.String,
  code: ErrorCode,
  error: Schema.String
})

/**
 * A stage has finished. With a `url`, it is a stage of this page's scrape; otherwise it is a stage of the search.
 *
 * @category schemas
 * @since 0.1.0
 */
export const StageFinished = Schema.TaggedStruct("StageFinished", {
  stage: Schema.String,
  milliseconds: Schema.Number,
  url: Schema.optionalKey(Schema.String)
})

/**
 * A warning for the caller. If it has a `url`, it is about this page.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Warning = Schema.TaggedStruct("Warning", {
  message: Schema.String,
  url: Schema.optionalKey(Schema.String)
})

/**
 * The last event.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Done = Schema.TaggedStruct("Done", { response: SearchResponse })

/**
 * @category schemas
 * @since 0.1.0
 */
export const SearchEvent = Schema.Union([
  HitsFound,
  PageStarted,
  PageFinished,
  PageFailed,
  StageFinished,
  Warning,
  Done
])

/**
 * @category models
 * @since 0.1.0
 */
export type SearchEvent = typeof SearchEvent.Type

/**
 * The events of a search with the response type `Response`.
 *
 * @category models
 * @since 0.1.0
 */
export type Event<Response extends SearchResponse> =
  | Exclude<SearchEvent, { readonly _tag: "Done" }>
  | { readonly _tag: "Done"; readonly response: Response }

/**
 * Receives the events of searches in this context. By default, events are dropped.
 *
 * @category references
 * @since 0.1.0
 */
export const SearchEvents = Context.Reference<(event: SearchEvent) => Effect.Effect<void>>(
  "@dunlin/pipeline/SearchEvents",
  { defaultValue: () => () => Effect.void }
)

/**
 * Emits an event.
 *
 * @category accessors
 * @since 0.1.0
 */
export const emit = (event: SearchEvent): Effect.Effect<void> =>
  Effect.flatMap(SearchEvents, (listener) => listener(event))
