/**
 * Defines limits for browser pages that stay open after a scrape, for `/v2/scrape/{id}/interact`.
 *
 * @since 0.3.0
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"

/**
 * @category options
 * @since 0.3.0
 */
export interface Options {
  readonly perTeam: number
  readonly perServer: number
  /** Time after which a page without calls is closed. */
  readonly idle: Duration.Input
  /** Maximum lifetime of a page. The page's credits are reserved for this time. */
  readonly life: Duration.Input
  /** Time after a scrape during which its page can be opened. */
  readonly opensWithin: Duration.Input
}

/**
 * **Example** (One page at a time, for a minute)
 *
 * ```ts
 * import { InteractLimits } from "@dunlin/http-api"
 * import { Effect, Layer } from "effect"
 *
 * const limits: InteractLimits.Options = { ...InteractLimits.defaults, perTeam: 1, life: "1 minute" }
 * const layer = Layer.succeed(InteractLimits.InteractLimits, limits)
 * const program = Effect.map(InteractLimits.InteractLimits, ({ perTeam }) => perTeam)
 * console.log(await Effect.runPromise(Effect.provide(program, layer))) // 1
 * ```
 *
 * @category constants
 * @since 0.3.0
 */
export const defaults: Options = {
  perTeam: 2,
  perServer: 8,
  idle: "2 minutes",
  life: "10 minutes",
  opensWithin: "30 minutes"
}

/**
 * @category references
 * @since 0.3.0
 */
export const InteractLimits = Context.Reference<Options>("@dunlin/http-api/InteractLimits", {
  defaultValue: () => defaults
})
