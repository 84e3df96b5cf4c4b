/**
 * Decides whether a URL may be visited. The order is whitelist, blacklist, blocked top-level domains, classifier. A
 * whitelisted host skips these checks, but the fetcher's egress guard still checks its IP address.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as internal from "./internal/guard.ts"
import type { ThreatPolicy } from "./ThreatPolicy.ts"
import { UrlClassifier } from "./UrlClassifier.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface Decision {
  readonly allowed: boolean
  /**
   * The rule that decided. `whitelist`, `blacklist` and `tld` are lists; `classifier` is the classifier's score;
   * `failure` is a failed classifier or an invalid URL. It is `off` if no classifier was called, and `clean` if no rule
   * blocks the URL.
   */
  readonly reason: "off" | "whitelist" | "blacklist" | "tld" | "classifier" | "failure" | "clean"
  /** The classifier's score, from 0 to 100, if there is a verdict. */
  readonly score?: number
  /** Whether the classifier scanned the URL for this check. A scan is charged; a cached verdict is free. */
  readonly scanned: boolean
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The timeout of a verdict, after which the failure policy decides. @default 1.5 seconds */
  readonly deadline?: Duration.Input | undefined
  /** The number of consecutive failures after which the classifier is paused. @default 5 */
  readonly tripAfter?: number | undefined
  /** The pause after which one request may try the classifier again. @default 15 seconds */
  readonly openFor?: Duration.Input | undefined
  /** The maximum number of cached verdicts. @default 10,000 */
  readonly capacity?: number | undefined
  /** The time for which a verdict with a score above 0 is cached, unless the service sets one. @default 30 minutes */
  readonly badTimeToLive?: Duration.Input | undefined
  /** The time for which a verdict with score 0 is cached, unless the service sets one. @default 10 minutes */
  readonly cleanTimeToLive?: Duration.Input | undefined
}

/**
 * **Example** (Check a URL)
 *
 * ```ts
 * import { ThreatGuard, ThreatPolicy } from "@dunlin/threat-protection"
 * import { Effect } from "effect"
 *
 * const policy = ThreatPolicy.resolve({ blacklist: ["*.evil.example"], blockedTlds: ["zip"] })
 * const program = Effect.gen(function*() {
 *   const guard = yield* ThreatGuard.ThreatGuard
 *   const decision: ThreatGuard.Decision = yield* guard.check("https://get.evil.example/", policy)
 *   return decision
 * })
 * console.log(await Effect.runPromise(Effect.provide(program, ThreatGuard.layerLists))) // { allowed: false, reason: 'blacklist', scanned: false }
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ThreatGuard extends Context.Service<ThreatGuard, {
  /** Decides about a URL. It never fails. Without a verdict, the policy's `failurePolicy` decides. */
  readonly check: (url: string, policy: ThreatPolicy) => Effect.Effect<Decision>
  /** Whether every decision is synchronous, because there is no classifier. @default false */
  readonly isImmediate?: boolean | undefined
  /** A warning for requests that want scans. It is set if no classifier is configured. @default nothing */
  readonly notice?: string | undefined
  /** Returns whether a policy allows every URL, so that no check is needed. @default if the policy is off */
  readonly allowsAll?: ((policy: ThreatPolicy) => boolean) | undefined
}>()("@dunlin/threat-protection/ThreatGuard") {}

/**
 * Decides by lists and a classifier.
 *
 * **Example** (Use a classifier)
 *
 * ```ts
 * import { ThreatGuard, ThreatPolicy, UrlClassifier } from "@dunlin/threat-protection"
 * import { Effect, Layer } from "effect"
 *
 * const options: ThreatGuard.Options = { deadline: "1 second", tripAfter: 3 }
 * const guard = ThreatGuard.layer(options).pipe(Layer.provide(UrlClassifier.layerMemory(["malware.example"])))
 * const program = ThreatGuard.ThreatGuard.use((_) => _.check("https://malware.example/a", ThreatPolicy.resolve(undefined)))
 * const { allowed, score } = await Effect.runPromise(Effect.provide(program, guard))
 * console.log(allowed, score) // false 100
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<ThreatGuard, never, UrlClassifier> =>
  Layer.effect(
    ThreatGuard,
    Effect.flatMap(UrlClassifier, (classifier) => internal.make(classifier, options ?? {}))
  )

/**
 * Decides by lists only, so no URL is scanned. An open policy allows unlisted URLs as `clean`. A closed policy blocks
 * them as `failure`, unless its mode is `off`.
 *
 * **Example** (Unlisted URLs are clean)
 *
 * ```ts
 * import { ThreatGuard, ThreatPolicy } from "@dunlin/threat-protection"
 * import { Effect } from "effect"
 *
 * const program = ThreatGuard.ThreatGuard.use((_) => _.check("https://example.com/", ThreatPolicy.resolve(undefined)))
 * console.log((await Effect.runPromise(Effect.provide(program, ThreatGuard.layerLists))).reason) // clean
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerLists: Layer.Layer<ThreatGuard> = Layer.effect(ThreatGuard, internal.make(undefined, {}))

/**
 * Allows every URL, for any policy.
 *
 * **Example** (No protection)
 *
 * ```ts
 * import { ThreatGuard, ThreatPolicy } from "@dunlin/threat-protection"
 * import { Effect } from "effect"
 *
 * const policy = ThreatPolicy.resolve({ blacklist: ["example.com"] })
 * const program = ThreatGuard.ThreatGuard.use((_) => _.check("https://example.com/", policy))
 * console.log((await Effect.runPromise(Effect.provide(program, ThreatGuard.layerNoop))).allowed) // true
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNoop: Layer.Layer<ThreatGuard> = Layer.succeed(ThreatGuard, {
  check: () => Effect.succeed({ allowed: true, reason: "off", scanned: false }),
  isImmediate: true,
  notice: "Threat protection is not configured; threatProtection had no effect.",
  allowsAll: () => true
})

/**
 * The guard of one request. It caches its decisions, so that a URL is scanned and charged once per request, and
 * counts the scans.
 *
 * @category models
 * @since 0.1.0
 */
export interface Session {
  readonly check: (url: string) => Effect.Effect<Decision>
  /** Checks several URLs. A classifier receives eight of them concurrently. */
  readonly checkAll: (urls: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Decision>>
  /** Checks the target of a redirect or browser navigation. This check is never charged. */
  readonly checkHop: (url: string) => Effect.Effect<Decision>
  /** The number of scanned URLs so far that are charged. */
  readonly scanned: Effect.Effect<number>
  /**
   * The number of URLs so far that an open policy allowed because the classifier had no verdict.
   *
   * @since 0.2.0
   */
  readonly unjudged: Effect.Effect<number>
}

/**
 * Returns whether a policy may send URLs to a classifier, so that scans cost credits.
 *
 * **Example** (Check whether a policy uses a classifier)
 *
 * ```ts
 * import { ThreatGuard, ThreatPolicy } from "@dunlin/threat-protection"
 * import { Effect } from "effect"
 *
 * const asked = ThreatGuard.ThreatGuard.use((guard) =>
 *   Effect.succeed(ThreatGuard.scans(guard, ThreatPolicy.resolve({ mode: "normal" })))
 * )
 * console.log(await Effect.runPromise(Effect.provide(asked, ThreatGuard.layerNoop))) // false
 * ```
 *
 * @category predicates
 * @since 0.1.0
 */
export const scans = ({ isImmediate }: ThreatGuard["Service"], { mode }: ThreatPolicy): boolean =>
  isImmediate !== true && mode === "normal"

/**
 * Opens a `Session` for one request and one policy.
 *
 * **Example** (A request is charged once for a URL)
 *
 * ```ts
 * import { ThreatGuard, ThreatPolicy, UrlClassifier } from "@dunlin/threat-protection"
 * import { Effect, Layer } from "effect"
 *
 * const program = Effect.gen(function*() {
 *   const session: ThreatGuard.Session = yield* ThreatGuard.session(ThreatPolicy.resolve(undefined))
 *   yield* session.checkAll(["https://example.com/", "https://example.com/", "https://example.org/"])
 *   return yield* session.scanned
 * })
 * const guard = ThreatGuard.layer().pipe(Layer.provide(UrlClassifier.layerMemory([])))
 * console.log(await Effect.runPromise(Effect.provide(program, guard))) // 2
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const session = (policy: ThreatPolicy): Effect.Effect<Session, never, ThreatGuard> =>
  Effect.flatMap(ThreatGuard, (guard) => internal.makeSession(guard, policy))
