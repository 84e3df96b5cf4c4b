/**
 * Fetches one page, with a promise.
 *
 * @since 0.1.0
 */
import * as EgressTarget from "@dunlin/common/EgressTarget"
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import type { RawPage } from "@dunlin/schema/RawPage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/**
 * The timeout, the allowed targets and the engine of a fetch.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Milliseconds. @default 30000 */
  readonly timeout?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Individual `host:port` targets that are allowed although their IP addresses are private. @default none */
  readonly allow?: ReadonlyArray<string> | undefined
  /**
   * Whether a browser loads the page and runs its scripts. It requires playwright-core and a Chromium.
   * @default false
   */
  readonly browser?: boolean | undefined
}

const Input = Schema.Struct({
  url: Schema.String,
  timeout: Schema.optionalKey(Schema.UndefinedOr(InvalidOptions.Milliseconds)),
  headers: Schema.optionalKey(Schema.UndefinedOr(Schema.Record(Schema.String, Schema.String))),
  allow: Schema.optionalKey(Schema.UndefinedOr(
    Schema.Array(
      Schema.String.check(Schema.isPattern(EgressTarget.pattern, { expected: EgressTarget.expected }))
    )
  )),
  browser: Schema.optionalKey(Schema.UndefinedOr(Schema.Boolean)),
  signal: Schema.optionalKey(Schema.UndefinedOr(InvalidOptions.Signal))
})

/**
 * Fetches a page through the guard against private addresses. A status such as 404 is returned and does not reject.
 * Rejects with `InvalidOptions` or `FetchError`. Aborting `signal` releases all resources.
 *
 * **Example** (A local page)
 *
 * ```ts
 * import { fetchPage } from "@dunlin/fetcher"
 * import type { Options } from "@dunlin/fetcher/FetchPage"
 * import { once } from "node:events"
 * import { createServer } from "node:http"
 * import type { AddressInfo } from "node:net"
 *
 * const server = createServer((_, response) => response.end("<h1>Hello</h1>")).listen(0, "127.0.0.1")
 * await once(server, "listening")
 * const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
 *
 * const options: Options = { allow: [target], timeout: 5000 }
 * const { body, status } = await fetchPage(`http://${target}/`, options)
 * console.log(status, new TextDecoder().decode(body)) // 200 <h1>Hello</h1>
 * server.close()
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const fetchPage = async (
  url: string,
  options?: Options & { readonly signal?: AbortSignal | undefined }
): Promise<RawPage> => {
  const { allow = [], browser = false, headers = {}, signal, timeout = 30_000 } = InvalidOptions.read(
    "fetchPage",
    Input,
    { url },
    options
  )
  const [EgressGuard, Engine, { Fetcher }] = await Promise.all([
    import("./EgressGuard.ts"),
    browser ? import("./BrowserFetcher.ts") : import("./HttpFetcher.ts"),
    import("./Fetcher.ts")
  ])
  const fetcher = Engine.layer().pipe(Layer.provide(EgressGuard.layer({ allow })))
  const fetched = Fetcher.use((fetcher) =>
    fetcher.fetch({
      url,
      timeout,
      options: {
        formats: [{ type: "rawHtml" }],
        headers,
        waitFor: 0,
        mobile: false,
        skipTlsVerification: false,
        location: { country: "US", languages: [] },
        blockAds: true,
        proxy: "basic",
        actions: []
      }
    })
  ).pipe(Effect.provide(fetcher))
  return await Effect.runPromise(fetched, signal === undefined ? undefined : { signal })
}
