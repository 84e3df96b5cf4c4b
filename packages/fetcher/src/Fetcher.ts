/**
 * From a URL to a raw page, whatever the server does.
 *
 * `Fetcher` is the port: the pipeline depends on it alone. The engines behind
 * it are `HttpFetcher` and `BrowserFetcher`.
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
import * as Option from "effect/Option"
import type * as BrowserFetcher from "./BrowserFetcher.ts"
import * as EgressGuard from "./EgressGuard.ts"
import { ConnectError, type FetchError, InvalidUrl, make as makeError } from "./FetchError.ts"
import type * as HttpFetcher from "./HttpFetcher.ts"
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
   *   Effect.map((page) => `answered ${page.status}`),
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
 * engines; no target is ever closed.
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
  /** Options of the HTTP engine. */
  readonly http?: HttpFetcher.Options | undefined
  /** Options of the browser engine. */
  readonly browser?: BrowserFetcher.Options | undefined
}

/** Whether only a browser can do what the request asks for. */
const asksForBrowser = ({ needs, options }: service.FetchRequest): boolean =>
  needs?.browser === true || needs?.computedStyles === true || options.actions.length > 0 || options.mobile ||
  options.waitFor > 0 || options.profile !== undefined || options.formats.some(({ type }) => type === "screenshot")

/**
 * The formats of a request that alone make it ask for a browser; none where something else does, or where nothing would
 * be left without them.
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

const withWarning = (page: RawPage, warning: string): RawPage =>
  new RawPage({ ...page, warnings: [...page.warnings, warning] })

const loadShells = async () => {
  const [{ decode }, { isEmptyShell }] = await Promise.all([import("./Charset.ts"), import("./internal/emptyShell.ts")])
  return ({ body, charset }: RawPage): boolean => isEmptyShell(decode(body, charset).text)
}

/** Loaded with the first page; asking for modules again would take some turns of the event loop. */
let looksEmpty: Awaited<ReturnType<typeof loadShells>> | undefined

const isShell = Effect.fnUntraced(function*(page: RawPage) {
  if (page.status >= 400 || page.contentType !== "text/html") return false
  looksEmpty ??= yield* Effect.promise(loadShells)
  return looksEmpty(page)
})

/**
 * Joins two engines: HTTP first, the browser when the request needs one, when the page turns out to be an empty shell
 * that scripts fill, or when HTTP failed in a way a browser may not. When the browser cannot help, the answer of HTTP
 * stands, with a warning.
 *
 * **Example** (Engines of your own behind one fetcher)
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
}): service.Fetcher["Service"] =>
  service.Fetcher.of({
    recheck: engines.http.recheck,
    fetch: Spans.fn("Fetcher.fetch")(function*(
      request: service.FetchRequest
    ): Effect.fn.Return<RawPage, FetchError> {
      const timeout = Duration.toMillis(request.timeout)
      const deadline = (yield* Clock.currentTimeMillis) + timeout
      const remaining = Effect.map(Clock.currentTimeMillis, (now) => ({
        ...request,
        timeout: Duration.millis(Math.max(1, deadline - now))
      }))
      if (asksForBrowser(request)) {
        return yield* engines.browser.fetch(request).pipe(
          Effect.catch((error) => {
            const formats = error.reason._tag === "BrowserUnavailable" ? formatsOfBrowser(request) : []
            if (formats.length > 0) {
              const told = `These formats need a browser and are left out: ${
                formats.join(", ")
              } (${error.reason.message}).`
              return Effect.map(Effect.flatMap(remaining, engines.http.fetch), (page) => withWarning(page, told))
            }
            return error.retry === "otherEngine" && request.options.actions.length === 0
              ? Effect.flatMap(remaining, engines.http.fetch).pipe(
                Effect.map((page) =>
                  withWarning(page, "The browser cannot show this address, so it was fetched without one.")
                )
              )
              : Effect.fail(error)
          })
        )
      }
      const viaHttp = yield* Effect.result(engines.http.fetch(request))
      if (viaHttp._tag === "Failure") {
        if (viaHttp.failure.retry !== "otherEngine") return yield* viaHttp.failure
        return yield* Effect.flatMap(remaining, engines.browser.fetch).pipe(
          // without a browser the first failure says more
          Effect.mapError((error) => error.reason._tag === "BrowserUnavailable" ? viaHttp.failure : error)
        )
      }
      const page = viaHttp.success
      if (!(yield* isShell(page))) return page
      return yield* Effect.flatMap(remaining, engines.browser.fetch).pipe(
        Effect.catch((error) =>
          Effect.succeed(withWarning(
            page,
            `The page is filled by scripts, and could not be rendered in a browser (${error.reason._tag}).`
          ))
        )
      )
    })
  })

/**
 * The fetcher to use: both engines behind one service. An engine is loaded by the first request that needs it, and the
 * browser is only started then; without an installed browser such a request fails with `BrowserUnavailable`, or
 * where only some of its formats need one, the page comes without them and says so.
 *
 * **Example** (Nothing private is dialled)
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
        // the guard alone decides, so that a page from the cache loads no engine
        recheck: recheck(guard),
        fetch: (request) => Effect.flatMap(loaded, ({ fetch }) => fetch(request))
      })
      return make({ http: engine(http), browser: engine(browser) })
    })
  )

/**
 * The same with its own egress guard, reading `DUNLIN_EGRESS_ALLOW`, `DUNLIN_BROWSER`, `DUNLIN_BROWSER_SANDBOX`,
 * `DUNLIN_PROXY_BASIC` and `DUNLIN_PROXY_ENHANCED`.
 *
 * **Example** (The settings of the environment)
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
