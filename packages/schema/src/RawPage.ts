/**
 * Defines a page as it was fetched, before formats are derived from it. The cache stores this value, so that every
 * format can be derived from a cache hit.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Bytes with their media type, before they are stored and have a URL.
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
 * Results of the actions of a request, each list in the order of the actions.
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
 * The reason why a page was read over HTTP or in a browser.
 *
 * **Details**
 *
 * - `requested`: the request needs a browser: an action, a screenshot, a profile, `mobile`, `waitFor`
 * - `sufficient`: the HTTP response contains the content
 * - `empty`: the HTTP response has almost no text outside header, navigation and footer
 * - `placeholder`: it has markers that scripts replace: a template, an empty root, a loading message
 * - `parts`: its content is in frames at other URLs, in scripts' shadow roots, or in roots with external style sheets
 * - `script-required`: its text says that it needs JavaScript
 * - `navigation`: a short page whose script opens another page, or a URL whose fragment names the page
 * - `challenge`: a response that requires a script check first
 * - `learned`: earlier pages of this kind of URL needed this engine
 * - `compared`: this page was fetched both ways to verify the earlier result; the better response is returned
 * - `state`: scripts fill the page, but it contains their data, as rendered pages of its kind confirm
 * - `http-failed`: the HTTP engine could not read the page
 * - `browser-failed`: a browser is needed, but no browser could read the page
 *
 * @category schemas
 * @since 0.2.0
 */
export const EngineReason = Schema.Literals([
  "requested",
  "sufficient",
  "empty",
  "placeholder",
  "parts",
  "script-required",
  "navigation",
  "challenge",
  "learned",
  "compared",
  "state",
  "http-failed",
  "browser-failed"
])

/**
 * @category models
 * @since 0.2.0
 */
export type EngineReason = typeof EngineReason.Type

/**
 * The place from which the Markdown of a page was fetched instead of its HTML.
 *
 * **Details**
 *
 * - `negotiated`: at the URL of the page, whose server returns Markdown to requests that accept it
 * - `alternate`: at the URL that pages of the site declare, `<link rel="alternate" type="text/markdown">`
 * - `beside`: in a file next to the page, `page.md`
 * - `listed`: in a file that the site lists in `llms.txt`
 * - `repository`: in the file itself, for the page of a file on a Git host
 *
 * @category schemas
 * @since 0.2.0
 */
export const MarkdownSource = Schema.Literals(["negotiated", "alternate", "beside", "listed", "repository"])

/**
 * @category models
 * @since 0.2.0
 */
export type MarkdownSource = typeof MarkdownSource.Type

/**
 * One fetched representation of one URL.
 *
 * @category schemas
 * @since 0.1.0
 */
export class RawPage extends Schema.Class<RawPage>("@dunlin/schema/RawPage")({
  /** The requested URL, without user name and password. */
  sourceUrl: Schema.String,
  /** The final URL after all redirects. */
  url: Schema.String,
  /** The HTTP status of the final response. Any status is a result, never an error. */
  status: Schema.Int,
  /**
   * The response headers. Names are in lower case, and repeated headers are joined with `, `. `set-cookie` is not
   * stored.
   */
  headers: Schema.Record(Schema.String, Schema.String),
  /** Media type without parameters in lower case; empty if the server sent none. */
  contentType: Schema.String,
  /** The charset of the `content-type` header, if the header has one. */
  charset: Schema.optionalKey(Schema.String),
  /** The body without content encoding, but in its charset. The browser engine returns the serialised DOM in UTF-8. */
  body: Schema.Uint8Array,
  /** All redirects, in order. */
  redirects: Schema.Array(Schema.Struct({ url: Schema.String, status: Schema.Int })),
  /**
   * Hosts of the requested URL and its redirects, as `host:port`, that only an operator's setting allowed. A cache
   * must not serve the page after one of them is blocked again.
   */
  openedTargets: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The time at which the body was complete, in epoch milliseconds. */
  fetchedAt: Schema.Number,
  engine: Schema.Literals(["http", "browser"]),
  /** The reason why this engine was used. It is absent if there is only one engine. */
  engineReason: Schema.optionalKey(EngineReason),
  /**
   * The place from which the page's Markdown was fetched instead of HTML with the same text. It is absent for any other
   * page.
   */
  markdownSource: Schema.optionalKey(MarkdownSource),
  /** Whether the page was still busy when it was read. A cache must not serve it to later requests. */
  isUnfinished: Schema.optionalKey(Schema.Boolean),
  proxyUsed: Schema.Literals(["basic", "stealth"]),
  /** Warnings about this fetch, in whole sentences. */
  warnings: Schema.Array(Schema.String),
  screenshot: Schema.optionalKey(Blob),
  actions: Schema.optionalKey(RawActionResults),
  /** The anchors of a page whose text was parsed earlier, each with the words at its position. */
  marks: Schema.optionalKey(Schema.Array(
    Schema.Struct({ id: Schema.String, kind: Schema.Literals(["heading", "text"]), words: Schema.String })
  )),
  /** Computed styles that the browser engine read for the `branding` format, which defines their structure. */
  computedStyles: Schema.optionalKey(Schema.Json)
}) {}

/**
 * Returns a URL without user name and password, which may be shown and stored. Other strings stay unchanged.
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
