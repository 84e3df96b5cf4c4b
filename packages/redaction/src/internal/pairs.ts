/**
 * Tables of pairs of characters, asked without a copy of either.
 *
 * @since 0.2.0
 */

/** Bits of a unit of Latin-1, and units of it. */
const UNIT_BITS = 8
const UNITS = 1 << UNIT_BITS

/** Words of 32 bits that hold a bit of each pair, and what chooses one. */
const WORD_BITS = 5
const WORDS = 1 << UNIT_BITS * 2 - WORD_BITS

/** Whether two units of Latin-1 are one of some pairs, which blanks part. */
export const pairsOf = (pairs: string): (first: number, second: number) => boolean => {
  const bits = new Int32Array(WORDS)
  for (const pair of pairs.split(" ")) {
    const at = pair.charCodeAt(0) << UNIT_BITS | pair.charCodeAt(1)
    bits[at >>> WORD_BITS]! |= 1 << at
  }
  return (first, second) => {
    if (first >= UNITS || second >= UNITS) return false
    const at = first << UNIT_BITS | second
    return (bits[at >>> WORD_BITS]! & 1 << at) !== 0
  }
}
