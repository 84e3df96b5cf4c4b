/**
 * Helpers for all address finders.
 *
 * @since 0.1.0
 */

import * as Unit from "@dunlin/text/Unit"
import { classes, FIRST_SURROGATE, LAST_SURROGATE, LETTER, SPACE } from "@dunlin/text/UnitClass"
import type { Shape } from "./addressShapes.ts"
import { latin } from "./latin.ts"

/** Receives a finding: start, end, score and the rule that found it. */
export type Add = (start: number, end: number, score: number, reason: string) => void

/** Months, as an alternation. */
export const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"

const abbreviated =
  /(?:^|[^\p{L}])(?:St|Rd|Ave|Av|Dr|Blvd|Ln|Ct|Cir|Pl|Sq|Ter|Pkwy|Hwy|Rte|Trl|Plz|Cres|Pt|Str|str|[NSEW]{1,2}|So|U\.S\.A)\.$/u

/** Removes white space and the given characters from the end of a text. */
export const withoutSigns = (text: string, signs: string): string => {
  const table = classes()
  let end = text.length
  while (end > 0 && ((table[text.charCodeAt(end - 1)]! & SPACE) !== 0 || signs.includes(text[end - 1]!))) end--
  return text.slice(0, end)
}

/** Removes separators and a full stop from the end of a text. */
export const trimEnd = (text: string): string => {
  const trimmed = withoutSigns(text, ",|·–>-")
  return trimmed.endsWith(".") && !abbreviated.test(trimmed) ? trimmed.slice(0, -1) : trimmed
}

/** Maximum number of characters of a complete address. */
const MAX_CHARACTERS_OF_ADDRESS = 640
/** Number of characters that are converted to `latin` form at once. */
const CHARACTERS_OF_LATIN_PIECE = 2048

/** A text, together with the `latin` form of the part around the current index. Both have equal indexes. */
export class Read {
  readonly text: string
  /** The part that was converted last, in `latin` form, and its range. */
  plain = ""
  from = 0
  private to = -1
  constructor(text: string) {
    this.text = text
  }
  /** Converts the part of the text in which an address that starts at an index must be. */
  open(at: number): void {
    const { length } = this.text
    if (at >= this.from && Math.min(at + MAX_CHARACTERS_OF_ADDRESS, length) <= this.to) return
    this.from = length <= CHARACTERS_OF_LATIN_PIECE ? 0 : at
    this.to = Math.min(this.from + CHARACTERS_OF_LATIN_PIECE, length)
    this.plain = latin(this.text.slice(this.from, this.to))
  }
}

/** Characters that may precede a further part of an address: white space, `,`, `-`, `|` and `·`. */
const separating = new Uint8Array(256)
for (const sign of "\t\n\v\f\r \u00a0,-|·") separating[sign.charCodeAt(0)] = 1

/** Whether a further part of an address may start at an index of a text in `latin` form. */
const mayGoOn = (plain: string, at: number): boolean => at < plain.length && separating[plain.charCodeAt(at)] === 1

/**
 * Returns the match of a shape at an index. Every part has a length limit, so it reads at most the length of an
 * address.
 */
export const matchAt = ({ head, instead, parts }: Shape, read: Read, at: number): string | undefined => {
  read.open(at)
  const { from, plain, text } = read
  let end = head(plain, at - from)
  if (end < 0) return undefined
  const whole = instead === undefined ? -1 : instead(plain, end)
  if (whole >= 0) return text.slice(at, from + whole)
  for (let i = 0; i < parts.length && mayGoOn(plain, end); i++) end = Math.max(end, parts[i]!(plain, end))
  return text.slice(at, from + end)
}

/** Maximum number of letters of a name after a word such as `Am`. */
const MAX_PREPOSED_NAME_LETTERS = 26

/** Whether a street name such as `Am Markt` or `Zur Linde` may end with this character. */
export const mayBePreposed = (text: string, last: number): boolean => {
  const table = classes()
  let start = last + 1
  while (start > 0 && last - start < MAX_PREPOSED_NAME_LETTERS) {
    const unit = text.charCodeAt(start - 1)
    if (unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE) return true
    if ((table[unit]! & LETTER) === 0 && unit !== Unit.HYPHEN) break
    start--
  }
  if (start < 2 || text.charCodeAt(start - 1) !== Unit.SPACE) return false
  const before = text.charCodeAt(start - 2)
  return before === Unit.LOWER_M || before === Unit.LOWER_N || before === Unit.LOWER_R
}
