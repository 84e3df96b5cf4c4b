/**
 * Shares work in a process: concurrent callers with the same key share one run. The run is interrupted when the last
 * caller has left.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

interface Flight {
  readonly landed: Deferred.Deferred<any, any>
  fiber: Fiber.Fiber<unknown> | undefined
  passengers: number
}

export interface Flights {
  readonly join: <A, E, R>(
    key: string,
    run: Effect.Effect<A, E, R>,
    onJoin: Effect.Effect<void>
  ) => Effect.Effect<{ readonly exit: Exit.Exit<A, E>; readonly led: boolean }, never, R>
}

export const make = (scope: Scope.Scope): Flights => {
  const flights = new Map<string, Flight>()

  const leave = (key: string, flight: Flight) =>
    Effect.suspend(() => {
      flight.passengers--
      if (flight.passengers > 0 || flights.get(key) !== flight) return Effect.void
      flights.delete(key)
      return flight.fiber === undefined ? Effect.void : Effect.asVoid(Fiber.interrupt(flight.fiber))
    })

  const start = <A, E, R>(key: string, run: Effect.Effect<A, E, R>) => {
    const flight: Flight = { landed: Deferred.makeUnsafe<A, E>(), fiber: undefined, passengers: 0 }
    flights.set(key, flight)
    const landing = Effect.onExit(run, (exit) => {
      if (flights.get(key) === flight) flights.delete(key)
      return Deferred.done(flight.landed, exit)
    })
    return Effect.map(Effect.forkIn(Effect.exit(landing), scope), (fiber) => {
      flight.fiber = fiber
      return flight
    })
  }

  return {
    join: <A, E, R>(key: string, run: Effect.Effect<A, E, R>, onJoin: Effect.Effect<void>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(
          Effect.suspend(() => {
            const flying = flights.get(key)
            return flying === undefined
              ? Effect.map(start(key, run), (flight) => ({ flight, led: true }))
              : Effect.succeed({ flight: flying, led: false })
          }),
          ({ flight, led }) => {
            flight.passengers++
            return Effect.ensuring(
              Effect.map(
                Effect.andThen(led ? Effect.void : onJoin, Effect.exit(restore(Deferred.await(flight.landed)))),
                // All runs of one key have the same type. The map cannot express this.
                (exit) => ({ exit: exit as Exit.Exit<A, E>, led })
              ),
              leave(key, flight)
            )
          }
        )
      )
  }
}
