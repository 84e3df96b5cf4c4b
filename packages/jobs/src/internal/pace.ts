/** Computes how many pages a worker should have ready. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Weight of the newest page in the moving average. About ten pages determine the average. */
const WEIGHT_OF_LAST_PAGE = 0.1

export interface Pace {
  /** Runs the work on a page, and measures its duration. */
  readonly working: <A, E, R>(page: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs a claim, and measures how long the store takes to lease pages. */
  readonly asking: <A, E, R>(claim: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Returns the number of pages that finish while the store responds; 0 for slow pages. */
  readonly ahead: () => number
}

/** `places` is the number of concurrent pages. */
export const make = (places: () => number): Pace => {
  /** Average milliseconds of a page, and milliseconds that the store took to respond last time. */
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
        // Very short pages do not justify leasing many in advance.
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
