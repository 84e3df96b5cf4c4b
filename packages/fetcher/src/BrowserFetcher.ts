/**
 * Fetches pages with Chromium: runs scripts, performs actions, takes screenshots. Its traffic cannot reach a
 * destination that the egress guard blocks.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import type { RawPage } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as NodeOs from "node:os"
import * as AdBlock from "./AdBlock.ts"
import * as ConsentScript from "./ConsentScript.ts"
import { EgressGuard } from "./EgressGuard.ts"
import * as EgressProxy from "./EgressProxy.ts"
import {
  BrowserCrashed,
  type BrowserUnavailable,
  type FetchError,
  make as makeError,
  type Reason,
  Timeout
} from "./FetchError.ts"
import { CallDeadline } from "./internal/browser/calls.ts"
import { loadPlaywright } from "./internal/browser/chromium.ts"
import { connect, isHere, missingSwitches, placeOf, warnOfSwitches } from "./internal/browser/connect.ts"
import * as executable from "./internal/browser/executable.ts"
import * as fleet from "./internal/browser/fleet.ts"
import { launch } from "./internal/browser/launch.ts"
import type { Source } from "./internal/browser/members.ts"
import { BrowserPatience, type Patience } from "./internal/browser/patience.ts"
import type { Attempt, Engine } from "./internal/browser/plan.ts"
import type { Slots } from "./internal/browser/pool.ts"
import { opener } from "./internal/browser/stay.ts"
import { visit } from "./internal/browser/visit.ts"
import { parseUpstream } from "./internal/dial.ts"
import { recheck } from "./internal/recheck.ts"
import { Fetcher, type FetchRequest } from "./internal/service.ts"
import { largeBytes, PageMemory } from "./PageMemory.ts"
import * as Profiles from "./Profiles.ts"
import type { RemoteBrowser } from "./RemoteBrowser.ts"
import * as RemoteBrowsers from "./RemoteBrowser.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The path of a Chromium or Chrome executable.
   *
   * @default the first found in the usual places, headless builds first
   */
  readonly executable?: string | undefined
  /**
   * Additional command-line switches for the browser. Do not change the proxy or name resolution, because such switches
   * bypass the egress guard.
   */
  readonly flags?: ReadonlyArray<string> | undefined
  /**
   * Whether Chromium sandboxes its renderers, which run the scripts of pages. The sandbox needs user namespaces.
   * Docker's default seccomp profile denies them, and the browser then fails with `BrowserUnavailable`. Disable it only
   * if another mechanism confines the browser.
   *
   * @default true; as root, to whom Chromium refuses its sandbox, false and a warning in the log
   */
  readonly sandbox?: boolean | undefined
  /**
   * The maximum number of concurrent pages.
   *
   * @default three times the number of processors, at least 6, because a page pauses briefly after each use
   */
  readonly concurrency?: number | undefined
  /**
   * The time for which an idle page stays open for the next request. The browser stops after ten times this duration
   * without requests, and the next request starts it again.
   *
   * @default 30 seconds
   */
  readonly keepOpen?: Duration.Input | undefined
  /**
   * The browser's user agent.
   *
   * @default the value of `UserAgent`, else a Chrome of the installed version on Linux, on Android for `mobile`
   */
  readonly userAgent?: string | undefined
  /**
   * The maximum size of a serialised page in bytes.
   *
   * @default 52428800 (50 MiB)
   */
  readonly maxBytes?: number | undefined
  /**
   * The maximum memory of the pages of one site, in bytes. Above it, the pages are closed as if they had crashed. It
   * works only on Linux.
   *
   * @default 2147483648 (2 GiB)
   */
  readonly maxMemory?: number | undefined
  /**
   * The maximum memory in bytes of a whole browser. Above it, the browser accepts no more pages, is replaced, and stops
   * after its last page. At one and a half times the limit it is killed, and each of its pages is retried in a separate
   * browser. It works only on Linux.
   *
   * @default half the memory of the machine or container, at least 768 MiB, at most 4 GiB
   */
  readonly maxBrowserMemory?: number | undefined
  /**
   * Hosts and boxes that are blocked if a request sets `blockAds`.
   *
   * @default a short list of the largest advertisement and measurement hosts
   */
  readonly adBlock?: AdBlock.AdBlock | undefined
  /**
   * A script that answers consent dialogs, or an effect that finds one. It runs in pages with a dialog if a request
   * sets `blockAds`; `false` disables it. In any case, dialogs of common consent managers are removed.
   *
   * @default the script of the package `@duckduckgo/autoconsent` when it is installed (`ConsentScript.installed`), else none
   */
  readonly consentScript?: string | false | Effect.Effect<string | undefined> | undefined
  /** The URL of the proxy for `proxy: "basic"`, `http://user:password@host:port`. */
  readonly basicProxy?: Secret.Secret | undefined
  /** The URL of the proxy for `proxy: "enhanced"`. */
  readonly enhancedProxy?: Secret.Secret | undefined
  /**
   * Remote browsers to use instead of a local one. Their pages go through this process's egress proxy. `executable`,
   * `flags`, `sandbox` and the memory limits do not apply to them.
   */
  readonly remote?: ReadonlyArray<RemoteBrowser> | undefined
  /**
   * The `host:port` at which remote browsers reach this process's egress proxies. The proxies listen on this port and
   * the three following ones.
   *
   * @default the address of the connection to the browser, with free ports
   */
  readonly remoteProxy?: string | undefined
}

/** At most one page in three may stay open. The others are needed for pages that are read once. */
const PAGES_PER_STAY = 3

/** The basic and the enhanced route each have two local proxies, of which one blocks advertising. */
const PROXIES_PER_WAY = 2

/** Minimum of the default browser memory, enough for a few pages. */
const MIN_BROWSER_BYTES = 768 * 1024 ** 2
/** Maximum of the default browser memory, enough for one page at the limit of `maxMemory`. */
const MAX_BROWSER_BYTES = 4 * 1024 ** 3

const defaultBrowserMemory = (): number => {
  const total = NodeOs.totalmem()
  const allowed = process.constrainedMemory?.() ?? 0
  const own = allowed > 0 && allowed < total ? allowed : total
  return Math.min(MAX_BROWSER_BYTES, Math.max(MIN_BROWSER_BYTES, own / 2))
}

const reachOf = ({ remote = [], remoteProxy }: Options, patience: Patience) => {
  const [, egressHost, first] = /^(.*):(\d+)$/.exec(remoteProxy ?? "") ?? []
  const clients = new Set<string>()
  const isReached = egressHost !== undefined || !remote.every((browser) => isHere(placeOf(browser)))
  const connectTo = (browser: RemoteBrowser, proxy: Effect.Effect<EgressProxy.EgressProxy, BrowserUnavailable>) =>
    connect({ browser, egressHost, proxy, patience, onClient: (address) => void clients.add(address) })
  return {
    makeProxy: (
      options: EgressProxy.Options,
      index: number
    ): Effect.Effect<EgressProxy.EgressProxy, BrowserUnavailable, EgressGuard | Scope.Scope> =>
      isReached
        ? EgressProxy.makeReachable({
          ...options,
          port: first === undefined || first === "0" ? undefined : Number(first) + index,
          isClient: (address) => isLoopback(address) || clients.has(address)
        })
        : EgressProxy.make(options),
    source: (
      browser: RemoteBrowser,
      proxy: Effect.Effect<EgressProxy.EgressProxy, BrowserUnavailable>
    ): Source => ({
      label: placeOf(browser).label,
      weight: browser.weight ?? 1,
      open: Effect.tap(connectTo(browser, proxy), (chromium) => warnOfSwitches(chromium, placeOf(browser).label))
    }),
    connect: connectTo
  }
}

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address)

/** Names of actions that may change a site. They must not be repeated. */
const changing = new Set(["click", "write", "press", "executeJavascript"])

const blocked = new Set([401, 403, 429])

const sourceHere = (
  { executable, flags = [], sandbox }: Options,
  proxy: Effect.Effect<{ readonly url: string }, BrowserUnavailable>,
  patience: Patience
): Source => ({
  label: undefined,
  weight: 1,
  open: Effect.flatMap(proxy, ({ url }) => launch({ executable, proxy: url, flags, sandbox, patience }))
})

/**
 * Builds the browser engine. The first request starts the browser, and it stops when the scope closes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<Fetcher["Service"], never, EgressGuard | Scope.Scope> {
  const guard = yield* EgressGuard
  const patience = yield* BrowserPatience
  const concurrency = options.concurrency ?? Math.max(6, NodeOs.availableParallelism() * 3)
  const adBlock = options.adBlock ?? AdBlock.builtIn
  const profiles = Option.getOrElse(yield* Effect.serviceOption(Profiles.Profiles), Profiles.makeMemory)
  const upstreamOf = (proxy: Secret.Secret | undefined) =>
    proxy === undefined ? undefined : parseUpstream(Secret.text(proxy, "proxy"))
  const basic = upstreamOf(options.basicProxy)
  const enhanced = upstreamOf(options.enhancedProxy)

  const scope = yield* Effect.scope
  const reach = reachOf(options, patience)
  const proxyFor = (options: EgressProxy.Options, index: number) =>
    Effect.cached(
      Effect.uninterruptible(
        Effect.provideService(Scope.provide(reach.makeProxy(options, index), scope), EgressGuard, guard)
      )
    )
  const proxiesFor = (upstream: typeof basic, first: number) =>
    Effect.all({
      blocking: proxyFor({ upstream, isUnwanted: adBlock.isUnwanted }, first),
      plain: proxyFor({ upstream }, first + 1)
    })
  const proxies = {
    basic: yield* proxiesFor(basic, 0),
    enhanced: enhanced === undefined ? undefined : yield* proxiesFor(enhanced, PROXIES_PER_WAY)
  }
  const { remote = [] } = options
  const here = sourceHere(options, proxies.basic.blocking, patience)
  const { alone, slots } = yield* fleet.make({
    sources: remote.length === 0 ? [here] : remote.map((browser) => reach.source(browser, proxies.basic.plain)),
    maxMemory: options.maxMemory ?? 2 * 1024 ** 3,
    maxBrowserMemory: options.maxBrowserMemory ?? defaultBrowserMemory(),
    size: concurrency,
    patience,
    keepOpen: Duration.fromInputUnsafe(options.keepOpen ?? "30 seconds")
  })

  const { consentScript: ownScript } = options
  const consentScript = yield* Effect.cached(
    typeof ownScript === "string" || ownScript === false
      ? Effect.succeed(ownScript)
      : ownScript ?? ConsentScript.installed()
  )

  const engine: Engine = {
    guard,
    proxies,
    profiles,
    adBlock,
    consentScript,
    userAgent: options.userAgent,
    maxBytes: options.maxBytes ?? 50 * 1024 * 1024
  }

  /** A pending call to a crashed page never returns, so the crash itself ends the visit. */
  const render = (request: FetchRequest, state: Attempt["state"], deadline: number, slots: Slots) =>
    Effect.suspend(() => {
      const crashed = Deferred.makeUnsafe<never, BrowserCrashed>()
      const onCrash = () => void Deferred.doneUnsafe(crashed, Effect.fail(new BrowserCrashed({})))
      const visited = Effect.scoped(visit(engine, { request, state, deadline, slots, onCrash })).pipe(
        Effect.provideService(CallDeadline, deadline),
        Effect.provideService(BrowserPatience, patience)
      )
      return Effect.tap(
        Effect.raceFirst(visited, Deferred.await(crashed)),
        // Memory is taken only for a large body. Meanwhile, another visit may use the browser page.
        ({ body }) => body.byteLength > largeBytes ? Effect.flatMap(PageMemory, ({ take }) => take) : Effect.void
      )
    })

  return Fetcher.of({
    recheck: recheck(guard),
    open: opener(engine, slots, Math.max(1, Math.floor(concurrency / PAGES_PER_STAY))),
    fetch: Effect.fn("BrowserFetcher.fetch")(function*(request: FetchRequest): Effect.fn.Return<RawPage, FetchError> {
      const state: Attempt["state"] = { phase: "queue", hasActed: false }
      const timeout = Duration.toMillis(request.timeout)
      const deadline = (yield* Clock.currentTimeMillis) + timeout
      const canEscalate = request.options.proxy === "auto" && proxies.enhanced !== undefined &&
        request.options.actions.length === 0
      const attempt = (slots: Slots) =>
        Effect.flatMap(render(request, state, deadline, slots), (page) =>
          canEscalate && blocked.has(page.status)
            ? render({ ...request, options: { ...request.options, proxy: "enhanced" } }, state, deadline, slots)
            : Effect.succeed(page))
      const isUnchanging = !request.options.actions.some(({ type }) => changing.has(type))
      return yield* Effect.flatMap(slots, attempt).pipe(
        // If one page crashes the browser, each of its open pages is retried once, in a separate browser.
        Effect.catch((reason) => {
          if (reason._tag !== "BrowserCrashed") return Effect.fail(reason)
          // The action may have changed the site, for example by a purchase.
          if (isUnchanging || !state.hasActed) return alone(attempt)
          return Effect.fail<Reason>(reason.code === undefined ? new BrowserCrashed({ code: "ACTED" }) : reason)
        }),
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
 * Provides the browser engine as a fetcher.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<Fetcher, never, EgressGuard> =>
  Layer.effect(Fetcher, make(options))

/**
 * Returns the path of the Chromium to start, which is the configured one, or else an installed one. Fails with
 * installation instructions.
 *
 * @category lookups
 * @since 0.2.0
 */
export const findExecutable = (wanted?: string | undefined): Effect.Effect<string, BrowserUnavailable> =>
  Effect.flatMap(
    loadPlaywright,
    (chromium) => executable.find(wanted, () => chromium.executablePath())
  )

/**
 * The result of checking a remote browser.
 *
 * @category models
 * @since 0.2.0
 */
export interface RemoteFinding {
  readonly label: string
  /** The version of the browser; absent if the browser cannot be used. */
  readonly version: string | undefined
  /** The reason why the browser cannot be used, or the switches that it lacks. */
  readonly detail: string | undefined
}

/**
 * Connects to each remote browser and verifies that its pages go through this process's egress proxy.
 *
 * @category lookups
 * @since 0.2.0
 */
export const inspectRemote = (
  options: Pick<Options, "remote" | "remoteProxy">
): Effect.Effect<ReadonlyArray<RemoteFinding>, never, EgressGuard> =>
  Effect.forEach(options.remote ?? [], (browser) => {
    const { label } = placeOf(browser)
    return Effect.gen(function*() {
      const reach = reachOf(options, yield* BrowserPatience)
      const proxy = yield* Effect.cached(Effect.uninterruptible(reach.makeProxy({}, 1)))
      const scope = yield* Effect.scope
      const guard = yield* EgressGuard
      const provided = proxy.pipe(Scope.provide(scope), Effect.provideService(EgressGuard, guard))
      const chromium = yield* reach.connect(browser, provided)
      const missing = yield* missingSwitches(chromium)
      return {
        label,
        version: chromium.version,
        detail: missing.length === 0 ? undefined : `started without ${missing.join(" ")}`
      }
    }).pipe(
      Effect.scoped,
      Effect.catch(({ detail }) => Effect.succeed({ label, version: undefined, detail }))
    )
  })

/** Errors omit the invalid value, because a URL may contain a token. */
const remoteConfig = Config.mapEffect(
  Config.option(Config.Redacted("DUNLIN_BROWSER_URL")),
  Option.match({
    onNone: () => Effect.succeed(undefined),
    onSome: (written) => {
      const remote = RemoteBrowsers.parse(Redacted.value(written))
      const message = `DUNLIN_BROWSER_URL: expected ${RemoteBrowsers.expected}`
      return remote === undefined
        ? Effect.fail(new Config.ConfigError(new ConfigProvider.SourceError({ message })))
        : Effect.succeed(remote)
    }
  })
)

/**
 * Reads the environment: `DUNLIN_BROWSER` (path of a Chromium), `DUNLIN_BROWSER_SANDBOX` (`on` or `off`),
 * `DUNLIN_BROWSER_URL` (remote browsers) and `DUNLIN_BROWSER_PROXY` (where they reach this process).
 *
 * @category config
 * @since 0.1.0
 */
export const config: Config.Config<Pick<Options, "executable" | "sandbox" | "remote" | "remoteProxy">> = Config.all({
  executable: Config.option(Config.NonEmptyString("DUNLIN_BROWSER")),
  sandbox: Config.option(Config.Literals(["on", "off"], "DUNLIN_BROWSER_SANDBOX")),
  remote: remoteConfig,
  remoteProxy: Config.option(Config.NonEmptyString("DUNLIN_BROWSER_PROXY"))
}).pipe(Config.map(({ executable, remote, remoteProxy, sandbox }) => ({
  executable: Option.getOrUndefined(executable),
  sandbox: Option.getOrUndefined(Option.map(sandbox, (value) => value === "on")),
  remote,
  remoteProxy: Option.getOrUndefined(remoteProxy)
})))

/**
 * Provides a fetcher with the settings `DUNLIN_BROWSER`, `DUNLIN_BROWSER_SANDBOX`, `DUNLIN_BROWSER_URL` and
 * `DUNLIN_BROWSER_PROXY`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<Fetcher, Config.ConfigError, EgressGuard> = Layer.unwrap(
  Effect.map(config, layer)
)
