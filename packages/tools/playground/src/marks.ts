/** Marks the words of the query in texts, at the positions that the server returns, and in rendered pages. */
import type { Hit } from "./events.ts"

export interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

const MOST_WORDS = 64

/** Matches beyond the text are ignored. */
export const piecesOf = ({ matches = [], text }: Pick<Hit, "matches" | "text">): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  const take = (start: number, end: number, isMarked: boolean) => {
    if (end > start) pieces.push({ text: text.slice(start, end), isMarked })
  }
  let at = 0
  for (const { end, start } of matches) {
    if (start < at || end <= start || end > text.length) continue
    take(at, start, false)
    take(start, end, true)
    at = end
  }
  take(at, text.length, false)
  return pieces
}

export const wordsOf = (hits: ReadonlyArray<Hit>): ReadonlyArray<string> => {
  const marked = hits.flatMap((hit) => piecesOf(hit)).filter(({ isMarked }) => isMarked)
  // Words are kept as written, because the lower case of "İ" has two characters, which a pattern does not match.
  return [...new Map(marked.map(({ text }) => [text.toLowerCase(), text])).values()].slice(0, MOST_WORDS)
}

const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }

/** Returns the word, escaped for HTML and then for a regular expression. */
const patternOf = (word: string): string =>
  word.replace(/[&<>"]/g, (sign) => references[sign]!).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")

/** Letters of scripts without spaces, with the marks that several of these scripts share. */
const unspaced = ["Han", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr"].map((name) => `\\p{scx=${name}}`).join("")
const spaced = `[\\p{L}\\p{N}_]--[${unspaced}]`
const wordStart = `(?:(?<![[${spaced}]&])|(?=[${unspaced}]))`
const wordEnd = `(?:(?![${spaced}])|(?<=[${unspaced}]))`

/** In the HTML, `<` and `>` must only delimit tags. Attributes stay unchanged. */
export const markWords = (html: string, words: ReadonlyArray<string>): string => {
  if (words.length === 0) return html
  // Longer words come first, because the first alternative wins if two have the same start.
  const longest = words.toSorted((one, other) => other.length - one.length).map(patternOf)
  const word = new RegExp(`${wordStart}(?:${longest.join("|")})${wordEnd}`, "giv")
  return html.split(/(<[^>]*>)/).map((part, at) => at % 2 === 1 ? part : part.replace(word, "<mark>$&</mark>")).join("")
}
