/**
 * The bodies of `/v2/agent`: a question that needs several searches.
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
  prompt: textUpTo(Limits.promptMaxLength).annotate({ description: "The question." }),
  urls: optional(listOf(PageUrl, Limits.extractMaxUrls), "Sites to search first."),
  schema: optional(Schema.Record(Schema.String, Schema.Json), "JSON Schema of the data."),
  effort: withDefault(Schema.Literals(["low", "medium", "high"]), "medium", "How many searches a run may take."),
  maxCredits: optional(integerFrom(1), "Most credits of a run, as far as searches can be counted before they start."),
  strictConstrainToURLs: withDefault(Schema.Boolean, false, "Searches only the hosts of `urls`."),
  model: optionalText("Accepted and not used: the model of the server answers.", Limits.texts.name),
  threadId: optionalText("Accepted and not used: each run stands alone.", Limits.texts.name),
  mode: optionalText("Accepted and not used.", Limits.texts.name),
  exchange: optional(Schema.Json, "Accepted and not used.")
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
