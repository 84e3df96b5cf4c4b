/** Sorts right-to-left text. PDF stores text in page order from the left. */

const letter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u

const FIRST_LETTER = "\u0590"

/**
 * Returns whether a text is right-to-left. Characters are compared before the regular expression is tested, because
 * most texts have no such letter.
 */
export const isRtl = (text: string): boolean => {
  for (let k = 0; k < text.length; k++) if (text[k]! >= FIRST_LETTER) return letter.test(text)
  return false
}

/** Matches text that is read from the left even within right-to-left text: numbers, Latin words and URLs. */
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

/** Returns whether the brackets of right-to-left text are in visual order, as some programs store them. */
export const isMirrored = (pieces: ReadonlyArray<Piece>): boolean => {
  let first: Piece | undefined
  for (const piece of pieces) {
    if (bracket.test(piece.text) && (first === undefined || piece.x0 < first.x0)) first = piece
  }
  return first !== undefined && opening.test(bracket.exec(first.text)![0])
}

export const sortRtl = (pieces: Array<Piece>): void => {
  pieces.sort((a, b) => b.x0 - a.x0)
  reverseRuns(pieces, (text) => left.test(text))
}

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

/** Maximum characters of a right-to-left word. Longer texts are not words, and splitting them would be slow. */
const MAX_CHARACTERS_OF_RTL_WORD = 2000

export const logical = (text: string, mirrored: boolean): string => {
  if (text.length > MAX_CHARACTERS_OF_RTL_WORD) return text
  const clusters = text.match(parts)
  if (clusters === null) return text
  return clusters.reverse().map((cluster) => mirrored ? mirror(cluster) : cluster).join("")
}
