/**
 * Hashes words by their characters. Pages hold many words, and a string for each would be most of the work.
 *
 * @since 0.1.0
 */

/** What a hash is multiplied with for each letter: a prime of which hashes of strings are commonly made. */
export const LETTER_PRIME = 31
/** The prime of FNV-1a, for what must differ from hashes with the other one. */
export const FNV_PRIME = 0x01000193

/** The hash of a word and one more letter; that of no letters is 0. */
export const hashWith = (hash: number, letter: number): number => Math.imul(hash, LETTER_PRIME) + letter | 0

export const hashOf = (word: string): number => {
  let hash = 0
  for (let k = 0; k < word.length; k++) hash = hashWith(hash, word.charCodeAt(k))
  return hash
}

/** A hash whose upper half speaks in its lower bits, too, by which a table finds a place. */
export const spread = (hash: number): number => hash ^ hash >>> HALF_OF_HASH

/** Bits by which the upper half of a hash is moved down; one less than half, so that the two do not line up. */
const HALF_OF_HASH = 15
