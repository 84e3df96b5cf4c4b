/**
 * Fetches pages with a Chromium: scripts run, actions are performed, pictures
 * are taken. Nothing it does reaches a destination the egress guard refuses.
 *
 * @since 0.1.0
 */
import { RawPage, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as NodeOs from "node:os"
import * as AdBlock from "./AdBlock.ts"
import * as ConsentScript from "./ConsentScript.ts"
import { EgressGuard } from "./EgressGuard.ts"
import * as EgressProxy from "./EgressProxy.ts"
import {
  BrowserCrashed,
  type FetchError,
  make as makeError,
  ProtocolError,
  type Reason,
  Timeout,
  TooLarge
} from "./FetchError.ts"
import { performAll } from "./internal/browser/actions.ts"
import { fromBrowser, isDownload, netError } from "./internal/browser/browserReasons.ts"
import { screenshot } from "./internal/browser/capture.ts"
import { answerConsent, removeConsentScript } from "./internal/browser/consent.ts"
import { intercept } from "./internal/browser/interception.ts"
import * as pool from "./internal/browser/pool.ts"
import { read } from "./internal/browser/read.ts"
import { isHtml, parseCookies, redirectsOf, withoutHash } from "./internal/browser/response.ts"
import { isInert, settle, settleInert, type Stopped, unlessLeft } from "./internal/browser/settle.ts"
import type { ContextOptions } from "./internal/browser/slot.ts"
import { stylesScript } from "./internal/browser/styles.ts"
import { parseContentType } from "./internal/contentType.ts"
import { timezoneOf } from "./internal/countries.ts"
import { parseUpstream } from "./internal/dial.ts"
import { acceptLanguage, languagesIn, localesOf, understood, userHeaders } from "./internal/http/requestHeaders.ts"
import { openedTargets, recheck } from "./internal/recheck.ts"
import { Fetcher, type FetchRequest } from "./internal/service.ts"
import { allowAll, NavigationGuard } from "./NavigationGuard.ts"
import * as Profiles from "./Profiles.ts"
import { UserAgent } from "./UserAgent.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = {
  /**
   * Path of a Chromium or a Chrome.
   *
   * @default the first found in the usual places, headless builds first
   */
  readonly executable?: string | undefined
  /** More switches for the browser. Switches that change proxy or name resolution open the guard; do not use them. */
  readonly flags?: ReadonlyArray<string> | undefined
  /**
   * Whether Chromium confines its renderers, which run the scripts of pages. It needs user namespaces, which Docker's
   * own seccomp profile denies; a browser that may not build its sandbox fails with `BrowserUnavailable`. Switch it off
   * only where something else confines the browser.
   *
   * @default true; as root, to whom Chromium refuses its sandbox, false and a warning in the log
   */
  readonly sandbox?: boolean | undefined
  /**
   * Pages that are open at the same time.
   *
   * @default three times the number of processors, at least 6: a page that was read rests a moment before the next one
   */
  readonly concurrency?: number | undefined
  /**
   * How long a page that nobody needs stays open for the next request. The browser ends after ten times as long without
   * any; the next request starts it again.
   *
   * @default 30 seconds
   */
  readonly keepOpen?: Duration.Input | undefined
  /**
   * What the browser calls itself.
   *
   * @default what `UserAgent` says, else a Chrome of the installed version on Linux, on Android for `mobile`
   */
  readonly userAgent?: string | undefined
  /**
   * Largest serialised page in bytes.
   *
   * @default 52428800 (50 MiB)
   */
  readonly maxBytes?: number | undefined
  /**
   * Most memory in bytes that the pages of one site may hold; what holds more is ended like a page that crashed. Linux
   * only.
   *
   * @default 2147483648 (2 GiB)
   */
  readonly maxMemory?: number | undefined
  /**
   * Hosts and boxes left out when a request asks for `blockAds`.
   *
   * @default a short list of the largest advertisement and measurement hosts
   */
  readonly adBlock?: AdBlock.AdBlock | undefined
  /**
   * A script that answers consent dialogs, or how to find one, run in pages that show one when a request asks for
   * `blockAds`; `false` for none. With or without it, the dialogs of the most used consent managers are removed.
   *
   * @default the script of the package `@duckduckgo/autoconsent` when it is installed (`ConsentScript.installed`), else none
   */
  readonly consentScript?: string | false | Effect.Effect<string | undefined> | undefined
  /** Address of the proxy for `proxy: "basic"`, `http://user:password@host:port`. */
  readonly basicProxy?: Redacted.Redacted | undefined
  /** Address of the proxy for `proxy: "enhanced"`. */
  readonly enhancedProxy?: Redacted.Redacted | undefined
}

const desktop = { width: 1280, height: 800 }
const mobile = { width: 412, height: 915 }

const promise = <A>(f: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: f, catch: (error) => error })

const noConsentScript =
  "A consent dialog may cover the page. It would be answered if the package @duckduckgo/autoconsent were installed."

const stoppedWarnings: Readonly<Record<Stopped, string>> = {
  loading: "The page went on to another one that did not answer, and was read as it stood.",
  scripts: "Scripts of the page did not come to an end and were stopped; what they had not yet shown is missing."
}

/** A page that has gone to another one while it was read is waited for and read again so many times. */
const readingsAgain = 3

/** Statuses by which sites turn away programs. */
const blocked = new Set([401, 403, 429])

/**
 * Builds the browser engine. The browser is started by the first request and ends with the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<Fetcher["Service"], never, EgressGuard | Scope.Scope> {
  const guard = yield* EgressGuard
  const concurrency = options.concurrency ?? Math.max(6, NodeOs.availableParallelism() * 3)
  const maxBytes = options.maxBytes ?? 50 * 1024 * 1024
  const adBlock = options.adBlock ?? AdBlock.builtIn
  const profiles = Option.getOrElse(yield* Effect.serviceOption(Profiles.Profiles), Profiles.makeMemory)
  const upstreamOf = (proxy: Redacted.Redacted | undefined) =>
    proxy === undefined ? undefined : parseUpstream(Redacted.value(proxy))
  const basic = upstreamOf(options.basicProxy)
  const enhanced = upstreamOf(options.enhancedProxy)

  const scope = yield* Effect.scope
  /** A proxy that starts when the first page needs it and ends with the engine. */
  const proxyFor = (options: EgressProxy.Options) =>
    Effect.cached(
      Effect.uninterruptible(Effect.provideService(Scope.provide(EgressProxy.make(options), scope), EgressGuard, guard))
    )
  const proxiesFor = (upstream: typeof basic) =>
    Effect.all({ blocking: proxyFor({ upstream, isUnwanted: adBlock.isUnwanted }), plain: proxyFor({ upstream }) })
  const proxies = {
    basic: yield* proxiesFor(basic),
    enhanced: enhanced === undefined ? undefined : yield* proxiesFor(enhanced)
  }
  const slots = yield* pool.make({
    executable: options.executable,
    proxy: Effect.map(proxies.basic.blocking, ({ url }) => url),
    flags: options.flags ?? [],
    sandbox: options.sandbox,
    maxMemory: options.maxMemory ?? 2 * 1024 ** 3,
    size: concurrency,
    keepOpen: Duration.fromInputUnsafe(options.keepOpen ?? "30 seconds")
  })

  const { consentScript: ownScript } = options
  const consentScript = yield* Effect.cached(
    typeof ownScript === "string" || ownScript === false
      ? Effect.succeed(ownScript)
      : ownScript ?? ConsentScript.installed()
  )

  const userAgentOf = (version: string, isMobile: boolean): string => {
    const chrome = `Chrome/${version}.0.0.0`
    return isMobile
      ? `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} Mobile Safari/537.36`
      : `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome} Safari/537.36`
  }

  const renderOnce = Effect.fnUntraced(function*(
    request: FetchRequest,
    state: { phase: Timeout["phase"] },
    deadline: number,
    onCrash: () => void
  ) {
    const scrape = request.options
    const warnings: Array<string> = []
    const warn = (warning: string) => {
      warnings.push(warning)
    }
    const navigation = yield* NavigationGuard
    const url = yield* Effect.fromResult(guard.check(request.url))
    yield* navigation.check(url.href)

    const wantsEnhanced = scrape.proxy === "enhanced"
    if (wantsEnhanced && proxies.enhanced === undefined) {
      warn("No enhanced proxy is configured; the page was fetched without one.")
    }
    const pair = wantsEnhanced ? proxies.enhanced ?? proxies.basic : proxies.basic
    const proxy = yield* scrape.blockAds ? pair.blocking : pair.plain
    const isDefault = pair === proxies.basic && scrape.blockAds

    const user = userHeaders(scrape.headers)
    if (user.refused.length > 0) {
      warn(`These request headers cannot be set and were left out: ${user.refused.join(", ")}.`)
    }
    const { "accept-language": language, cookie, "user-agent": userAgent, ...ownHeaders } = user.accepted

    const profile = scrape.profile
    const profileName = `${yield* Profiles.ProfileNamespace}\0${profile?.name ?? ""}`
    if (profile !== undefined && profile.saveChanges) {
      yield* profiles.lease(profileName, Math.max(1_000, deadline - (yield* Clock.currentTimeMillis)) + 10_000)
    }
    const stored = profile === undefined ? Option.none<string>() : yield* profiles.load(profileName)

    state.phase = "browser"
    const browser = yield* slots.browser
    const locales = localesOf(scrape.location)
    // what is one caller's own does not go into a page that is used again
    const plain = profile === undefined && scrape.actions.length === 0 &&
      Object.keys(user.accepted).length === 0 && url.username === "" && url.password === ""
    const ownAgent = userAgent ?? options.userAgent ?? (yield* UserAgent)
    const chrome = browser.version().split(".")[0]!
    const wanted = scrape.formats.find((format) => format.type === "screenshot")
    const contextOptions: ContextOptions = {
      acceptDownloads: false,
      serviceWorkers: "block",
      ignoreHTTPSErrors: scrape.skipTlsVerification,
      locale: locales[0]!,
      timezoneId: timezoneOf(scrape.location.country),
      userAgent: ownAgent ?? userAgentOf(chrome, scrape.mobile),
      chrome: ownAgent === undefined ? chrome : undefined,
      languages: language === undefined ? understood(locales) : languagesIn(language),
      extraHTTPHeaders: { "accept-language": language ?? acceptLanguage(locales) },
      viewport: scrape.mobile ? mobile : desktop,
      isUnseen: plain && wanted === undefined,
      ...(scrape.mobile ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
      ...(isDefault ? {} : { proxy: { server: proxy.url, bypass: "<-loopback>" } }),
      ...(Option.isSome(stored) ? { storageState: JSON.parse(stored.value) } : {}),
      ...(scrape.blockAds && adBlock.selectors.length > 0 ? { hideSelectors: adBlock.selectors } : {})
    }
    const custom = navigation !== allowAll
    const slot = yield* slots.slot(contextOptions, plain)
    const { page, session } = slot
    page.once("crash", onCrash)
    yield* Effect.addFinalizer(() => Effect.sync(() => page.off("crash", onCrash)))

    const cookies = parseCookies(cookie ?? "", url.origin)
    if (cookies.length > 0) {
      yield* Effect.mapError(promise(() => slot.context.addCookies(cookies)), () => new ProtocolError({}))
    }

    let refused: Reason | undefined
    const failedAt = (error: unknown): Reason => {
      if (refused !== undefined) return refused
      const target = URL.parse(slot.failedAt ?? url.href) ?? url
      const port = target.port === "" ? (target.protocol === "https:" ? 443 : 80) : Number(target.port)
      return fromBrowser(error, proxy.failure(target.hostname, port), state.phase)
    }
    const orFail = <A, R>(effect: Effect.Effect<A, unknown, R>): Effect.Effect<A, Reason, R> =>
      Effect.mapError(effect, failedAt)

    if (custom || Object.keys(ownHeaders).length > 0) {
      yield* orFail(intercept({
        session,
        mainFrame: slot.mainFrame,
        guard,
        navigation,
        origin: url.origin,
        headers: ownHeaders,
        onRefused: (reason) => {
          refused ??= reason
        }
      }))
    }

    const left = () => Effect.map(Clock.currentTimeMillis, (now) => Math.max(1, deadline - now))
    const gotoTimeout = yield* left()
    const response = yield* promise(() => page.goto(url.href, { waitUntil: "commit", timeout: gotoTimeout })).pipe(
      Effect.mapError((error) =>
        isDownload(error) || netError(error) === "ABORTED"
          ? refused ?? new ProtocolError({})
          : failedAt(error)
      )
    )
    if (response === null) return yield* new ProtocolError({})
    const onStopped = (what: Stopped) => {
      slot.dirty = true
      warn(stoppedWarnings[what])
    }
    const rest = <A = undefined>(after?: string): Effect.Effect<A | undefined, Reason> =>
      isInert(response.headers())
        ? Effect.as(settleInert(page, deadline), undefined)
        : orFail(settle<A>(slot, deadline, onStopped, after))
    const hasDialog = yield* rest<boolean>(scrape.blockAds ? removeConsentScript : undefined)
    if (hasDialog === true) {
      const script = yield* consentScript
      if (script === undefined) warn(noConsentScript)
      else if (script !== false) yield* Effect.andThen(answerConsent(session, script), rest())
    }
    if (scrape.waitFor > 0) yield* Effect.sleep(scrape.waitFor)
    if (refused !== undefined) return yield* Effect.fail(refused as Reason)

    let actions: RawPage["actions"]
    if (scrape.actions.length > 0) {
      state.phase = "actions"
      actions = yield* performAll({ slot, onStopped, maxBytes }, scrape.actions, deadline, warn)
      state.phase = "browser"
      yield* rest()
      if (refused !== undefined) return yield* Effect.fail(refused as Reason)
    }

    const readPage = orFail(unlessLeft(slot, deadline, onStopped, read(page, session, maxBytes)))
    let document = yield* readPage
    for (let again = 0; document.isNew && again < readingsAgain; again++) {
      yield* rest()
      document = yield* readPage
    }
    if (document.isNew) {
      // one that is replaced for ever stays when it has no scripts
      slot.dirty = true
      warn(stoppedWarnings.scripts)
      yield* orFail(promise(() => session.send("Emulation.setScriptExecutionDisabled", { value: true })))
      const patience = (yield* left()) / 2
      yield* Effect.ignore(promise(() => page.reload({ waitUntil: "load", timeout: patience })))
      document = yield* readPage
    }
    const finalUrl = document.url
    // an error page of the browser, because a script went where it may not go
    if (!/^https?:/.test(finalUrl)) return yield* Effect.fail(failedAt(new Error("net::ERR_EMPTY_RESPONSE")))
    const navigated = withoutHash(finalUrl) !== withoutHash(response.url())
    const redirects = yield* orFail(redirectsOf(response))
    let status = response.status()
    let headers = response.headers()
    const declared = parseContentType(headers["content-type"])
    let contentType = declared.essence
    if (navigated) {
      // a script went on to another document, whose status only the document itself knows
      redirects.push({ url: withoutUserInfo(response.url()), status })
      status = document.status
      contentType = document.contentType
      headers = { "content-type": contentType }
      slot.dirty = true
    }
    delete headers["set-cookie"]

    let body: Uint8Array
    let charset: string | undefined
    if (isHtml(contentType) || navigated || scrape.actions.length > 0) {
      body = new TextEncoder().encode(document.html)
      charset = "utf-8"
    } else {
      body = new Uint8Array(yield* orFail(promise(() => response.body())))
      charset = declared.charset
    }
    if (body.length > maxBytes) return yield* new TooLarge({ what: "body", limit: maxBytes })

    const shot = wanted === undefined ? undefined : yield* orFail(screenshot(page, wanted, yield* left(), warn))
    const computedStyles = request.needs?.computedStyles === true
      ? yield* orFail(promise(() => page.evaluate(stylesScript) as Promise<Schema.Json>))
      : undefined
    if (profile !== undefined && profile.saveChanges) {
      const saved = yield* orFail(promise(() => page.context().storageState({ indexedDB: true })))
      yield* profiles.save(profileName, JSON.stringify(saved))
    }

    return new RawPage({
      sourceUrl: withoutUserInfo(request.url),
      url: withoutUserInfo(finalUrl),
      status,
      headers,
      contentType: contentType === "" ? "text/html" : contentType,
      ...(charset === undefined ? {} : { charset }),
      body,
      redirects,
      ...openedTargets(guard, [...redirects.map((redirect) => redirect.url), finalUrl]),
      fetchedAt: yield* Clock.currentTimeMillis,
      engine: "browser",
      proxyUsed: pair === proxies.enhanced ? "stealth" : "basic",
      warnings,
      ...(shot === undefined ? {} : { screenshot: shot }),
      ...(actions === undefined ? {} : { actions }),
      ...(computedStyles === undefined ? {} : { computedStyles })
    })
  }, Effect.scoped)

  /** What a crashed page was asked is never answered, so nothing waits for it. */
  const render = (request: FetchRequest, state: { phase: Timeout["phase"] }, deadline: number) =>
    Effect.suspend(() => {
      const crashed = Deferred.makeUnsafe<never, BrowserCrashed>()
      const onCrash = () => void Deferred.doneUnsafe(crashed, Effect.fail(new BrowserCrashed({})))
      return Effect.raceFirst(renderOnce(request, state, deadline, onCrash), Deferred.await(crashed))
    })

  return Fetcher.of({
    recheck: recheck(guard),
    fetch: Effect.fn("BrowserFetcher.fetch")(function*(request: FetchRequest): Effect.fn.Return<RawPage, FetchError> {
      const state: { phase: Timeout["phase"] } = { phase: "queue" }
      const timeout = Duration.toMillis(request.timeout)
      const deadline = (yield* Clock.currentTimeMillis) + timeout
      const canEscalate = request.options.proxy === "auto" && proxies.enhanced !== undefined &&
        request.options.actions.length === 0
      const attempt = Effect.flatMap(render(request, state, deadline), (page) =>
        canEscalate && blocked.has(page.status)
          ? render({ ...request, options: { ...request.options, proxy: "enhanced" } }, state, deadline)
          : Effect.succeed(page))
      // a page without actions can be rendered again when the browser died under it
      return yield* (request.options.actions.length > 0
        ? attempt
        : Effect.retry(attempt, { times: 2, while: (reason) => reason._tag === "BrowserCrashed" })).pipe(
          Effect.timeoutOrElse({
            duration: timeout,
            orElse: () => Effect.fail<Reason>(new Timeout({ phase: state.phase }))
          }),
          Effect.mapError(makeError)
        )
    })
  })
})

/**
 * The browser engine as the fetcher.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<Fetcher, never, EgressGuard> =>
  Layer.effect(Fetcher, make(options))

/**
 * What the environment says: `DUNLIN_BROWSER`, the path of a Chromium, and `DUNLIN_BROWSER_SANDBOX`, `on` or `off`.
 *
 * @category config
 * @since 0.1.0
 */
export const config: Config.Config<Pick<Options, "executable" | "sandbox">> = Config.all({
  executable: Config.option(Config.NonEmptyString("DUNLIN_BROWSER")),
  sandbox: Config.option(Config.Literals(["on", "off"], "DUNLIN_BROWSER_SANDBOX"))
}).pipe(Config.map(({ executable, sandbox }) => ({
  executable: Option.getOrUndefined(executable),
  sandbox: Option.getOrUndefined(Option.map(sandbox, (value) => value === "on"))
})))

/**
 * Reads `DUNLIN_BROWSER` and `DUNLIN_BROWSER_SANDBOX`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<Fetcher, Config.ConfigError, EgressGuard> = Layer.unwrap(
  Effect.map(config, layer)
)
