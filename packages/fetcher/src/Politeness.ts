/**
 * Adds robots.txt rules and a delay between requests to one host. Both are off by default, because fetching one page
 * for a person is not crawling.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as robotsModule from "robots-parser"
import { type FetchError, make as makeError, NavigationRefused, RobotsDisallowed } from "./FetchError.ts"
import { Fetcher, type FetchRequest } from "./internal/service.ts"
import { NavigationGuard } from "./NavigationGuard.ts"
import { ofAgent, UserAgent } from "./UserAgent.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The user agent in robots.txt, for example `DunlinBot`. It consists of letters, `-` and `_`. Requests send it,
   * unless `UserAgent`, an engine or a request header sets another `user-agent`.
   */
  readonly agent: string
  /**
   * Whether robots.txt is obeyed (RFC 9309). Every redirect is checked.
   *
   * @default true
   */
  readonly robots?: boolean | undefined
  /**
   * The minimum time between the starts of two requests to one host. A longer `crawl-delay` takes precedence, up to 30
   * seconds.
   *
   * @default "1 second"
   */
  readonly delay?: Duration.Input | undefined
}

/**
 * The reason why a robots.txt is unavailable.
 *
 * @category models
 * @since 0.1.0
 */
export interface Unreadable {
  readonly why: string
  /** The status of the response, if there was one. */
  readonly status?: number | undefined
  /** Set if the host itself is unreachable. Its pages then fail for the same reason, whatever robots.txt contains. */
  readonly unreachable?: FetchError | undefined
}

/**
 * The robots.txt rules of an origin for one user agent.
 *
 * @category models
 * @since 0.1.0
 */
export interface Rules {
  /** The reason why robots.txt is unavailable. Everything is then disallowed (RFC 9309 2.3.1.4). */
  readonly unreadable?: Unreadable | undefined
  readonly allows: (url: string) => boolean
  /** The milliseconds between two requests, at most 30 seconds; 0 if there is no rule. */
  readonly delay: number
  /** The absolute URLs of the sitemaps that robots.txt names. They may be on other hosts. */
  readonly sitemaps: ReadonlyArray<string>
}

/**
 * The politeness functions of one run, for callers that decide per page instead of wrapping a fetcher.
 *
 * @category models
 * @since 0.1.0
 */
export interface Manners {
  /**
   * Returns the robots.txt rules for the origin of an http(s) URL. They are fetched once a day, through the fetcher.
   */
  readonly rulesOf: (request: FetchRequest) => Effect.Effect<Rules>
  /** Waits for the host's next request slot. Slots are assigned in order of arrival. */
  readonly takeTurn: (url: string) => Effect.Effect<void>
  /** Returns an unused request slot, for example because the page was cached. */
  readonly returnTurn: (url: string) => Effect.Effect<void>
}

interface Robot {
  readonly isAllowed: (url: string, agent: string) => boolean | undefined
  readonly getCrawlDelay: (agent: string) => number | undefined
  readonly getSitemaps: () => ReadonlyArray<string>
}

// `robots-parser` is CommonJS, but its types declare an ES module.
const parseRobots = robotsModule.default as unknown as (url: string, text: string) => Robot

interface Known {
  readonly rules: Rules
  readonly expires: number
}

const MAX_CACHED_RULES = 1_000
const RULES_TTL_MS = Duration.toMillis("24 hours")
const FAILURES_TTL_MS = Duration.toMillis("5 minutes")
const MAX_CRAWL_DELAY_MS = 30_000
const MAX_SITEMAPS = 100
/** RFC 9309, section 2.5: a crawler must parse at least 500 KiB. */
const MAX_ROBOTS_BYTES = 512 * 1024
const refusal = "robots.txt"

const noRules: Rules = { allows: () => true, delay: 0, sitemaps: [] }

const closed = (unreadable: Unreadable): Rules => ({
  unreadable,
  allows: () => false,
  delay: 0,
  sitemaps: []
})

const isUnreachable = ({ afterRedirect, reason }: FetchError): boolean => {
  if (afterRedirect === true) return false
  switch (reason._tag) {
    case "EgressBlocked":
    case "DnsError":
    case "ConnectError":
    case "TlsError":
      return true
    case "Timeout":
      return reason.phase === "connect"
    default:
      return false
  }
}

const unanswered = (error: FetchError): Rules =>
  closed({ why: error.reason.message, ...(isUnreachable(error) ? { unreachable: error } : {}) })

const readRules = (origin: string, body: Uint8Array, agent: string): Rules => {
  const robot = parseRobots(
    `${origin}/robots.txt`,
    Buffer.from(body.subarray(0, MAX_ROBOTS_BYTES)).toString("utf8").replace(/^\ufeff/, "")
  )
  return {
    allows: (url) => robot.isAllowed(url, agent) !== false,
    delay: Math.min((robot.getCrawlDelay(agent) ?? 0) * 1000, MAX_CRAWL_DELAY_MS),
    sitemaps: robot.getSitemaps().slice(0, MAX_SITEMAPS).flatMap((address) => {
      const url = URL.parse(address, origin)
      return url !== null && /^https?:$/.test(url.protocol) ? [url.href] : []
    })
  }
}

/**
 * Returns the reason why a page must not be read: `RobotsDisallowed`, or the failure of an unreachable host. Returns
 * `undefined` if it may be read.
 *
 * @category combinators
 * @since 0.1.0
 */
export const objection = ({ allows, unreadable }: Rules, url: string): FetchError | undefined => {
  if (allows(url)) return undefined
  if (unreadable?.unreachable !== undefined) return unreadable.unreachable
  return makeError(new RobotsDisallowed(unreadable === undefined ? {} : { unreadable: unreadable.why }))
}

/**
 * Sets the user agent for the requests of an effect, unless `UserAgent` is set.
 *
 * @category combinators
 * @since 0.1.0
 */
export const named = <A, E, R>(agent: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateService(effect, UserAgent, (userAgent) => userAgent ?? ofAgent(agent))

/**
 * Builds the politeness functions for a user agent that visits sites through a fetcher.
 *
 * @category constructors
 * @since 0.1.0
 */
export const manners = (fetcher: Fetcher["Service"], options: Options): Manners => {
  const rules = new Map<string, Known>()
  const next = new Map<string, number>()
  const delay = Duration.toMillis(options.delay ?? "1 second")

  const load = Effect.fnUntraced(function*(origin: string, request: FetchRequest): Effect.fn.Return<Known> {
    const { profile: _, ...fetching } = request.options
    const page = yield* Effect.result(named(
      options.agent,
      fetcher.fetch({
        url: `${origin}/robots.txt`,
        timeout: Duration.min(Duration.fromInputUnsafe(request.timeout), Duration.seconds(10)),
        options: { ...fetching, headers: {}, actions: [], formats: [], waitFor: 0, mobile: false }
      })
    ))
    const now = yield* Clock.currentTimeMillis
    // No response and server errors disallow everything for now. Any other error status means that there are no
    // rules.
    if (page._tag === "Failure") return { rules: unanswered(page.failure), expires: now + FAILURES_TTL_MS }
    const { body, status } = page.success
    if (status >= 500) {
      return { rules: closed({ why: `it returned ${status}`, status }), expires: now + FAILURES_TTL_MS }
    }
    return { rules: status >= 400 ? noRules : readRules(origin, body, options.agent), expires: now + RULES_TTL_MS }
  })

  const pause = (url: URL) => Math.max(delay, rules.get(url.origin)?.rules.delay ?? 0)

  return {
    rulesOf: Effect.fnUntraced(function*(request) {
      const { origin } = new URL(request.url)
      const known = rules.get(origin)
      if (known !== undefined && known.expires > (yield* Clock.currentTimeMillis)) return known.rules
      const loaded = yield* load(origin, request)
      rules.delete(origin)
      if (rules.size >= MAX_CACHED_RULES) rules.delete(rules.keys().next().value!)
      rules.set(origin, loaded)
      return loaded.rules
    }),
    takeTurn: Effect.fnUntraced(function*(address) {
      const url = new URL(address)
      const now = yield* Clock.currentTimeMillis
      const turn = Math.max(now, next.get(url.host) ?? 0)
      for (const [host, time] of next) {
        if (time > now) break
        next.delete(host)
      }
      next.delete(url.host)
      next.set(url.host, turn + pause(url))
      yield* Effect.sleep(turn - now)
    }),
    returnTurn: (address) =>
      Effect.sync(() => {
        const url = new URL(address)
        const time = next.get(url.host)
        if (time !== undefined) next.set(url.host, time - pause(url))
      })
  }
}

/**
 * Wraps a fetcher, so that it is polite.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (fetcher: Fetcher["Service"], options: Options): Fetcher["Service"] => {
  const { rulesOf, takeTurn } = manners(fetcher, options)
  const objectionTo = (url: URL, request: FetchRequest) =>
    options.robots === false || url.pathname === "/robots.txt"
      ? Effect.succeed(undefined)
      : Effect.map(rulesOf({ ...request, url: url.href }), (rules) => objection(rules, url.href))

  const { open } = fetcher
  const politely = <R extends FetchRequest, A, S>(visit: (request: R) => Effect.Effect<A, FetchError, S>) =>
    Effect.fnUntraced(function*(request: R): Effect.fn.Return<A, FetchError, S> {
      const url = URL.parse(request.url)
      if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return yield* visit(request)
      const guard = yield* NavigationGuard
      let refused = makeError(new RobotsDisallowed({}))
      const check = Effect.fnUntraced(function*(hop: string) {
        yield* guard.check(hop)
        const objected = yield* objectionTo(new URL(hop), request)
        if (objected === undefined) return
        refused = objected
        return yield* new NavigationRefused({ detail: refusal })
      })
      const objected = yield* objectionTo(url, request)
      if (objected !== undefined) return yield* objected
      yield* takeTurn(url.href)
      return yield* named(options.agent, visit(request)).pipe(
        Effect.provideService(NavigationGuard, { check }),
        Effect.mapError((error) =>
          error.reason._tag === "NavigationRefused" && error.reason.detail === refusal
            ? refused
            : error
        )
      )
    })
  return Fetcher.of({
    recheck: fetcher.recheck,
    ...(open === undefined ? {} : { open: politely(open) }),
    fetch: Effect.fn("Politeness.fetch")(politely(fetcher.fetch))
  })
}

/**
 * Adds politeness to the fetcher of a layer.
 *
 * @category layers
 * @since 0.1.0
 */
export const polite = (options: Options) => <E, R>(layer: Layer.Layer<Fetcher, E, R>): Layer.Layer<Fetcher, E, R> =>
  Layer.effect(Fetcher, Effect.map(Fetcher, (fetcher) => make(fetcher, options))).pipe(Layer.provide(layer))
