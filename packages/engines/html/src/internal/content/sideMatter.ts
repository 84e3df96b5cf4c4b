/**
 * Drops boilerplate: parts whose name, position or element marks them as not content.
 *
 * @since 0.1.0
 */
import { isUnmarkedCode } from "../markdown/code.ts"
import * as Names from "../names/verdicts.ts"
import { isArticle } from "../survey/kind.ts"
import type { Measures } from "../survey/measure.ts"
import { holdsHeadline } from "../survey/survey.ts"
import { Drop, type Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { amongProse, isPartOfProse } from "./amongProse.ts"
import type { Cards } from "./cards.ts"
import { isDiscussed } from "./discussions.ts"
import {
  holdsCode,
  holdsCodeWords,
  isCallout,
  isClassedByHeading,
  isDataTable,
  isHeadedSection,
  isMostlyText,
  isNamedByHeading,
  isNamedByTarget,
  isOfSentence,
  isStructure,
  isTitledBox,
  saysMoreThanMenu
} from "./ownContent.ts"

/** Minimum share of the page's text in comments that are the content of the page. */
const MIN_COMMENT_SHARE_OF_PAGE = 0.5
/** Maximum share of the running text that one strong name may drop. */
const MAX_SHARE_BY_STRONG_NAME = 0.35
const PARAGRAPHS_OF_PROSE = 4
const PROSE_IN_CHARACTERS = 800
const PROSE_OF_PAGE = 0.1
const MAX_SHARE_BY_WEAK_NAME = 0.25
const LINKED_BY_WEAK_NAME = 0.5
/**
 * A part with a weak name is also dropped if it has at most one paragraph and fewer characters than this, except in
 * reference documentation.
 */
const LABEL_IN_CHARACTERS = 60
const MAX_LEVELS_TO_FIGURE = 3
const MAX_SHARE_OF_PAGE_HEADER = 0.2
/** Minimum characters outside of reviews on a page that is not about its reviews. */
const MIN_CHARACTERS_BESIDES_REVIEWS = 150
const MAX_FIGURE_CAPTION_CHARACTERS = 600
const BESIDE_CAPTION = 80

const MAX_REMARK_CHARACTERS = 300

const MIN_ARTICLE_CHARACTERS = 500
const MAX_FRAME_CHARACTERS = 120

/**
 * Maximum share of running text in a part that its name drops. Page builders name boxes `overlay` or `sidebar`
 * whatever they contain.
 */
const MAX_PROSE_SHARE_BY_NAME = 0.35
const MAX_LINK_SHARE_OF_PROSE = 0.15

const isProse = (m: Measures, i: number): boolean =>
  m.paragraphs[i]! >= 1 && m.link[i]! < MAX_LINK_SHARE_OF_PROSE * m.length[i]!

/** Returns whether strong names would drop too much running text. On such a page, the names do not mark boilerplate. */
const namesProse = ({ drop, roles, tape: { end, n, tag } }: Work, m: Measures, total: number): boolean => {
  let mass = 0
  for (let i = 0; i < n; i++) {
    if (drop[i] !== 0) {
      i = end[i]! - 1
      continue
    }
    if ((roles[i]! & Names.STRONG) === 0 || (roles[i]! & Names.COMMENTS) !== 0 || !isProse(m, i)) continue
    if (tag[i] === Tags.BODY || tag[i] === Tags.HTML || m.mass[i]! >= MAX_PROSE_SHARE_BY_NAME * total) continue
    mass += m.mass[i]!
    i = end[i]! - 1
  }
  return mass > MAX_PROSE_SHARE_BY_NAME * total
}

/** Drops parts with boilerplate names. Parts with most of the page's text, and parts with a shop's goods, are kept. */
export const dropNamed = (work: Work, m: Measures, total: number, remarks: boolean, cards: Cards | undefined): void => {
  const { drop, forum, kind, reference, roles, tape } = work
  const declared = !forum && isArticle(kind)
  const { end, parent, tag } = tape
  const wordsOf = wordsOfHeadings(work)
  const isProduct = (work.kind.product || work.kind.productAddress) && !isArticle(work.kind)
  const sparesProse = namesProse(work, m, total)
  const isOfHeading = (heading: number, i: number): boolean => {
    const { first, last } = wordsOf(heading)
    return first < i ? last >= end[i]! : work.texts.raw[i]! * 2 > work.texts.raw[heading]!
  }
  const goods = cards?.goods ?? -1
  const endOfGoods = goods < 0 ? 0 : end[goods]!
  let card = 0
  let code = 0
  let prose = 0
  const isAmongProse = amongProse(work, m)
  for (let i = 0; i < tape.n; i++) {
    const p = parent[i]!
    if (p >= 0 && drop[p] !== 0) {
      if (drop[i] === 0) drop[i] = Drop.Hard
      continue
    }
    const role = roles[i]!
    const id = tag[i]!
    if ((id === Tags.PRE || isUnmarkedCode(tape, i)) && end[i]! > code) code = end[i]!
    // Syntax highlighters give parts of code the classes of comments, tags and links, and put output into a box.
    if (i < code && (reference || !Tags.is(id, Tags.BLOCK))) continue
    if (i > goods && i < endOfGoods && cards!.isCard[i] === 1) card = end[i]!
    if (
      drop[i] !== 0 || role === 0 || id === Tags.BODY || id === Tags.HTML || id === Tags.MAIN || id === Tags.ARTICLE ||
      id === Tags.ASIDE || id === Tags.H1
    ) {
      continue
    }
    // The container of a shop's goods also holds filters, and is often named after the filters. The name of a product
    // may share a box with its stars: "title-with-reviews".
    if (i <= goods && endOfGoods <= end[i]! || i < card && holdsHeading(tape, i)) continue
    // Words of a heading are kept even if its link has a boilerplate name.
    if (Tags.is(id, Tags.HEADING) || p >= 0 && Tags.is(tag[p]!, Tags.HEADING) && isOfHeading(p, i)) continue
    if (!reference && !forum && (i < prose ? isPartOfProse(work, m, i) : isAmongProse(i))) {
      prose = Math.max(prose, end[i]!)
      continue
    }
    const share = total > 0 ? m.mass[i]! / total : 0
    const length = m.length[i]!
    const density = length > 0 ? m.link[i]! / length : 1
    if ((role & Names.COMMENTS) !== 0) {
      // A number of comments that is a link is not part of a sentence.
      if (m.link[i] === 0 && isOfSentence(work, i) || isClassedByHeading(work, m, i)) continue
      if (reference && isOfAuthors(work, m, i)) continue
      // An article above its comments is the content, however long the comments are.
      if (!remarks && (share < MIN_COMMENT_SHARE_OF_PAGE || declared && total - m.mass[i]! > MIN_ARTICLE_CHARACTERS)) {
        drop[i] = Drop.Named
      }
      continue
    }
    if ((role & Names.REVIEWS) !== 0 && isProduct && total - m.mass[i]! > MIN_CHARACTERS_BESIDES_REVIEWS) {
      drop[i] = Drop.Reviewed
      continue
    }
    if ((role & Names.SIGNATURE) !== 0 && forum && !holdsCode(tape, i)) {
      drop[i] = Drop.Named
      continue
    }
    if (isSpared(work, m, i)) continue
    const paragraphs = m.paragraphs[i]!
    if (
      (role & Names.STRONG) !== 0 && share < MAX_SHARE_BY_STRONG_NAME
      && !(paragraphs >= PARAGRAPHS_OF_PROSE && density < MAX_LINK_SHARE_OF_PROSE && length > PROSE_IN_CHARACTERS &&
        share > PROSE_OF_PAGE)
      && !(sparesProse && isProse(m, i))
    ) {
      if (!framesPicture(work, i)) drop[i] = Drop.Named
    } else if (
      (role & Names.WEAK) !== 0 && Tags.is(id, Tags.BLOCK) && (role & Names.POSITIVE) === 0 &&
      share < MAX_SHARE_BY_WEAK_NAME
      && (density > LINKED_BY_WEAK_NAME && !(reference && saysMoreThanMenu(work, m, i)) ||
        !reference && paragraphs <= 1 && length < LABEL_IN_CHARACTERS)
      && !(reference && (id === Tags.P || holdsCodeWords(tape, i)))
      && !holdsCode(tape, i)
      && !isOfTable(tape, i) && !headsItem(tape, i)
    ) drop[i] = Drop.Weak
  }
}

/**
 * Returns whether a part is content whatever its name: code, tables, lists that are not mostly links, callouts, words
 * of a sentence, and sections whose id is the slug of their heading.
 */
const isSpared = (work: Work, m: Measures, i: number): boolean =>
  isStructure(work.tape, m, i) || work.reference && work.tape.tag[i] === Tags.DL || isTable(work.tape, m, i) ||
  isCallout(work.tape, i) || isOfSentence(work, i) ||
  isNamedByHeading(work, m, i) || isClassedByHeading(work, m, i) || isHeadedSection(work, m, i) ||
  isTitledBox(work.tape, i) || isNamedByTarget(work.tape, i)
  || work.reference &&
    (isMember(work.tape, i) || holdsHeadline(work.survey, work.tape, i) ||
      isMostlyText(m, i) && holdsCode(work.tape, i) ||
      holdsStructure(work, m, i))

/**
 * Returns whether a part named as comments belongs to the author. Scaladoc writes `div.comment` below each member,
 * and Docutils `div#comments` around "Comments". Comments of readers have a name, a date, a vote or a form.
 */
const isOfAuthors = (work: Work, m: Measures, i: number): boolean =>
  isMostlyText(m, i) && (m.length[i]! < MAX_REMARK_CHARACTERS || !isDiscussed(work.tape, i))

/** Maximum share of links in the documentation of a member, whose types are links. */
/** Matches a qualified name: `MissingHeaderDefect.line`. */
const qualified = /^[A-Za-z_]\w*(?:\.\w+)+$/

/** Returns whether the id of an element is the qualified name of a member, as pdoc writes it. Its words are no role. */
const isMember = (tape: Tape, i: number): boolean => qualified.test(attr(tape, i, "id") ?? "")

const MAX_LINKED_SHARE_OF_MEMBER = 0.6
const structures = new Set([Tags.UL, Tags.OL, Tags.DL, Tags.TABLE, Tags.PRE])

/** Returns whether a part has its own structure. YARD, for example, lists parameters in `div.tags`. */
const holdsStructure = ({ drop, tape }: Work, m: Measures, i: number): boolean => {
  if (m.link[i]! > MAX_LINKED_SHARE_OF_MEMBER * m.length[i]!) return false
  for (let k = i + 1; k < tape.end[i]!; k++) {
    if (drop[k] !== 0) k = tape.end[k]! - 1
    else if (structures.has(tape.tag[k]!) && m.length[k]! > 0) return true
  }
  return false
}

const isTable = ({ tag }: Tape, m: Measures, i: number): boolean =>
  tag[i] === Tags.TABLE && m.length[i]! >= LABEL_IN_CHARACTERS && isMostlyText(m, i)

const pictured = /(?:^|[\s_-])(?:image|photo|picture|figure)(?=$|[\s_-])/i

/**
 * Returns whether a name belongs to the frame of a picture, such as "image-and-copyright" in a figure, or
 * "articleShareImage" without a link.
 */
const framesPicture = (
  { survey: { links, pictures }, tape, texts: { raw } }: Work,
  i: number
): boolean => {
  const { end, parent, tag } = tape
  if (pictures[end[i]!] === pictures[i] || raw[i]! > MAX_FRAME_CHARACTERS) return false
  const name = (attr(tape, i, "class") ?? "").replace(/([a-z])([A-Z])/g, "$1-$2")
  if (links[end[i]!] === links[i] && pictured.test(name) && !isInLink(tape, i)) return true
  for (let p = parent[i]!, up = 0; p >= 0 && up < MAX_LEVELS_TO_FIGURE; p = parent[p]!, up++) {
    if (tag[p] === Tags.FIGURE) return true
  }
  return false
}

const isInLink = ({ parent, tag }: Tape, i: number): boolean => {
  for (let p = parent[i]!; p >= 0; p = parent[p]!) if (tag[p] === Tags.A) return true
  return false
}

const wordsOfHeadings = ({ tape: { end, tag }, texts: { raw } }: Work) => {
  const known = new Map<number, { readonly first: number; readonly last: number }>()
  return (heading: number) => {
    let words = known.get(heading)
    if (words !== undefined) return words
    let first = Infinity
    let last = -1
    for (let k = heading + 1; k < end[heading]!; k++) {
      if (tag[k] !== Tags.TEXT || raw[k] === 0) continue
      if (first === Infinity) first = k
      last = k
    }
    words = { first, last }
    known.set(heading, words)
    return words
  }
}

const partsOfTables = new Set(["td", "th", "tr", "thead", "tbody", "tfoot"].map((name) => Tags.tagId(name)))

/** Returns whether an element is part of a table, where names such as `sticky-header` describe the look of cells. */
const isOfTable = (tape: Tape, i: number): boolean => {
  return tape.tag[i] === Tags.TABLE ? isDataTable(tape, i) : partsOfTables.has(tape.tag[i]!)
}

const headsItem = (tape: Tape, i: number): boolean => {
  const { parent, tag } = tape
  let p = parent[i]!
  while (p >= 0 && tag[p] !== Tags.ARTICLE && tag[p] !== Tags.LI) p = parent[p]!
  if (p < 0) return false
  return holdsHeading(tape, i)
}

const holdsHeading = ({ end, tag }: Tape, i: number): boolean => {
  for (let k = i + 1; k < end[i]!; k++) if (Tags.is(tag[k]!, Tags.HEADING)) return true
  return false
}

export const dropHeaders = (work: Work, m: Measures, total: number): void => {
  const { drop, survey, tape } = work
  for (const i of survey.headers) {
    if (drop[i] !== 0 || m.mass[i]! >= MAX_SHARE_OF_PAGE_HEADER * total || holdsHeadline(survey, tape, i)) continue
    if (!isInPart(tape, i)) drop[i] = Drop.Header
  }
}

const CHARACTERS_OF_FIGURE_NUMBER = 40
const numbered = /^\s*(?:figure|fig\.|table|listing|example|abbildung|abb\.|tabelle|figura|tableau|tabla)\s*\d/i

const isInPart = ({ parent, tag }: Tape, i: number): boolean => {
  for (let p = parent[i]!; p >= 0; p = parent[p]!) {
    if (tag[p] === Tags.SECTION || tag[p] === Tags.ARTICLE || tag[p] === Tags.LI) return true
  }
  return false
}

/**
 * Drops the captions of pictures, because the writer uses them as image titles. Captions of code, tables and quotes
 * are kept.
 */
export const dropCaptions = (work: Work): void => {
  const { drop, reference, roles, survey: { pictures }, tape, texts } = work
  const { end, n, parent, tag } = tape
  for (let i = 0; i < n; i++) {
    if (drop[i] !== 0) continue
    const id = tag[i]!
    const named = (roles[i]! & Names.CAPTION) !== 0 && id !== Tags.FIGURE && id !== Tags.TABLE && id !== Tags.CAPTION
    if (id !== Tags.FIGCAPTION && (!named || reference)) continue
    if (texts.raw[i]! > MAX_FIGURE_CAPTION_CHARACTERS) continue
    if (id !== Tags.FIGCAPTION && numbered.test(textOf(tape, i, CHARACTERS_OF_FIGURE_NUMBER))) continue
    let p = parent[i]!
    for (let up = 0; up < MAX_LEVELS_TO_FIGURE && p >= 0 && tag[p] !== Tags.BODY; up++, p = parent[p]!) {
      if (pictures[end[p]!]! > pictures[p]! && texts.raw[p]! <= texts.raw[i]! * 2 + BESIDE_CAPTION) {
        dropWords(work, i)
        break
      }
    }
  }
}

/** Drops an element named as a caption. If it also holds the picture, only its words are dropped. */
const dropWords = ({ drop, survey: { pictures }, tape: { end } }: Work, i: number): void => {
  for (let k = i; k < end[i]!; k++) {
    if (pictures[end[k]!]! > pictures[k]!) continue
    drop[k] = Drop.Caption
    k = end[k]! - 1
  }
}
