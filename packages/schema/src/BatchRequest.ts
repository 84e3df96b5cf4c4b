/**
 * Defines the body of `POST /v2/batch/scrape`: many pages, one set of scrape options.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { atMostLong, integerBetween, optional, textUpTo, withDefault } from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import * as ScrapeOptions from "./ScrapeOptions.ts"
import { Webhook } from "./Webhook.ts"

/**
 * A batch with all defaults. URLs are not validated here: with `ignoreInvalidURLs`, invalid ones are skipped.
 *
 * @category schemas
 * @since 0.1.0
 */
export const BatchRequest = Schema.Struct({
  urls: Schema.Array(atMostLong(Limits.texts.url)).check(
    Schema.isMinLength(1, { expected: "at least one URL" }),
    Schema.isMaxLength(Limits.batchMaxUrls, { expected: `at most ${Limits.batchMaxUrls} URLs` })
  ),
  ignoreInvalidURLs: withDefault(Schema.Boolean, true, "Omits invalid URLs and returns them in `invalidURLs`."),
  appendToId: optional(
    textUpTo(Limits.texts.name),
    "Id of a batch to add the pages to. The options of that batch apply."
  ),
  maxConcurrency: optional(
    integerBetween(Limits.jobConcurrency),
    "Maximum number of pages that are read concurrently."
  ),
  webhook: optional(Webhook, "Webhook that receives the batch's events."),
  ...ScrapeOptions.fields
}).check(ScrapeOptions.rules)

/**
 * @category models
 * @since 0.1.0
 */
export type BatchRequest = typeof BatchRequest.Type

/**
 * The input of a batch: only `urls` is required.
 *
 * @category models
 * @since 0.1.0
 */
export interface BatchRequestInput extends Given<typeof BatchRequest.Encoded> {}

const decodeWire = decodeRequest({
  schema: BatchRequest,
  decoder: Schema.decodeUnknownEffect(BatchRequest, { errors: "all" }),
  placeholders: { urls: ["https://example.com/"] }
})

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decodeBody = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<
  { readonly request: BatchRequest; readonly warnings: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest
> =>
  Effect.map(decodeWire(input, options), ({ request, warnings }) => ({
    request,
    warnings: [...warnings, ...ScrapeOptions.notices(request)]
  }))

/**
 * Decodes a request body. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<BatchRequest, InvalidRequest.InvalidRequest> =>
  Effect.map(decodeWire(input, options), ({ request }) => request)
