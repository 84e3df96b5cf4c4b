/**
 * Recognises links next to headings that target the heading itself.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import type { Resolve } from "../tape/urls.ts"

const READ_OF_LINK = 40

export const isPermalink = (tape: Tape, i: number): boolean => {
  if (tape.tag[i] !== Tags.A) return false
  const href = attr(tape, i, "href")
  if (href === undefined || !href.includes("#")) return false
  const s = textOf(tape, i, READ_OF_LINK).trim()
  return /^(?:[#\u00b6\u00a7\u{1f517}\ue000-\uf8ff]|[[(][#\u00b6\u00a7][\])]|link|permalink|anchor|direct link to.*|(?:back |return )?(?:to )?top|[\u2191\u21e7\u25b2^])?$/iu
    .test(s) &&
    !hasImage(tape, i)
}

const MAX_NODES_OF_MARK = 4

/** Matches the class of a permalink. The class is required, because a link with the text `#` may also mark a note. */
const permalinkClass =
  /(?:^|\s)(?:header-?link|heading-?link|heading-?anchor|anchor(?:-?link)?|hash-?link|permalink)(?=$|\s)/i

/** Returns whether the text of a link is only a sign. Sphinx, for example, writes a permalink as a pilcrow. */
export const isMarkOfPlace = (tape: Tape, i: number): boolean => {
  const isShort = tape.end[i]! - i <= MAX_NODES_OF_MARK && (tape.text[i + 1]?.length ?? 0) <= READ_OF_LINK
  if (!isShort || !isPermalink(tape, i)) return false
  const words = textOf(tape, i, READ_OF_LINK).trim()
  return /^[\u00b6\u{1f517}]$/u.test(words) || words !== "" && permalinkClass.test(attr(tape, i, "class") ?? "")
}

/** Returns whether an element holds only a permalink. The Node.js documentation wraps it in a `span`. */
export const holdsPermalink = (tape: Tape, i: number): boolean => {
  const { end, tag, text } = tape
  let link = i
  while (tag[link] === Tags.SPAN || tag[link] === Tags.SUP) {
    link++
    while (link < end[i]! && tag[link] === Tags.TEXT && text[link]!.trim() === "") link++
    if (link >= end[i]!) return false
  }
  return isPermalink(tape, link) && !/\S/.test(wordsBehind(tape, link, i))
}

const wordsBehind = ({ end, tag, text }: Tape, link: number, i: number): string => {
  let words = ""
  for (let k = end[link]!; k < end[i]!; k++) if (tag[k] === Tags.TEXT) words += text[k]!
  return words
}

/** Returns whether a heading links to itself. Such a link is of no use. */
export const isHeadingItself = (tape: Tape, i: number, page: string | undefined, resolve: Resolve): boolean => {
  const p = tape.parent[i]!
  if (p < 0 || !Tags.is(tape.tag[p]!, Tags.HEADING)) return false
  const href = attr(tape, i, "href") ?? ""
  return /^#./.test(href) || page !== undefined && resolve(href)?.replace(/#.*$/s, "") === page
}

const hasImage = (tape: Tape, i: number): boolean => {
  for (let k = i + 1; k < tape.end[i]!; k++) if (tape.tag[k] === Tags.IMG) return true
  return false
}
