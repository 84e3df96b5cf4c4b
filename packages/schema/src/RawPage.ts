/**
 * A page as it came from the network, before anything is derived from it.
 *
 * This is the one value the fetcher produces, the cache stores, and the
 * transformers read, so that every format can be derived from a cache hit.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Bytes with their media type, before they get an address in the artifact store.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Blob = Schema.Struct({
  /** Media type without parameters, for example `image/png`. */
  contentType: Schema.String,
  bytes: Schema.Uint8Array
})

/**
 * @category models
 * @since 0.1.0
 */
export type Blob = typeof Blob.Type

/**
 * What the actions of a request left behind, each list in the order of the actions.
 *
 * @category schemas
 * @since 0.1.0
 */
export const RawActionResults = Schema.Struct({
  screenshots: Schema.Array(Blob),
  scrapes: Schema.Array(Schema.Struct({ url: Schema.String, html: Schema.String })),
  javascriptReturns: Schema.Array(Schema.Struct({ type: Schema.String, value: Schema.Json })),
  pdfs: Schema.Array(Blob)
})

/**
 * @category models
 * @since 0.1.0
 */
export type RawActionResults = typeof RawActionResults.Type

/**
 * One fetched representation of one URL.
 *
 * @category schemas
 * @since 0.1.0
 */
export class RawPage extends Schema.Class<RawPage>("@dunlin/schema/RawPage")({
  /** The URL that was asked for, without user name and password. */
  sourceUrl: Schema.String,
  /** The URL that answered, after all redirects. */
  url: Schema.String,
  /** HTTP status of the final answer. A status is data, never an error. */
  status: Schema.Int,
  /** Response headers, names in lower case, repeated ones joined with `, `; `set-cookie` is not kept. */
  headers: Schema.Record(Schema.String, Schema.String),
  /** Media type without parameters in lower case; empty when the server sent none. */
  contentType: Schema.String,
  /** Charset label of the `content-type` header, when there was one. */
  charset: Schema.optionalKey(Schema.String),
  /** Decoded of all content codings, not of its charset. For the browser engine: the serialised DOM in UTF-8. */
  body: Schema.Uint8Array,
  /** Every hop that answered with a redirect, in order. */
  redirects: Schema.Array(Schema.Struct({ url: Schema.String, status: Schema.Int })),
  /**
   * Those of its hops, as `host:port`, that only a setting of the operator opened. A cache must not serve the page once
   * one of them is closed again.
   */
  openedTargets: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Epoch milliseconds at which the body was complete. */
  fetchedAt: Schema.Number,
  engine: Schema.Literals(["http", "browser"]),
  proxyUsed: Schema.Literals(["basic", "stealth"]),
  /** What the caller should be told about this fetch, in whole sentences. */
  warnings: Schema.Array(Schema.String),
  screenshot: Schema.optionalKey(Blob),
  actions: Schema.optionalKey(RawActionResults),
  /** Computed styles that the browser engine read for the `branding` format; shape owned by that format. */
  computedStyles: Schema.optionalKey(Schema.Json)
}) {}

/**
 * A URL as it may be shown and stored: without user name and password. What has none, or is not a URL, stays as it is.
 *
 * @category conversions
 * @since 0.1.0
 */
export const withoutUserInfo = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.username === "" && parsed.password === "")) return url
  parsed.username = ""
  parsed.password = ""
  return parsed.href
}
