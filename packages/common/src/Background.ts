/**
 * Background work of a program: looking after a pool, a browser or a store.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Platforms count the milliseconds of a timer in 31 bits. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Not every runtime has timers that can be told apart from its work. */
const release = (timer: unknown): void => {
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function") {
    timer.unref()
  }
}

const pause = (milliseconds: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const rest = milliseconds - LONGEST_TIMER
    const timer = setTimeout(() => resume(rest > 0 ? pause(rest) : Effect.void), Math.min(milliseconds, LONGEST_TIMER))
    release(timer)
    return Effect.sync(() => clearTimeout(timer))
  })

const system: Clock.Clock = Context.get(Context.empty(), Clock.Clock)

const quiet: Clock.Clock = Object.assign(Object.create(system), {
  sleep: (duration: Duration.Duration) => pause(Duration.toMillis(duration))
})

/**
 * Lets an effect, and what it forks, sleep without keeping the process alive. A clock other than that of the system,
 * such as the one of a test, stays.
 *
 * @category combinators
 * @since 0.1.0
 */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateService(effect, Clock.Clock, (clock) => clock === system ? quiet : clock)
