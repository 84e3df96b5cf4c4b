/** Detects sentences with nearly the same words, as in mirrors and quotations. */
import type { Unit } from "./ranked.ts"

const MIN_COMMON_WORD_SHARE = 0.8
/** Number of words below which two sentences are equal only if they have the same words. */
const FEW_WORDS = 5

export interface Seen {
  readonly has: (unit: Unit) => boolean
  readonly keep: (unit: Unit) => void
}

/**
 * Makes a set of quoted units that finds repetitions. Sentences with different numbers are never equal, even if their
 * other words are the same.
 */
export const make = (text: (unit: Unit) => string): Seen => {
  const distinct: Array<{ readonly terms: ReadonlyArray<number>; readonly digits: string }> = []
  const digitsOf = (unit: Unit) => (text(unit).match(/\d+/g) ?? []).toSorted().join(" ")
  return {
    has: (unit) => {
      const size = unit.terms.length
      const share = size < FEW_WORDS ? 1 : MIN_COMMON_WORD_SHARE
      let digits: string | undefined
      return distinct.some((other) => {
        // Lists of such different lengths cannot have enough in common.
        if (Math.min(size, other.terms.length) < share * Math.max(size, other.terms.length)) return false
        const both = common(unit.terms, other.terms)
        if (both < share * (size + other.terms.length - both)) return false
        digits ??= digitsOf(unit)
        return digits === other.digits
      })
    },
    keep: (unit) => distinct.push({ terms: unit.terms, digits: digitsOf(unit) })
  }
}

const common = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  let count = 0
  for (let i = 0, k = 0; i < one.length && k < other.length;) {
    if (one[i] === other[k]) {
      count++
      i++
      k++
    } else if (one[i]! < other[k]!) i++
    else k++
  }
  return count
}
