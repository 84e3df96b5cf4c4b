import { byAnchors } from "./anchors.ts"
import { candidates } from "./candidates.ts"

/** Maximum number of steps of a comparison. They take about 100 ms. */
const MAX_STEPS = 20_000_000
const MAX_STEPS_OF_LONG_TEXTS = 2_000_000
/** Number of lines above which the maximum number of steps is smaller, because each step takes longer. */
const MANY_LINES = 60_000

const stepsFor = (lines: number): number =>
  Math.max(MAX_STEPS_OF_LONG_TEXTS, Math.min(MAX_STEPS, Math.floor(MAX_STEPS * MANY_LINES / Math.max(1, lines))))

const SNAKE = 20
const MIN_EDITS_OF_SEARCHED_RUN = 256
/** Number of lines per edit that a path must pass to be far ahead. */
const HEADWAY = 4

export type Lines = Int32Array

export interface Box {
  readonly off1: number
  readonly lim1: number
  readonly off2: number
  readonly lim2: number
  readonly isExact: boolean
}

/**
 * Marks the changed lines by Myers' linear-space algorithm (1986), in the order of `git diff` and with its heuristics
 * for very different texts. A comparison that would take too long is split at lines that are unique in both texts.
 * The diff is then correct, but may be longer.
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

/** A position at which a box is cut, and whether each half can be searched without heuristics. */
interface Cut {
  readonly at1: number
  readonly at2: number
  readonly isFirstExact: boolean
  readonly isSecondExact: boolean
}

/** Returns the limit of steps: about the square root of the number of lines, as a power of two. */
const costOf = (lines: number): number => {
  let cost = 1
  for (let rest = lines; rest > 0; rest >>= 2) cost <<= 1
  return Math.max(cost, MIN_EDITS_OF_SEARCHED_RUN)
}

interface Field {
  readonly left: Lines
  readonly right: Lines
  readonly forward: Int32Array
  readonly backward: Int32Array
  readonly offset: number
}

/** The outermost diagonals that can still be followed, from each end of a box. */
interface Walk extends Box {
  readonly forwardMiddle: number
  readonly backwardMiddle: number
  /** Whether the difference of lengths is odd. The paths from both ends then only meet on a forward step. */
  readonly isOdd: boolean
  fmin: number
  fmax: number
  bmin: number
  bmax: number
  hasSnake: boolean
}

const UNREACHED = 0x7FFFFFFF

const stepForward = ({ backward, forward, left, offset, right }: Field, walk: Walk): Cut | undefined => {
  const { bmax, bmin, isOdd, lim1, lim2 } = walk
  if (walk.fmin > walk.off1 - lim2) forward[offset + --walk.fmin - 1] = -1
  else walk.fmin++
  if (walk.fmax < lim1 - walk.off2) forward[offset + ++walk.fmax + 1] = -1
  else walk.fmax--
  const { fmin } = walk
  for (let diagonal = walk.fmax; diagonal >= fmin; diagonal -= 2) {
    const down = forward[offset + diagonal - 1]!
    const over = forward[offset + diagonal + 1]!
    const from = down >= over ? down + 1 : over
    let x = from
    while (x < lim1 && x - diagonal < lim2 && left[x] === right[x - diagonal]) x++
    if (x - from > SNAKE) walk.hasSnake = true
    forward[offset + diagonal] = x
    if (isOdd && diagonal >= bmin && diagonal <= bmax && backward[offset + diagonal]! <= x) {
      return { at1: x, at2: x - diagonal, isFirstExact: true, isSecondExact: true }
    }
  }
  return undefined
}

const stepBackward = ({ backward, forward, left, offset, right }: Field, walk: Walk): Cut | undefined => {
  const { fmax, fmin, isOdd, off1, off2 } = walk
  if (walk.bmin > off1 - walk.lim2) backward[offset + --walk.bmin - 1] = UNREACHED
  else walk.bmin++
  if (walk.bmax < walk.lim1 - off2) backward[offset + ++walk.bmax + 1] = UNREACHED
  else walk.bmax--
  const { bmin } = walk
  for (let diagonal = walk.bmax; diagonal >= bmin; diagonal -= 2) {
    const up = backward[offset + diagonal - 1]!
    const over = backward[offset + diagonal + 1]!
    const from = up < over ? up : over - 1
    let x = from
    while (x > off1 && x - diagonal > off2 && left[x - 1] === right[x - 1 - diagonal]) x--
    if (from - x > SNAKE) walk.hasSnake = true
    backward[offset + diagonal] = x
    if (!isOdd && diagonal >= fmin && diagonal <= fmax && x <= forward[offset + diagonal]!) {
      return { at1: x, at2: x - diagonal, isFirstExact: true, isSecondExact: true }
    }
  }
  return undefined
}

/** Returns a good cut: a path that is far ahead and just passed many equal lines. */
const aheadForward = ({ forward, left, offset, right }: Field, walk: Walk, cost: number): Cut | undefined => {
  const { fmax, fmin, forwardMiddle, lim1, lim2, off1, off2 } = walk
  let best = HEADWAY * cost
  let at: Cut | undefined
  for (let diagonal = fmax; diagonal >= fmin; diagonal -= 2) {
    const x = forward[offset + diagonal]!
    const y = x - diagonal
    const gain = x - off1 + (y - off2) - Math.abs(diagonal - forwardMiddle)
    if (gain <= best || x < off1 + SNAKE || x >= lim1 || y < off2 + SNAKE || y >= lim2) continue
    let equal = 0
    while (equal < SNAKE && left[x - 1 - equal] === right[y - 1 - equal]) equal++
    if (equal < SNAKE) continue
    best = gain
    at = { at1: x, at2: y, isFirstExact: true, isSecondExact: false }
  }
  return at
}

const aheadBackward = ({ backward, left, offset, right }: Field, walk: Walk, cost: number): Cut | undefined => {
  const { backwardMiddle, bmax, bmin, lim1, lim2, off1, off2 } = walk
  let best = HEADWAY * cost
  let at: Cut | undefined
  for (let diagonal = bmax; diagonal >= bmin; diagonal -= 2) {
    const x = backward[offset + diagonal]!
    const y = x - diagonal
    const gain = lim1 - x + (lim2 - y) - Math.abs(diagonal - backwardMiddle)
    if (gain <= best || x <= off1 || x > lim1 - SNAKE || y <= off2 || y > lim2 - SNAKE) continue
    let equal = 0
    while (equal < SNAKE && left[x + equal] === right[y + equal]) equal++
    if (equal < SNAKE) continue
    best = gain
    at = { at1: x, at2: y, isFirstExact: false, isSecondExact: true }
  }
  return at
}

const furthest = ({ backward, forward, offset }: Field, walk: Walk): Cut => {
  const { bmax, bmin, fmax, fmin, lim1, lim2, off1, off2 } = walk
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

/** Returns a function that cuts a box; `undefined` if no steps are left. */
const makeSplit = (left: Lines, right: Lines): (box: Box) => Cut | undefined => {
  const size = left.length + right.length + 3
  const field: Field = {
    left,
    right,
    forward: new Int32Array(size),
    backward: new Int32Array(size),
    offset: right.length + 1
  }
  const mostCost = costOf(size)
  const mostSteps = stepsFor(size)
  let steps = 0
  return (box) => {
    const forwardMiddle = box.off1 - box.off2
    const backwardMiddle = box.lim1 - box.lim2
    const walk: Walk = {
      ...box,
      forwardMiddle,
      backwardMiddle,
      isOdd: ((forwardMiddle - backwardMiddle) & 1) !== 0,
      fmin: forwardMiddle,
      fmax: forwardMiddle,
      bmin: backwardMiddle,
      bmax: backwardMiddle,
      hasSnake: false
    }
    field.forward[field.offset + forwardMiddle] = box.off1
    field.backward[field.offset + backwardMiddle] = box.lim1
    for (let cost = 1; steps < mostSteps; cost++) {
      walk.hasSnake = false
      const middle = stepForward(field, walk) ?? stepBackward(field, walk)
      if (middle !== undefined) return middle
      steps += (walk.fmax - walk.fmin + walk.bmax - walk.bmin) / 2 + 2
      if (walk.isExact) continue
      const cut = walk.hasSnake && cost > MIN_EDITS_OF_SEARCHED_RUN
        ? aheadForward(field, walk, cost) ?? aheadBackward(field, walk, cost)
        : undefined
      if (cut !== undefined) return cut
      if (cost >= mostCost) return furthest(field, walk)
    }
    return undefined
  }
}
