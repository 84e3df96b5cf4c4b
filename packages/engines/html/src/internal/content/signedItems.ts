/**
 * Restores the author and date in the footer of an item. Footers of a page are boilerplate, but in a list of articles
 * a footer describes its item. The trees are not trained on lines restored here, so no feature changes.
 *
 * @since 0.1.0
 */
import * as Names from "../names/verdicts.ts"
import { writtenDay } from "../survey/days.ts"
import { isHidden } from "../survey/visible.ts"
import { Drop, type Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr, textOf } from "../tape/tape.ts"
import { furniture } from "./sideHeadings.ts"

/** Minimum number of articles with a heading in a list. If there is only one article, its footer is the page's footer. */
const MIN_SIGNED_ITEMS = 2
/** Maximum characters of a line with author and date. A longer line is about the author. */
const MAX_CHARACTERS_OF_SIGNATURE_LINE = 120

const READ_OF_DAY = 200
/** Maximum characters in an author's element besides the name, such as `von ` or `door `. */
const MAX_CHARACTERS_AROUND_AUTHOR = 5

const authorsPage =
  /(?:^|\/)(?:[@~]|(?:authors?|autor|autore[ns]?|auteurs?|people|person|profiles?|staff|columnists?|contributors?|writers?|by)[/?])/i

const TIME = Tags.tagId("time")

export const keepSignedItems = (work: Work, keep: Uint8Array): boolean => {
  const { drop, survey: { articles }, tape: { end, parent, tag } } = work
  const ofPart = new Map<number, Array<number>>()
  const footers = new Map<number, ReadonlyArray<number>>()
  for (const item of articles) {
    if (keep[item] === 0) continue
    const found: Array<number> = []
    let isHeaded = false
    for (let k = item + 1; k < end[item]!; k++) {
      // The elements of a nested article belong to that article.
      if (tag[k] === Tags.ARTICLE) k = end[k]! - 1
      else if (Tags.is(tag[k]!, Tags.HEADING)) isHeaded ||= keep[k] === 1
      else if (tag[k] === Tags.FOOTER && keep[k] === 0 && drop[k] === Drop.Landmark) found.push(k)
    }
    if (!isHeaded) continue
    footers.set(item, found)
    const items = ofPart.get(parent[item]!)
    if (items === undefined) ofPart.set(parent[item]!, [item])
    else items.push(item)
  }
  const excluded = new Set(work.excluded)
  let brought = false
  for (const items of ofPart.values()) {
    if (items.length < MIN_SIGNED_ITEMS) continue
    for (const item of items) {
      for (const footer of footers.get(item)!) brought = keepLines(work, footer, excluded, keep) || brought
    }
  }
  return brought
}

const keepLines = (work: Work, footer: number, excluded: ReadonlySet<number>, keep: Uint8Array): boolean => {
  const { tape: { end, parent, tag }, texts: { raw } } = work
  const signing = new Set<number>()
  const lines = new Set<number>()
  for (let k = footer + 1; k < end[footer]!; k++) {
    if (tag[k] === Tags.TEXT || raw[k] === 0 || !isAuthor(work, k) && !isDay(work, k)) continue
    signing.add(k)
    let line = k
    while (line > footer && !Tags.is(tag[line]!, Tags.BLOCK)) line = parent[line]!
    lines.add(line)
  }
  let brought = false
  for (const line of lines) {
    if (isHidden(work.tape, line)) continue
    const words = wordsOf(work, line, excluded)
    if (words.reduce((size, word) => size + raw[word]!, 0) > MAX_CHARACTERS_OF_SIGNATURE_LINE) continue
    if (words.some((word) => leadsElsewhere(work, word, line, signing))) continue
    if (furniture.test(words.map((word) => work.tape.text[word]).join("").trim())) continue
    for (const word of words) for (let p = word; p >= 0 && keep[p] === 0; p = parent[p]!) keep[p] = 1
    brought = true
  }
  return brought
}

const isAuthor = ({ survey: { naming }, tape }: Work, k: number): boolean =>
  (naming.roles.of(k) & Names.AUTHOR) !== 0 || attr(tape, k, "rel") === "author" ||
  attr(tape, k, "itemprop") === "author"

/**
 * Returns whether an element is the day of a post. A duration such as `3 min read` may be marked as a time, so the
 * text or `datetime` must name a day.
 */
const isDay = ({ survey: { naming }, tape }: Work, k: number): boolean =>
  (tape.tag[k] === TIME || (naming.roles.of(k) & Names.TIME) !== 0) &&
  writtenDay(`${attr(tape, k, "datetime") ?? ""} ${textOf(tape, k, READ_OF_DAY)}`) !== undefined

const leadsElsewhere = (work: Work, word: number, line: number, signing: ReadonlySet<number>): boolean => {
  const { tape, tape: { parent, tag }, texts: { raw } } = work
  let link = parent[word]!
  while (link > line && tag[link] !== Tags.A && !signing.has(link)) link = parent[link]!
  if (tag[link] !== Tags.A || signing.has(link) || authorsPage.test(attr(tape, link, "href") ?? "")) return false
  let author = parent[link]!
  while (author > line && !signing.has(author)) author = parent[author]!
  return !signing.has(author) || !isAuthor(work, author) || raw[author]! - raw[link]! > MAX_CHARACTERS_AROUND_AUTHOR
}

const wordsOf = (
  { survey: { naming }, tape, texts: { raw } }: Work,
  line: number,
  excluded: ReadonlySet<number>
): ReadonlyArray<number> => {
  const { end, tag } = tape
  const words: Array<number> = []
  for (let k = line + 1; k < end[line]!; k++) {
    const id = tag[k]!
    if (id === Tags.TEXT) { if (raw[k]! > 0) words.push(k) }
    else if (
      Tags.is(id, Tags.BLOCK | Tags.INVISIBLE | Tags.EMBEDDED) || id === Tags.BUTTON || excluded.has(k) ||
      isHidden(tape, k) ||
      (naming.roles.of(k) & Names.CONCEALED) !== 0
    ) k = end[k]! - 1
  }
  return words
}
