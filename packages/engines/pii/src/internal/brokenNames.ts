/**
 * Finds names that a line end divides in short lines, such as fields or verses. Wrapped lines are handled elsewhere.
 *
 * @since 0.3.0
 */
import * as Unit from "@dunlin/text/Unit"
import { classes, LETTER, UPPER } from "@dunlin/text/UnitClass"
import type { Span } from "../Span.ts"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { type OverLines, Writer } from "./layout.ts"
import {
  factsOf,
  FAMILY,
  FAMILY_AMBIGUOUS,
  GIVEN,
  GIVEN_AMBIGUOUS,
  ORGANISATION,
  PLACE,
  PRODUCT,
  STOP,
  WORD
} from "./lexicon.ts"
import { within } from "./offsets.ts"
import type { Scan } from "./scan.ts"

const limits = {
  charactersOfLine: 200,
  lettersOfWord: 24,
  linesOfName: 4,
  charactersOfLabel: 48,
  charactersAroundName: 24
}

const isBlank = (unit: number): boolean => unit === Unit.SPACE || unit === Unit.TAB || unit === Unit.CARRIAGE_RETURN

const isLetter = (unit: number): boolean => (classes()[unit]! & LETTER) !== 0
const isUpper = (unit: number): boolean => (classes()[unit]! & UPPER) !== 0

interface Joint {
  readonly lineEnd: number
  readonly end: number
  readonly next: number
}

const jointAt = (text: string, lineEnd: number): Joint | undefined => {
  let end = lineEnd
  while (isBlank(unitAt(text, end - 1))) end--
  let next = lineEnd + 1
  while (isBlank(unitAt(text, next)) || unitAt(text, next) === Unit.GREATER) next++
  if (!isUpper(unitAt(text, next)) || isUpper(unitAt(text, next + 1))) return undefined
  const last = unitAt(text, end - 1)
  const isInitial = last === Unit.POINT && isUpper(unitAt(text, end - 2)) && !isLetter(unitAt(text, end - 3))
  return isLetter(last) || isInitial ? { lineEnd, end, next } : undefined
}

const wordEnd = (text: string, start: number): number => {
  let end = start
  while (isLetter(unitAt(text, end)) || unitAt(text, end) === Unit.HYPHEN) end++
  return end
}

const wordStart = (text: string, end: number): number => {
  let start = end
  while (
    end - start <= limits.lettersOfWord &&
    (isLetter(unitAt(text, start - 1)) || unitAt(text, start - 1) === Unit.HYPHEN)
  ) {
    start--
  }
  return start
}

const NEVER = ORGANISATION | STOP
/** Facts of words that are part of a name only after a given name. */
const OTHER = WORD | PLACE | PRODUCT

const mayBeName = (text: string, { end, next }: Joint): boolean => {
  const start = wordStart(text, end)
  if (!isUpper(unitAt(text, start)) || isUpper(unitAt(text, start + 1))) return unitAt(text, end - 1) === Unit.POINT
  const first = factsOf(text.slice(start, end))
  const last = factsOf(text.slice(next, wordEnd(text, next)))
  if (((first | last) & NEVER) !== 0) return false
  if ((first & GIVEN) !== 0 || ((first | last) & OTHER) === 0) return true
  return (first & GIVEN_AMBIGUOUS) !== 0 && ((last & OTHER) === 0 || (last & (FAMILY | FAMILY_AMBIGUOUS)) !== 0)
}

const label = /^[ \t>]*(\p{Lu}[\p{L}]*)([\p{L} /]{0,40}):/u

/** Returns whether a line is the label of a field. A sentence with a colon is not. */
const isLabel = (text: string, line: number): boolean => {
  const found = label.exec(text.slice(line, line + limits.charactersOfLabel))
  if (found === null) return false
  const facts = factsOf(found[1]!)
  if ((facts & (FAMILY | FAMILY_AMBIGUOUS)) !== 0 && (facts & OTHER) === 0) return false
  const before = text.slice(text.lastIndexOf("\n", line - 2) + 1, line)
  return found[2]!.trim() === "" || (facts & OTHER) !== 0 || label.test(before)
}

export const opensField = (text: string, { end, start }: Span): boolean => {
  const at = text.lastIndexOf("\n", end - 1)
  return at >= start && isLabel(text, at + 1)
}

/** Returns the line ends that a name crosses. It may continue over several lines of one word each. */
const jointsFrom = (text: string, first: Joint): ReadonlyArray<Joint> => {
  const joints = [first]
  let { next } = first
  while (joints.length < limits.linesOfName) {
    const end = wordEnd(text, next)
    let lineEnd = end
    while (isBlank(unitAt(text, lineEnd))) lineEnd++
    const joint = unitAt(text, lineEnd) === Unit.LINE_FEED ? jointAt(text, lineEnd) : undefined
    if (joint === undefined || joint.end !== end) break
    joints.push(joint)
    next = joint.next
  }
  return joints
}

/** Returns a test whether a known name ends or starts at a line end, or crosses it. Such a name is not divided. */
const isNamed = (text: string, found: ReadonlyArray<Span>): (joint: Joint) => boolean => {
  const starts = new Set<number>()
  const inside = new Set<number>()
  const startsOf = new Map<number, number>()
  for (const { end, entity, start } of found) {
    if (entity !== "PERSON" || !/\s/.test(text.slice(start, end))) continue
    starts.add(start)
    startsOf.set(end, Math.max(start, startsOf.get(end) ?? 0))
    for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) inside.add(at)
  }
  const isGiven = (start: number) => (factsOf(text.slice(start, wordEnd(text, start))) & GIVEN) !== 0
  return ({ end, lineEnd, next }) => {
    if (inside.has(lineEnd)) return true
    const start = startsOf.get(end)
    if (start === undefined && !starts.has(next)) return false
    const last = factsOf(text.slice(wordStart(text, end), end))
    // A family name may follow a given name: "Nora Weber and Silvia / Lindqvist", "Torjäger Robert / Vittek".
    if ((last & (GIVEN | FAMILY | OTHER)) === GIVEN) return false
    return starts.has(next) || (last & GIVEN) === 0 || isGiven(start!)
  }
}

export const namesOverLines = ({ code, text }: Scan, found: ReadonlyArray<Span>): OverLines | undefined => {
  let out: Writer | undefined
  let isFound: ((joint: Joint) => boolean) | undefined
  const places: Array<number> = []
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    const first = jointAt(text, at)
    if (first === undefined || !mayBeName(text, first) || within(code, at)) continue
    isFound ??= isNamed(text, found)
    if (isFound(first)) continue
    const start = Math.max(text.lastIndexOf("\n", first.end - 1) + 1, first.end - limits.charactersOfLine)
    out ??= new Writer()
    if (out.text !== "") out.add("\n\n", () => start)
    let from = start
    for (const { end, next } of jointsFrom(text, first)) {
      const piece = from
      out.add(text.slice(piece, end), (place) => piece + place)
      places.push(end)
      out.add(" ", () => end)
      from = next
    }
    const stop = text.indexOf("\n", from)
    const last = from
    out.add(
      text.slice(last, Math.min(stop < 0 ? text.length : stop, last + limits.charactersOfLine)),
      (place) => last + place
    )
    at = last
  }
  return out === undefined ? undefined : { reading: out, joints: places }
}

/**
 * Returns whether a name over two lines is part of a sentence. Otherwise, two lines of one word each may be entries
 * of a list.
 */
export const isInSentence = (text: string, { end, start }: Span): boolean =>
  /^(?:['’]s)?(?:[^\s\p{L}\p{N}]|[ \t][\p{Ll}\d(—–-])/u.test(textAfter(text, end, limits.charactersAroundName)) ||
  /\p{Ll}[,:»”"]? [(«“"]?$/u.test(textBefore(text, start, limits.charactersAroundName))
