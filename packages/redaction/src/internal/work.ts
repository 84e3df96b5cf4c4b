/**
 * Work on a text of any length in pieces, so that others are served between two of them.
 *
 * @since 0.2.0
 */
import { turn } from "@dunlin/common/Arrived"
import * as Effect from "effect/Effect"

/** Stops at the end of each piece. */
export type Work<A> = Generator<void, A>

/** Units of work of a piece: a character that is read is one. A piece takes a millisecond or two. */
const PIECE = 65_536

/** Cost of reading a finding, and of processing one, besides its characters. */
export const LOOK = 4
export const FINDING = 32

/** Counts what was done of a piece; nested work shares one. */
export class Pace {
  private done = 0

  /** Counts units of work. True when a piece is full: it is time to yield. */
  spend(units: number): boolean {
    this.done += units
    if (this.done < PIECE) return false
    this.done = 0
    return true
  }
}

/** All pieces at once. */
export const atOnce = <A>(work: Work<A>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Each piece in a turn of the event loop of its own; work of one piece waits for none. */
export const inTurns = <A>(work: Work<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const first = work.next()
    return first.done === true ? Effect.succeed(first.value) : Effect.andThen(turn, inTurns(work))
  })

/** A long text that is made of short ones: joined piece by piece, none of which is copied more than twice. */
export class Joined {
  length = 0
  private pieces: Array<string> | undefined
  /** The piece that is not full yet. Of few parts, none is copied before the whole is read. */
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

/** Two lists in the order of their starts as one; of equal starts, those of the first list come first. */
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
