/**
 * Finds the start and end of links in a text.
 *
 * @since 0.2.0
 */
import { isDigit, isLowerLetter, isUpperLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, SPACE } from "@dunlin/text/UnitClass"
import { unitAt } from "./around.ts"
import { OffsetList } from "./offsets.ts"

/** One more than the letters of the longest scheme, so that longer words are recognized. */
const MAX_SCHEME_LETTERS = 6
const schemes = new Set(["http", "https", "ftp", "ssh", "git", "ws", "wss", "s3"])

const schemeStart = (text: string, colon: number): number => {
  let start = colon
  while (start > 0 && colon - start < MAX_SCHEME_LETTERS) {
    const code = text.charCodeAt(start - 1)
    if (!isLowerLetter(code) && code !== Unit.THREE) break
    start--
  }
  const before = start === 0 ? Unit.SPACE : text.charCodeAt(start - 1)
  const glued = isDigit(before) || isUpperLetter(before) || isLowerLetter(before) ||
    before === Unit.UNDERSCORE
  return !glued && schemes.has(text.slice(start, colon)) ? start : -1
}

/**
 * Returns the end of a link: before white space, a closing bracket that the link did not open, or a quotation mark.
 * Quotation marks do not end the target of a Markdown link.
 */
const linkEnd = (text: string, from: number, limit: number, target: boolean): number => {
  const table = classes()
  const last = Math.min(text.length, from + limit)
  let depth = 0
  let i = from
  for (; i < last; i++) {
    const code = text.charCodeAt(i)
    if (code === Unit.OPEN_PARENTHESIS) depth++
    else if (code === Unit.CLOSE_PARENTHESIS && --depth < 0) break
    else if ((table[code]! & SPACE) !== 0) break
    else if (
      !target &&
      (code === Unit.QUOTE || code === Unit.APOSTROPHE || code === Unit.LESS || code === Unit.GREATER ||
        code === Unit.BACKTICK || code === Unit.BAR)
    ) break
  }
  return i
}

export class Links {
  readonly list = new OffsetList()
  end = 0
  clear(): void {
    this.list.clear()
    this.end = 0
  }
  open(text: string, start: number, limit: number, target: boolean): void {
    this.end = linkEnd(text, start, limit, target)
    if (this.end > start) this.list.pair(start, this.end)
  }
}

export const linkStart = (text: string, after: number, opener: number): number => {
  const next = unitAt(text, after)
  if (opener === Unit.CLOSE_BRACKET) return next === Unit.OPEN_PARENTHESIS ? after + 1 : -1
  return next === Unit.SLASH && unitAt(text, after + 1) === Unit.SLASH ? schemeStart(text, after - 1) : -1
}
