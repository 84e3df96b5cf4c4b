/**
 * Runs background work of a program, such as the maintenance of a pool, a browser or a store.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The longest delay of a timer, which platforms store in 31 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Some runtimes do not support `unref`. */
const release = (timer: unknown): void => {
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function") {
    timer.unref()
  }
}

const pause = (milliseconds: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const rest = milliseconds - MAX_TIMER_MS
    const timer = setTimeout(() => resume(rest > 0 ? pause(rest) : Effect.void), Math.min(milliseconds, MAX_TIMER_MS))
    release(timer)
    return Effect.sync(() => clearTimeout(timer))
  })

const system: Clock.Clock = Context.get(Context.empty(), Clock.Clock)

const quiet: Clock.Clock = Object.assign(Object.create(system), {
  sleep: (duration: Duration.Duration) => pause(Duration.toMillis(duration))
})

/**
 * Runs an effect whose sleeps do not keep the process alive. This includes its forks. A clock other than the system
 * clock, such as a test clock, is still used.
 *
 * @category combinators
 * @since 0.1.0
 */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateService(effect, Clock.Clock, (clock) => clock === system ? quiet : clock)
