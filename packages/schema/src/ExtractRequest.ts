/**
 * Defines the body of `POST /v2/extract`: data in one schema, from many pages.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { JsonSchemaObject } from "./Format.ts"
import { atMostLong, optional, optionalText, withDefault } from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import { AuditMetadata, ScrapeOptions } from "./ScrapeOptions.ts"
import { ThreatProtection } from "./ThreatProtection.ts"
import { Webhook } from "./Webhook.ts"

/**
 * An extraction with all defaults. A URL that ends in `/*` selects the pages below it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ExtractRequest = Schema.Struct({
  urls: Schema.Array(atMostLong(Limits.texts.url)).check(
    Schema.isMinLength(1, { expected: "at least one URL" }),
    Schema.isMaxLength(Limits.extractMaxUrls, { expected: `at most ${Limits.extractMaxUrls} URLs` })
  ),
  prompt: optionalText("Description of the data to extract.", Limits.promptMaxLength),
  schema: optional(JsonSchemaObject, "JSON Schema of the returned data."),
  systemPrompt: optionalText("Instructions for the language model, for every page.", Limits.promptMaxLength),
  showSources: withDefault(Schema.Boolean, false, "Returns the source pages of the data in `sources`."),
  ignoreInvalidURLs: withDefault(Schema.Boolean, true, "Omits invalid URLs and returns them in `invalidURLs`."),
  webhook: optional(Webhook, "Webhook that receives the extraction's events."),
  scrapeOptions: withDefault(ScrapeOptions, {}, "Scrape options for every page. `formats` is ignored."),
  threatProtection: optional(ThreatProtection, "Overrides fields of the team's threat policy for this request."),
  auditMetadata: optional(AuditMetadata, "User that the audit log records for this request.")
}).check(
  Schema.makeFilter((request) =>
    request.prompt === undefined && request.schema === undefined
      ? { path: ["schema"], issue: "Expected a schema, a prompt, or both" }
      : undefined
  )
)

/**
 * @category models
 * @since 0.1.0
 */
export type ExtractRequest = typeof ExtractRequest.Type

/**
 * The input of an extraction.
 *
 * @category models
 * @since 0.1.0
 */
export interface ExtractRequestInput extends Given<typeof ExtractRequest.Encoded> {}

const decodeWire = decodeRequest({
  schema: ExtractRequest,
  decoder: Schema.decodeUnknownEffect(ExtractRequest, { errors: "all" }),
  placeholders: { urls: ["https://example.com/"], prompt: "title" }
})

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decodeBody: (
  input: unknown
) => Effect.Effect<
  { readonly request: ExtractRequest; readonly warnings: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest
> = decodeWire

/**
 * Decodes a request body. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode = (input: unknown): Effect.Effect<ExtractRequest, InvalidRequest.InvalidRequest> =>
  Effect.map(decodeWire(input), ({ request }) => request)
