/**
 * Drops sections whose first words mark them as boilerplate: "Related articles", "Subscribe to our newsletter".
 *
 * @since 0.1.0
 */
import type { Measures } from "../survey/measure.ts"
import { Drop, type Work } from "../survey/work.ts"
import { int32Column, release } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { type Tape, textOf } from "../tape/tape.ts"
import {
  holdsContent,
  holdsSentence,
  isMostlyText,
  isNamedByHeading,
  isStructure,
  structureAround
} from "./ownContent.ts"
import { announcement, furniture, subject } from "./sideHeadings.ts"

const MIN_HEADING_CHARACTERS = 4
const MAX_HEADING_CHARACTERS = 60
/** Maximum characters of a heading that is written as a paragraph or label. */
const MAX_CHARACTERS_OF_PARAGRAPH_HEADING = 45
const READ_OF_HEADING = 200
const BEFORE_HEADING = 15
/** Maximum share of a page's text in a part that is dropped because of its heading. */
const MAX_SHARE_OF_PAGE = 0.45
/** Minimum share of linked text in a labelled part with paragraphs that is dropped. */
const MIN_LINK_SHARE_OF_LABELLED_PART = 0.3
/** Maximum share of linked text in a paragraph of running text, which ends a section. */
const MAX_LINK_SHARE_OF_TEXT = 0.5
const MAX_ANNOUNCEMENT_CHARACTERS = 240
const LINKED_OF_ANNOUNCEMENT = 0.5
const ALL_LINKED = 0.9

const label = /^(?:advertisement|sponsored|loading|anzeige|tags?\b|topics?\b|share|follow us|did you find|cookie)/i

export const dropHeadedSections = (work: Work, m: Measures, total: number): void => {
  const { drop, reference, tape, texts: { raw } } = work
  const { n, tag } = tape
  let before: Int32Array | undefined
  for (let i = 0; i < n; i++) {
    const id = tag[i]!
    const size = raw[i]!
    if (id === Tags.TEXT || drop[i] !== 0 || size < MIN_HEADING_CHARACTERS) continue
    if (
      !reference && announcers[id] === 1 && size <= MAX_ANNOUNCEMENT_CHARACTERS && structureAround(tape, i) < 0 &&
      announcesLink(work, i)
    ) {
      drop[i] = Drop.Announced
    }
    if (drop[i] !== 0 || size > MAX_HEADING_CHARACTERS) continue
    const heading = Tags.is(id, Tags.HEADING)
    if (!heading && (size >= MAX_CHARACTERS_OF_PARAGRAPH_HEADING || !isLabel(work, i))) continue
    const words = textOf(tape, i, READ_OF_HEADING).trim()
    if (!furniture.test(words)) continue
    const alone = !heading && label.test(words)
    before ??= textBefore(work)
    const top = partBegunBy(i, work, m, total, before, alone)
    // Text about cookies or tags may have the same heading as a cookie banner or a list of tags, but is longer.
    if (heading && subject.test(words) && holdsSection(work, m, i, top)) continue
    // In a reference, a section such as "Related non-members" holds documentation, not teasers.
    if (heading && reference && top !== i && (isMostlyText(m, top) || isIndexOfManual(work, top, words))) continue
    if (top !== i) drop[top] = Drop.Headed
    else if (heading) dropSection(i, work, m, contents.test(words))
    else if (id === Tags.P && !alone) dropAnnounced(i, work, m)
  }
  if (before !== undefined) release(before)
}

const MIN_SHARE_OF_INDEX = 0.3
const contents = /^(?:table of )?contents\b/i

/** Returns whether the page is the first page of a manual, whose list of contents names the other pages. */
const isIndexOfManual = ({ texts: { raw }, total }: Work, top: number, heading: string): boolean =>
  contents.test(heading) && raw[top]! >= MIN_SHARE_OF_INDEX * total

/**
 * Returns whether an element is a label: it is a block, or contains all words of its block. Highlighted code, terms
 * and cells are excluded, because they start with similar elements.
 */
const isLabel = ({ tape, texts: { block, raw } }: Work, i: number): boolean => {
  const id = tape.tag[i]!
  if (id === Tags.DIV || id === Tags.P) return structureAround(tape, i) < 0
  if (id !== Tags.SPAN && id !== Tags.STRONG) return false
  return raw[block[i]!] === raw[i] && structureAround(tape, i) < 0
}

const holdsSection = (work: Work, m: Measures, heading: number, top: number): boolean => {
  if (top !== heading) {
    return holdsContent(work, m, top) || isNamedByHeading(work, m, top) ||
      holdsSentence(work, top) && (isMostlyText(m, top) || hasSubheading(work, m, heading, top))
  }
  const { tape } = work
  const { end, tag } = tape
  const stop = endAround(tape, heading)
  for (let k = end[heading]!; k < stop && !Tags.is(tag[k]!, Tags.HEADING); k = end[k]!) {
    if (work.drop[k] === 0 && (isStructure(tape, m, k) || holdsContent(work, m, k))) return true
  }
  return false
}

/** Returns whether a heading inside a part is not a link. A heading inside a teaser is a link. */
const hasSubheading = ({ drop, tape: { end, tag } }: Work, m: Measures, heading: number, top: number): boolean => {
  for (let k = end[heading]!; k < end[top]!; k++) {
    if (
      Tags.is(tag[k]!, Tags.HEADING) && tag[k]! > tag[heading]! && drop[k] === 0 &&
      m.link[k]! < ALL_LINKED * m.length[k]!
    ) {
      return true
    }
  }
  return false
}

const announcers = new Uint8Array(Tags.UNKNOWN + 1)
for (const id of [Tags.P, Tags.DIV, Tags.LI, Tags.BLOCKQUOTE]) announcers[id] = 1

const announcesLink = ({ survey: { links }, tape, texts: { raw } }: Work, i: number): boolean => {
  const { end, tag } = tape
  if (links[end[i]!] === links[i + 1] || !announcement.test(textOf(tape, i, READ_OF_HEADING).trim())) return false
  let linked = 0
  for (let k = i + 1; k < end[i]!; k++) {
    if (tag[k] !== Tags.A) continue
    linked += raw[k]!
    k = end[k]! - 1
  }
  return linked >= LINKED_OF_ANNOUNCEMENT * raw[i]!
}

const partBegunBy = (
  i: number,
  { drop, tape }: Work,
  m: Measures,
  total: number,
  before: Int32Array,
  alone: boolean
): number => {
  const { parent, tag } = tape
  let top = i
  for (let p = parent[top]!; p >= 0; p = parent[p]!) {
    const at = tag[p]!
    if (at === Tags.BODY || at === Tags.MAIN || at === Tags.ARTICLE || drop[p] !== 0) break
    if (
      isStructure(tape, m, p) || before[i]! - before[p + 1]! > BEFORE_HEADING ||
      m.mass[p]! > MAX_SHARE_OF_PAGE * total ||
      (alone && m.paragraphs[p]! > 0 && m.link[p]! < MIN_LINK_SHARE_OF_LABELLED_PART * m.length[p]!)
    ) break
    top = p
  }
  return top
}

const endAround = ({ end, n, parent }: Tape, i: number): number => parent[i]! < 0 ? n : end[parent[i]!]!

/**
 * The section ends at the next heading, code or running text. A list of contents consists of links, so any other text
 * ends it. Code is never boilerplate, even if its names are links.
 */
const dropSection = (i: number, { drop, tape }: Work, m: Measures, isContents: boolean): void => {
  const { end, tag } = tape
  const stop = endAround(tape, i)
  drop[i] = Drop.Headed
  for (let k = end[i]!; k < stop; k = end[k]!) {
    const sibling = tag[k]!
    if (Tags.is(sibling, Tags.HEADING) && sibling <= tag[i]! || sibling === Tags.PRE) break
    if ((isContents || sibling === Tags.P) && m.link[k]! < MAX_LINK_SHARE_OF_TEXT * m.length[k]!) break
    if (drop[k] === 0) drop[k] = Drop.Headed
  }
}

const dropAnnounced = (i: number, { drop, tape, texts: { raw } }: Work, m: Measures): void => {
  const { end, tag } = tape
  const stop = endAround(tape, i)
  let links = 0
  for (let k = end[i]!; k < stop; k = end[k]!) {
    if (tag[k] === Tags.TEXT && raw[k] === 0) continue
    if (tag[k] !== Tags.P && tag[k] !== Tags.UL || m.length[k] === 0 || m.link[k]! < ALL_LINKED * m.length[k]!) break
    if (drop[k] === 0) drop[k] = Drop.Announced
    links++
  }
  if (links > 0) drop[i] = Drop.Announced
}

const textBefore = ({ drop, tape: { n, parent, tag }, texts: { raw } }: Work): Int32Array => {
  const before = int32Column(n + 1)
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    before[i + 1] = before[i]! + (tag[i] === Tags.TEXT && drop[i] === 0 && (p < 0 || drop[p] === 0) ? raw[i]! : 0)
  }
  return before
}
