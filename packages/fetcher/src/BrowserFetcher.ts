/**
 * Fetches pages with a Chromium: scripts run, actions are performed, pictures
 * are taken. Nothing it does reaches a destination the egress guard refuses.
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
   * Most memory in bytes that a whole browser may hold. One that holds more takes no more pages, another one takes its
   * place, and it ends with its last page; one that holds half as much again is killed, and each of its pages is tried
   * again alone. Linux only.
   *
   * @default half the memory of the machine or container, at least 768 MiB, at most 4 GiB
   */
  readonly maxBrowserMemory?: number | undefined
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
  readonly basicProxy?: Secret.Secret | undefined
  /** Address of the proxy for `proxy: "enhanced"`. */
  readonly enhancedProxy?: Secret.Secret | undefined
  /**
   * Browsers that run elsewhere, used instead of one that this process starts. Their pages leave through the egress
   * proxy of this process; `executable`, `flags`, `sandbox` and the bounds of memory do not apply to them.
   */
  readonly remote?: ReadonlyArray<RemoteBrowser> | undefined
  /**
   * Where browsers elsewhere reach the egress proxies of this process, as `host:port`. The proxies listen on this port
   * and the three after it.
   *
   * @default the address of the connection to the browser, with free ports
   */
  readonly remoteProxy?: string | undefined
}

/** One of so many pages may stay open: the others are left for pages that are read once. */
const PAGES_PER_STAY = 3

/** The proxies of one engine, in the order of their ports. */
const PROXIES_PER_WAY = 2

/** Bounds of the memory of a whole browser: a few pages need the least, and a page of `maxMemory` fits into the most. */
const LEAST_BROWSER_BYTES = 768 * 1024 ** 2
const MOST_BROWSER_BYTES = 4 * 1024 ** 3

const defaultBrowserMemory = (): number => {
  const total = NodeOs.totalmem()
  const allowed = process.constrainedMemory?.() ?? 0
  const own = allowed > 0 && allowed < total ? allowed : total
  return Math.min(MOST_BROWSER_BYTES, Math.max(LEAST_BROWSER_BYTES, own / 2))
}

/** How browsers reach the proxies of this process: on loopback, or from elsewhere. */
const reachOf = ({ remote = [], remoteProxy }: Options) => {
  const [, egressHost, first] = /^(.*):(\d+)$/.exec(remoteProxy ?? "") ?? []
  const clients = new Set<string>()
  const isReached = egressHost !== undefined || !remote.every((browser) => isHere(placeOf(browser)))
  const connectTo = (browser: RemoteBrowser, proxy: Effect.Effect<EgressProxy.EgressProxy, BrowserUnavailable>) =>
    connect({ browser, egressHost, proxy, onClient: (address) => void clients.add(address) })
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

/** Whether a client of a proxy is on this machine. */
const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address)

/** Actions that a site may notice: what they did is not done a second time. */
const changing = new Set(["click", "write", "press", "executeJavascript"])

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
  const adBlock = options.adBlock ?? AdBlock.builtIn
  const profiles = Option.getOrElse(yield* Effect.serviceOption(Profiles.Profiles), Profiles.makeMemory)
  const upstreamOf = (proxy: Secret.Secret | undefined) =>
    proxy === undefined ? undefined : parseUpstream(Secret.text(proxy, "proxy"))
  const basic = upstreamOf(options.basicProxy)
  const enhanced = upstreamOf(options.enhancedProxy)

  const scope = yield* Effect.scope
  const reach = reachOf(options)
  /** A proxy that starts when the first page needs it and ends with the engine. */
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
  const { executable, flags = [], remote = [], sandbox } = options
  const here: Source = {
    label: undefined,
    weight: 1,
    open: Effect.flatMap(proxies.basic.blocking, ({ url }) => launch({ executable, proxy: url, flags, sandbox }))
  }
  const { alone, slots } = yield* fleet.make({
    sources: remote.length === 0 ? [here] : remote.map((browser) => reach.source(browser, proxies.basic.plain)),
    maxMemory: options.maxMemory ?? 2 * 1024 ** 3,
    maxBrowserMemory: options.maxBrowserMemory ?? defaultBrowserMemory(),
    size: concurrency,
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

  /** What a crashed page was asked is never answered, so nothing waits for it. */
  const render = (request: FetchRequest, state: Attempt["state"], deadline: number, slots: Slots) =>
    Effect.suspend(() => {
      const crashed = Deferred.makeUnsafe<never, BrowserCrashed>()
      const onCrash = () => void Deferred.doneUnsafe(crashed, Effect.fail(new BrowserCrashed({})))
      const visited = Effect.scoped(visit(engine, { request, state, deadline, slots, onCrash })).pipe(
        Effect.provideService(CallDeadline, deadline)
      )
      return Effect.tap(
        Effect.raceFirst(visited, Deferred.await(crashed)),
        // its page of the browser is another's meanwhile, who may have a large one and wait for that
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
        // one page ended the browser of all that were in it: each is tried again once, where it can hurt no other
        Effect.catch((reason) => {
          if (reason._tag !== "BrowserCrashed") return Effect.fail(reason)
          // an action such as a click may not be repeated: it may have bought something
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
 * The browser engine as the fetcher.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<Fetcher, never, EgressGuard> =>
  Layer.effect(Fetcher, make(options))

/**
 * The path of the Chromium that would be started: the one that is wanted, else one that is installed. Fails with what to
 * install.
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
 * What was found at a browser elsewhere.
 *
 * @category models
 * @since 0.2.0
 */
export interface RemoteFinding {
  /** Host and port. */
  readonly label: string
  /** Absent where the browser cannot be used. */
  readonly version: string | undefined
  /** Why it cannot be used, or the switches that it was started without. */
  readonly detail: string | undefined
}

/**
 * Connects to each browser elsewhere and shows that its pages leave through an egress proxy of this process.
 *
 * @category lookups
 * @since 0.2.0
 */
export const inspectRemote = (
  options: Pick<Options, "remote" | "remoteProxy">
): Effect.Effect<ReadonlyArray<RemoteFinding>, never, EgressGuard> =>
  Effect.forEach(options.remote ?? [], (browser) => {
    const { label } = placeOf(browser)
    const reach = reachOf(options)
    return Effect.gen(function*() {
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

/** Reads a list of browsers; a wrong one must not be shown, because it may hold a token. */
const remoteConfig = Config.mapEffect(
  Config.option(Config.Redacted("DUNLIN_BROWSER_URL")),
  Option.match({
    onNone: () => Effect.succeed(undefined),
    onSome: (written) => {
      const remote = RemoteBrowsers.parse(Redacted.value(written))
      const message = `DUNLIN_BROWSER_URL: ${RemoteBrowsers.expected} is needed`
      return remote === undefined
        ? Effect.fail(new Config.ConfigError(new ConfigProvider.SourceError({ message })))
        : Effect.succeed(remote)
    }
  })
)

/**
 * What the environment says: `DUNLIN_BROWSER`, the path of a Chromium, `DUNLIN_BROWSER_SANDBOX`, `on` or `off`,
 * `DUNLIN_BROWSER_URL`, browsers elsewhere, and `DUNLIN_BROWSER_PROXY`, where they reach this process.
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
 * Reads `DUNLIN_BROWSER`, `DUNLIN_BROWSER_SANDBOX`, `DUNLIN_BROWSER_URL` and `DUNLIN_BROWSER_PROXY`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<Fetcher, Config.ConfigError, EgressGuard> = Layer.unwrap(
  Effect.map(config, layer)
)
