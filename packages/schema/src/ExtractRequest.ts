/**
 * The body of `POST /v2/extract`: data in one schema, from many pages.
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
 * An extraction with all defaults. A URL that ends in `/*` stands for the pages of that part of a site.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ExtractRequest = Schema.Struct({
  urls: Schema.Array(atMostLong(Limits.texts.url)).check(
    Schema.isMinLength(1, { expected: "at least one URL" }),
    Schema.isMaxLength(Limits.extractMaxUrls, { expected: `at most ${Limits.extractMaxUrls} URLs` })
  ),
  prompt: optionalText("What to extract, in a sentence.", Limits.promptMaxLength),
  schema: optional(JsonSchemaObject, "JSON Schema that the data follows."),
  systemPrompt: optionalText("Instructions that hold for every page.", Limits.promptMaxLength),
  showSources: withDefault(Schema.Boolean, false, "Whether the answer names the pages its data comes from."),
  ignoreInvalidURLs: withDefault(Schema.Boolean, true, "Leaves out addresses that are none, and names them."),
  webhook: optional(Webhook, "Where the extraction tells how it goes on."),
  scrapeOptions: withDefault(ScrapeOptions, {}, "How every page is scraped; its formats do not count."),
  threatProtection: optional(ThreatProtection, "Replaces fields of the organization's policy for this request."),
  auditMetadata: optional(AuditMetadata, "Whom the audit log names for this request.")
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
