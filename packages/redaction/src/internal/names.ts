/**
 * Lists of names and words, made into sets at first use.
 *
 * @since 0.1.0
 */
import { hashOf } from "./cues.ts"
import * as Names from "./namesTable.ts"
import * as Places from "./placesTable.ts"
import * as Tlds from "./tldsTable.ts"
import * as Words from "./wordsTable.ts"

const once = <A>(make: () => A): () => A => {
  let value: A | undefined
  return () => value ??= make()
}

const set = (list: string, separator = " "): ReadonlySet<string> => new Set(list.split(separator))

/** Given names that are hardly anything else. */
export const given = once(() => set(Names.given))
/** Given names that are also words or places. */
export const givenAmbiguous = once(() => set(Names.givenAmbiguous))
/** Frequent family names. */
export const family = once(() => set(Names.family))
/** Family names that are also words. */
export const familyAmbiguous = once(() => set(Names.familyAmbiguous))
/** Countries in title case. */
export const countries = once(() => set(Places.countries, "|"))
/** Places of one word in title case. */
export const places = once(() => set(Places.places, "|"))
/** Top-level domains and the names used inside networks. */
export const tlds = once(() =>
  new Set([
    ...Tlds.tlds.split(" "),
    "example",
    "test",
    "local",
    "internal",
    "lan",
    "localdomain",
    "onion",
    "corp",
    "home",
    "invalid"
  ])
)

/** Places of several words by their first word. */
export const placesByFirstWord = once(() => {
  const map = new Map<string, Array<string>>()
  for (const place of places()) {
    const space = place.indexOf(" ")
    if (space < 0) continue
    const first = place.slice(0, space)
    const list = map.get(first)
    if (list === undefined) map.set(first, [place])
    else list.push(place)
  }
  return map
})

const wordSet = once(() => set(Words.words))

const endings: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["ies", ["y"]],
  ["es", [""]],
  ["s", [""]],
  ["ed", ["", "e"]],
  ["ing", ["", "e"]],
  ["ly", [""]],
  ["ness", [""]]
]

/** Whether a lower-case word is a common English word or an inflection of one. */
export const isWord = (word: string): boolean => {
  const words = wordSet()
  if (words.has(word)) return true
  if (word.length < 5) return false
  for (const [ending, stems] of endings) {
    if (!word.endsWith(ending)) continue
    const base = word.slice(0, -ending.length)
    if (base.length < 3) continue
    for (const stem of stems) if (words.has(base + stem)) return true
    const last = base.length - 1
    if (base[last] === base[last - 1] && words.has(base.slice(0, last))) return true
    if (base[last] === "i" && words.has(base.slice(0, last) + "y")) return true
  }
  return false
}

/** Mask of the bits of a hash the filter looks at. */
export const bloomMask = (1 << 18) - 1

/** Ambiguous names and single names that are looked at in small letters too. */
const lowerCaseToo = (
  "martin peter matt josh jimmy harry terry kelly billy bobby johnny tony andy danny sally molly polly betty jenny nelly carol stewart stuart " +
  "ralph carl hugh jean joan tim jim steve mark obama messi ronaldo kanye beyonce rihanna neymar"
).split(" ")

/** A bit per hash of a given name: tells the scanner which lower-case words deserve a look. */
export const bloom = once(() => {
  const bits = new Uint8Array(1 << 15)
  for (const name of [...given(), ...lowerCaseToo]) {
    const hash = hashOf(name)
    bits[(hash & bloomMask) >>> 3]! |= 1 << (hash & 7)
  }
  return bits
})
