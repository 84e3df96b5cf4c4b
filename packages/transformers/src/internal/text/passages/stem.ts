import * as Porter from "@dunlin/text/Porter"

/** Stems that are kept, because a text uses the same words again and again. */
const mostKnown = 50_000

/** A longer run of letters is no word. */
const longestWord = 40

const known = new Map<string, string>()

/** The stem of a lower-case English word; words with other letters stay as they are. */
export const stem = (word: string): string => {
  if (word.length > longestWord) return word
  const found = known.get(word)
  if (found !== undefined) return found
  const result = /^[a-z]+$/.test(word) ? Porter.stem(word) : word
  if (known.size > mostKnown) known.clear()
  known.set(word, result)
  return result
}
