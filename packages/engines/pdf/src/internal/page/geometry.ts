/** Computes with coordinates of a page. The unit is 1/72 inch, and y increases downwards. */

export const POINTS = 72

export const LETTER = { width: 8.5 * POINTS, height: 11 * POINTS }

/** Height of letters above the baseline, in ems. */
export const ASCENT = 0.8

export type Matrix = readonly [number, number, number, number, number, number]

export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5]
]

export const median = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : [...values].sort((a, b) => a - b)[values.length >> 1]!

/** Returns the length that two intervals share; negative if they are disjoint. */
export const overlap = (a0: number, a1: number, b0: number, b1: number): number => Math.min(a1, b1) - Math.max(a0, b0)

/**
 * Returns the mean of each group of values, in ascending order. Neighbours in a group differ by at most `tolerance`.
 */
export const cluster = (values: ReadonlyArray<number>, tolerance: number): Array<number> => {
  const sorted = [...values].sort((a, b) => a - b)
  const means: Array<number> = []
  let sum = 0
  let count = 0
  let previous = 0
  for (const value of sorted) {
    if (count > 0 && value - previous > tolerance) {
      means.push(sum / count)
      sum = 0
      count = 0
    }
    sum += value
    count++
    previous = value
  }
  if (count > 0) means.push(sum / count)
  return means
}

export const mode = <K>(weights: ReadonlyMap<K, number>): K | undefined => {
  let best: K | undefined
  let most = -1
  for (const [key, weight] of weights) {
    if (weight > most) {
      most = weight
      best = key
    }
  }
  return best
}

export const add = <K>(map: Map<K, number>, key: K, weight: number): void => {
  map.set(key, (map.get(key) ?? 0) + weight)
}
