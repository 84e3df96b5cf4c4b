/**
 * The net under the selection: headings whose parts were let go, or a line or two of a long page, are no answer.
 *
 * @since 0.1.0
 */
import type { Selection, Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"

/**
 * Characters of text, without spaces, that are an answer whatever the page says beside them; headings that have kept their
 * parts are text too. Of 1,457 annotated pages those with less were right only where the whole page has next to no text.
 */
const LEAST_TEXT_IN_CHARACTERS = 40

/** Share of the text of a page that is an answer however short it is: the page says no more. */
const SHARE_OF_SHORT_PAGE = 0.25

/** Part of what a heading and the text kept below it say that may be let go below it: tools, not what it is the heading of. */
const SHARE_OF_TOOLS = 0.25

/** Characters of a page up to which a picture, a film or a sound is its content. */
const PAGE_OF_ONE_PICTURE_IN_CHARACTERS = 1000

/**
 * Whether a selection says more of the page than headings whose parts were let go: a heading counts as text where next to
 * nothing was let go between it and the next one. `title`, which never counts, is -1 where there is none.
 */
export const isAnswer = ({ tape, texts, total }: Work, { keep, roots }: Selection, title: number): boolean => {
  const { end, n, tag } = tape
  let kept = 0
  let hasPicture = false
  // characters of the last heading, of what is kept in its part and of what was let go there, and the end of that part
  let heading = 0
  let below = 0
  let gone = 0
  let stop = 0
  const endPart = () => {
    if (gone <= (heading + below) * SHARE_OF_TOOLS) kept += heading
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
        kept += texts.raw[i]!
        below += texts.raw[i]!
      } else if (tag[i] === Tags.IMG || Tags.is(tag[i]!, Tags.EMBEDDED)) hasPicture = true
      if (kept >= LEAST_TEXT_IN_CHARACTERS) return true
    }
    endPart()
  }
  return kept > 0 && (kept >= LEAST_TEXT_IN_CHARACTERS || kept >= SHARE_OF_SHORT_PAGE * total) ||
    hasPicture && total <= PAGE_OF_ONE_PICTURE_IN_CHARACTERS
}

/** The end of the smallest element that holds both a heading and the text behind it. */
const endOfPart = ({ end, n, parent, tag }: Tape, raw: Int32Array, heading: number): number => {
  let next = end[heading]!
  while (next < n && !Tags.is(tag[next]!, Tags.HEADING) && !(tag[next] === Tags.TEXT && raw[next]! > 0)) next++
  let around = parent[heading]!
  while (around >= 0 && end[around]! <= next) around = parent[around]!
  return around < 0 ? n : end[around]!
}
