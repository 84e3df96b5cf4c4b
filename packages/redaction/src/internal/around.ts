/**
 * Pieces of a text beside a place, of bounded length: what a finder reads there takes no longer in a long text.
 *
 * @since 0.2.0
 */

/** What stands in front of a place, of at most so many characters. */
export const textBefore = (text: string, at: number, reach: number): string => text.slice(Math.max(0, at - reach), at)

/** What stands behind a place, of at most so many characters. */
export const textAfter = (text: string, at: number, reach: number): string => text.slice(at, at + reach)
