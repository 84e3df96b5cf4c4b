/**
 * Defines `POST /v2/crawl/params-preview`: crawl options that are derived from a prompt.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { textUpTo } from "./internal/fields.ts"
import { type Decoded, decodeRequest } from "./internal/wire.ts"
import type { InvalidRequest } from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import { PageUrl } from "./ScrapeRequest.ts"

/**
 * @category schemas
 * @since 0.1.0
 */
export const ParamsPreviewRequest = Schema.Struct({ url: PageUrl, prompt: textUpTo(Limits.promptMaxLength) })

/**
 * @category models
 * @since 0.1.0
 */
export type ParamsPreviewRequest = typeof ParamsPreviewRequest.Type

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode: (input: unknown) => Effect.Effect<Decoded<ParamsPreviewRequest>, InvalidRequest> = decodeRequest({
  schema: ParamsPreviewRequest,
  decoder: Schema.decodeUnknownEffect(ParamsPreviewRequest, { errors: "all" }),
  placeholders: { url: "https://example.com/", prompt: "prompt" }
})

/**
 * Crawl options. Options that the prompt does not mention are absent.
 *
 * @category schemas
 * @since 0.1.0
 */
export const CrawlOptions = Schema.Struct({
  url: PageUrl,
  includePaths: Schema.optionalKey(Schema.Array(Schema.String)),
  excludePaths: Schema.optionalKey(Schema.Array(Schema.String)),
  maxDepth: Schema.optionalKey(Schema.Int),
  maxDiscoveryDepth: Schema.optionalKey(Schema.Int),
  crawlEntireDomain: Schema.optionalKey(Schema.Boolean),
  allowExternalLinks: Schema.optionalKey(Schema.Boolean),
  allowSubdomains: Schema.optionalKey(Schema.Boolean),
  sitemap: Schema.optionalKey(Schema.Literals(["only", "skip", "include"])),
  ignoreQueryParameters: Schema.optionalKey(Schema.Boolean),
  deduplicateSimilarURLs: Schema.optionalKey(Schema.Boolean),
  /** The delay between two pages in seconds. */
  delay: Schema.optionalKey(Schema.Finite),
  limit: Schema.optionalKey(Schema.Int)
})

/**
 * @category models
 * @since 0.1.0
 */
export type CrawlOptions = typeof CrawlOptions.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const ParamsPreviewResponse = Schema.Struct({
  success: Schema.Literal(true),
  data: CrawlOptions,
  /** The parts of the prompt that were ignored; absent if none exist. */
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type ParamsPreviewResponse = typeof ParamsPreviewResponse.Type
