/**
 * Rejects selections of headings whose sections were dropped, and of one or two lines of a long page.
 *
 * @since 0.1.0
 */
import type { Selection, Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"

/**
 * Minimum characters (without spaces) of content that is always an answer. Of 1,457 annotated pages, shorter content
 * was right only if the whole page had almost no text.
 */
const MIN_ANSWER_CHARACTERS = 40

/** Minimum share of the page's text in short content that counts as an answer. */
const SHARE_OF_SHORT_PAGE = 0.25

/**
 * Maximum share of a section's text that may be edit links, so that dropping it does not count as losing the section.
 */
const SHARE_OF_TOOLS = 0.25

/** Maximum characters of a page whose content may be only a picture, a video or sound. */
const PAGE_OF_ONE_PICTURE_IN_CHARACTERS = 1000

/**
 * Returns whether a selection is an answer. A heading counts as text only if almost nothing was dropped between it
 * and the next heading. `title` is -1 if none exists, and never counts.
 */
export const isAnswer = ({ tape, texts, total }: Work, { keep, roots }: Selection, title: number): boolean => {
  const { end, n, tag } = tape
  let keptCharacters = 0
  let hasPicture = false
  let heading = 0
  let below = 0
  let gone = 0
  let stop = 0
  const endPart = () => {
    if (gone <= (heading + below) * SHARE_OF_TOOLS) keptCharacters += heading
    heading = below = 0
    gone = stop = 0
  }
  for (const root of roots) {
    for (let i = root; i < Math.min(n, end[root]!); i++) {
      const isHeading = Tags.is(tag[i]!, Tags.HEADING)
      if (isHeading || i >= stop || tag[i] === Tags.FOOTER) endPart()
      if (i === title || isHeading) {
        if (i !== title && keep[i] === 1) {
          heading = texts.raw[i]!
          stop = endOfPart(tape, texts.raw, i)
        }
        i = end[i]! - 1
      } else if (keep[i] !== 1) {
        if (tag[i] === Tags.TEXT) gone += texts.raw[i]!
      } else if (tag[i] === Tags.TEXT) {
        keptCharacters += texts.raw[i]!
        below += texts.raw[i]!
      } else if (tag[i] === Tags.IMG || Tags.is(tag[i]!, Tags.EMBEDDED)) hasPicture = true
      if (keptCharacters >= MIN_ANSWER_CHARACTERS) return true
    }
    endPart()
  }
  return keptCharacters > 0 &&
      (keptCharacters >= MIN_ANSWER_CHARACTERS || keptCharacters >= SHARE_OF_SHORT_PAGE * total) ||
    hasPicture && total <= PAGE_OF_ONE_PICTURE_IN_CHARACTERS
}

const endOfPart = ({ end, n, parent, tag }: Tape, raw: Int32Array, heading: number): number => {
  let next = end[heading]!
  while (next < n && !Tags.is(tag[next]!, Tags.HEADING) && !(tag[next] === Tags.TEXT && raw[next]! > 0)) next++
  let around = parent[heading]!
  while (around >= 0 && end[around]! <= next) around = parent[around]!
  return around < 0 ? n : end[around]!
}
