/**
 * Hashes words by their characters. Pages hold many words, and a string for each would be most of the work.
 *
 * @since 0.1.0
 */

/** Multiplier of a hash per letter: a prime commonly used for string hashes. */
export const LETTER_PRIME = 31
/** The prime of FNV-1a, for a second, independent hash of the same text. */
export const FNV_PRIME = 0x01000193

/** The hash of a word plus one letter; the hash of an empty word is 0. */
export const hashWith = (hash: number, letter: number): number => Math.imul(hash, LETTER_PRIME) + letter | 0

export const hashOf = (word: string): number => {
  let hash = 0
  for (let k = 0; k < word.length; k++) hash = hashWith(hash, word.charCodeAt(k))
  return hash
}

/** Mixes the upper half of a hash into its lower bits, which select a slot. */
export const spread = (hash: number): number => hash ^ hash >>> HALF_OF_HASH

/** Number of bits to shift the upper half of a hash; one less than half, so that both halves do not align. */
const HALF_OF_HASH = 15
