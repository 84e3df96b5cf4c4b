/**
 * The net under the selection: headings alone, or a line or two of a long page, are no answer.
 *
 * @since 0.1.0
 */
import type { Selection, Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"

/**
 * Characters of text, without spaces, that are an answer whatever the page says beside them. Of 1,457 annotated pages
 * those with less were right only where the whole page has next to no text.
 */
const LEAST_TEXT_IN_CHARACTERS = 40

/** Share of the text of a page that is an answer however short it is: the page says no more. */
const SHARE_OF_SHORT_PAGE = 0.25

/** Characters of a page up to which a picture, a film or a sound is its content. */
const PAGE_OF_ONE_PICTURE_IN_CHARACTERS = 1000

/**
 * Whether a selection says more of the page than its headings: those of parts that were let go say nothing. `title` is -1
 * where there is none.
 */
export const isAnswer = ({ tape, texts, total }: Work, { keep, roots }: Selection, title: number): boolean => {
  const { end, n, tag } = tape
  let kept = 0
  let hasPicture = false
  for (const root of roots) {
    for (let i = root; i < Math.min(n, end[root]!); i++) {
      if (keep[i] !== 1) continue
      if (i === title || Tags.is(tag[i]!, Tags.HEADING)) {
        i = end[i]! - 1
        continue
      }
      if (tag[i] === Tags.TEXT) kept += texts.raw[i]!
      else if (tag[i] === Tags.IMG || Tags.is(tag[i]!, Tags.EMBEDDED)) hasPicture = true
      if (kept >= LEAST_TEXT_IN_CHARACTERS) return true
    }
  }
  return kept > 0 && kept >= SHARE_OF_SHORT_PAGE * total || hasPicture && total <= PAGE_OF_ONE_PICTURE_IN_CHARACTERS
}
