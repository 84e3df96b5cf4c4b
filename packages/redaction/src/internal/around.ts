/**
 * Pieces of a text beside a place, of bounded length: what a finder reads there takes no longer in a long text.
 *
 * @since 0.2.0
 */
import * as Unit from "./units.ts"

/** What stands in front of a place, of at most so many characters. */
export const textBefore = (text: string, at: number, reach: number): string => text.slice(Math.max(0, at - reach), at)

/** Whether every unit of a word is of ASCII: for short texts, of which an expression takes longer. */
export const isAscii = (word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > Unit.LAST_ASCII) return false
  return true
}

/** What stands behind a place, of at most so many characters. */
export const textAfter = (text: string, at: number, reach: number): string => text.slice(at, at + reach)
