/**
 * Finds the positions of elements among their siblings.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import type { Nth } from "./plan.ts"

/** Returns whether position `k`, counted from 1, is `step * m + offset` for an `m` of at least 0. */
const isAt = (step: number, offset: number, k: number): boolean =>
  step === 0 ? k === offset : (k - offset) % step === 0 && (k - offset) / step >= 0

export const nameNumbers = ({ n, tag, unknown }: Tape): { readonly numbers: Int32Array; readonly count: number } => {
  const numbers = new Int32Array(n)
  const others = new Map<string, number>()
  for (let i = 0; i < n; i++) {
    const id = tag[i]!
    if (id !== Tags.UNKNOWN) {
      numbers[i] = id
      continue
    }
    const name = unknown.get(i) ?? ""
    const known = others.get(name) ?? Tags.UNKNOWN + others.size
    others.set(name, known)
    numbers[i] = known
  }
  return { numbers, count: Tags.UNKNOWN + others.size + 1 }
}

export const atPositions = (
  tape: Tape,
  { fromLast, offset, ofType, step }: Nth,
  counted: Uint8Array | undefined,
  names: ReturnType<typeof nameNumbers>
): Uint8Array => {
  const { end, n, tag } = tape
  const out = new Uint8Array(n)
  // For each name, the number of siblings so far, their parent, and their total.
  const seen = new Int32Array(names.count)
  const seenUnder = new Int32Array(names.count).fill(-2)
  const totals = fromLast ? new Int32Array(names.count) : seen
  const totalsUnder = new Int32Array(names.count).fill(-2)
  const counts = (i: number): boolean => tag[i] !== Tags.TEXT && (counted === undefined || counted[i] === 1)
  for (let above = -1; above < n; above++) {
    const stop = above < 0 ? n : end[above]!
    if (above + 1 >= stop) continue
    if (fromLast) {
      for (let c = above + 1; c < stop; c = end[c]!) {
        if (!counts(c)) continue
        const name = ofType ? names.numbers[c]! : 0
        totals[name] = totalsUnder[name] === above ? totals[name]! + 1 : 1
        totalsUnder[name] = above
      }
    }
    for (let c = above + 1; c < stop; c = end[c]!) {
      if (!counts(c)) continue
      const name = ofType ? names.numbers[c]! : 0
      const k = seenUnder[name] === above ? seen[name]! + 1 : 1
      seen[name] = k
      seenUnder[name] = above
      if (isAt(step, offset, fromLast ? totals[name]! + 1 - k : k)) out[c] = 1
    }
  }
  return out
}
