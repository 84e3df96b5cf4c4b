/**
 * The account of the main part: sections in it that are not written although readers see them. A name, a phrase or the trees
 * decided against them. All three are wrong at times, so the result names these sections.
 *
 * @since 0.3.0
 */
import { Drop, type Ruled, type Selection } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { textOf } from "../tape/tape.ts"

/** Characters of running text, without links, below which a section is a label, a form or a teaser. */
const MIN_CHARACTERS_OF_SECTION = 200
/** Characters of its heading that are named, and the sections that are. */
const MAX_CHARACTERS_OF_OMITTED_HEADING = 80
const MAX_SECTIONS = 20

/** A section of the main part that was not written. */
export interface OmittedSection {
  readonly heading: string
  /** Characters of its text without white space and links. */
  readonly characters: number
}

/** Reasons that need no account: readers do not see the text, or its element says that it is no content. */
const isExpected = (drop: number): boolean =>
  drop === Drop.Hidden || drop === Drop.Landmark || drop === Drop.Control || drop === Drop.Duplicate ||
  drop === Drop.Caption || drop === Drop.Links

export const omittedSections = ({ root, work }: Ruled, { keep }: Selection): ReadonlyArray<OmittedSection> => {
  const { drop, inLink, tape, texts: { raw } } = work
  const { end, n, tag } = tape
  const found: Array<OmittedSection> = []
  let heading = -1
  let characters = 0
  const close = () => {
    if (heading >= 0 && characters >= MIN_CHARACTERS_OF_SECTION && found.length < MAX_SECTIONS) {
      const words = textOf(tape, heading, 2 * MAX_CHARACTERS_OF_OMITTED_HEADING).replace(/\s+/g, " ").trim()
      if (words !== "") found.push({ heading: words.slice(0, MAX_CHARACTERS_OF_OMITTED_HEADING), characters })
    }
    heading = -1
    characters = 0
  }
  const stop = root < 0 ? n : end[root]!
  for (let i = Math.max(root, 0); i < stop; i++) {
    if (isExpected(drop[i]!)) i = end[i]! - 1
    else if (Tags.is(tag[i]!, Tags.HEADING)) {
      close()
      if (keep[i] === 0) heading = i
      i = end[i]! - 1
    } else if (tag[i] === Tags.TEXT && keep[i] === 0 && heading >= 0 && inLink[i] === 0) characters += raw[i]!
  }
  close()
  return found
}
