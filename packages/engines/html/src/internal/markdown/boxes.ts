/**
 * Adds spaces between adjacent boxes that only a style sheet separates. Without style sheets,
 * `<div><span>Prep</span><span>20 min</span></div>` reads "Prep20 min". Marks inside a word (`<span>un</span>do`) and
 * letters that are animated one at a time stay together.
 *
 * @since 0.1.0
 */
import {
  beginsWithLetters,
  endsWithLetters,
  firstPoint,
  isLetter,
  isLower,
  isNumber,
  pointBefore
} from "../tape/letters.ts"
import * as Tags from "../tape/tags.ts"
import { type Tape, textOf } from "../tape/tape.ts"

const loose = new Uint8Array(Tags.UNKNOWN + 1)
for (
  const name of "div section article main aside header footer ul ol li a fieldset form label figure figcaption address"
    .split(" ")
) loose[Tags.tagId(name)] = 1
/**
 * Elements whose words are whole. In other elements, editors start a new element at every style change, also within a
 * word.
 */
const strict = new Uint8Array(Tags.UNKNOWN + 1)
for (const name of "td th dt dd h1 h2 h3 h4 h5 h6 caption summary legend".split(" ")) strict[Tags.tagId(name)] = 1

export const boxes = (tape: Tape, i: number, isKept: (i: number) => boolean): boolean => {
  const { end, tag, text } = tape
  const id = tag[i]!
  if (loose[id] === 0 && strict[id] === 0) return false
  let elements = 0
  let letters = 0
  for (let c = i + 1; c < end[i]!; c = end[c]!) {
    if (tag[c] === Tags.TEXT) {
      if (/\S/.test(text[c]!)) return false
      continue
    }
    if (!isKept(c)) continue
    elements++
    if (end[c] === c + 2 && text[c + 1]!.length === 1 && isLetter(text[c + 1]!.charCodeAt(0))) letters++
  }
  return elements > 1 && letters < 2
}

/** Returns whether an element without words separates two boxes, because a style sheet draws a line or a dot. */
export const isDivider = ({ end, tag }: Tape, i: number): boolean =>
  end[i] === i + 1 && (tag[i] === Tags.SPAN || tag[i] === Tags.I)

const codes = (signs: string): ReadonlySet<number> => new Set(Array.from(signs, (sign) => sign.charCodeAt(0)))
const tails = codes(":;!?%)]\u2605\u2606\u20ac\u00a3")
const heads = codes("$\u20ac\u00a3\u00a5(\u2605\u2606")
const MAX_CHARACTERS_OF_BOX = 2000
const READ_OF_NEXT = 60
/** Number of letters before a boundary that are a whole word. */
const LETTERS_BEFORE = 4
const LETTERS_BEHIND = 3

export const parted = (tape: Tape, container: number, left: number, right: number): boolean => {
  if (tape.tag[left] === Tags.TEXT || tape.tag[right] === Tags.TEXT) return false
  const before = textOf(tape, left, MAX_CHARACTERS_OF_BOX)
  if (before.length >= MAX_CHARACTERS_OF_BOX) return false
  const last = pointBefore(before, before.length)
  if (!isLetter(last) && !isNumber(last) && !tails.has(last) || before.length < 2 && !isNumber(last)) return false
  const after = textOf(tape, right, READ_OF_NEXT)
  const first = firstPoint(after)
  if (!isLetter(first) && !isNumber(first) && !heads.has(first)) return false
  // A name and its arguments are one word: `open(path)`.
  if (after.startsWith("(") && isLetter(last)) return false
  // Two short lower-case parts may be one word that was split.
  const areWhole = endsWithLetters(before, LETTERS_BEFORE) && beginsWithLetters(after, LETTERS_BEHIND)
  if (isLower(last) && isLower(first) && !areWhole) return false
  return strict[tape.tag[container]!] === 0 || !isLower(last) && !isNumber(last) || !isLower(first)
}
