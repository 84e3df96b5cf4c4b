/**
 * Defines the bodies of `/v2/feedback` and `/v2/search/{id}/feedback`: the rating of a response.
 *
 * @since 0.3.0
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { atMostLong, listOf, optional, optionalText, textUpTo, withDefault } from "./internal/fields.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"

const { issues, missing, note, pages, reason, sources, topic } = Limits.feedback

const Source = Schema.Struct({
  url: textUpTo(Limits.texts.url),
  reason: optionalText("Why the source was useful.", reason)
})
const Missing = Schema.Struct({ topic: textUpTo(topic), description: optionalText("Further details.", note) })

const common = {
  rating: Schema.Literals(["good", "partial", "bad"]),
  valuableSources: withDefault(listOf(Source, sources), [], "Results that were useful."),
  missingContent: withDefault(listOf(Missing, missing), [], "Content that was expected but not returned."),
  querySuggestions: optionalText("Queries that would have been better.", note),
  issues: withDefault(listOf(textUpTo(topic), issues), [], "Names of the problems."),
  tags: withDefault(listOf(textUpTo(topic), issues), [], "Your own tags."),
  note: optionalText("Further comments.", note),
  url: optional(atMostLong(Limits.texts.url), "URL of the page that the feedback is about."),
  pageNumbers: withDefault(
    listOf(Schema.Int, pages),
    [],
    "Numbers of the document's pages that the feedback is about."
  ),
  metadata: optional(Schema.Record(Schema.String, Schema.Json), "Your own metadata.")
}

const isGrounded = (
  { missingContent, querySuggestions, rating, valuableSources }: {
    readonly rating: string
    readonly valuableSources: ReadonlyArray<unknown>
    readonly missingContent: ReadonlyArray<unknown>
    readonly querySuggestions?: string | undefined
  }
): boolean =>
  rating === "good"
    ? valuableSources.length > 0
    : rating === "partial"
    ? valuableSources.length + missingContent.length > 0
    : missingContent.length > 0 || querySuggestions !== undefined

/**
 * Feedback about a search. A `good` rating names a source, a `partial` one a source or missing content, and a `bad`
 * one missing content or better queries.
 *
 * @category schemas
 * @since 0.3.0
 */
export const SearchFeedback = Schema.Struct(common).check(
  Schema.makeFilter(isGrounded, {
    expected: "valuableSources with a good rating; missingContent or querySuggestions with a bad one"
  })
)

/**
 * Feedback about any response.
 *
 * @category schemas
 * @since 0.3.0
 */
export const Feedback = Schema.Struct({
  endpoint: Schema.Literals(["search", "scrape", "parse", "map", "crawl", "batch", "extract", "agent", "monitor"]),
  jobId: textUpTo(Limits.texts.name),
  ...common
})

/**
 * @category models
 * @since 0.3.0
 */
export type Feedback = typeof Feedback.Type

const decodeAny = decodeRequest({
  schema: Feedback,
  decoder: Schema.decodeUnknownEffect(Feedback, { errors: "all" }),
  placeholders: { endpoint: "search", jobId: "id", rating: "good" }
})

const decodeOfSearch = decodeRequest({
  schema: SearchFeedback,
  decoder: Schema.decodeUnknownEffect(SearchFeedback, { errors: "all" }),
  placeholders: { rating: "good" }
})

type Decoded<A> = Effect.Effect<
  { readonly request: A; readonly warnings: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest
>

/**
 * Decodes feedback about any response.
 *
 * @category decoding
 * @since 0.3.0
 */
export const decode = (input: unknown): Decoded<Feedback> => decodeAny(input)

/**
 * Decodes feedback about a search.
 *
 * @category decoding
 * @since 0.3.0
 */
export const decodeSearch = (input: unknown): Decoded<typeof SearchFeedback.Type> => decodeOfSearch(input)

/**
 * @category schemas
 * @since 0.3.0
 */
export const FeedbackResponse = Schema.Struct({
  success: Schema.Literal(true),
  feedbackId: Schema.String,
  creditsRefunded: Schema.Int,
  alreadySubmitted: Schema.optionalKey(Schema.Boolean),
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.3.0
 */
export type FeedbackResponse = typeof FeedbackResponse.Type
