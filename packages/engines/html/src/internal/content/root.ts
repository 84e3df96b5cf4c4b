/**
 * Chooses the element of a page that holds its content.
 *
 * @since 0.1.0
 */
import { isArticle } from "../survey/kind.ts"
import type { Measures } from "../survey/measure.ts"
import { holdsHeadline } from "../survey/survey.ts"
import type { Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr } from "../tape/tape.ts"
import { isMostlyText, MIN_CHARACTERS_OF_SENTENCE, ownHeading } from "./ownContent.ts"

/** Minimum share of the page's running text in a part that is treated as the only part. */
const NEARLY_ALL = 0.8
/** Minimum share of text in the only `main` element, or the only part named as text. */
const MIN_SHARE_OF_MAIN = 0.3
/** Minimum share of text in the only `article` element, or the only part named as an article's body. */
const MIN_SHARE_OF_ARTICLE = 0.35
/** Minimum share of a parent's text in a child that replaces the parent as the chosen part. */
const MIN_SHARE_OF_CHILD = 0.85
/** Minimum share of text in a child with its own paragraphs. */
const MIN_SHARE_OF_CHILD_WITH_PROSE = 0.75
const PARAGRAPHS_OF_PROSE = 4
const PROSE_IN_CHARACTERS = 800
/**
 * Minimum number of paragraphs of an article that dominates the page. Its share of the page and its ratio to the next
 * largest article must be high, too.
 */
const PARAGRAPHS_OF_DOMINANT = 3
const MIN_SHARE_OF_DOMINANT = 0.2
const TIMES_OF_NEXT = 2.5

/** Returns the node that holds the page's content, and on a shop page all `goods`; -1 if no part is found. */
export const chooseRoot = (work: Work, m: Measures, body: number, goods: number): number => {
  const { bodies, drop, survey, tape } = work
  const { end, n, tag } = tape
  const { mass, paragraphs } = m
  let root = body
  if (body < 0) {
    let total = 0
    root = 0
    for (let i = 0; i < n; i = end[i]!) {
      total += mass[i]!
      if (mass[i]! > mass[root]!) root = i
    }
    if (n === 0 || mass[root]! < NEARLY_ALL * total || tag[root] === Tags.TEXT) return -1
  }
  const total = mass[root]!
  const holdsGoods = (i: number): boolean => goods < 0 || i <= goods && end[goods]! <= end[i]!
  /** Returns the topmost part if there is only one, or the part that holds nearly all text; otherwise -1. */
  const unique = (parts: ReadonlyArray<number>, least: number): number => {
    let found = -1
    let count = 0
    let from = root + 1
    for (const i of parts) {
      if (i < from || i >= end[root]! || drop[i] !== 0) continue
      count++
      if (found < 0 || mass[i]! > mass[found]!) found = i
      from = end[i]!
    }
    return found >= 0 && holdsGoods(found) && mass[found]! >= least * total &&
        (count === 1 || mass[found]! > NEARLY_ALL * total)
      ? found
      : -1
  }
  const main = unique(survey.mains, MIN_SHARE_OF_MAIN)
  if (main >= 0) root = main
  if (!work.forum) {
    let article = unique(survey.texts, MIN_SHARE_OF_MAIN)
    if (article < 0) article = unique(survey.articles.filter((i) => mass[i]! > 0), MIN_SHARE_OF_ARTICLE)
    if (article < 0 && !work.reference) article = dominant(work, m, root, total)
    if (article >= 0 && holdsGoods(article)) root = article
    const named = unique(bodies, MIN_SHARE_OF_ARTICLE)
    if (named >= 0) root = named
  }
  const isProduct = (work.kind.product || work.kind.productAddress) && !isArticle(work.kind)
  for (;;) {
    let best = -1
    for (let c = root + 1; c < end[root]!; c = end[c]!) {
      const id = tag[c]!
      if (id === Tags.TEXT || drop[c] !== 0 || !Tags.is(id, Tags.CONTAINER)) continue
      if (best < 0 || mass[c]! > mass[best]!) best = c
    }
    if (best < 0) break
    const isProse = paragraphs[best]! >= PARAGRAPHS_OF_PROSE && mass[best]! > PROSE_IN_CHARACTERS
    if (mass[best]! < (isProse ? MIN_SHARE_OF_CHILD_WITH_PROSE : MIN_SHARE_OF_CHILD) * mass[root]!) break
    const id = tag[best]!
    if (id === Tags.LI || id === Tags.BLOCKQUOTE || id === Tags.TR || id === Tags.SPAN) break
    if (leavesSections(work, m, root, best)) break
    // The text of a shop about its goods is below the goods, and may be longer.
    if (!holdsGoods(best)) break
    // A product includes its name, price and details, even if a description is long.
    if (isProduct && holdsHeadline(survey, tape, root) && !holdsHeadline(survey, tape, best)) break
    root = best
  }
  return root
}

/** Minimum number of siblings with headings of the same level that are sections of one text. */
const MIN_PARTS_BESIDE = 2

/** Minimum paragraphs of an introduction. The header of an article has only one subtitle. */
const MIN_PARAGRAPHS_OF_INTRODUCTION = 2

/** Minimum number of headings directly next to the largest part, with which all siblings are one text. */
const MIN_LOOSE_HEADINGS = 2

/**
 * Returns whether the largest child is only a part of the content, because another child is a section of the same
 * text. On reference documentation, any text, code or heading counts as a section. Elsewhere, a `section` with a
 * heading and the same class counts. Several parts also count if they have text below headings of the same level.
 */
const leavesSections = (work: Work, m: Measures, root: number, best: number): boolean => {
  const { drop, reference, survey, tape } = work
  const { end, tag } = tape
  const own = reference ? -1 : ownHeading(work, best)
  const isListed = tag[best] === Tags.DL || tag[best] === Tags.TABLE || tag[best] === Tags.UL || tag[best] === Tags.OL
  let parts = 0
  let loose = 0
  for (let c = root + 1; c < end[root]!; c = end[c]!) {
    if (c === best || drop[c] !== 0) continue
    if (!reference) {
      // A headline with paragraphs is an introduction, not a header.
      const isIntroduction = m.paragraphs[c]! >= MIN_PARAGRAPHS_OF_INTRODUCTION && isMostlyText(m, c) &&
        holdsHeadline(survey, tape, c) && !holdsHeadline(survey, tape, best)
      if (isIntroduction) return true
      // If a heading is directly followed by a table or list, both belong to one section.
      if (Tags.is(tag[c]!, Tags.HEADING) && m.length[c]! > 0) {
        if (isListed || headsText(work, m, end[c]!, end[root]!) && ++loose >= MIN_LOOSE_HEADINGS) return true
      }
      if (own < 0 || tag[c] !== tag[best] || m.paragraphs[c]! < 1 || !isMostlyText(m, c)) continue
      const heading = ownHeading(work, c)
      if (heading < 0) continue
      const name = attr(tape, c, "class")
      if (
        name === attr(tape, best, "class") &&
        (tag[c] === Tags.SECTION || name !== undefined && tag[heading] === tag[own])
      ) {
        return true
      }
      if (tag[heading] === tag[own] && ++parts >= MIN_PARTS_BESIDE) return true
      continue
    }
    if (tag[c] === Tags.TEXT) {
      if (m.length[c]! >= MIN_CHARACTERS_OF_SENTENCE) return true
    } else if (m.length[c]! > 0 && (isMostlyText(m, c) || survey.marked[end[c]!]! > survey.marked[c]!)) return true
  }
  return false
}

const headsText = ({ drop, tape: { tag } }: Work, m: Measures, next: number, stop: number): boolean => {
  const k = next < stop && tag[next] === Tags.TEXT ? next + 1 : next
  return k < stop && drop[k] === 0 && bodies.has(tag[k]!) && m.length[k]! >= MIN_CHARACTERS_OF_SENTENCE &&
    isMostlyText(m, k)
}

const bodies = new Set([Tags.P, Tags.UL, Tags.OL, Tags.DL, Tags.PRE])

const dominant = (work: Work, m: Measures, root: number, total: number): number => {
  const { bodies, drop, survey: { articles }, tape: { end } } = work
  let first = -1
  let second = 0
  let from = root + 1
  for (const i of [...articles, ...bodies].sort((a, b) => a - b)) {
    if (i < from || i >= end[root]! || drop[i] !== 0) continue
    const mass = m.mass[i]!
    if (first < 0 || mass > m.mass[first]!) {
      second = first < 0 ? 0 : m.mass[first]!
      first = i
    } else if (mass > second) second = mass
    from = end[i]!
  }
  return first >= 0 && m.paragraphs[first]! >= PARAGRAPHS_OF_DOMINANT &&
      m.mass[first]! >= MIN_SHARE_OF_DOMINANT * total &&
      m.mass[first]! >= TIMES_OF_NEXT * second
    ? first
    : -1
}
