/**
 * From a URL to a raw page, whatever the server does.
 *
 * `Fetcher` is the port: the pipeline depends on it alone. The engines behind
 * it are `HttpFetcher` and `BrowserFetcher`.
 *
 * @since 0.1.0
 */
import { RawPage } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ConnectError, InvalidUrl, make as makeError } from "./FetchError.ts"
import * as service from "./internal/service.ts"
import { NavigationGuard } from "./NavigationGuard.ts"

export {
  /**
   * Fetches pages.
   *
   * @category services
   * @since 0.1.0
   */
  Fetcher
} from "./internal/service.ts"

/**
 * What the engines read of the canonical scrape options; a whole `ScrapeOptions` fits.
 *
 * @category models
 * @since 0.1.0
 */
export type FetchOptions = service.FetchOptions

/**
 * One page to fetch. `timeout` bounds everything. `needs.browser` asks for the
 * browser engine, `needs.computedStyles` makes it read the styles the
 * `branding` format is derived from.
 *
 * @category models
 * @since 0.1.0
 */
export type FetchRequest = service.FetchRequest

/**
 * A page of `layerMemory`: HTML, or any part of a `RawPage`.
 *
 * @category models
 * @since 0.1.0
 */
export type MemoryPage = string | Partial<Omit<typeof RawPage.Type, "body">> & { readonly body?: Uint8Array | string }

/**
 * Answers from a fixed map of URLs, without any network. A URL that is not in
 * the map fails with `ConnectError`. `NavigationGuard` is asked as by the
 * engines.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (pages: Readonly<Record<string, MemoryPage>>): Layer.Layer<service.Fetcher> =>
  Layer.sync(service.Fetcher, () => {
    const map = new Map(Object.entries(pages).map(([url, page]) => [URL.parse(url)?.href ?? url, page]))
    return service.Fetcher.of({
      fetch: Effect.fn("Fetcher.fetch")(function*(request) {
        const url = URL.parse(request.url)
        if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
          return yield* makeError(new InvalidUrl())
        }
        const guard = yield* NavigationGuard
        yield* Effect.mapError(guard.check(url.href), makeError)
        const found = map.get(url.href)
        if (found === undefined) return yield* makeError(new ConnectError({}))
        const { body = "", ...page } = typeof found === "string" ? { body: found } : found
        url.hash = ""
        return new RawPage({
          sourceUrl: request.url,
          url: url.href,
          status: 200,
          headers: { "content-type": "text/html; charset=utf-8" },
          contentType: "text/html",
          charset: "utf-8",
          redirects: [],
          fetchedAt: yield* Clock.currentTimeMillis,
          engine: "http",
          proxyUsed: "basic",
          warnings: [],
          ...page,
          body: typeof body === "string" ? new TextEncoder().encode(body) : body
        })
      })
    })
  })
