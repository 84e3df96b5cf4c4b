/**
 * Returns the text next to an index, with a length limit. The work of a detector then does not depend on the text's
 * length.
 *
 * @since 0.2.0
 */
import * as Unit from "@dunlin/text/Unit"

/** Returns at most `reach` characters of the text before an index. */
export const textBefore = (text: string, at: number, reach: number): string => text.slice(Math.max(0, at - reach), at)

/** Whether a word is ASCII only. For short texts this is faster than an expression. */
export const isAscii = (word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > Unit.LAST_ASCII) return false
  return true
}

/** Returns at most `reach` characters of the text after an index. */
export const textAfter = (text: string, at: number, reach: number): string => text.slice(at, at + reach)

/**
 * Returns the UTF-16 unit at an index; `Unit.NONE` outside of the text. V8 deoptimizes `charCodeAt` calls that have
 * read outside of a text, which is frequent with short texts.
 */
export const unitAt = (text: string, at: number): number =>
  at >= 0 && at < text.length ? text.charCodeAt(at) : Unit.NONE
