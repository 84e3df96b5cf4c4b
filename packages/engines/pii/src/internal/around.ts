/**
 * Returns the text next to an index, with a length limit. The work of a detector then does not depend on the text's
 * length.
 *
 * @since 0.2.0
 */
import * as Unit from "@dunlin/text/Unit"

export const textBefore = (text: string, at: number, reach: number): string => text.slice(Math.max(0, at - reach), at)

export const isAscii = (word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > Unit.LAST_ASCII) return false
  return true
}

export const textAfter = (text: string, at: number, reach: number): string => text.slice(at, at + reach)

/**
 * Returns a character of a text; `Unit.NONE` outside of it. V8 deoptimizes a call of `charCodeAt` that has read
 * outside of a text, which is frequent with short texts.
 */
export const unitAt = (text: string, at: number): number =>
  at >= 0 && at < text.length ? text.charCodeAt(at) : Unit.NONE
