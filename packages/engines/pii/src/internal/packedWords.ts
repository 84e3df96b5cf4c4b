/**
 * Packs lists of words to a third of their size. Each word is stored as the number of units that it shares with the
 * word before it, and its other units. Then a code replaces each of the most frequent pairs of units, and each
 * frequent letter that is not ASCII. `scripts/pack-lists.mjs` writes the lists.
 *
 * @since 0.3.0
 */
import * as Unit from "@dunlin/text/Unit"

export interface Packed {
  readonly prefixes: string
  readonly letters: string
  readonly pairs: string
  readonly words: string
}

const UNITS_PER_LETTER = 2
const UNITS_PER_PAIR = 3

const codesOf = ({ letters, pairs }: Packed): ReadonlyArray<string> => {
  const codes = Array.from({ length: Unit.BEYOND_ASCII }, (_, unit) => String.fromCharCode(unit))
  const unitsOf = (units: string, at: number) => codes[units.charCodeAt(at)] ?? units[at]!
  // A pair can contain the code of a letter, but no letter contains a code.
  for (let at = 0; at < letters.length; at += UNITS_PER_LETTER) codes[letters.charCodeAt(at)] = letters[at + 1]!
  for (let at = 0; at < pairs.length; at += UNITS_PER_PAIR) {
    codes[pairs.charCodeAt(at)] = unitsOf(pairs, at + 1) + unitsOf(pairs, at + 2)
  }
  return codes
}

export const unpack = (packed: Packed): ReadonlyArray<string> => {
  const codes = codesOf(packed)
  const shared = Array.from(
    { length: Unit.BEYOND_ASCII },
    (_, unit) => packed.prefixes.indexOf(String.fromCharCode(unit))
  )
  let text = ""
  for (let at = 0; at < packed.words.length; at++) text += codes[packed.words.charCodeAt(at)] ?? packed.words[at]!
  const words: Array<string> = []
  let word = ""
  let start = 0
  let units = 0
  for (let at = 0; at <= text.length; at++) {
    const next = at === text.length ? 0 : shared[text.charCodeAt(at)] ?? -1
    if (next < 0) continue
    if (at > 0) words.push(word = word.slice(0, units) + text.slice(start, at))
    units = next
    start = at + 1
  }
  return words
}

export const wordsOf = (list: Packed | string): ReadonlyArray<string> =>
  typeof list === "string" ? list.split(" ") : unpack(list)
