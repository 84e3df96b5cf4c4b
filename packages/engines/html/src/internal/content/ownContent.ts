/**
 * Finds evidence that a part holds content although its name or a phrase marks it as boilerplate: code, tables,
 * definitions, callouts, and running text below a heading. Documentation uses such names for subjects ("Cookies",
 * "Tags", "Related work").
 *
 * @since 0.3.0
 */
import { alertClass, calloutClass } from "../markdown/callouts.ts"
import { isUnmarkedCode } from "../markdown/code.ts"
import * as Names from "../names/verdicts.ts"
import type { Measures } from "../survey/measure.ts"
import type { Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { furniture } from "./sideHeadings.ts"

/** Maximum share of links in a list, table or paragraph that is content and not a list of links. */
export const MAX_LINKED_SHARE_OF_CONTENT = 0.3
/** Maximum characters of a class attribute that is read. Longer ones are generated. */
const MAX_CHARACTERS_OF_CLASS = 400
const MAX_CHARACTERS_OF_SECTION_HEADING = 120

const setOf = (names: string): ReadonlySet<number> => new Set(names.split(" ").map(Tags.tagId))

/** Elements that are rarely boilerplate, whatever their name. */
const always = setOf("pre listing math")
/** Elements that are rarely boilerplate, unless they are lists of links. */
const unlessLinked = setOf("ul ol dl figure blockquote details")

export const isMostlyText = ({ length, link }: Measures, i: number): boolean =>
  length[i]! > 0 && link[i]! <= MAX_LINKED_SHARE_OF_CONTENT * length[i]!

export const isStructure = (tape: Tape, m: Measures, i: number): boolean => {
  const id = tape.tag[i]!
  return always.has(id) || isUnmarkedCode(tape, i) || unlessLinked.has(id) && isMostlyText(m, i)
}

const MIN_HEADER_CELLS = 2

/** Returns whether a table has a row of headers. A layout table has none. */
export const isDataTable = ({ end, parent, tag }: Tape, i: number): boolean => {
  let row = -1
  let heads = 0
  for (let k = i + 1; k < end[i]! && heads < MIN_HEADER_CELLS; k++) {
    if (tag[k] !== Tags.TH) continue
    heads = parent[k] === row ? heads + 1 : 1
    row = parent[k]!
  }
  return heads >= MIN_HEADER_CELLS
}

/** Elements whose short texts, such as cells and terms, are not labels of the text after them. */
const inside = setOf(
  "pre code table thead tbody tfoot tr td th caption ul ol li dl dt dd figure figcaption blockquote summary"
)

export const structureAround = ({ parent, tag }: Tape, i: number): number => {
  for (let p = i; p >= 0; p = parent[p]!) {
    const id = tag[p]!
    if (inside.has(id)) return p
    if (id === Tags.SECTION || id === Tags.ARTICLE || id === Tags.MAIN || id === Tags.BODY) return -1
  }
  return -1
}

/**
 * Returns whether an element is a callout. The class `alert` is not enough evidence, because site banners often have
 * it.
 */
export const isCallout = (tape: Tape, i: number): boolean => {
  const name = attr(tape, i, "class")
  if (name === undefined || name.length > MAX_CHARACTERS_OF_CLASS) return false
  return calloutClass.test(name) || alertClass.test(name) && /(?:^|\s)alert(?:$|[\s-])/i.test(name)
}

export const MIN_CHARACTERS_OF_SENTENCE = 20
const MAX_SHARE_OF_SENTENCE = 0.5

/** Returns whether an element is inside a sentence, so that it must stay: `<span class=tags>seven tags</span>`. */
export const isOfSentence = ({ tape: { tag }, texts: { block, raw } }: Work, i: number): boolean => {
  const around = block[i]!
  return around !== i && !Tags.is(tag[i]!, Tags.BLOCK) && raw[i]! > 0 &&
    raw[i]! <= MAX_SHARE_OF_SENTENCE * raw[around]! &&
    raw[around]! - raw[i]! >= MIN_CHARACTERS_OF_SENTENCE
}

export const holdsContent = ({ drop, tape }: Work, m: Measures, i: number): boolean => {
  if (m.paragraphs[i]! > 0 && isMostlyText(m, i)) return true
  for (let k = i + 1; k < tape.end[i]!; k++) {
    if (drop[k] !== 0) k = tape.end[k]! - 1
    else if (always.has(tape.tag[k]!) || tape.tag[k] === Tags.TABLE && isMostlyText(m, k)) return true
  }
  return false
}

export const holdsCode = ({ end, tag }: Tape, i: number): boolean => {
  for (let k = i + 1; k < end[i]!; k++) if (tag[k] === Tags.PRE) return true
  return false
}

const codeWords = setOf("code tt samp kbd var")

/**
 * Returns whether an element contains words of code, as the signature of a member does: `div.functionHeader`, for
 * example.
 */
export const holdsCodeWords = ({ end, tag }: Tape, i: number): boolean => {
  for (let k = i + 1; k < end[i]!; k++) if (codeWords.has(tag[k]!)) return true
  return false
}

const boxTitle = /^(?:admonition|sidebar)-title$/

/** Returns whether an element is a box with a title. Sphinx writes such boxes as `aside`. */
export const isTitledBox = (tape: Tape, i: number): boolean => {
  for (let c = i + 1; c < tape.end[i]!; c = tape.end[c]!) {
    if (tape.tag[c] !== Tags.TEXT) return boxTitle.test(attr(tape, c, "class") ?? "")
  }
  return false
}

/** Minimum characters outside of links in a part that is more than a menu. Separators and labels are shorter. */
const MIN_CHARACTERS_BESIDE_LINKS = 20

/**
 * Returns whether a part is more than a menu: it has words outside of its links, or only one link and other words.
 * Signatures in reference documentation are mostly links to types, and the header of a member has one link.
 */
export const saysMoreThanMenu = ({ survey: { links }, tape }: Work, { length, link }: Measures, i: number): boolean => {
  const others = length[i]! - link[i]!
  return others >= MIN_CHARACTERS_BESIDE_LINKS ||
    others > 0 && links[tape.end[i]!]! - links[i + 1]! < 2
}

export const isHeadedSection = (work: Work, m: Measures, i: number): boolean =>
  work.reference && isMostlyText(m, i) && ownHeading(work, i) >= 0 && holdsContent(work, m, i)

/** Returns the heading that an element starts with; -1 if words precede it. */
export const ownHeading = ({ tape: { end, tag }, texts: { raw } }: Work, i: number): number => {
  for (let k = i + 1; k < end[i]!; k++) {
    if (Tags.is(tag[k]!, Tags.HEADING)) return k
    if (tag[k] === Tags.TEXT && raw[k]! > 0) return -1
  }
  return -1
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1-").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Matches prefixes that some generators write before a heading's slug. */
const prefixes = /^(?:h[1-6]|sec|section|user-content|heading|id|toc)$/

/**
 * Returns whether the id of a part is the slug of its heading, as Sphinx, Pandoc, Quarto and DocBook write it. The id
 * then names the subject of the section, not its role.
 */
export const isNamedByHeading = (work: Work, m: Measures, i: number): boolean => {
  const id = attr(work.tape, i, "id")
  if (id === undefined || !isMostlyText(m, i)) return false
  const heading = ownHeading(work, i)
  if (heading < 0) return false
  const headingWords = new Set(wordsOf(textOf(work.tape, heading, MAX_CHARACTERS_OF_SECTION_HEADING)))
  const words = wordsOf(id).filter((word) => !prefixes.test(word) && !/^\d+$/.test(word))
  return words.length > 0 && words.every((word) => headingWords.has(word))
}

/**
 * Returns whether the id of a part names a section. Texinfo, for example, writes `<a id="toc-History"
 * href="#History">` into its lists of contents.
 */
export const isNamedByTarget = (tape: Tape, i: number): boolean => {
  if (tape.tag[i] !== Tags.A || attr(tape, i, "class") !== undefined) return false
  const [, target = ""] = (attr(tape, i, "href") ?? "").split("#")
  const id = attr(tape, i, "id") ?? ""
  return target !== "" && id.length > target.length && id.endsWith(target) && tape.tag[tape.parent[i]!] === Tags.LI
}

/**
 * Matches words in headings about the site itself, such as "Share" or "Newsletter". A class that repeats a heading of only
 * such words still marks boilerplate.
 */
const ofSite =
  /^(?:ads?|advert\w*|authors?|comments?|consent|cookies?|donate|feedback|follow|gdpr|legal|log-?in|newsletters?|paywall|profile|promo\w*|related|share|sharing|sign-?(?:in|up)|similar|sponsor\w*|subscri\w+|trending)$/

/**
 * Returns whether a class repeats the part's heading, as in `div.popup-menu` around the section "PopupMenu". Such a
 * class is not evidence for boilerplate. Headings about the site do not count, because sites name cookie banners
 * after their headings, too.
 */
export const isClassedByHeading = (work: Work, m: Measures, i: number): boolean => {
  const { tape } = work
  const names = attr(tape, i, "class")
  if (names === undefined || names.length > MAX_CHARACTERS_OF_CLASS || !isMostlyText(m, i)) return false
  const heading = ownHeading(work, i)
  if (heading < 0 || !holdsContent(work, m, i) && !holdsSentence(work, i)) return false
  const text = textOf(tape, heading, MAX_CHARACTERS_OF_SECTION_HEADING).trim()
  const distinctWords = new Set(wordsOf(text))
  if (furniture.test(text) || [...distinctWords].every((word) => ofSite.test(word))) return false
  const against = [...names.split(/\s+/), attr(tape, i, "id") ?? ""].filter((name) =>
    (Names.rolesOfText(name) & AGAINST) !== 0
  )
  return against.length > 0 && against.every((name) => {
    const words = wordsOf(name)
    return words.every((word) => distinctWords.has(word)) ||
      words.some((word) => distinctWords.has(word) && !ofSite.test(word) && (Names.rolesOfText(word) & AGAINST) !== 0)
  })
}

export const holdsSentence = ({ drop, inLink, tape, texts: { raw } }: Work, i: number): boolean => {
  for (let k = i + 1; k < tape.end[i]!; k++) {
    if (
      tape.tag[k] === Tags.P && drop[k] === 0 && inLink[k] === 0 && raw[k]! >= MIN_CHARACTERS_OF_SENTENCE &&
      isSentence(textOf(tape, k))
    ) return true
  }
  return false
}

const isSentence = (text: string): boolean => /[.!?\u3002\uff01\uff1f\u0964][\p{Pe}\p{Pf}"'\s]*$/u.test(text)

const AGAINST = Names.STRONG | Names.WEAK | Names.COMMENTS

const MIN_CHARACTERS_OF_CLOSING_PARAGRAPH = 60
const siteLine = /[\u00a9\u00ae]|\bcopyright\b|\brights reserved\b|\bfiled under\b|\bposted\b/i

const FIGCAPTION = Tags.tagId("figcaption")
/** Returns whether an element other than the page has paragraphs of its text. */
const hasParagraphs = ({ end, tag }: Tape, raw: Int32Array, i: number): boolean => {
  if (i < 0 || tag[i] === Tags.BODY) return false
  let paragraphs = 0
  for (let c = i + 1; c < end[i]!; c = end[c]!) {
    if (tag[c] === Tags.P && raw[c]! >= MIN_CHARACTERS_OF_CLOSING_PARAGRAPH) paragraphs++
  }
  return paragraphs > 1
}

/**
 * Returns whether a footer is the last paragraph or picture of an article: a sentence without links and fields. Most
 * footers are links, dates and names.
 */
export const isClosingText = (tape: Tape, raw: Int32Array, i: number): boolean => {
  const { end, parent, tag } = tape
  let around = parent[i]!
  while (around >= 0 && tag[around] !== Tags.ARTICLE && tag[around] !== Tags.MAIN) around = parent[around]!
  if (around < 0 && !hasParagraphs(tape, raw, parent[i]!)) return false
  let sentences = 0
  for (let k = i + 1; k < end[i]!; k++) {
    if (tag[k] === Tags.A || tag[k] === Tags.BUTTON || Tags.is(tag[k]!, Tags.EMBEDDED | Tags.HEADING)) return false
    if (tag[k] !== FIGCAPTION && (tag[k] !== Tags.P || raw[k]! < MIN_CHARACTERS_OF_CLOSING_PARAGRAPH)) continue
    const text = textOf(tape, k).trim()
    if (siteLine.test(text)) return false
    if (isSentence(text)) sentences++
  }
  return sentences > 0
}
