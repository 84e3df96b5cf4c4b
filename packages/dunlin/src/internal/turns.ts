/** Limits the concurrent calls of a client. A nested call shares the slot of its outer call. */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { AsyncLocalStorage } from "node:async_hooks"

interface Call {
  readonly places: FairSemaphore.FairSemaphore
  isAtWork: boolean
}

type Around = ReadonlyArray<Call>

const Around = Context.Reference<Around>("dunlin/internal/turns/Around", { defaultValue: () => [] })

/** Code of the host after an `await` has no fiber, so this store remembers the calls around it. */
const afterWaiting = new AsyncLocalStorage<Around>()

const around = (): Around => {
  const fiber = Fiber.getCurrent()
  const calls = fiber === undefined ? [] : Context.get(fiber.context, Around)
  return calls.length > 0 ? calls : afterWaiting.getStore() ?? []
}

export interface Turns {
  readonly within: <A, E, R, Ran>(
    call: Effect.Effect<A, E, R>,
    run: (call: Effect.Effect<A, E, R>) => Promise<Ran>
  ) => Promise<Ran>
  /** An outer call's slot is used again, because waiting for a second one could block forever. */
  readonly take: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export const make = (most: number): Turns => {
  const places = FairSemaphore.makeUnsafe(most)
  return {
    within: async (effect, run) => {
      const call: Call = { places, isAtWork: false }
      // Ended calls are removed, because the list would otherwise grow with each call.
      const calls = [...around().filter(({ isAtWork }) => isAtWork), call]
      try {
        return await afterWaiting.run(calls, () => run(Effect.provideService(effect, Around, calls)))
      } finally {
        call.isAtWork = false
      }
    },
    take: (effect) =>
      Effect.flatMap(Around, (calls) => {
        if (calls.some((call) => call.places === places && call.isAtWork)) return effect
        const begin = Effect.sync(() => {
          for (const call of calls.slice(-1)) call.isAtWork = true
        })
        return places.withPermit(Effect.andThen(begin, effect))
      })
  }
}
