/** For tests with real servers: how long they take on a busy machine decides nothing. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

const system = Context.get(Context.empty(), Clock.Clock)

/** Sleeps below this are pauses between tries, which end. Longer ones are limits of time. */
const LONGEST_PAUSE_MS = 1000

/** Keeps the process alive meanwhile, as any sleep does. */
const endless = Effect.callback<never>(() => {
  const timer = setInterval(() => {}, 2 ** 30)
  return Effect.sync(() => clearInterval(timer))
})

const patient: Clock.Clock = Object.assign(Object.create(system), {
  sleep: (duration: Duration.Duration) =>
    Duration.toMillis(duration) < LONGEST_PAUSE_MS ? system.sleep(duration) : endless
})

/** Runs an effect with the time of the system, but without limits of time: a sleep of a second or more does not end. */
export const patiently: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  Clock.Clock,
  patient
)
