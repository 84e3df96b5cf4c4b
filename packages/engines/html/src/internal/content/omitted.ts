/**
 * Lists visible text of the main part that is not written. A name, a phrase or the trees decided against it, and each
 * can be wrong, so large dropped parts are reported.
 *
 * @since 0.3.0
 */
import { Drop, type Ruled, type Selection } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { type Tape, textOf } from "../tape/tape.ts"
import { isOfSite } from "./amongProse.ts"
import { labelOf } from "./labels.ts"
import { omittedStructures } from "./omittedStructures.ts"
import { MIN_CHARACTERS_OF_SENTENCE } from "./ownContent.ts"

/** Minimum characters of a reported section, not counting links. Shorter sections are labels, forms or teasers. */
const MIN_CHARACTERS_OF_SECTION = 200
const MAX_CHARACTERS_OF_OMITTED_HEADING = 80
const MAX_SECTIONS = 20
/** Minimum share of the main part's text in a dropped text without a heading that is reported. */
const MIN_SHARE_OF_MAIN_PART = 0.1

export interface OmittedSection {
  /** The section's heading, or a label of its element. */
  readonly heading: string
  /** Characters of the section's text without white space and links. */
  readonly characters: number
}

const isExpected = (drop: number): boolean =>
  drop === Drop.Hidden || drop === Drop.Landmark || drop === Drop.Control || drop === Drop.Duplicate ||
  drop === Drop.Caption || drop === Drop.Links

export const omittedSections = (ruled: Ruled, selection: Selection): ReadonlyArray<OmittedSection> => {
  const { root, work } = ruled
  const { keep } = selection
  const { drop, inLink, tape, texts: { raw } } = work
  const { end, n, parent, tag } = tape
  const outermost = (text: number): number => {
    let at = text
    for (let p = parent[at]!; p >= 0 && p !== root && keep[p] === 0; p = parent[p]!) at = p
    return at
  }
  const parts: Array<{ heading: number; first: number; last: number; characters: number }> = []
  let part = { heading: -1, first: -1, last: -1, characters: 0 }
  let total = 0
  const isOnlyNamed = (heading: number): boolean => {
    const top = outermost(heading)
    return top !== heading && (drop[top] === Drop.Named || drop[top] === Drop.Weak || drop[top] === Drop.Headed) &&
      !isOfSite(tape, top)
  }
  const open = (heading: number) => {
    if (
      part.characters >= MIN_CHARACTERS_OF_SECTION ||
      part.characters >= MIN_CHARACTERS_OF_SENTENCE && part.heading >= 0 && isOnlyNamed(part.heading)
    ) parts.push(part)
    part = { heading, first: -1, last: -1, characters: 0 }
  }
  const stop = root < 0 ? n : end[root]!
  for (let i = Math.max(root, 0); i < stop; i++) {
    if (isExpected(drop[i]!)) i = end[i]! - 1
    else if (Tags.is(tag[i]!, Tags.HEADING)) {
      open(keep[i] === 0 ? i : -1)
      i = end[i]! - 1
    } else if (tag[i] === Tags.TEXT && inLink[i] === 0) {
      total += raw[i]!
      if (keep[i] === 1) continue
      part.characters += raw[i]!
      if (part.first < 0 && raw[i]! > 0) part.first = i
      part.last = i
    }
  }
  open(-1)
  const reported = parts.filter(({ characters, heading }) =>
    heading >= 0 || characters >= MIN_SHARE_OF_MAIN_PART * total
  )
  const sections = reported.flatMap(({ characters, first, heading }): ReadonlyArray<OmittedSection> => {
    // A part without a heading is reported without its words, because warnings are not redacted.
    const named = heading < 0
      ? labelOf(tape, outermost(first))
      : wordsOf(tape, heading, MAX_CHARACTERS_OF_OMITTED_HEADING)
    return named === "" ? [] : [{ heading: named, characters }]
  })
  // Structures of one name, such as the facts beside each post of a forum, are reported once.
  const structures = new Map<string, OmittedSection>()
  let k = 0
  for (const { at, characters, heading } of omittedStructures(ruled, selection)) {
    while (k < reported.length && reported[k]!.last < at) k++
    const section = reported[k]
    if (section !== undefined && (section.heading < 0 ? section.first : section.heading) <= end[at]!) continue
    const name = heading < 0 ? labelOf(tape, at) : wordsOf(tape, heading, MAX_CHARACTERS_OF_OMITTED_HEADING)
    const known = structures.get(name)?.characters ?? 0
    structures.set(name, { heading: name, characters: known + characters })
  }
  return [...sections, ...structures.values()].slice(0, MAX_SECTIONS)
}

const wordsOf = (tape: Tape, i: number, characters: number): string =>
  textOf(tape, i, 2 * characters).replace(/\s+/g, " ").trim().slice(0, characters)
