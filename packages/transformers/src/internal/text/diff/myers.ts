import { byAnchors } from "./anchors.ts"
import { candidates } from "./candidates.ts"

/** Steps after which the shortest diff is no longer looked for: a tenth of a second, for any number of lines. */
const maxSteps = 20_000_000
const fewestSteps = 2_000_000
const manyLines = 60_000

const stepsFor = (lines: number): number =>
  Math.max(fewestSteps, Math.min(maxSteps, Math.floor(maxSteps * manyLines / Math.max(1, lines))))

/** An equal run of this many lines is worth a cut; looked for from this many edits on. */
const snake = 20
const leastCost = 256
/** How much further than its edits a diagonal must have come. */
const headway = 4

export type Lines = Int32Array

/** A part of both texts: from, and up to but without. */
export interface Box {
  readonly off1: number
  readonly lim1: number
  readonly off2: number
  readonly lim2: number
  /** No shortcuts are taken: it is known to be cheap. */
  readonly isExact: boolean
}

/**
 * Marks the lines of two texts that are not in the other one by the linear-space algorithm of Myers (1986), walking the
 * diagonals in the order that `git diff` walks them, with its shortcuts for texts that differ much, after the same lines
 * have been set aside. What would take too long even so is cut where lines stand that are unique in both texts; the diff
 * is right then, but may be longer.
 */
export const mark = (left: Lines, right: Lines, leftChanged: Uint8Array, rightChanged: Uint8Array): void => {
  let start = 0
  const shorter = Math.min(left.length, right.length)
  while (start < shorter && left[start] === right[start]) start++
  let tail = 0
  while (tail < shorter - start && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++
  const old = candidates(left, right, start, left.length - tail, leftChanged)
  const current = candidates(right, left, start, right.length - tail, rightChanged)
  const first = old.map((index) => left[index]!)
  const second = current.map((index) => right[index]!)
  const split = makeSplit(first, second)
  const open: Array<Box> = [{ off1: 0, lim1: first.length, off2: 0, lim2: second.length, isExact: false }]
  while (open.length > 0) {
    let { lim1, lim2, off1, off2, isExact } = open.pop()!
    while (off1 < lim1 && off2 < lim2 && first[off1] === second[off2]) {
      off1++
      off2++
    }
    while (off1 < lim1 && off2 < lim2 && first[lim1 - 1] === second[lim2 - 1]) {
      lim1--
      lim2--
    }
    if (off1 === lim1 || off2 === lim2) {
      for (let index = off1; index < lim1; index++) leftChanged[old[index]!] = 1
      for (let index = off2; index < lim2; index++) rightChanged[current[index]!] = 1
      continue
    }
    const box = { off1, lim1, off2, lim2, isExact }
    const cut = split(box)
    if (cut === undefined) {
      byAnchors(first, second, box, {
        markLeft: (index) => leftChanged[old[index]!] = 1,
        markRight: (index) => rightChanged[current[index]!] = 1
      })
    } else {
      open.push(
        { off1, lim1: cut.at1, off2, lim2: cut.at2, isExact: cut.isFirstExact },
        { off1: cut.at1, lim1, off2: cut.at2, lim2, isExact: cut.isSecondExact }
      )
    }
  }
}

/** Where a box is cut in two, and which of them needs no shortcuts. */
interface Cut {
  readonly at1: number
  readonly at2: number
  readonly isFirstExact: boolean
  readonly isSecondExact: boolean
}

/** Edits after which a cut is made where most is behind it: about the root of the lines, in powers of two. */
const costOf = (lines: number): number => {
  let cost = 1
  for (let rest = lines; rest > 0; rest >>= 2) cost <<= 1
  return Math.max(cost, leastCost)
}

/** Finds where boxes are cut; undefined when all steps are taken. */
const makeSplit = (left: Lines, right: Lines): (box: Box) => Cut | undefined => {
  const offset = right.length + 1
  const size = left.length + right.length + 3
  const forward = new Int32Array(size)
  const backward = new Int32Array(size)
  const mostCost = costOf(size)
  const mostSteps = stepsFor(size)
  let steps = 0
  return ({ isExact, lim1, lim2, off1, off2 }) => {
    const least = off1 - lim2
    const most = lim1 - off2
    const forwardMiddle = off1 - off2
    const backwardMiddle = lim1 - lim2
    const isOdd = ((forwardMiddle - backwardMiddle) & 1) !== 0
    let fmin = forwardMiddle
    let fmax = forwardMiddle
    let bmin = backwardMiddle
    let bmax = backwardMiddle
    forward[offset + forwardMiddle] = off1
    backward[offset + backwardMiddle] = lim1

    /** A diagonal far ahead of the others that has just passed many equal lines. */
    const ahead = (cost: number): Cut | undefined => {
      let best = 0
      let at: Cut | undefined
      for (let diagonal = fmax; diagonal >= fmin; diagonal -= 2) {
        const x = forward[offset + diagonal]!
        const y = x - diagonal
        const gain = x - off1 + (y - off2) - Math.abs(diagonal - forwardMiddle)
        if (gain <= headway * cost || gain <= best || x < off1 + snake || x >= lim1 || y < off2 + snake || y >= lim2) {
          continue
        }
        let equal = 0
        while (equal < snake && left[x - 1 - equal] === right[y - 1 - equal]) equal++
        if (equal < snake) continue
        best = gain
        at = { at1: x, at2: y, isFirstExact: true, isSecondExact: false }
      }
      if (at !== undefined) return at
      for (let diagonal = bmax; diagonal >= bmin; diagonal -= 2) {
        const x = backward[offset + diagonal]!
        const y = x - diagonal
        const gain = lim1 - x + (lim2 - y) - Math.abs(diagonal - backwardMiddle)
        if (gain <= headway * cost || gain <= best || x <= off1 || x > lim1 - snake || y <= off2 || y > lim2 - snake) {
          continue
        }
        let equal = 0
        while (equal < snake && left[x + equal] === right[y + equal]) equal++
        if (equal < snake) continue
        best = gain
        at = { at1: x, at2: y, isFirstExact: false, isSecondExact: true }
      }
      return at
    }

    /** The place up to which most has been compared, from either end. */
    const furthest = (): Cut => {
      let reached = -1
      let from1 = -1
      for (let diagonal = fmax; diagonal >= fmin; diagonal -= 2) {
        const x = Math.min(forward[offset + diagonal]!, lim1, lim2 + diagonal)
        if (reached < 2 * x - diagonal) {
          reached = 2 * x - diagonal
          from1 = x
        }
      }
      let left = Number.MAX_SAFE_INTEGER
      let to1 = -1
      for (let diagonal = bmax; diagonal >= bmin; diagonal -= 2) {
        const x = Math.max(backward[offset + diagonal]!, off1, off2 + diagonal)
        if (2 * x - diagonal < left) {
          left = 2 * x - diagonal
          to1 = x
        }
      }
      return lim1 + lim2 - left < reached - (off1 + off2)
        ? { at1: from1, at2: reached - from1, isFirstExact: true, isSecondExact: false }
        : { at1: to1, at2: left - to1, isFirstExact: false, isSecondExact: true }
    }

    for (let cost = 1; steps < mostSteps; cost++) {
      let hasSnake = false
      if (fmin > least) forward[offset + --fmin - 1] = -1
      else fmin++
      if (fmax < most) forward[offset + ++fmax + 1] = -1
      else fmax--
      for (let diagonal = fmax; diagonal >= fmin; diagonal -= 2) {
        const down = forward[offset + diagonal - 1]!
        const over = forward[offset + diagonal + 1]!
        const from = down >= over ? down + 1 : over
        let x = from
        while (x < lim1 && x - diagonal < lim2 && left[x] === right[x - diagonal]) x++
        if (x - from > snake) hasSnake = true
        forward[offset + diagonal] = x
        if (isOdd && diagonal >= bmin && diagonal <= bmax && backward[offset + diagonal]! <= x) {
          return { at1: x, at2: x - diagonal, isFirstExact: true, isSecondExact: true }
        }
      }
      if (bmin > least) backward[offset + --bmin - 1] = 0x7FFFFFFF
      else bmin++
      if (bmax < most) backward[offset + ++bmax + 1] = 0x7FFFFFFF
      else bmax--
      for (let diagonal = bmax; diagonal >= bmin; diagonal -= 2) {
        const up = backward[offset + diagonal - 1]!
        const over = backward[offset + diagonal + 1]!
        const from = up < over ? up : over - 1
        let x = from
        while (x > off1 && x - diagonal > off2 && left[x - 1] === right[x - 1 - diagonal]) x--
        if (from - x > snake) hasSnake = true
        backward[offset + diagonal] = x
        if (!isOdd && diagonal >= fmin && diagonal <= fmax && x <= forward[offset + diagonal]!) {
          return { at1: x, at2: x - diagonal, isFirstExact: true, isSecondExact: true }
        }
      }
      steps += (fmax - fmin + bmax - bmin) / 2 + 2
      if (isExact) continue
      const cut = hasSnake && cost > leastCost ? ahead(cost) : undefined
      if (cut !== undefined) return cut
      if (cost >= mostCost) return furthest()
    }
    return undefined
  }
}
