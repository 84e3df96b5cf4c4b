/**
 * Declares the port that fetches a URL as a raw page. Its engines are `HttpFetcher` and `BrowserFetcher`.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/common/Spans"
import { RawPage, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import type * as BrowserFetcher from "./BrowserFetcher.ts"
import * as EgressGuard from "./EgressGuard.ts"
import * as EngineMemory from "./EngineMemory.ts"
import { ConnectError, type FetchError, InvalidUrl, make as makeError } from "./FetchError.ts"
import type * as HttpFetcher from "./HttpFetcher.ts"
import { withReason, withWarning } from "./internal/decision/marked.ts"
import { onFirstUse } from "./internal/onFirstUse.ts"
import { recheck } from "./internal/recheck.ts"
import * as service from "./internal/service.ts"
import { NavigationGuard } from "./NavigationGuard.ts"

export {
  /**
   * Fetches pages.
   *
   * **Example** (A page, or a typed error)
   *
   * ```ts
   * import { Fetcher } from "@dunlin/fetcher"
   * import { ScrapeOptions } from "@dunlin/schema"
   * import { Effect } from "effect"
   *
   * const options: Fetcher.FetchOptions = ScrapeOptions.make()
   * const request: Fetcher.FetchRequest = { url: "https://gone.example/", options, timeout: "10 seconds" }
   *
   * const program = Fetcher.Fetcher.use((fetcher) => fetcher.fetch(request)).pipe(
   *   Effect.map((page) => `returned ${page.status}`),
   *   Effect.catchTag("FetchError", (error) => Effect.succeed(`failed: ${error.reason._tag}`))
   * )
   * console.log(await Effect.runPromise(program.pipe(Effect.provide(Fetcher.layerMemory({}))))) // failed: ConnectError
   * ```
   *
   * @category services
   * @since 0.1.0
   */
  Fetcher
} from "./internal/service.ts"

/**
 * The scrape options that engines use. A whole `ScrapeOptions` value is accepted.
 *
 * @category models
 * @since 0.1.0
 */
export type FetchOptions = service.FetchOptions

/**
 * A page to fetch. `timeout` limits the whole fetch. `needs.browser` requests the browser engine, and
 * `needs.computedStyles` the styles for the `branding` format. `needs.markdown` says that only the text is used, so
 * that the site's Markdown may replace its HTML.
 *
 * @category models
 * @since 0.1.0
 */
export type FetchRequest = service.FetchRequest

/**
 * A browser page that stays open between calls.
 *
 * **Example** (The title of a page after its scripts ran)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Effect } from "effect"
 *
 * const url = "https://example.com/"
 * const titleOf = (page: Fetcher.OpenPage) => page.run({ code: "document.title", timeout: "5 seconds" })
 * const program = Effect.gen(function*() {
 *   const { open } = yield* Fetcher.Fetcher
 *   if (open === undefined) return "no page stays open"
 *   const page = yield* open({ url, options: ScrapeOptions.make(), timeout: "30 seconds", life: "5 minutes" })
 *   return (yield* titleOf(page)).value
 * })
 * // pages in memory have no browser
 * const memory = Fetcher.layerMemory({})
 * console.log(await Effect.runPromise(Effect.scoped(Effect.provide(program, memory)))) // no page stays open
 * ```
 *
 * @category models
 * @since 0.3.0
 */
export type OpenPage = service.OpenPage

/**
 * A page of `layerMemory`: HTML, or any fields of a `RawPage`.
 *
 * @category models
 * @since 0.1.0
 */
export type MemoryPage = string | Partial<Omit<typeof RawPage.Type, "body">> & { readonly body?: Uint8Array | string }

/**
 * Returns pages from a fixed map of URLs, without network access. A missing URL fails with `ConnectError`.
 * `NavigationGuard` is checked as in real engines, but no target is blocked.
 *
 * **Example** (Pages for a test)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Effect } from "effect"
 *
 * const gone: Fetcher.MemoryPage = { status: 410, body: "<h1>Gone</h1>" }
 * const pages = Fetcher.layerMemory({ "https://example.com/": "<h1>Hello</h1>", "https://example.com/old": gone })
 *
 * const program = Fetcher.Fetcher.use((fetcher) =>
 *   fetcher.fetch({ url: "https://example.com/old", options: ScrapeOptions.make(), timeout: "1 second" })
 * )
 * console.log((await Effect.runPromise(Effect.provide(program, pages))).status) // 410
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (pages: Readonly<Record<string, MemoryPage>>): Layer.Layer<service.Fetcher> =>
  Layer.sync(service.Fetcher, () => {
    const map = new Map(Object.entries(pages).map(([url, page]) => [URL.parse(url)?.href ?? url, page]))
    return service.Fetcher.of({
      recheck: () => Effect.void,
      fetch: Effect.fn("Fetcher.fetch")(function*(request) {
        const url = URL.parse(request.url)
        if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
          return yield* makeError(new InvalidUrl())
        }
        const guard = yield* NavigationGuard
        yield* Effect.mapError(guard.check(url.href), makeError)
        const found = map.get(url.href.split("#", 1)[0]!)
        if (found === undefined) return yield* makeError(new ConnectError({}))
        const { body = "", ...page } = typeof found === "string" ? { body: found } : found
        return new RawPage({
          sourceUrl: withoutUserInfo(request.url),
          url: withoutUserInfo(url.href),
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

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  readonly http?: HttpFetcher.Options | undefined
  readonly browser?: BrowserFetcher.Options | undefined
  /**
   * Whether the Markdown of a site is used instead of HTML with the same text. This option also determines whether the
   * data that a framework embeds in a page replaces a rendering.
   *
   * @default true
   */
  readonly markdown?: boolean | undefined
}

const asksForBrowser = ({ needs, options }: service.FetchRequest): boolean =>
  needs?.browser === true || needs?.computedStyles === true || options.actions.length > 0 || options.mobile ||
  options.waitFor > 0 || options.profile !== undefined || options.formats.some(({ type }) => type === "screenshot")

/**
 * Returns the formats that are the request's only reason for a browser. Returns no format if there is another reason,
 * or if the request has no other format.
 */
const formatsOfBrowser = ({ needs, options }: service.FetchRequest): ReadonlyArray<string> => {
  const formats = options.formats.map(({ type }) => type)
  const seen = formats.filter((type) =>
    type === "screenshot" || (type === "branding" && needs?.computedStyles === true)
  )
  const rest = { ...options, formats: options.formats.filter(({ type }) => !seen.includes(type)) }
  const isAsked = asksForBrowser({ url: "", timeout: 0, options: rest, needs: { browser: needs?.browser ?? false } })
  return isAsked || seen.length === formats.length ? [] : seen
}

const pagesRead = Metric.counter("dunlin_pages_read_total", {
  description: "Pages, by engine and reason",
  incremental: true
})

const counted = (page: RawPage): Effect.Effect<RawPage> => {
  const { engine, engineReason: reason = "sufficient" } = page
  return Metric.update(Metric.withAttributes(pagesRead, { engine, reason }), 1).pipe(
    Effect.andThen(Effect.logDebug(`page read by ${engine}: ${reason}`)),
    Effect.as(page)
  )
}

/**
 * Combines two engines. A page is fetched over HTTP first. The browser is used if the request needs it, if the page
 * depends on scripts, if earlier pages of its kind needed it, or if HTTP failed. Some pages are fetched both ways and
 * compared. `engineReason` names the reason. If no browser is available, the HTTP response is returned with a
 * warning.
 *
 * **Example** (Custom engines behind one fetcher)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Effect, Layer } from "effect"
 *
 * const page = (engine: "http" | "browser") => ({ "https://example.com/": { engine, body: `<p>${engine}</p>` } })
 * const fetcher = Layer.effect(
 *   Fetcher.Fetcher,
 *   Effect.gen(function*() {
 *     const http = yield* Fetcher.Fetcher.pipe(Effect.provide(Fetcher.layerMemory(page("http"))))
 *     const browser = yield* Fetcher.Fetcher.pipe(Effect.provide(Fetcher.layerMemory(page("browser"))))
 *     return Fetcher.make({ http, browser })
 *   })
 * )
 *
 * // a screenshot needs a browser
 * const options = ScrapeOptions.make({ formats: ["screenshot"] })
 * const program = Fetcher.Fetcher.use((_) => _.fetch({ url: "https://example.com/", options, timeout: "1 second" }))
 * console.log((await Effect.runPromise(Effect.provide(program, fetcher))).engine) // browser
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (engines: {
  readonly http: service.Fetcher["Service"]
  readonly browser: service.Fetcher["Service"]
  readonly memory?: EngineMemory.EngineMemory["Service"] | undefined
  readonly markdown?: boolean | undefined
}): service.Fetcher["Service"] => {
  const memory = engines.memory ?? EngineMemory.makeMemory()

  const fetchAsked = (request: service.FetchRequest, remaining: Effect.Effect<service.FetchRequest>) =>
    engines.browser.fetch(request).pipe(
      Effect.map((page) => withReason(page, "requested")),
      Effect.catch((error) => {
        const formats = error.reason._tag === "BrowserUnavailable" ? formatsOfBrowser(request) : []
        const viaHttp = Effect.map(
          Effect.flatMap(remaining, engines.http.fetch),
          (page) => withReason(page, "browser-failed")
        )
        if (formats.length > 0) {
          const omission = `These formats require a browser and were omitted: ${
            formats.join(", ")
          } (${error.reason.message}).`
          return Effect.map(viaHttp, (page) => withWarning(page, omission))
        }
        return error.retry === "otherEngine" && request.options.actions.length === 0
          ? Effect.map(
            viaHttp,
            (page) => withWarning(page, "The browser cannot open this URL, so it was fetched without one.")
          )
          : Effect.fail(error)
      })
    )

  let either: service.Fetcher["Service"]["fetch"] | undefined
  const loaded = Effect.suspend(() =>
    either === undefined
      ? Effect.map(
        Effect.promise(() =>
          Promise.all([import("./internal/decision/eitherEngine.ts"), import("./internal/markdown/markdownFirst.ts")])
        ),
        ([{ makeEither }, { markdownFirst }]) => {
          const http = engines.markdown === false
            ? engines.http
            : { ...engines.http, fetch: markdownFirst(engines.http) }
          return either ??= makeEither(http, engines.browser, memory, engines.markdown !== false)
        }
      )
      : Effect.succeed(either)
  )

  return service.Fetcher.of({
    recheck: engines.http.recheck,
    ...(engines.browser.open === undefined ? {} : { open: engines.browser.open }),
    fetch: Spans.fn("Fetcher.fetch")(function*(
      request: service.FetchRequest
    ): Effect.fn.Return<RawPage, FetchError> {
      const timeout = Duration.toMillis(request.timeout)
      const deadline = (yield* Clock.currentTimeMillis) + timeout
      const remaining = Effect.map(Clock.currentTimeMillis, (now) => ({
        ...request,
        timeout: Duration.millis(Math.max(1, deadline - now))
      }))
      if (asksForBrowser(request)) return yield* Effect.flatMap(fetchAsked(request, remaining), counted)
      const fetch = yield* loaded
      return yield* Effect.flatMap(Effect.flatMap(remaining, fetch), counted)
    })
  })
}

/**
 * Provides the default fetcher, which is both engines behind one service. An engine is loaded by the first request that
 * needs it, and the browser starts only then. Without an installed browser such a request fails with
 * `BrowserUnavailable`; if only some of its formats need one, the page is returned without them and with a warning.
 *
 * **Example** (Private addresses are blocked)
 *
 * ```ts
 * import { EgressGuard, Fetcher } from "@dunlin/fetcher"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { Effect, Layer } from "effect"
 *
 * const engines: Fetcher.Options = { http: {} }
 * const fetcher = Fetcher.layer(engines).pipe(Layer.provide(EgressGuard.layer({ allow: [] })))
 *
 * const program = Fetcher.Fetcher.use((_) =>
 *   _.fetch({ url: "http://127.0.0.1:9/", options: ScrapeOptions.make(), timeout: "5 seconds" })
 * )
 * const error = await Effect.runPromise(Effect.flip(Effect.provide(program, fetcher)))
 * console.log(error.reason._tag) // EgressBlocked
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options = {}): Layer.Layer<service.Fetcher, never, EgressGuard.EgressGuard> =>
  Layer.effect(
    service.Fetcher,
    Effect.gen(function*() {
      const guard = yield* EgressGuard.EgressGuard
      const http = yield* onFirstUse(() => import("./HttpFetcher.ts"), ({ make }) => make(options.http))
      const browser = yield* onFirstUse(() => import("./BrowserFetcher.ts"), ({ make }) => make(options.browser))
      const engine = (loaded: Effect.Effect<service.Fetcher["Service"]>): service.Fetcher["Service"] => ({
        recheck: recheck(guard),
        fetch: (request) => Effect.flatMap(loaded, ({ fetch }) => fetch(request))
      })
      const memory = Option.getOrUndefined(yield* Effect.serviceOption(EngineMemory.EngineMemory))
      const open: NonNullable<service.Fetcher["Service"]["open"]> = (request) =>
        Effect.flatMap(browser, ({ open }) => open!(request))
      return make({
        http: engine(http),
        browser: { ...engine(browser), open },
        memory,
        markdown: options.markdown
      })
    })
  )

/**
 * Provides the default fetcher with its own egress guard. It reads `DUNLIN_EGRESS_ALLOW`, `DUNLIN_BROWSER`,
 * `DUNLIN_BROWSER_SANDBOX`, `DUNLIN_BROWSER_URL`, `DUNLIN_BROWSER_PROXY`, `DUNLIN_PROXY_BASIC` and
 * `DUNLIN_PROXY_ENHANCED`.
 *
 * **Example** (Settings from the environment)
 *
 * ```ts
 * import { Fetcher } from "@dunlin/fetcher"
 * import { ScrapeOptions } from "@dunlin/schema"
 * import { ConfigProvider, Effect } from "effect"
 *
 * const program = Fetcher.Fetcher.use((_) =>
 *   _.fetch({ url: "ftp://example.com/", options: ScrapeOptions.make(), timeout: "5 seconds" })
 * ).pipe(
 *   Effect.provide(Fetcher.layerConfig),
 *   Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DUNLIN_EGRESS_ALLOW: "127.0.0.1:8080" } })))
 * )
 * console.log((await Effect.runPromise(Effect.flip(program)))._tag) // FetchError
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<service.Fetcher, Config.ConfigError> = Layer.unwrap(
  Effect.gen(function*() {
    const { config } = yield* Effect.promise(() => import("./BrowserFetcher.ts"))
    const browser = yield* config
    const basic = yield* Config.option(Config.Redacted("DUNLIN_PROXY_BASIC"))
    const enhanced = yield* Config.option(Config.Redacted("DUNLIN_PROXY_ENHANCED"))
    const proxies = {
      basicProxy: Option.getOrUndefined(basic),
      enhancedProxy: Option.getOrUndefined(enhanced)
    }
    return layer({ http: proxies, browser: { ...proxies, ...browser } })
  })
).pipe(Layer.provide(EgressGuard.layerConfig))
