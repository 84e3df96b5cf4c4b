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
 * Why a page was read over HTTP or in a browser.
 *
 * **Details**
 *
 * - `requested`: the request needs a browser: an action, a picture, a profile, `mobile`, `waitFor`
 * - `sufficient`: the HTTP response has the content
 * - `empty`: the HTTP response has next to no text outside header, navigation and footer
 * - `placeholder`: it has marks that scripts replace: a template, an empty root, a note that it is loading
 * - `parts`: its content is in frames at other URLs, in shadow roots of scripts, or in roots with style sheets in files
 * - `script-required`: its text says that it needs JavaScript
 * - `navigation`: a short page whose script opens another page, or a URL whose fragment names the page
 * - `challenge`: a response that a script of it must pass
 * - `learned`: earlier pages of this kind of URL
 * - `compared`: this page was read both ways, to check what was learned; the better one is returned
 * - `state`: scripts fill the page, but the data that they show is in it, as rendered pages of its kind confirm
 * - `http-failed`: the HTTP engine could not read the page
 * - `browser-failed`: a browser is needed, but none could read the page
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
 * Where the Markdown of a page was fetched, instead of its HTML.
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
  /** Why this engine read the page; absent where one engine is used alone. */
  engineReason: Schema.optionalKey(EngineReason),
  /** Where its Markdown was fetched instead of its HTML, because both say the same; absent for any other page. */
  markdownSource: Schema.optionalKey(MarkdownSource),
  /** Whether the page was still busy when it was read. A cache must not serve it to later requests. */
  isUnfinished: Schema.optionalKey(Schema.Boolean),
  proxyUsed: Schema.Literals(["basic", "stealth"]),
  /** Warnings about this fetch, in whole sentences. */
  warnings: Schema.Array(Schema.String),
  screenshot: Schema.optionalKey(Blob),
  actions: Schema.optionalKey(RawActionResults),
  /** Of a text that has been read before: the places that links can lead to, by the words at which each of them is. */
  marks: Schema.optionalKey(Schema.Array(
    Schema.Struct({ id: Schema.String, kind: Schema.Literals(["heading", "text"]), words: Schema.String })
  )),
  /** Computed styles that the browser engine read for the `branding` format; shape owned by that format. */
  computedStyles: Schema.optionalKey(Schema.Json)
}) {}

/**
 * A URL that may be shown and stored: without user name and password. Other strings stay as they are.
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
