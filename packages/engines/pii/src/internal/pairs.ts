/**
 * Tests pairs of characters and word endings without copying text.
 *
 * @since 0.2.0
 */

const UNIT_BITS = 8
const UNITS = 1 << UNIT_BITS

const WORD_BITS = 5
const PAIR_MASKS = 1 << UNIT_BITS * 2 - WORD_BITS

/** Returns a test for pairs of characters. Spaces separate the pairs. */
export const pairsOf = (pairs: string): (first: number, second: number) => boolean => {
  const bits = new Int32Array(PAIR_MASKS)
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

/** Returns a test for word endings. Each must have at least two characters, because the last two are tested first. */
export const endingsOf = (words: ReadonlyArray<string>): (text: string, end: number) => boolean => {
  const byEnd = new Map<number, Array<string>>()
  for (const word of words) {
    const pair = word.charCodeAt(word.length - 2) << UNIT_BITS | word.charCodeAt(word.length - 1)
    const alike = byEnd.get(pair)
    if (alike === undefined) byEnd.set(pair, [word])
    else alike.push(word)
  }
  return (text, end) => {
    if (end < 2) return false
    const alike = byEnd.get(text.charCodeAt(end - 2) << UNIT_BITS | text.charCodeAt(end - 1))
    if (alike === undefined) return false
    for (const word of alike) if (text.startsWith(word, end - word.length)) return true
    return false
  }
}
