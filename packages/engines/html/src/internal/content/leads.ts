/**
 * Finds content between the top of a page and the chosen part: the headline and the introduction.
 *
 * @since 0.1.0
 */
import * as Names from "../names/verdicts.ts"
import type { Measures } from "../survey/measure.ts"
import { Drop, type Work } from "../survey/work.ts"
import { uint8Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { attr, textOf } from "../tape/tape.ts"

/** Minimum characters of an introduction that is named as one. */
const MIN_LEAD_CHARACTERS = 25
/** Minimum characters of an introduction that is not named as one. */
const MIN_PARAGRAPH_CHARACTERS = 60
/** Maximum share of links in an introduction. */
const MAX_LEAD_LINK_SHARE = 0.4
const MAX_PARAGRAPHS_OF_LEAD = 4
const MAX_PAGE_NAMES = 4

const MAX_CHARACTERS_OF_LEAD = 1500

export const leads = (work: Work, m: Measures, root: number, title: number): ReadonlyArray<number> => {
  const { drop, roles, tape } = work
  const { end, parent, tag } = tape
  let from = title >= 0 ? end[title]! : -1
  if (from < 0) {
    for (let p = parent[root]!; p >= 0; p = parent[p]!) {
      if (tag[p] !== Tags.ARTICLE && tag[p] !== Tags.MAIN) continue
      from = p + 1
      break
    }
  }
  if (from < 0) return []
  const out: Array<number> = []
  let size = 0
  for (let i = from; i < root; i++) {
    const id = tag[i]!
    if (drop[i] !== 0) {
      i = end[i]! - 1
      continue
    }
    if (id === Tags.TEXT || end[i]! > root) continue
    if (id === Tags.FIGURE || id === Tags.FORM || id === Tags.UL || id === Tags.OL || id === Tags.TABLE) {
      i = end[i]! - 1
      continue
    }
    const length = m.length[i]!
    const lead = (roles[i]! & Names.LEAD) !== 0
    if (!lead && id !== Tags.P) continue
    if (
      length < (lead ? MIN_LEAD_CHARACTERS : MIN_PARAGRAPH_CHARACTERS) || length > MAX_CHARACTERS_OF_LEAD ||
      m.link[i]! > MAX_LEAD_LINK_SHARE * length
    ) {
      continue
    }
    if (Tags.is(id, Tags.CONTAINER) && m.paragraphs[i]! > MAX_PARAGRAPHS_OF_LEAD) continue
    size += length
    if (size > MAX_CHARACTERS_OF_LEAD) break
    out.push(i)
    i = end[i]! - 1
  }
  return out
}

export const headline = (work: Work, keep: Uint8Array, root: number): number => {
  const { drop, tape } = work
  const { end, parent, tag } = tape
  for (let i = root; i < end[root]!; i++) if (keep[i] === 1 && tag[i] === Tags.H1) return i
  for (let i = root - 1; i > 0; i--) {
    if (tag[i] !== Tags.H1 || drop[i] !== 0) continue
    if (end[i]! > root) return -1
    for (let p = parent[i]!; p >= 0; p = parent[p]!) if (drop[p] === Drop.Hard || drop[p] === Drop.Landmark) return -1
    return i
  }
  return -1
}

const MIN_TITLE_SIMILARITY = 0.5

export const titled = (work: Work, keep: Uint8Array, known: number): number => {
  const { drop, excluded, tape } = work
  const { n, parent, tag } = tape
  const names: Array<ReadonlySet<string>> = []
  let titles = 0
  for (let i = 0; i < n && names.length < MAX_PAGE_NAMES; i++) {
    // Later `title` elements belong to drawings.
    if (tag[i] === Tags.TITLE) {
      if (titles++ === 0) names.push(wordsOf(textOf(tape, i, MAX_COMPARED_TITLE_CHARACTERS)))
    } else if (tag[i] === Tags.META && attr(tape, i, "property") === "og:title") {
      names.push(wordsOf(attr(tape, i, "content") ?? ""))
    }
  }
  const likeness = (i: number): number => {
    const words = wordsOf(textOf(tape, i, MAX_COMPARED_TITLE_CHARACTERS))
    let most = 0
    for (const name of names) {
      let common = 0
      for (const word of words) if (name.has(word)) common++
      most = Math.max(most, 2 * common / (words.size + name.size))
    }
    return most
  }
  let best = known < 0 ? 0 : likeness(known)
  if (names.length === 0 || known >= 0 && best > MIN_TITLE_SIMILARITY) return known
  const hidden = uint8Column(n)
  for (const i of excluded) hidden[i] = 1
  let found = known
  let headings = 0
  for (let i = 0; i < n && headings < MAX_COMPARED_HEADINGS; i++) {
    const p = parent[i]!
    if (drop[i] === Drop.Hidden || Tags.is(tag[i]!, Tags.EMBEDDED) || p >= 0 && hidden[p] === 1) hidden[i] = 1
    if (tag[i] !== Tags.H1 || hidden[i] === 1) continue
    headings++
    const share = likeness(i)
    if (share <= MIN_TITLE_SIMILARITY || share < best || share === best && (keep[i] === 0 || keep[found] === 1)) {
      continue
    }
    best = share
    found = i
  }
  return found
}

const MAX_COMPARED_HEADINGS = 20
const MAX_COMPARED_TITLE_CHARACTERS = 300

const wordsOf = (title: string): ReadonlySet<string> =>
  new Set(
    title.slice(0, MAX_COMPARED_TITLE_CHARACTERS).trim().split(/ [-|\u2013\u2014\u00b7\u2022\u00bb] /, 1)[0]!
      .toLowerCase().match(
        /[\p{L}\p{N}]+/gu
      )
  )
