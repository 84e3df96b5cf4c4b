/**
 * Manners towards the sites that are visited: robots.txt, a pause between
 * requests to one host.
 *
 * Nothing of it is on unless asked for, because who fetches one page for a
 * person is in another position than a crawler.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as robotsModule from "robots-parser"
import { make as makeError, NavigationRefused, RobotsDisallowed } from "./FetchError.ts"
import { Fetcher, type FetchRequest } from "./internal/service.ts"
import { NavigationGuard } from "./NavigationGuard.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = {
  /** The name robots.txt is read for, for example `DunlinBot`. */
  readonly agent: string
  /**
   * Whether robots.txt decides (RFC 9309). Every hop is checked.
   *
   * @default true
   */
  readonly robots?: boolean | undefined
  /**
   * Shortest time between the starts of two requests to one host; a longer `crawl-delay` of up to 30 seconds counts.
   *
   * @default "1 second"
   */
  readonly delay?: Duration.Input | undefined
}

type Robot = {
  readonly isAllowed: (url: string, agent: string) => boolean | undefined
  readonly getCrawlDelay: (agent: string) => number | undefined
}

// the package is CommonJS whose types describe an ES module
const parseRobots = robotsModule.default as unknown as (url: string, text: string) => Robot

type Rules = { readonly robot: Robot | "all" | "none"; readonly expires: number }

const rulesKept = 1_000
const rulesFor = Duration.toMillis("24 hours")
const failuresFor = Duration.toMillis("5 minutes")
const maxCrawlDelay = 30_000
/** RFC 9309 2.5: a crawler must read at least this much. */
const maxRobotsBytes = 512 * 1024
const refusal = "robots.txt"

/**
 * Wraps a fetcher.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (fetcher: Fetcher["Service"], options: Options): Fetcher["Service"] => {
  const rules = new Map<string, Rules>()
  const next = new Map<string, number>()
  const delay = Duration.toMillis(options.delay ?? "1 second")

  const load = Effect.fnUntraced(function*(origin: string, request: FetchRequest) {
    const { profile: _, ...options } = request.options
    const page = yield* Effect.result(fetcher.fetch({
      url: `${origin}/robots.txt`,
      timeout: Duration.min(Duration.fromInputUnsafe(request.timeout), Duration.seconds(10)),
      options: { ...options, headers: {}, actions: [], formats: [], waitFor: 0, mobile: false }
    }))
    const now = yield* Clock.currentTimeMillis
    // no answer and server errors mean: nothing is allowed for now; any other refusal means there are no rules
    if (page._tag === "Failure" || page.success.status >= 500) {
      return { robot: "none", expires: now + failuresFor } as const
    }
    if (page.success.status >= 400) return { robot: "all", expires: now + rulesFor } as const
    const text = Buffer.from(page.success.body.subarray(0, maxRobotsBytes)).toString("utf8")
    return { robot: parseRobots(`${origin}/robots.txt`, text), expires: now + rulesFor }
  })

  const rulesOf = Effect.fnUntraced(function*(origin: string, request: FetchRequest) {
    const known = rules.get(origin)
    if (known !== undefined && known.expires > (yield* Clock.currentTimeMillis)) return known
    const loaded = yield* load(origin, request)
    rules.delete(origin)
    if (rules.size >= rulesKept) rules.delete(rules.keys().next().value!)
    rules.set(origin, loaded)
    return loaded
  })

  const isAllowed = (url: URL, request: FetchRequest) =>
    url.pathname === "/robots.txt"
      ? Effect.succeed(true)
      : Effect.map(rulesOf(url.origin, request), ({ robot }) =>
        robot === "all" || (robot !== "none" && robot.isAllowed(url.href, options.agent) !== false))

  /** Waits for the turn of a host; turns are handed out in order of arrival. */
  const takeTurn = Effect.fnUntraced(function*(url: URL) {
    const now = yield* Clock.currentTimeMillis
    const robot = rules.get(url.origin)?.robot
    const asked = typeof robot === "object" ? (robot.getCrawlDelay(options.agent) ?? 0) * 1000 : 0
    const turn = Math.max(now, next.get(url.host) ?? 0)
    for (const [host, time] of next) {
      if (time > now) break
      next.delete(host)
    }
    next.delete(url.host)
    next.set(url.host, turn + Math.max(delay, Math.min(asked, maxCrawlDelay)))
    yield* Effect.sleep(turn - now)
  })

  return Fetcher.of({
    recheck: fetcher.recheck,
    fetch: Effect.fn("Politeness.fetch")(function*(request: FetchRequest) {
      const url = URL.parse(request.url)
      if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return yield* fetcher.fetch(request)
      const guard = yield* NavigationGuard
      const check = Effect.fnUntraced(function*(hop: string) {
        yield* guard.check(hop)
        if (options.robots === false) return
        if (!(yield* isAllowed(new URL(hop), request))) return yield* new NavigationRefused({ detail: refusal })
      })
      if (options.robots !== false && !(yield* isAllowed(url, request))) return yield* makeError(new RobotsDisallowed())
      yield* takeTurn(url)
      return yield* fetcher.fetch(request).pipe(
        Effect.provideService(NavigationGuard, { check }),
        Effect.mapError((error) =>
          error.reason._tag === "NavigationRefused" && error.reason.detail === refusal
            ? makeError(new RobotsDisallowed())
            : error
        )
      )
    })
  })
}

/**
 * Makes the fetcher of a layer polite.
 *
 * @category layers
 * @since 0.1.0
 */
export const polite = (options: Options) => <E, R>(layer: Layer.Layer<Fetcher, E, R>): Layer.Layer<Fetcher, E, R> =>
  Layer.effect(Fetcher, Effect.map(Fetcher, (fetcher) => make(fetcher, options))).pipe(Layer.provide(layer))
