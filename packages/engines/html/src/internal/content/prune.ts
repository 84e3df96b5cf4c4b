/**
 * Removes lists of links within the chosen part of a page.
 *
 * @since 0.1.0
 */
import * as Names from "../names/verdicts.ts"
import type { Measures } from "../survey/measure.ts"
import { Drop, type Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { holdsCode, isDataTable, saysMoreThanMenu } from "./ownContent.ts"

const PARAGRAPHS_OF_ARTICLE = 6
const MAX_LINK_SHARE_OF_ARTICLE = 0.25
/** Minimum characters of a paragraph of one link that is dropped as a teaser. */
const MIN_TEASER_CHARACTERS = 20
/** Maximum characters of a paragraph of one link that is dropped as a teaser. */
const MAX_TEASER_CHARACTERS = 200
const MIN_LINK_SHARE_OF_LINK_LIST = 0.55
/** Maximum share of the running text in a list of links that is dropped. */
const MAX_SHARE_OF_RUNNING_TEXT = 0.1
/** Maximum share of a container's text in a list that is part of the text because it is between paragraphs. */
const LIST_AMONG_PARAGRAPHS = 0.25
const MIN_LINKS_OF_LIST = 3
/** Minimum number of pictures and headings per link in a list that shows the pages it links to. */
const MIN_SHOWN_PER_LINK = 0.3
const LINKED_OF_LABEL = 0.8
const MAX_CHARACTERS_OF_LINKED_LABEL = 80
/** Minimum share of lists in a part named as body that consists of lists. */
const MOSTLY_LISTS = 0.5

export const topLevel = (tape: Tape, mass: Float64Array): number => {
  let sum = 0
  for (let i = 0; i < tape.n; i = tape.end[i]!) sum += mass[i]!
  return sum
}

export const prune = (work: Work, m: Measures, root: number, isCard: Uint8Array | undefined): void => {
  const { drop, survey, tape } = work
  const { end, n, parent, tag } = tape
  const from = root < 0 ? 0 : root
  const to = root < 0 ? n : end[root]!
  const total = root < 0 ? topLevel(tape, m.mass) : m.mass[root]!
  const named = root >= 0 &&
    (tag[root] === Tags.ARTICLE || (work.roles[root]! & (Names.ARTICLE_BODY | Names.POSITIVE)) !== 0)
  // Between the paragraphs of an article, a paragraph that is only a link advertises another article.
  const prose = !work.reference && root >= 0 && isCard === undefined && named &&
    m.paragraphs[root]! >= PARAGRAPHS_OF_ARTICLE &&
    m.link[root]! < MAX_LINK_SHARE_OF_ARTICLE * m.length[root]!
  const lists: Array<number> = []
  let listed = 0
  for (let i = from + 1; i < to; i++) {
    if (drop[i] !== 0) {
      i = end[i]! - 1
      continue
    }
    const p = parent[i]!
    const id = tag[i]!
    if (
      id === Tags.P && prose && m.length[i]! >= MIN_TEASER_CHARACTERS && m.length[i]! < MAX_TEASER_CHARACTERS &&
      isOneLink(work, i)
    ) {
      drop[i] = Drop.Links
      i = end[i]! - 1
      continue
    }
    if (
      !Tags.is(id, Tags.CONTAINER) || id === Tags.SPAN || id === Tags.TD || id === Tags.TR ||
      id === Tags.TBODY
    ) continue
    if (isCard !== undefined && isCard[i] === 1) {
      i = end[i]! - 1
      continue
    }
    if ((id === Tags.UL || id === Tags.OL) && p >= 0 && ofList[tag[p]!] === 1) continue
    const length = m.length[i]!
    if (length === 0 || work.reference && !isMenu(work, m, i)) continue
    const density = m.link[i]! / length
    if (
      density <= MIN_LINK_SHARE_OF_LINK_LIST || m.mass[i]! >= MAX_SHARE_OF_RUNNING_TEXT * total || id === Tags.LI ||
      id === Tags.DD
    ) continue
    if (
      (id === Tags.UL || id === Tags.OL || id === Tags.DL) && p >= 0 && m.paragraphs[p]! >= 2 &&
      length < LIST_AMONG_PARAGRAPHS * m.length[p]!
    ) continue
    // The cells of a data table are its subject, and some are links: to a file, or to the page of a row.
    if (id === Tags.TABLE && isDataTable(tape, i)) continue
    // If the words of links are their URLs, readers need the list, such as a list of download mirrors.
    if (showsAddresses(tape, i)) continue
    const links = survey.links[end[i]!]! - survey.links[i + 1]!
    const shown = survey.marked[end[i]!]! - survey.marked[i + 1]!
    if (
      (links >= MIN_LINKS_OF_LIST && shown < links * MIN_SHOWN_PER_LINK) ||
      (density > LINKED_OF_LABEL && links >= 1 && length < MAX_CHARACTERS_OF_LINKED_LABEL)
    ) {
      lists.push(i)
      listed += length
      i = end[i]! - 1
    }
  }
  // If a named body consists of lists of links, these lists are the content of the page.
  const explicit = root >= 0 &&
    (tag[root] === Tags.MAIN || tag[root] === Tags.ARTICLE || survey.mains.includes(root) ||
      (work.roles[root]! & Names.ARTICLE_BODY) !== 0)
  if (explicit && listed > MOSTLY_LISTS * m.length[root]!) return
  for (const i of lists) drop[i] = Drop.Links
}

const ofList = new Uint8Array(Tags.UNKNOWN + 1)
for (const id of [Tags.UL, Tags.OL, Tags.LI]) ofList[id] = 1

/**
 * Returns whether a list of links is a menu. In reference documentation, a list of links without a boilerplate name
 * lists the documented items.
 */
const isMenu = (work: Work, m: Measures, i: number): boolean =>
  (work.roles[i]! & (Names.STRONG | Names.WEAK)) !== 0 && !saysMoreThanMenu(work, m, i) && !holdsCode(work.tape, i)

const NODES_TO_LINK = 8

const showsAddresses = ({ end, tag, text }: Tape, i: number): boolean => {
  const stop = Math.min(end[i]!, i + NODES_TO_LINK)
  for (let k = i + 1; k < stop; k++) {
    if (tag[k] === Tags.A) return tag[k + 1] === Tags.TEXT && /^\s*(?:https?|ftp):\/\//i.test(text[k + 1] ?? "")
  }
  return false
}

const isOneLink = (work: Work, i: number): boolean => {
  const { tape, texts } = work
  let linked = 0
  for (let k = i + 1; k < tape.end[i]!; k++) {
    if (tape.tag[k] === Tags.IMG) return false
    if (tape.tag[k] !== Tags.A) continue
    linked += texts.raw[k]!
    k = tape.end[k]! - 1
  }
  return linked >= texts.raw[i]! - 2
}
