/**
 * Decides whether a URL may be visited: by the lists of the policy first, then
 * by a URL classifier.
 *
 * The order is whitelist, blacklist, blocked top-level domains, classifier. A
 * whitelisted host is only spared these checks; the fetcher's egress guard still
 * decides whether its address may be dialled.
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
   * The rule that decided: a list, the `classifier`'s score, `failure` of the classifier (or an invalid URL), `off`
   * when no classifier was called, `clean` when no rule speaks against the URL.
   */
  readonly reason: "off" | "whitelist" | "blacklist" | "tld" | "classifier" | "failure" | "clean"
  /** The classifier's score, 0 to 100, when there is a verdict. */
  readonly score?: number
  /** Whether the classifier received this URL for this check: this is what is charged. A remembered verdict is not. */
  readonly scanned: boolean
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** How long a verdict is waited for before the failure policy decides. @default 1.5 seconds */
  readonly deadline?: Duration.Input | undefined
  /** Failures in a row after which the classifier gets no requests. @default 5 */
  readonly tripAfter?: number | undefined
  /** Time until one request may try again. @default 15 seconds */
  readonly openFor?: Duration.Input | undefined
  /** How many verdicts are remembered. @default 10,000 */
  readonly capacity?: number | undefined
  /** How long a verdict with a score is remembered, when the service does not say. @default 30 minutes */
  readonly badTimeToLive?: Duration.Input | undefined
  /** How long a verdict without one is remembered, when the service does not say. @default 10 minutes */
  readonly cleanTimeToLive?: Duration.Input | undefined
}

/**
 * **Example** (May this address be visited?)
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
  /** Never fails: where no judgement is possible, the policy's `failurePolicy` decides. */
  readonly check: (url: string, policy: ThreatPolicy) => Effect.Effect<Decision>
  /** Whether every decision is immediate, because there is no classifier. @default false */
  readonly isImmediate?: boolean | undefined
  /** Warning for requests for scans when no classifier scans. @default nothing */
  readonly notice?: string | undefined
  /** Whether every URL passes under a policy, so that none need be checked. @default when it is off */
  readonly allowsAll?: ((policy: ThreatPolicy) => boolean) | undefined
}>()("@dunlin/threat-protection/ThreatGuard") {}

/**
 * Lists and classifier.
 *
 * **Example** (Ask a classifier)
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
 * Lists alone: no URL is scanned. An open policy allows what no list names, as `clean`; a closed one blocks it, as
 * `failure`, unless its mode is `off`.
 *
 * **Example** (What no list names is clean)
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
 * Allows everything, whatever the policy says.
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
  notice: "Threat protection is not set up here; threatProtection had no effect.",
  allowsAll: () => true
})

/**
 * The guard of one request: it remembers what it decided, so that a URL is scanned and charged once however often
 * it comes up, and it counts the scans.
 *
 * @category models
 * @since 0.1.0
 */
export interface Session {
  /** Judges a URL the request asked for. */
  readonly check: (url: string) => Effect.Effect<Decision>
  /** Judges several URLs, eight at a time for a classifier. */
  readonly checkAll: (urls: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Decision>>
  /** Judges where a redirect or a browser navigation leads to; never charged. */
  readonly checkHop: (url: string) => Effect.Effect<Decision>
  /** URLs scanned so far that are to be charged. */
  readonly scanned: Effect.Effect<number>
  /**
   * URLs so far that the classifier could not judge and an open policy allowed.
   *
   * @since 0.2.0
   */
  readonly unjudged: Effect.Effect<number>
}

/**
 * Whether a policy may send URLs to a classifier, so that scans cost credits.
 *
 * **Example** (Whether a classifier may be called)
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
 * **Example** (A request is charged once for an address)
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
