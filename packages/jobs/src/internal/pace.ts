/** Computes how many pages a worker should have ready. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The moving average covers about ten pages. */
const WEIGHT_OF_LAST_PAGE = 0.1

export interface Pace {
  readonly working: <A, E, R>(page: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly asking: <A, E, R>(claim: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly ahead: () => number
}

export const make = (places: () => number): Pace => {
  let usual = Infinity
  let answer = 0

  const measured = <A, E, R>(effect: Effect.Effect<A, E, R>, took: (millis: number) => void) =>
    Effect.map(Effect.timed(effect), ([duration, value]) => {
      took(Duration.toMillis(duration))
      return value
    })

  return {
    working: (page) =>
      measured(page, (millis) => {
        const took = Math.max(1, millis)
        usual = usual === Infinity ? took : usual + (took - usual) * WEIGHT_OF_LAST_PAGE
      }),
    asking: (claim) =>
      measured(claim, (millis) => {
        answer = millis
      }),
    ahead: () => Math.min(places(), Math.round(places() * answer / usual))
  }
}
