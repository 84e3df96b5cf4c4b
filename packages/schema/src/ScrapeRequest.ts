/**
 * Defines the body of `POST /v2/scrape`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { atMostLong } from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"
import * as ScrapeOptions from "./ScrapeOptions.ts"

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== ""
}

const WebAddress = Schema.String.check(Schema.makeFilter(isWebAddress, { expected: "an http or https URL" }))

const DocumentAddress = Schema.String.check(
  Schema.makeFilter(
    (text: string) => isWebAddress(text) || URL.parse(text)?.protocol === "file:",
    { expected: "an http, https or file URL" }
  )
)

const bareHost = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+(?::\d+)?(?:[/?#]|$)/u

/**
 * The URL of a page: `http` or `https`, with a host. `example.com/page` is read as `http://example.com/page`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PageUrl = atMostLong(Limits.texts.url).pipe(
  Schema.decodeTo(
    WebAddress,
    SchemaTransformation.transform({ decode: (text) => withScheme(text), encode: (url) => url })
  )
)

const withScheme = (text: string): string => bareHost.test(text) ? `http://${text}` : text

/**
 * The URL of a page, or a `file:` URL of a document in the embedded index. The latter only identifies the document;
 * the file itself is never opened.
 *
 * @category schemas
 * @since 0.2.0
 */
export const DocumentUrl = atMostLong(Limits.texts.url).pipe(
  Schema.decodeTo(
    DocumentAddress,
    SchemaTransformation.transform({ decode: (text) => withScheme(text), encode: (url) => url })
  )
)

/**
 * One page to scrape, with all defaults.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ScrapeRequest = Schema.Struct({ url: PageUrl, ...ScrapeOptions.fields }).check(ScrapeOptions.rules)

const ReadRequest = Schema.Struct({ url: DocumentUrl, ...ScrapeOptions.fields }).check(ScrapeOptions.rules)

/**
 * @category models
 * @since 0.1.0
 */
export type ScrapeRequest = typeof ScrapeRequest.Type

/**
 * The input of a scrape: only `url` is required.
 *
 * @category models
 * @since 0.1.0
 */
export interface ScrapeRequestInput extends Given<typeof ScrapeRequest.Encoded> {}

/**
 * A decoded request, with warnings about ignored fields.
 *
 * @category models
 * @since 0.1.0
 */
export interface Decoded {
  readonly request: ScrapeRequest
  readonly warnings: ReadonlyArray<string>
}

const decodeWire = decodeRequest({
  schema: ScrapeRequest,
  decoder: Schema.decodeUnknownEffect(ScrapeRequest, { errors: "all" }),
  placeholders: { url: "https://example.com/" }
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
): Effect.Effect<Decoded, InvalidRequest.InvalidRequest> =>
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
export const decode = (input: unknown): Effect.Effect<ScrapeRequest, InvalidRequest.InvalidRequest> =>
  Effect.map(decodeWire(input), ({ request }) => request)

const decodeReadingWire = decodeRequest({
  schema: ReadRequest,
  decoder: Schema.decodeUnknownEffect(ReadRequest, { errors: "all" }),
  placeholders: { url: "https://example.com/" }
})

/**
 * Decodes the URL to read, which is a page or a document of the embedded index. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.2.0
 */
export const decodeReading = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<ScrapeRequest, InvalidRequest.InvalidRequest> =>
  Effect.map(decodeReadingWire(input, options), ({ request }) => request)
