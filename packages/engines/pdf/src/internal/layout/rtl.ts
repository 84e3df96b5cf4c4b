/** Right-to-left text, which comes as it stands on the page, from the left, and is read from the right. */

const letter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u

/** The first letter that may be one from right to left. */
const FIRST_LETTER = "\u0590"

/** Most words are decided by comparing characters; a regular expression is slow to begin. */
export const isRtl = (text: string): boolean => {
  for (let k = 0; k < text.length; k++) if (text[k]! >= FIRST_LETTER) return letter.test(text)
  return false
}

/** Numbers, Latin words and addresses, which are read from the left in any text. */
const leftWord =
  "[\\dA-Za-z\\u0660-\\u0669\\u06f0-\\u06f9](?:[\\w.,:/%@?=&#~+\\u0660-\\u0669\\u06f0-\\u06f9-]*[\\dA-Za-z%/\\u0660-\\u0669\\u06f0-\\u06f9])?"
const left = new RegExp(`^${leftWord}$`, "u")
const parts = new RegExp(`${leftWord}|\\P{M}\\p{M}*|\\p{M}+`, "gu")

const brackets = "()[]{}«»‹›"
const opening = /[([{]/u
const bracket = /[()[\]{}]/u

const mirror = (text: string): string => {
  const at = brackets.indexOf(text)
  return at < 0 ? text : brackets[at ^ 1]!
}

interface Piece {
  readonly text: string
  readonly x0: number
}

/**
 * True when brackets stand for what is seen, as some programs say, and not for what is read: then one that opens comes
 * first from the left. Pieces may be in any order.
 */
export const isMirrored = (pieces: ReadonlyArray<Piece>): boolean => {
  let first: Piece | undefined
  for (const piece of pieces) {
    if (bracket.test(piece.text) && (first === undefined || piece.x0 < first.x0)) first = piece
  }
  return first !== undefined && opening.test(bracket.exec(first.text)![0])
}

/** Puts the words of a line in the order in which they are read; numbers and Latin words that follow each other are still read from the left. */
export const sortRtl = (pieces: Array<Piece>): void => {
  pieces.sort((a, b) => b.x0 - a.x0)
  reverseRuns(pieces, (text) => left.test(text))
}

/** Puts right-to-left words within a line that is read from the left in order, with the signs and numbers between them. */
export const sortWithin = (pieces: Array<Piece>): void => reverseRuns(pieces, isRtl, (text) => !/\p{L}/u.test(text))

const reverseRuns = (
  pieces: Array<Piece>,
  belongs: (text: string) => boolean,
  between: (text: string) => boolean = () => false
): void => {
  for (let k = 0; k < pieces.length;) {
    let end = k
    for (let next = k; next < pieces.length; next++) {
      if (belongs(pieces[next]!.text)) end = next + 1
      else if (end === k || !between(pieces[next]!.text)) break
    }
    if (end - k > 1) pieces.splice(k, end - k, ...pieces.slice(k, end).reverse())
    k = Math.max(end, k + 1)
  }
}

/** Characters of what may be a word: longer ones are no text, and would be taken apart character by character. */
const MAX_CHARACTERS_OF_RTL_WORD = 2000

/** A word of a right-to-left line as it is read. */
export const logical = (text: string, mirrored: boolean): string => {
  if (text.length > MAX_CHARACTERS_OF_RTL_WORD) return text
  const clusters = text.match(parts)
  if (clusters === null) return text
  return clusters.reverse().map((cluster) => mirrored ? mirror(cluster) : cluster).join("")
}
