import type { Lines } from "./myers.ts"

const WINDOW = 100

const none = 0
const SOME = 1
const MANY = 2

/**
 * Returns the lines to compare. Lines that the other text lacks are marked as changed, and so are frequent lines
 * between them.
 */
export const candidates = (own: Lines, other: Lines, from: number, to: number, changed: Uint8Array): Int32Array => {
  let last = 0
  for (const line of own) last = Math.max(last, line)
  for (const line of other) last = Math.max(last, line)
  const counts = new Int32Array(last + 1)
  for (const line of other) counts[line]!++
  let frequent = 1
  for (let rest = own.length; rest > 0; rest >>= 2) frequent <<= 1
  frequent = Math.min(frequent, 1024)
  const kinds = new Uint8Array(own.length)
  for (let index = from; index < to; index++) {
    const count = counts[own[index]!]!
    kinds[index] = count === 0 ? none : count >= frequent ? MANY : SOME
  }
  // For each line, the number of earlier unmatched lines, and the next line worth comparing.
  const nones = new Int32Array(to - from + 1)
  const manys = new Int32Array(to - from + 1)
  const next = new Int32Array(to - from + 1).fill(to)
  for (let index = from; index < to; index++) {
    nones[index - from + 1] = nones[index - from]! + (kinds[index] === none ? 1 : 0)
    manys[index - from + 1] = manys[index - from]! + (kinds[index] === MANY ? 1 : 0)
  }
  for (let index = to - 1; index >= from; index--) {
    next[index - from] = kinds[index] === SOME ? index : next[index - from + 1]!
  }
  const between = (sums: Int32Array, start: number, end: number): number => sums[end - from]! - sums[start - from]!
  let behindSome = from
  const isDoubtful = (index: number): boolean => {
    const start = Math.max(behindSome, index - WINDOW)
    const end = Math.min(next[index - from]!, index + WINDOW + 1)
    const before = between(nones, start, index)
    const after = between(nones, index + 1, end)
    if (before === 0 || after === 0) return false
    // the line itself counts on both sides
    const crowd = between(manys, start, index) + between(manys, index + 1, end) + 2
    return crowd * 4 < crowd + before + after
  }
  const filtered = new Int32Array(to - from)
  let size = 0
  for (let index = from; index < to; index++) {
    if (kinds[index] === SOME) behindSome = index + 1
    if (kinds[index] === none || (kinds[index] === MANY && isDoubtful(index))) changed[index] = 1
    else filtered[size++] = index
  }
  return filtered.subarray(0, size)
}
