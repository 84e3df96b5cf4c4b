/**
 * Finds notes that are not linked: superscript numbers in the text, and later blocks that start with these numbers. A
 * number may be an exponent, so the notes must count from 1 without gaps, and look like notes.
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"

export interface NumberedNotes {
  readonly marks: ReadonlyMap<number, number>
  readonly notes: ReadonlyMap<number, number>
  readonly silent: ReadonlyArray<number>
  readonly numbered: ReadonlyArray<number>
}

const MAX_CHARACTERS_OF_NUMBER = 12
const MAX_CHARACTERS_OF_NOTES_HEADING = 40
/** Minimum number of notes without a line or heading above them, which would be further evidence. */
const MIN_NOTES_WITHOUT_HEADING = 2
const STEPS_TO_BOX_OF_NOTES = 3

const number = /^\s*[[(]?\s*(\d{1,3})\s*[\])]?\s*[.:]?\s*$/
const leadingNumber = /^\s*[[(]?(\d{1,3})[\])]?[.:)]?(?:\s+|$)/

export const withoutNumber = (text: string): string => text.replace(leadingNumber, "")

export const numberBefore = (text: string): string | undefined => leadingNumber.exec(text)?.[1]

const heading =
  /^(?:(?:foot|end|side)?-?notes?(?: and references)?|fu\u00dfnoten|anmerkungen|endnoten|notes? de (?:bas de page|fin)|notas(?: al pie)?|note(?: a pi\u00e8 di pagina)?|voetnoten|noten|przypisy|pozn\u00e1mky|fotnoter|\u043f\u0440\u0438\u043c\u0435\u0447\u0430\u043d\u0438\u044f|\u811a\u6ce8|\u6ce8\u91ca|\u6ce8\u91c8|\u6ce8)\s*:?$/i
const boxOfNotes = /(?:^|[\s_-])(?:foot-?notes?|end-?notes?)(?=$|[\s_-])/i

const bodies: ReadonlySet<number> = new Set(["p", "li", "div", "dd"].map(Tags.tagId))

export const numberOf = (tape: Tape, i: number): number | undefined => {
  const found = number.exec(textOf(tape, i, MAX_CHARACTERS_OF_NUMBER + 1))?.[1]
  return found === undefined ? undefined : Number(found)
}

interface Candidate {
  readonly block: number
  readonly value: number
  readonly silent?: number
  readonly numbered?: number
  /** Whether the number is superscript or bold. */
  readonly isMarked: boolean
}

const candidateAt = (tape: Tape, block: number): Candidate | undefined => {
  const { end, tag, text } = tape
  for (let k = block + 1; k < end[block]!; k++) {
    if (tag[k] === Tags.TEXT) {
      if (!/\S/.test(text[k]!)) continue
      const value = numberBefore(text[k]!)
      if (value === undefined || number.test(textOf(tape, block, MAX_CHARACTERS_OF_NUMBER + 1))) return undefined
      return { block, value: Number(value), numbered: k, isMarked: false }
    }
    if (Tags.is(tag[k]!, Tags.BLOCK)) return undefined
    const isMarked = tag[k] === Tags.SUP || tag[k] === Tags.STRONG || tag[k] === Tags.B
    if (!isMarked) continue
    const value = numberOf(tape, k)
    // a bold label may begin with the raised number: `<b><sup>1</sup> Note:</b>`
    if (value === undefined && tag[k] !== Tags.SUP && tag[k + 1] === Tags.SUP && k + 1 < end[k]!) continue
    return value === undefined || end[k] === end[block] ? undefined : { block, value, silent: k, isMarked }
  }
  return undefined
}

/** Returns how many items of a part are numbered 1, 2, 3 and so on. */
export const seriesIn = (tape: Tape, part: number): number => {
  let count = 0
  for (let i = part + 1; i < tape.end[part]!; i++) {
    if (!bodies.has(tape.tag[i]!)) continue
    const found = candidateAt(tape, i)
    if (found === undefined || !found.isMarked || found.value !== count + 1) continue
    count++
    i = tape.end[i]! - 1
  }
  return count
}

const placeOf = (tape: Tape, item: number): number => {
  const list = tape.parent[item]!
  let place = Number(attr(tape, list, "start") ?? 1)
  for (let c = list + 1; c < item; c = tape.end[c]!) if (tape.tag[c] === Tags.LI) place++
  return place
}

export const isNamedNotes = (tape: Tape, i: number): boolean =>
  boxOfNotes.test(
    ["class", "id", "aria-label", "role"].map((name) => attr(tape, i, name) ?? "").join(" ")
  )

const isInBoxOfNotes = (tape: Tape, i: number): boolean => {
  for (let p = i, up = 0; p >= 0 && up < STEPS_TO_BOX_OF_NOTES; p = tape.parent[p]!, up++) {
    if (isNamedNotes(tape, p) || tape.tag[p] === Tags.ASIDE) return true
  }
  return false
}

const boldAround = ({ end, parent, tag }: Tape, sup: number): number => {
  const around = parent[sup]!
  return (tag[around] === Tags.B || tag[around] === Tags.STRONG) && sup === around + 1 && end[sup] === end[around]
    ? around
    : sup
}

/**
 * Returns whether a superscript is the mark of a note, which follows words. An exponent follows a digit or a single
 * letter.
 */
const isMarkInText = (tape: Tape, sup: number): boolean => {
  const { parent, tag, text } = tape
  let block = parent[sup]!
  while (block >= 0 && !Tags.is(tag[block]!, Tags.BLOCK)) block = parent[block]!
  for (let k = sup - 1; k > block; k--) {
    if (tag[k] !== Tags.TEXT || !/\S/.test(text[k]!)) continue
    return !/(?:\d|(?:^|[^\p{L}])\p{L})\s*$/u.test(text[k]!)
  }
  return false
}

export const numberedNotes = (
  tape: Tape,
  roots: ReadonlyArray<number>,
  isKept: (i: number) => boolean,
  superscripts: ReadonlyArray<number>
): NumberedNotes | undefined => {
  const { end, tag } = tape
  const marks = new Map<number, number>()
  const firstMarks = new Map<number, number>()
  for (const sup of superscripts) {
    const value = numberOf(tape, sup)
    if (value === undefined || !isMarkInText(tape, sup)) continue
    marks.set(boldAround(tape, sup), value)
    if (!firstMarks.has(value)) firstMarks.set(value, sup)
  }
  if (!firstMarks.has(1)) return undefined
  const found: Array<Candidate> = []
  let isBelow = false
  let wasBelow = false
  for (const root of roots) {
    for (let i = root; i < end[root]!; i++) {
      if (!isKept(i) && tag[i] !== Tags.TEXT) {
        i = end[i]! - 1
        continue
      }
      if (tag[i] === Tags.HR) isBelow = true
      else if (Tags.is(tag[i]!, Tags.HEADING)) {
        isBelow = heading.test(textOf(tape, i, MAX_CHARACTERS_OF_NOTES_HEADING).trim())
      }
      if (!bodies.has(tag[i]!)) continue
      const expected = found.length + 1
      const above = firstMarks.get(expected)
      if (above === undefined || above > i) continue
      const isOfNotes = isBelow || isInBoxOfNotes(tape, i)
      let one = candidateAt(tape, i)
      if (one === undefined && isOfNotes && tag[i] === Tags.LI && tag[tape.parent[i]!] === Tags.OL) {
        one = { block: i, value: placeOf(tape, i), isMarked: false }
      }
      if (one === undefined || one.value !== expected || !isOfNotes && !one.isMarked) continue
      wasBelow ||= isOfNotes
      found.push(one)
      i = end[i]! - 1
    }
  }
  const isSeries = found.length >= MIN_NOTES_WITHOUT_HEADING || found.length > 0 && wasBelow
  if (!isSeries || found.length < Math.max(...firstMarks.keys())) return undefined
  const blocks = new Map(found.map(({ block, value }) => [value, block]))
  for (const [sup, value] of marks) if (sup > (blocks.get(value) ?? -1)) marks.delete(sup)
  return {
    marks,
    notes: new Map([...blocks].map(([value, block]) => [block, value])),
    silent: found.flatMap(({ silent }) => silent ?? []),
    numbered: found.flatMap(({ numbered }) => numbered ?? [])
  }
}
