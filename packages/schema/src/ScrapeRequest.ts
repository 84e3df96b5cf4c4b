/**
 * The body of `POST /v2/scrape` (section 4.2).
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as ScrapeOptions from "./ScrapeOptions.ts"

const WebAddress = Schema.String.check(
  Schema.makeFilter((text: string) => {
    const url = URL.parse(text)
    return url !== null && (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== ""
  }, { expected: "an http or https URL" })
)

const bareHost = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+(?::\d+)?(?:[/?#]|$)/u

/**
 * The address of a page: `http` or `https`, with a host. `example.com/page` is read as `http://example.com/page`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PageUrl = Schema.String.pipe(
  Schema.decodeTo(
    WebAddress,
    SchemaTransformation.transform({
      decode: (text) => bareHost.test(text) ? `http://${text}` : text,
      encode: (url) => url
    })
  )
)

/**
 * One page to scrape, with every default filled in.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ScrapeRequest = Schema.Struct({ url: PageUrl, ...ScrapeOptions.fields }).check(ScrapeOptions.rules)

/**
 * @category models
 * @since 0.1.0
 */
export type ScrapeRequest = typeof ScrapeRequest.Type

/**
 * What a caller may write: only `url` is required.
 *
 * @category models
 * @since 0.1.0
 */
export type ScrapeRequestInput = typeof ScrapeRequest.Encoded

/**
 * Decodes a request body. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.1.0
 */
export const decode: (input: unknown) => Effect.Effect<ScrapeRequest, InvalidRequest.InvalidRequest> = decodeRequest(
  Schema.decodeUnknownEffect(ScrapeRequest, { errors: "all" }),
  { url: "https://example.com/" }
)
