/** Truncates texts to a model's window. The number of tokens is an estimate, because only the model can count them. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"

/** Tokens that the BERT family and most other models read. */
export const USUAL = 512
/** Share that is reserved for special tokens, a prefix such as `passage: `, and errors of the estimate. */
const KEPT = 1 / 16

const FIRST_HEBREW = 0x0590

/**
 * Estimates the tokens of a code unit, rather too high than too low. English words have four or five letters per
 * token. Digits, punctuation and accented letters need half a token each.
 */
const costOf = (unit: number): number => {
  if (unit === Unit.SPACE || unit === Unit.LINE_FEED || CodeUnit.isLetter(unit)) return 1 / 4
  // Below are Latin, Greek, Cyrillic and Armenian letters. Above, many models use one token per letter.
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
