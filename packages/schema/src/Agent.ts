/**
 * Defines the bodies of `/v2/agent`, which answers a question that needs several searches.
 *
 * @since 0.3.0
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { integerFrom, listOf, optional, optionalText, textUpTo, withDefault } from "./internal/fields.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import { PageUrl } from "./ScrapeRequest.ts"

/**
 * @category schemas
 * @since 0.3.0
 */
export const AgentRequest = Schema.Struct({
  prompt: textUpTo(Limits.promptMaxLength).annotate({ description: "Question to answer." }),
  urls: optional(listOf(PageUrl, Limits.extractMaxUrls), "URLs of the sites to search first."),
  schema: optional(Schema.Record(Schema.String, Schema.Json), "JSON Schema of the returned data."),
  effort: withDefault(
    Schema.Literals(["low", "medium", "high"]),
    "medium",
    "Determines the maximum number of searches."
  ),
  maxCredits: optional(
    integerFrom(1),
    "Maximum credits of a run, estimated from its number of searches. At least one search runs."
  ),
  strictConstrainToURLs: withDefault(Schema.Boolean, false, "Restricts searches to the hosts of `urls`."),
  model: optionalText("Has no effect: the server's model is used.", Limits.texts.name),
  threadId: optionalText("Has no effect: runs are independent.", Limits.texts.name),
  mode: optionalText("Has no effect.", Limits.texts.name),
  exchange: optional(Schema.Json, "Has no effect.")
})

/**
 * @category models
 * @since 0.3.0
 */
export type AgentRequest = typeof AgentRequest.Type

const decodeWire = decodeRequest({
  schema: AgentRequest,
  decoder: Schema.decodeUnknownEffect(AgentRequest, { errors: "all" }),
  placeholders: { prompt: "question" }
})

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.3.0
 */
export const decode = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<
  { readonly request: AgentRequest; readonly warnings: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest
> => decodeWire(input, options)

/**
 * The status of a run.
 *
 * @category schemas
 * @since 0.3.0
 */
export const AgentStatus = Schema.Struct({
  success: Schema.Literal(true),
  status: Schema.Literals(["processing", "completed", "failed"]),
  data: Schema.optionalKey(Schema.Json),
  /** The report, with numbered claims. */
  message: Schema.optionalKey(Schema.String),
  error: Schema.optionalKey(Schema.String),
  warning: Schema.optionalKey(Schema.String),
  expiresAt: Schema.String,
  creditsUsed: Schema.Int
})

/**
 * @category models
 * @since 0.3.0
 */
export type AgentStatus = typeof AgentStatus.Type
