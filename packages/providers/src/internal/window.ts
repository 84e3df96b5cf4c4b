/** Texts cut to what a model reads of them, by a guess: only the model itself could count its tokens. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"

/** Tokens that most models read: all of the BERT family, and those that are made from it. */
export const USUAL = 512
/** Share of the tokens for marks of the model, a prefix such as `passage: `, and guesses that are too low. */
const KEPT = 1 / 16

const FIRST_HEBREW = 0x0590

/** Tokens of a UTF-16 unit, rather too many than too few. */
const costOf = (unit: number): number => {
  // Words of English are four or five units a token; digits and signs, and letters with accents, are half of one.
  if (unit === Unit.SPACE || unit === Unit.LINE_FEED || CodeUnit.isLetter(unit)) return 1 / 4
  // Below it are Latin, Greek, Cyrillic and Armenian; from it on many models have a token for each letter.
  return unit < FIRST_HEBREW ? 1 / 2 : 1
}

/** The beginning of a text that fits into `tokens`. */
export const fit = (text: string, tokens: number): string => {
  let left = tokens * (1 - KEPT)
  for (let at = 0; at < text.length; at++) {
    left -= costOf(text.charCodeAt(at))
    if (left >= 0) continue
    return text.slice(0, CodeUnit.wholeUntil(text, at))
  }
  return text
}
