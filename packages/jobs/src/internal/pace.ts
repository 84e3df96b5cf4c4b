/** How many pages a worker should have ready. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Of the last page in what pages usually take: about ten of them decide. */
const weightOfLastPage = 0.1

export interface Pace {
  /** Measures the work on a page. */
  readonly working: <A, E, R>(page: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Measures how long the store takes to hand out pages. */
  readonly asking: <A, E, R>(claim: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** As many pages as end while the store answers. Those that take long have none before them. */
  readonly ahead: () => number
}

/** `places` is how many pages are worked on at the same time. */
export const make = (places: number): Pace => {
  /** Milliseconds that a page takes, and that the store took last. */
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
        // Pages that take next to nothing are no reason to hold many.
        const took = Math.max(1, millis)
        usual = usual === Infinity ? took : usual + (took - usual) * weightOfLastPage
      }),
    asking: (claim) =>
      measured(claim, (millis) => {
        answer = millis
      }),
    ahead: () => Math.min(places, Math.round(places * answer / usual))
  }
}
