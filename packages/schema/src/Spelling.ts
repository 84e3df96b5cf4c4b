/**
 * Detects typos in names of settings, of fields in files, and of keys in requests.
 *
 * @since 0.1.0
 */

/** Comparing takes time proportional to both lengths. */
const MAX_NAME_CHARACTERS = 100

/**
 * Returns the edit distance of two names, with adjacent swaps (optimal string alignment). It is `Infinity` if one
 * exceeds the maximum length.
 *
 * @category comparing
 * @since 0.1.0
 */
export const typos = (from: string, to: string): number => {
  if (Math.max(from.length, to.length) > MAX_NAME_CHARACTERS) return Infinity
  let beforeLast: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = last[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1)
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
        ? beforeLast[column - 2]! + 1
        : Infinity
      current.push(Math.min(replaced, last[column]! + 1, current[column - 1]! + 1, swapped))
    }
    beforeLast = last
    last = current
  }
  return last[to.length]!
}

/**
 * Returns the known name that differs only in case, or otherwise the nearest one within `mostTypos` edits.
 *
 * @category comparing
 * @since 0.1.0
 */
export const nearest = (name: string, known: Iterable<string>, mostTypos: number): string | undefined => {
  if (name.length > MAX_NAME_CHARACTERS) return undefined
  const folded = name.toLowerCase()
  let best: string | undefined
  let fewest = mostTypos + 1
  for (const candidate of known) {
    if (candidate.toLowerCase() === folded) return candidate
    if (Math.abs(candidate.length - name.length) >= fewest) continue
    const count = typos(name, candidate)
    if (count < fewest) {
      fewest = count
      best = candidate
    }
  }
  return best
}

const MAX_TYPOS_OF_NAME = 3

/**
 * Returns the known name that was probably mistyped. It differs by at most three edits. For a short name, at most
 * half of the letters may differ, because any name would match otherwise.
 *
 * @category comparing
 * @since 0.2.0
 */
export const meant = (name: string, known: Iterable<string>): string | undefined =>
  nearest(name, known, Math.min(MAX_TYPOS_OF_NAME, Math.floor(name.length / 2)))
