/** Computes how many pages a worker should have ready. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Weight of the newest page in the moving average: about the last ten pages count. */
const WEIGHT_OF_LAST_PAGE = 0.1

export interface Pace {
  /** Measures the duration of work on a page. */
  readonly working: <A, E, R>(page: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Measures how long the store takes to lease pages. */
  readonly asking: <A, E, R>(claim: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The number of pages that finish while the store responds; 0 for slow pages. */
  readonly ahead: () => number
}

/** `places` is the number of concurrent pages. */
export const make = (places: () => number): Pace => {
  /** Average milliseconds of a page, and milliseconds of the store's last response. */
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
        // Very short pages do not justify holding many.
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
