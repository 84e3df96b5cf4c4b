/** Steps after which the search for the shortest diff is given up. */
const maxSteps = 4_000_000

type Lines = ReadonlyArray<number>

/**
 * Marks the lines of two texts that are not in the other one by the linear-space algorithm of Myers (1986), walking the
 * diagonals in the order that `git diff` walks them, after the same lines have been set aside. False when it would take
 * too long; the marks are then of no use.
 */
export const mark = (left: Lines, right: Lines, leftChanged: Uint8Array, rightChanged: Uint8Array): boolean => {
  let start = 0
  const shorter = Math.min(left.length, right.length)
  while (start < shorter && left[start] === right[start]) start++
  let tail = 0
  while (tail < shorter - start && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++
  const old = candidates(left, right, start, left.length - tail, leftChanged)
  const current = candidates(right, left, start, right.length - tail, rightChanged)
  return search(old.map((index) => left[index]!), current.map((index) => right[index]!), {
    markLeft: (index) => leftChanged[old[index]!] = 1,
    markRight: (index) => rightChanged[current[index]!] = 1
  })
}

const window = 100

/** The lines worth comparing; the others are marked: those the other text does not have, and, between such, frequent ones. */
const candidates = (own: Lines, other: Lines, from: number, to: number, changed: Uint8Array): ReadonlyArray<number> => {
  const counts = new Map<number, number>()
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1)
  let frequent = 1
  for (let rest = own.length; rest > 0; rest >>= 2) frequent <<= 1
  frequent = Math.min(frequent, 1024)
  const kinds = own.map((line) => {
    const count = counts.get(line) ?? 0
    return count === 0 ? "none" : count >= frequent ? "many" : "some"
  })
  const around = (index: number, step: 1 | -1) => {
    let none = 0
    let many = 1
    for (let at = index + step; at >= from && at < to && Math.abs(at - index) <= window; at += step) {
      if (kinds[at] === "some") break
      if (kinds[at] === "none") none++
      else many++
    }
    return { none, many }
  }
  const isDoubtful = (index: number): boolean => {
    const before = around(index, -1)
    const after = around(index, 1)
    if (before.none === 0 || after.none === 0) return false
    const many = before.many + after.many
    return many * 4 < many + before.none + after.none
  }
  const kept: Array<number> = []
  for (let index = from; index < to; index++) {
    if (kinds[index] === "none" || (kinds[index] === "many" && isDoubtful(index))) changed[index] = 1
    else kept.push(index)
  }
  return kept
}

interface Marks {
  readonly markLeft: (index: number) => void
  readonly markRight: (index: number) => void
}

const search = (left: Lines, right: Lines, { markLeft, markRight }: Marks): boolean => {
  const offset = right.length + 1
  const size = left.length + right.length + 3
  const forward = new Int32Array(size)
  const backward = new Int32Array(size)
  const open: Array<readonly [number, number, number, number]> = [[0, left.length, 0, right.length]]
  let steps = 0
  const split = (off1: number, lim1: number, off2: number, lim2: number): readonly [number, number] | undefined => {
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
    while (steps < maxSteps) {
      if (fmin > least) forward[offset + --fmin - 1] = -1
      else fmin++
      if (fmax < most) forward[offset + ++fmax + 1] = -1
      else fmax--
      for (let diagonal = fmax; diagonal >= fmin; diagonal -= 2) {
        const down = forward[offset + diagonal - 1]!
        const over = forward[offset + diagonal + 1]!
        let x = down >= over ? down + 1 : over
        while (x < lim1 && x - diagonal < lim2 && left[x] === right[x - diagonal]) x++
        forward[offset + diagonal] = x
        if (isOdd && diagonal >= bmin && diagonal <= bmax && backward[offset + diagonal]! <= x) return [x, x - diagonal]
        steps++
      }
      if (bmin > least) backward[offset + --bmin - 1] = 0x7FFFFFFF
      else bmin++
      if (bmax < most) backward[offset + ++bmax + 1] = 0x7FFFFFFF
      else bmax--
      for (let diagonal = bmax; diagonal >= bmin; diagonal -= 2) {
        const up = backward[offset + diagonal - 1]!
        const over = backward[offset + diagonal + 1]!
        let x = up < over ? up : over - 1
        while (x > off1 && x - diagonal > off2 && left[x - 1] === right[x - 1 - diagonal]) x--
        backward[offset + diagonal] = x
        if (!isOdd && diagonal >= fmin && diagonal <= fmax && x <= forward[offset + diagonal]!) return [x, x - diagonal]
        steps++
      }
    }
    return undefined
  }
  while (open.length > 0) {
    let [off1, lim1, off2, lim2] = open.pop()!
    while (off1 < lim1 && off2 < lim2 && left[off1] === right[off2]) {
      off1++
      off2++
    }
    while (off1 < lim1 && off2 < lim2 && left[lim1 - 1] === right[lim2 - 1]) {
      lim1--
      lim2--
    }
    if (off1 === lim1 || off2 === lim2) {
      for (let index = off1; index < lim1; index++) markLeft(index)
      for (let index = off2; index < lim2; index++) markRight(index)
      continue
    }
    const point = split(off1, lim1, off2, lim2)
    if (point === undefined) return false
    open.push([off1, point[0], off2, point[1]], [point[0], lim1, point[1], lim2])
  }
  return true
}
