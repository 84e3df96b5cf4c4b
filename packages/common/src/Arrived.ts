/**
 * The turns of the event loop, and what has arrived when one begins.
 *
 * @since 0.2.0
 */
import * as Effect from "effect/Effect"

/**
 * Ends in the next turn of the event loop, before which others are served: for work that is long and comes in pieces.
 *
 * **Example** (In pieces)
 *
 * ```ts
 * import { Arrived } from "@dunlin/common"
 * import { Effect } from "effect"
 *
 * const said: Array<string> = []
 * setImmediate(() => said.push("another"))
 * await Effect.runPromise(Effect.andThen(Arrived.turn, Effect.sync(() => said.push("the next piece"))))
 * console.log(said) // [ 'another', 'the next piece' ]
 * ```
 *
 * @category waiting
 * @since 0.2.0
 */
export const turn: Effect.Effect<void> = Effect.callback<void>((resume) => {
  const next = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(next))
})

/**
 * Ends when all that the system had for this process was read. A timer that is late fires before an answer that lies there
 * is read: whoever gives up a database or a cache by a timer looks for its answer once more behind this.
 *
 * **Details**
 *
 * Node fires timers, reads what came, and then runs immediates; the second lets those go on who waited for what was read.
 *
 * **Example** (An answer and a timer that are both late)
 *
 * ```ts
 * import { Arrived } from "@dunlin/common"
 * import { Effect } from "effect"
 *
 * console.log(await Effect.runPromise(Effect.as(Arrived.arrived, "read"))) // read
 * ```
 *
 * @category waiting
 * @since 0.2.0
 */
export const arrived: Effect.Effect<void> = Effect.andThen(turn, turn)
