/** How time passes for a ledger that is tested. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

/**
 * Lets time pass for a ledger.
 *
 * @category testing
 * @since 0.2.0
 */
export const Passage: Context.Reference<(time: Duration.Input) => Effect.Effect<void>> = Context.Reference(
  "@dunlin/credits/testing/Passage",
  { defaultValue: () => TestClock.adjust }
)
