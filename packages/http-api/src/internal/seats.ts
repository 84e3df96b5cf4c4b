/** What one request takes of the capacity of the process: a seat for its work, and one for a large body. */
import * as Effect from "effect/Effect"
import type { ApiError } from "../ApiError.ts"
import type { Capacity, Seat } from "../Capacity.ts"
import type { Request } from "./request.ts"

export class Seats {
  private readonly capacity: Capacity
  private taken: Array<Seat> = []

  constructor(capacity: Capacity) {
    this.capacity = capacity
  }

  /** Waits until the request of a team may be worked on. */
  turn(team: string): Effect.Effect<void, ApiError> {
    const seat = this.capacity.come(team)
    this.taken.push(seat)
    return seat.turn
  }

  /** The same request, whose body is read in its turn when it is large. */
  ofBody(request: Request, team: string): Request {
    if (request.isLarge !== true) return request
    let seat: Seat | undefined
    const text = Effect.suspend(() => {
      if (seat === undefined) this.taken.push(seat = this.capacity.comeLarge(team))
      return Effect.andThen(seat.turn, request.text)
    })
    return { url: request.url, headers: request.headers, text, onClose: (effect) => request.onClose(effect) }
  }

  /** Gives all of them back. */
  get leave(): Effect.Effect<void> {
    return Effect.suspend(() => {
      const [first, ...others] = this.taken.splice(0)
      if (first === undefined) return Effect.void
      return others.reduce((all, { leave }) => Effect.andThen(all, leave), first.leave)
    })
  }
}
