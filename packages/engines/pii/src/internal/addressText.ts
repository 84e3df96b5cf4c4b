/**
 * Helpers for all address finders.
 *
 * @since 0.1.0
 */

import * as Unit from "@dunlin/text/Unit"
import { classes, FIRST_SURROGATE, LAST_SURROGATE, LETTER, SPACE } from "@dunlin/text/UnitClass"
import type { Shape } from "./addressShapes.ts"
import { latin } from "./latin.ts"

export type Add = (start: number, end: number, score: number, reason: string) => void

export const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"

const abbreviated =
  /(?:^|[^\p{L}])(?:St|Rd|Ave|Av|Dr|Blvd|Ln|Ct|Cir|Pl|Sq|Ter|Pkwy|Hwy|Rte|Trl|Plz|Cres|Pt|Str|str|[NSEW]{1,2}|So|U\.S\.A)\.$/u

export const withoutSigns = (text: string, signs: string): string => {
  const table = classes()
  let end = text.length
  while (end > 0 && ((table[text.charCodeAt(end - 1)]! & SPACE) !== 0 || signs.includes(text[end - 1]!))) end--
  return text.slice(0, end)
}

export const trimEnd = (text: string): string => {
  const trimmed = withoutSigns(text, ",|·–>-")
  return trimmed.endsWith(".") && !abbreviated.test(trimmed) ? trimmed.slice(0, -1) : trimmed
}

const MAX_CHARACTERS_OF_ADDRESS = 640
const CHARACTERS_OF_LATIN_PIECE = 2048

/** Reads the part of a text around an index in `latin` form. Indexes are those of the text. */
export class Read {
  readonly text: string
  plain = ""
  from = 0
  private to = -1
  constructor(text: string) {
    this.text = text
  }
  /** Converts the part of the text in which an address that starts at an index must end. */
  open(at: number): void {
    const { length } = this.text
    if (at >= this.from && Math.min(at + MAX_CHARACTERS_OF_ADDRESS, length) <= this.to) return
    this.from = length <= CHARACTERS_OF_LATIN_PIECE ? 0 : at
    this.to = Math.min(this.from + CHARACTERS_OF_LATIN_PIECE, length)
    this.plain = latin(this.text.slice(this.from, this.to))
  }
}

const separating = new Uint8Array(256)
for (const sign of "\t\n\v\f\r \u00a0,-|·") separating[sign.charCodeAt(0)] = 1

const mayGoOn = (plain: string, at: number): boolean => at < plain.length && separating[plain.charCodeAt(at)] === 1

/** Returns the text of an address. Every part has a maximum length, so only a limited part of the text is read. */
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

const MAX_PREPOSED_NAME_LETTERS = 26

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
