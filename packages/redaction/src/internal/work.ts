/**
 * Divides work on a text of any length into steps, so that other work can run between them.
 *
 * @since 0.2.0
 */
import { turn } from "@dunlin/common/Arrived"
import * as Effect from "effect/Effect"

export type Work<A> = Generator<void, A>

/** Units per step, which takes a millisecond or two. Reading a character is one unit. */
const PIECE = 65_536

export const LOOK = 4
export const FINDING = 32

/** Counts the work of one step. Nested work shares it. */
export class Pace {
  private done = 0

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

/** Runs each step in a separate event loop iteration. */
export const inTurns = <A>(work: Work<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const first = work.next()
    return first.done === true ? Effect.succeed(first.value) : Effect.andThen(turn, inTurns(work))
  })

/** Joins parts without copying any character more than twice. */
export class Joined {
  length = 0
  private pieces: Array<string> | undefined
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

/** Of entries with equal starts, those of `left` come first. */
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
