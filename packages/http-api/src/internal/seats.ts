/**
 * Manages the slots of one request: first a slot for a large body, then a slot for its work. A request with a work
 * slot never waits for its body or its client.
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../ApiError.ts"
import type { Capacity, Seat } from "../Capacity.ts"
import { type Request, SMALL_BODY } from "./request.ts"

export class Seats {
  private readonly capacity: Capacity
  private taken: Array<Seat> = []

  constructor(capacity: Capacity) {
    this.capacity = capacity
  }

  private take(seat: Seat): Seat {
    this.taken.push(seat)
    return seat
  }

  turn(team: string): Effect.Effect<void, ApiError> {
    return this.take(this.capacity.come(team)).turn
  }

  turnUnmetered(team: string): Effect.Effect<void, ApiError> {
    return this.take(this.capacity.comeUnmetered(team)).turn
  }

  /**
   * Reads a large body only with a slot. The body stays in memory, so the slot is used until the end of the request.
   * If the body is small after all, the slot is released.
   */
  ofBody(request: Request, team: string): Request {
    if (request.isLarge !== true) return request
    let seat: Seat | undefined
    const text = Effect.suspend(() => {
      const { leave, turn } = seat ??= this.take(this.capacity.comeLarge(team))
      return Effect.tap(
        Effect.andThen(turn, request.text),
        (text) => Buffer.byteLength(text) > SMALL_BODY ? Effect.void : leave
      )
    })
    let ofUpload: Seat | undefined
    const bytes = Effect.suspend(() => {
      const { turn } = ofUpload ??= this.take(this.capacity.comeUpload(team))
      return Effect.andThen(turn, request.bytes)
    })
    return { url: request.url, headers: request.headers, text, bytes, onClose: (effect) => request.onClose(effect) }
  }

  get leave(): Effect.Effect<void> {
    return Effect.suspend(() => {
      const [first, ...others] = this.taken.splice(0)
      if (first === undefined) return Effect.void
      return others.reduce((all, { leave }) => Effect.andThen(all, leave), first.leave)
    })
  }
}
