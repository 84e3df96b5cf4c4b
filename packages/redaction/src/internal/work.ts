/**
 * Divides work on a text of any length into steps, so that other work can run between them.
 *
 * @since 0.2.0
 */
import { turn } from "@dunlin/common/Arrived"
import * as Effect from "effect/Effect"

export type Work<A> = Generator<void, A>

/** A step takes a millisecond or two. Reading a character is one unit. */
const PIECE = 65_536

export const LOOK = 4
export const FINDING = 32

/** Nested work shares one counter. */
export class Pace {
  private done = 0

  /** Returns true if the step is full and the caller must yield. */
  spend(units: number): boolean {
    this.done += units
    if (this.done < PIECE) return false
    this.done = 0
    return true
  }
}

export const atOnce = <A>(work: Work<A>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Runs each step in a separate event loop iteration. The work of one step is synchronous. */
export const inTurns = <A>(work: Work<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const first = work.next()
    return first.done === true ? Effect.succeed(first.value) : Effect.andThen(turn, inTurns(work))
  })

/** No character is copied more than twice. */
export class Joined {
  length = 0
  private pieces: Array<string> | undefined
  /** If there are few chunks, they are copied only when the whole text is read. */
  private last = ""

  add(part: string): void {
    this.length += part.length
    this.last += part
    if (this.last.length >= PIECE) this.close()
  }

  private close(): void {
    ;(this.pieces ??= []).push(this.last)
    this.last = ""
  }

  get text(): string {
    if (this.pieces === undefined) return this.last
    this.close()
    return this.pieces.join("")
  }
}

interface Placed {
  readonly start: number
}

/** For equal starts, the first list comes first. */
export function* merging<A extends Placed>(
  left: ReadonlyArray<A>,
  right: ReadonlyArray<A>,
  pace: Pace = new Pace()
): Work<ReadonlyArray<A>> {
  if (right.length === 0) return left
  if (left.length === 0) return right
  const out: Array<A> = []
  let at = 0
  for (const one of right) {
    while (at < left.length && left[at]!.start <= one.start) {
      out.push(left[at++]!)
      if (pace.spend(LOOK)) yield
    }
    out.push(one)
    if (pace.spend(LOOK)) yield
  }
  while (at < left.length) {
    out.push(left[at++]!)
    if (pace.spend(LOOK)) yield
  }
  return out
}
