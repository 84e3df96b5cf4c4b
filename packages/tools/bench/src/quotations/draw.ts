/** Draws random values that are equal in each run. */

export interface Draw {
  readonly below: (limit: number) => number
  readonly of: <A>(list: ReadonlyArray<A>) => A
}

export const drawing = (seed: number): Draw => {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * limit)
  }
  return { below, of: (list) => list[below(list.length)]! }
}

export const drawn = <A>(list: ReadonlyArray<A>, count: number, seed: number): ReadonlyArray<A> => {
  const { below } = drawing(seed)
  const left = [...list]
  const out: Array<A> = []
  while (out.length < count && left.length > 0) {
    const at = below(left.length)
    out.push(left[at]!)
    left[at] = left.at(-1)!
    left.pop()
  }
  return out
}
