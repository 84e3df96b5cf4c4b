/**
 * Waits for the next event loop iteration, or until data that has already arrived was read.
 *
 * @since 0.2.0
 */
import * as Effect from "effect/Effect"

/**
 * Completes in the next event loop iteration. Long work runs it between its parts, so that other work can run.
 *
 * **Example** (Work in parts)
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
 * Completes when the process has read all data that had already arrived. A late timer fires before such data is read,
 * so code with a timeout for a database or a cache runs this before it fails. It then checks for the response once
 * more.
 *
 * **Details**
 *
 * Node fires timers, reads arrived data, and then runs immediates. The second immediate runs after code that waited
 * for that data.
 *
 * **Example** (A response and a timer that are both late)
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
