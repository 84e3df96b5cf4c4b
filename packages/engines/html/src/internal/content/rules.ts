/**
 * Finds the main content of a page by general rules. It drops parts that cannot be content, chooses the smallest part
 * with most of the running text, and removes lists of links. Every step is one loop over the tape, without recursion.
 *
 * @since 0.1.0
 */
import { isArticle, kindOf } from "../survey/kind.ts"
import { forget, measure, type Measures, texts as measureTexts } from "../survey/measure.ts"
import { isReference } from "../survey/reference.ts"
import { surveyOf } from "../survey/survey.ts"
import { Drop, type Ruled, type Surveyed, type Work } from "../survey/work.ts"
import { release, uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { findCards } from "./cards.ts"
import { dropDuplicates } from "./duplicates.ts"
import { dropHeadedSections } from "./headings.ts"
import { prepare, topLevelRaw } from "./prepare.ts"
import { prune, topLevel } from "./prune.ts"
import { chooseRoot } from "./root.ts"
import { dropCaptions, dropHeaders, dropNamed } from "./sideMatter.ts"

/** Number of rule sets, from the strictest to the weakest. */
const MODES = 4
/** Number of characters with which a set of rules has found enough, so that weaker sets are not tried. */
const ENOUGH_IN_CHARACTERS = 250
/** Number of characters by which a weaker set must exceed twice the result of the stricter sets. */
const MORE_IN_CHARACTERS = 100
/** Minimum characters of a weaker set's result if the stricter rules found no text. */
const FIRST_IN_CHARACTERS = 40
/** Minimum share of links in a text that is a list of links. */
const LINKED_OF_LINKS = 0.5
const MIN_COMMENT_SHARE_OF_DISCUSSION = 0.6
const MIN_COMMENT_SHARE_AS_CONTENT = 0.45

export const applyRules = (tape: Tape, url: string | undefined, excluded: ReadonlyArray<number>): Ruled => {
  const survey = surveyOf(tape)
  const texts = measureTexts(tape)
  const kind = kindOf(tape, survey, url)
  // A discussion is not a reference, although posts quote code and their pages have menus.
  const reference = !kind.discussion &&
    isReference(tape, survey, kind, texts.raw, Math.max(1, topLevelRaw(tape, texts.raw)))
  const page = { tape, texts, survey, kind, reference, excluded }
  let best: Ruled & Found | undefined
  for (let mode = 0; mode < MODES; mode++) {
    const found = attempt(page, mode)
    if (best === undefined || isBetter(found, best)) {
      if (best !== undefined) letGo(best)
      best = found
    } else letGo(found)
    if (found.size >= ENOUGH_IN_CHARACTERS || tape.n === 0) break
  }
  return best!
}

interface Found {
  readonly size: number
  readonly linked: number
}

const isOfLinks = ({ linked, size }: Found): boolean => linked >= LINKED_OF_LINKS * size

/**
 * Returns whether a result is better than the best one so far. More linked text is no improvement, because it comes
 * from menus that the stricter rules dropped.
 */
const isBetter = (found: Found, best: Found): boolean =>
  best.size === 0
    ? found.size > FIRST_IN_CHARACTERS
    : found.size > 2 * best.size + MORE_IN_CHARACTERS && (isOfLinks(best) || !isOfLinks(found))

const letGo = ({ keep, measures, work: { drop, inLink, roles } }: Ruled): void => {
  forget(measures)
  release(keep, drop, inLink, roles)
}

const attempt = (page: Surveyed, mode: number): Ruled & Found => {
  const { kind, survey, tape, texts } = page
  const work = prepare(page, mode)
  const { drop, inLink } = work
  let m = measure(tape, texts, drop, inLink)
  const { body } = survey
  let total = body < 0 ? topLevel(tape, m.mass) : m.mass[body]!
  const remarks = commentsShare(work, m, total)
  // A page that declares itself an article is not a forum, even if it has many comments.
  const forum = work.forum || remarks > MIN_COMMENT_SHARE_OF_DISCUSSION && !isArticle(kind)
  const named = { ...work, forum }
  const cards = forum ? undefined : findCards(work, m, total)
  if (cards !== undefined) {
    forget(m)
    m = measure(tape, texts, drop, inLink, cards.isCard)
    total = body < 0 ? topLevel(tape, m.mass) : m.mass[body]!
  }
  dropNamed(named, m, total, forum && remarks >= MIN_COMMENT_SHARE_AS_CONTENT, cards)
  dropHeaders(work, m, total)
  // In a listing, the captions of cards describe its items.
  if (cards === undefined) dropCaptions(work)
  if (mode < 2) dropHeadedSections(work, m, total)
  inherit(tape, drop)
  if (!page.reference) dropDuplicates(work, m)
  forget(m)
  m = measure(tape, texts, drop, inLink, cards?.isCard)
  const root = chooseRoot(named, m, body, cards?.goods ?? -1)
  prune(work, m, root, cards?.isCard)
  const keep = uint8Column(tape.n)
  const found = keepRest(tape, drop, m, root, keep)
  return { ...found, keep, work: named, measures: m, root, cards: cards !== undefined, remarks }
}

const keepRest = (tape: Tape, drop: Uint8Array, { length, link }: Measures, root: number, keep: Uint8Array): Found => {
  const { end, n, parent, tag } = tape
  const from = root < 0 ? 0 : root
  const to = root < 0 ? n : end[root]!
  let size = 0
  let linked = 0
  for (let i = from; i < to; i++) {
    const p = parent[i]!
    if (i > from && p >= 0 && drop[p] !== 0) drop[i] = Drop.Hard
    if (drop[i] !== 0) continue
    keep[i] = 1
    if (tag[i] !== Tags.TEXT) continue
    size += length[i]!
    linked += link[i]!
  }
  return { size, linked }
}

const commentsShare = ({ drop, remarks, tape }: Work, m: Measures, total: number): number => {
  let mass = 0
  let from = 0
  for (const i of remarks) {
    if (i < from || drop[i] !== 0 || tape.tag[i] === Tags.BODY) continue
    mass += m.mass[i]!
    from = tape.end[i]!
  }
  return total > 0 ? mass / total : 0
}

export const inherit = ({ n, parent }: Tape, drop: Uint8Array): void => {
  for (let i = 0; i < n; i++) {
    const p = parent[i]!
    if (p >= 0 && drop[p] !== 0 && drop[i] === 0) drop[i] = Drop.Hard
  }
}
