/**
 * Packs findings into typed arrays for transfer between threads. A list of objects would be decoded in a single event
 * loop iteration.
 *
 * @since 0.2.0
 */
import { entities } from "@dunlin/schema/RedactPii"
import type { Span } from "../Span.ts"
import { Pace, type Work } from "./work.ts"

/** Each row of the columns is a finding. There are few different reasons. */
export interface Packed {
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly entities: Uint8Array
  readonly scores: Float64Array
  readonly reasons: Uint32Array
  readonly reasonNames: ReadonlyArray<string>
}

const OBJECT = 8

export const pack = (spans: ReadonlyArray<Span>): Packed => {
  const numbers = new Map<string, number>()
  const numberOf = (reason: string) => {
    const known = numbers.get(reason) ?? numbers.size
    numbers.set(reason, known)
    return known
  }
  return {
    starts: Uint32Array.from(spans, ({ start }) => start),
    ends: Uint32Array.from(spans, ({ end }) => end),
    entities: Uint8Array.from(spans, ({ entity }) => entities.indexOf(entity)),
    scores: Float64Array.from(spans, ({ score }) => score),
    reasons: Uint32Array.from(spans, ({ reason }) => numberOf(reason)),
    reasonNames: [...numbers.keys()]
  }
}

export function* unpacking(packed: Packed): Work<ReadonlyArray<Span>> {
  const pace = new Pace()
  const spans: Array<Span> = []
  for (let at = 0; at < packed.starts.length; at++) {
    if (pace.spend(OBJECT)) yield
    spans.push({
      start: packed.starts[at]!,
      end: packed.ends[at]!,
      entity: entities[packed.entities[at]!]!,
      score: packed.scores[at]!,
      reason: packed.reasonNames[packed.reasons[at]!]!
    })
  }
  return spans
}
