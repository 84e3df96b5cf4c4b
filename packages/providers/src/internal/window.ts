/** Truncates texts to a model's window. The number of tokens is estimated, because only the model could count them. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"

/** Most models have this window: the BERT family and its derivatives. */
export const USUAL = 512
/** Reserved for the model's special tokens, a prefix such as `passage: `, and underestimates. */
const KEPT = 1 / 16

const FIRST_HEBREW = 0x0590

/** The estimate is too high rather than too low. */
const costOf = (unit: number): number => {
  // English words take four or five units per token. Digits, punctuation and accented letters take two.
  if (unit === Unit.SPACE || unit === Unit.LINE_FEED || CodeUnit.isLetter(unit)) return 1 / 4
  // smaller code units are Latin, Greek, Cyrillic and Armenian; from here on many models use a token per letter
  return unit < FIRST_HEBREW ? 1 / 2 : 1
}

export const fit = (text: string, tokens: number): string => {
  let left = tokens * (1 - KEPT)
  for (let at = 0; at < text.length; at++) {
    left -= costOf(text.charCodeAt(at))
    if (left >= 0) continue
    return text.slice(0, CodeUnit.wholeUntil(text, at))
  }
  return text
}
