/** Texts cut to what a model reads of them, by a guess: only the model itself could count its tokens. */

/** Tokens that most models read: all of the BERT family, and those that are made from it. */
export const usual = 512
/** Share of the tokens for marks of the model, a prefix such as `passage: `, and guesses that are too low. */
const kept = 1 / 16

/** Tokens of a UTF-16 unit, rather too many than too few. */
const costOf = (unit: number): number => {
  const letter = unit | 32
  // Words of English are four or five units a token; digits and signs, and letters with accents, are half of one.
  if (unit === 32 || unit === 10 || (letter >= 97 && letter <= 122)) return 1 / 4
  // Below it are Latin, Greek, Cyrillic and Armenian; from it on many models have a token for each letter.
  return unit < 0x0590 ? 1 / 2 : 1
}

/** The beginning of a text that fits into so many tokens. */
export const fit = (text: string, tokens: number): string => {
  let left = tokens * (1 - kept)
  for (let at = 0; at < text.length; at++) {
    left -= costOf(text.charCodeAt(at))
    if (left >= 0) continue
    // Never between the halves of a pair.
    return text.slice(0, at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at)
  }
  return text
}
