/**
 * Parts of a text next to an index, with a length limit, so that a finder's work does not depend on the text's length.
 *
 * @since 0.2.0
 */
import * as Unit from "@dunlin/text/Unit"

/** Returns the text before an index, with at most this number of characters. */
export const textBefore = (text: string, at: number, reach: number): string => text.slice(Math.max(0, at - reach), at)

/** Whether every unit of a word is ASCII. For short texts this is faster than an expression. */
export const isAscii = (word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > Unit.LAST_ASCII) return false
  return true
}

/** Returns the text after an index, with at most this number of characters. */
export const textAfter = (text: string, at: number, reach: number): string => text.slice(at, at + reach)

/**
 * Returns the unit at an index; `Unit.NONE` outside the text. V8 deoptimizes `charCodeAt` calls that have read outside
 * a text, and short texts cause many of them.
 */
export const unitAt = (text: string, at: number): number =>
  at >= 0 && at < text.length ? text.charCodeAt(at) : Unit.NONE
