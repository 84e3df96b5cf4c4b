/**
 * On whose behalf a request runs, and what that team may do.
 *
 * @since 0.1.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as Effect from "effect/Effect"
import { refusal } from "./internal/authorize.ts"
import * as ScrapeError from "./ScrapeError.ts"

/**
 * What a team is enabled for.
 *
 * @category models
 * @since 0.1.0
 */
export interface Features {
  /** The `zdr` mode of `enterprise`, and `zeroDataRetention` of scrape options. */
  readonly zdr: boolean
  /** The `anon` mode of `enterprise`. */
  readonly anon: boolean
  readonly threatProtection: {
    /** False refuses every request with a `threatProtection` object. */
    readonly enabled: boolean
    /** True refuses `mode: "off"`. */
    readonly enforced: boolean
    /** False refuses every request with a `threatProtection` object. */
    readonly allowOverrides: boolean
    /** The organisation's policy; a request's fields replace its fields. */
    readonly policy: ThreatProtection
  }
}

/**
 * @category models
 * @since 0.1.0
 */
export interface Caller {
  /** Account that credits, private cache entries, profiles and snapshots belong to. */
  readonly team: string
  readonly features: Features
  /** Two runs with the same key are charged once. Absent: every run is new. */
  readonly idempotencyKey?: string | undefined
}

/**
 * The caller when the library is used directly: one team that may do everything.
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
 * Fails with `NotAllowed` when the team of a caller may not scrape with these options. Jobs check this
 * before they are accepted.
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
 * Lets an effect wait for what teams share, such as browser pages and parsers, as the team of a caller: however much one
 * team asks for, another one gets its part. The services of this package do so themselves.
 *
 * **Example** (A fetch of one's own for a team)
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
