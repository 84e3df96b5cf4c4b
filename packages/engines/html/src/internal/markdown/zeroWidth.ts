/**
 * Counts the zero-width characters that Markdown omits.
 *
 * @since 0.4.0
 */
import type { Tape } from "../tape/tape.ts"

/** The Markdown writer removes soft hyphens, zero-width spaces and byte order marks from words. */
const zeroWidth = /[\u00ad\u200b\ufeff]/g

const countOf = (text: string): number => text.match(zeroWidth)?.length ?? 0

/** Returns how many zero-width characters the kept texts contain, and the Markdown does not. */
export const zeroWidthRemoved = (tape: Tape, keep: Uint8Array, markdown: string): number => {
  let count = 0
  for (let node = 0; node < tape.n; node++) if (keep[node] === 1) count += countOf(tape.text[node]!)
  return count === 0 ? 0 : Math.max(0, count - countOf(markdown))
}
