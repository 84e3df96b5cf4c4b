/**
 * Hashes words by their characters. Pages hold many words, and creating a string for each would be most of the work.
 *
 * @since 0.1.0
 */

/** Prime by which a hash is multiplied for each letter, as is common for hashes of strings. */
export const LETTER_PRIME = 31
/** Prime of FNV-1a, for a second, independent hash of the same text. */
export const FNV_PRIME = 0x01000193

export const hashWith = (hash: number, letter: number): number => Math.imul(hash, LETTER_PRIME) + letter | 0

export const hashOf = (word: string): number => {
  let hash = 0
  for (let k = 0; k < word.length; k++) hash = hashWith(hash, word.charCodeAt(k))
  return hash
}

export const spread = (hash: number): number => hash ^ hash >>> HALF_OF_HASH

/**
 * Number of bits by which a hash is shifted. It is one less than half of the bits, so that both halves do not align.
 */
const HALF_OF_HASH = 15
