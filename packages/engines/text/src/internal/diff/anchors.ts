import type { Box, Lines } from "./myers.ts"

interface Marks {
  readonly markLeft: (index: number) => void
  readonly markRight: (index: number) => void
}

/**
 * Compares by anchors: lines that occur once on both sides, if most of them are in the same order (patience diff,
 * Cohen 2010). Takes nearly linear time.
 */
export const byAnchors = (left: Lines, right: Lines, { lim1, lim2, off1, off2 }: Box, marks: Marks): void => {
  const between = (from1: number, to1: number, from2: number, to2: number) => {
    while (from1 < to1 && from2 < to2 && left[from1] === right[from2]) {
      from1++
      from2++
    }
    while (from1 < to1 && from2 < to2 && left[to1 - 1] === right[to2 - 1]) {
      to1--
      to2--
    }
    for (let index = from1; index < to1; index++) marks.markLeft(index)
    for (let index = from2; index < to2; index++) marks.markRight(index)
  }
  let at1 = off1
  let at2 = off2
  for (const [index1, index2] of inOrder(pairs(left, right, { lim1, lim2, off1, off2 }))) {
    between(at1, index1, at2, index2)
    at1 = index1 + 1
    at2 = index2 + 1
  }
  between(at1, lim1, at2, lim2)
}

type Pair = readonly [index1: number, index2: number]

const pairs = (
  left: Lines,
  right: Lines,
  { lim1, lim2, off1, off2 }: Pick<Box, "lim1" | "lim2" | "off1" | "off2">
): ReadonlyArray<Pair> => {
  const places = (lines: Lines, from: number, to: number) => {
    const found = new Map<number, number>()
    for (let index = from; index < to; index++) found.set(lines[index]!, found.has(lines[index]!) ? -1 : index)
    return found
  }
  const own = places(left, off1, lim1)
  const other = places(right, off2, lim2)
  const found: Array<Pair> = []
  for (const [line, index] of own) {
    const index2 = other.get(line) ?? -1
    if (index >= 0 && index2 >= 0) found.push([index, index2])
  }
  return found
}

const inOrder = (all: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const ends: Array<number> = []
  const before = new Int32Array(all.length).fill(-1)
  for (const [at, [, index2]] of all.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (all[ends[middle]!]![1] < index2) low = middle + 1
      else high = middle
    }
    if (low > 0) before[at] = ends[low - 1]!
    ends[low] = at
  }
  const run: Array<Pair> = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) run.push(all[at]!)
  return run.reverse()
}
