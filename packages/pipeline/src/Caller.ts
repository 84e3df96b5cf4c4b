/**
 * Defines the caller of a request, and its team's permissions.
 *
 * @since 0.1.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as Effect from "effect/Effect"
import { refusal } from "./internal/authorize.ts"
import * as ScrapeError from "./ScrapeError.ts"

/**
 * The features that are enabled for a team.
 *
 * @category models
 * @since 0.1.0
 */
export interface Features {
  /** Whether the team may use the `zdr` mode of `enterprise`, and `zeroDataRetention` of scrape options. */
  readonly zdr: boolean
  /** The `anon` mode of `enterprise`. */
  readonly anon: boolean
  readonly threatProtection: {
    /** `false` rejects every request with a `threatProtection` object. */
    readonly enabled: boolean
    /** `true` rejects `mode: "off"`. */
    readonly enforced: boolean
    /** `false` rejects every request with a `threatProtection` object. */
    readonly allowOverrides: boolean
    /** The organisation's policy. Fields of a request override it. */
    readonly policy: ThreatProtection
  }
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Caller {
  /** The account that owns credits, private cache entries, profiles and snapshots. */
  readonly team: string
  readonly features: Features
  /** Two runs with the same key are charged once. If the key is absent, every run is charged. */
  readonly idempotencyKey?: string | undefined
}

/**
 * The default caller of the library: one team with all permissions.
 *
 * @category constants
 * @since 0.1.0
 */
export const local: Caller = {
  team: "local",
  features: {
    zdr: true,
    anon: true,
    threatProtection: { enabled: true, enforced: false, allowOverrides: true, policy: {} }
  }
}

/**
 * Fails with `NotAllowed` if the caller's team may not use these scrape options. Jobs check this before they are
 * accepted.
 *
 * **Example** (A team without zero data retention)
 *
 * ```ts
 * import { Caller } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const acme = { ...Caller.local, features: { ...Caller.local.features, zdr: false } }
 * const error = await Effect.runPromise(Effect.flip(Caller.check(acme, { zeroDataRetention: true })))
 * console.log(error.code) // FORBIDDEN
 * ```
 *
 * @category guards
 * @since 0.2.0
 */
export const check = (
  caller: Caller,
  options: {
    readonly zeroDataRetention?: boolean | undefined
    readonly threatProtection?: ThreatProtection | undefined
  }
): Effect.Effect<void, ScrapeError.ScrapeError> => {
  const { threatProtection, zeroDataRetention } = options
  const why = refusal(caller, { zeroDataRetention, threatProtection: [threatProtection] })
  return why === undefined ? Effect.void : Effect.fail(ScrapeError.make(new ScrapeError.NotAllowed({ why })))
}

/**
 * Runs an effect as a caller's team, so that shared resources such as browser pages and parsers are divided fairly
 * among teams. The services of this package do this themselves.
 *
 * **Example** (A custom fetch for a team)
 *
 * ```ts
 * import { Caller } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const acme = { ...Caller.local, team: "acme" }
 * const program = Effect.succeed("done").pipe(Caller.onBehalfOf(acme))
 * console.log(await Effect.runPromise(program)) // done
 * ```
 *
 * @category combinators
 * @since 0.1.0
 */
export const onBehalfOf =
  ({ team }: Pick<Caller, "team">) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, FairSemaphore.Tenant, team)
