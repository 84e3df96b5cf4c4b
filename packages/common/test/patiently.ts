/** For tests with real servers: how long they take on a busy machine decides nothing. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

const system = Context.get(Context.empty(), Clock.Clock)

/** Keeps the process alive meanwhile, as any sleep does. */
const sleep = Effect.callback<never>(() => {
  const timer = setInterval(() => {}, 2 ** 30)
  return Effect.sync(() => clearInterval(timer))
})

const patient: Clock.Clock = Object.assign(Object.create(system), { sleep: () => sleep })

/** Runs an effect with the time of the system, but without any limit of time: no sleep ends, and so no timeout. */
export const patiently: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  Clock.Clock,
  patient
)
