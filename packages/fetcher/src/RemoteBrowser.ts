/**
 * Describes remote browsers: in a container, on another machine, or as a service.
 *
 * @since 0.2.0
 */
import type * as Secret from "@dunlin/common/Secret"
import * as Redacted from "effect/Redacted"

/**
 * A remote browser.
 *
 * @category options
 * @since 0.2.0
 */
export interface RemoteBrowser {
  /**
   * The URL of the browser's debugging port, `http://host:9222` or `ws://host/devtools/browser/<id>`, or of a
   * playwright server, `playwright+ws://host:port/path`. It may contain a token.
   */
  readonly url: Secret.Secret
  /**
   * The weight of the browser. Its share of the pages is relative to the weights of the others.
   *
   * @default 1
   */
  readonly weight?: number | undefined
}

/**
 * The format that `parse` accepts. It completes the sentence "... is needed".
 *
 * @category constants
 * @since 0.2.0
 */
export const expected =
  "a list of http, https, ws, wss, playwright+ws or playwright+wss URLs, each with an optional #weight=<1 to 1000>"

const MAX_WEIGHT = 1000
const PROTOCOL = /^(?:playwright\+)?wss?:$|^https?:$/

const parseOne = (text: string): RemoteBrowser | undefined => {
  const url = URL.parse(text)
  if (url === null || !PROTOCOL.test(url.protocol) || url.hostname === "") return undefined
  const weight = url.hash === "" ? 1 : Number(/^#weight=(\d{1,4})$/.exec(url.hash)?.[1])
  if (!(weight >= 1 && weight <= MAX_WEIGHT)) return undefined
  url.hash = ""
  return { url: Redacted.make(url.href), weight }
}

/**
 * Parses a comma-separated list of URLs. Returns `undefined` if one is invalid.
 *
 * **Example** (Two browsers; the first gets three of four pages)
 *
 * ```ts
 * import { RemoteBrowser } from "@dunlin/fetcher"
 *
 * const browsers = RemoteBrowser.parse("http://10.0.0.7:9222#weight=3, playwright+ws://10.0.0.8:3000/")
 * console.log(browsers?.map(({ weight }) => weight)) // [ 3, 1 ]
 * console.log(RemoteBrowser.parse("ftp://10.0.0.7")) // undefined
 * ```
 *
 * @category conversions
 * @since 0.2.0
 */
export const parse = (text: string): ReadonlyArray<RemoteBrowser> | undefined => {
  const items = text.split(",").map((item) => item.trim()).filter((item) => item !== "")
  const browsers = items.map(parseOne).filter((one) => one !== undefined)
  return browsers.length > 0 && browsers.length === items.length ? browsers : undefined
}
