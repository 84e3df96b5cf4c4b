/**
 * Finds the stems of English words, and caches them.
 *
 * @since 0.2.0
 */
import * as Porter from "./Porter.ts"

const MAX_CACHED_STEMS = 50_000

const MAX_LETTERS = 40

const known = new Map<string, string>()

/**
 * Returns the stem of a lower-case English word. Words with other letters stay unchanged.
 *
 * @category conversions
 * @since 0.2.0
 */
export const stem = (word: string): string => {
  if (word.length > MAX_LETTERS) return word
  const found = known.get(word)
  if (found !== undefined) return found
  const result = /^[a-z]+$/.test(word) ? Porter.stem(word) : word
  if (known.size > MAX_CACHED_STEMS) known.clear()
  known.set(word, result)
  return result
}
