/** Numbers that look random and are the same for a seed (mulberry32): whole ones from 0 to below 2^32. */
const wholeNumbers = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return (value ^ (value >>> 14)) >>> 0
  }
}

/** Each call gives a whole number from 0 to below the one that is asked for. */
export const wholeBelow = (seed: number): (below: number) => number => {
  const next = wholeNumbers(seed)
  return (below) => next() % below
}

/** Each call gives a number from 0 to below 1, as `Math.random` does. */
export const fractions = (seed: number): () => number => {
  const next = wholeNumbers(seed)
  return () => next() / 2 ** 32
}
