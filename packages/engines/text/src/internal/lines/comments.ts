/**
 * Finds code comments and quoted mails, which are consecutive lines with the same leading mark. Markdown uses `#` for
 * headings, `*` for list items and `|` for table rows, so lines with these marks need evidence that they are one
 * text.
 */
import * as CodeUnit from "../../CodeUnit.ts"
import * as Unit from "../../Unit.ts"
import * as Letters from "../letters.ts"
import { columnsOf, isWide, MIN_FULL_LINES_OF_COLUMN, UNSPACED_TOLERANCE_COLUMNS, widthOf } from "./columns.ts"
import { isSentenceLike, isUncased } from "./prose.ts"
import { functionWords } from "./words.ts"

/** The lines of a comment. `leader` is `undefined` if they are not a comment. */
export interface Run {
  readonly leader: string | undefined
  readonly until: number
  readonly indent: number
}

interface Candidate {
  readonly text: string
  readonly ends: ReadonlyArray<number>
  readonly number: number
  readonly limit: number
  /** The previous comment, which a page break may have cut. */
  readonly before: Run | undefined
}

const leader = /^[ \t]*(\/\/[/!]?|#|--|;{1,4}|%{1,3}|dnl|REM|[A-Z]{1,3}>|\||\*(?!\/))(?=[ \t]|$)/

const MIN_LINES_OF_COMMENT = 2
const MAX_CHARACTERS_READ = 400
const MAX_CHARACTERS_OF_PIPED = 300
/** Minimum words of a line that is evidence about the next line. */
const MIN_WORDS_OF_SENTENCE = 3
/** Minimum columns of starred lines whose equal width is evidence for one text. */
const MIN_COLUMNS_OF_STARS = 30

/** Conjunctions that also end the items of a list, if each item is on a separate line. */
const listConjunctions = new Set(["and", "or", "but", "nor", "und", "oder", "et", "ou", "y", "o", "e", "и", "или"])

const ended = /[.!?:;,。！？][)"'”’*_`]*$/u
const sentenceEnd = /[.!?。！？][)"'”’*_`]*$/u
const innerEnd = /[\p{Ll}\p{N})][.!?] +\p{Lu}|[。！？]./u

interface Marked {
  readonly words: string
  readonly indent: number
  readonly width: number
}

const lineAt = (text: string, ends: ReadonlyArray<number>, number: number): string => {
  const start = number === 0 ? 0 : ends[number - 1]! + 1
  return text.slice(start, Math.min(ends[number]!, start + MAX_CHARACTERS_READ))
}

const leads = new Set(Array.from("/#-;%d|*", (sign) => sign.charCodeAt(0)))

const mayLead = (text: string, start: number): boolean => {
  let at = start
  while (text.charCodeAt(at) === Unit.SPACE || text.charCodeAt(at) === Unit.TAB) at++
  const unit = text.charCodeAt(at)
  return leads.has(unit) || CodeUnit.isUpperLetter(unit) && (isQuoting(text, at + 1) || text.startsWith("REM", at))
}

const limits = { furtherInitials: 2 }

const isQuoting = (text: string, from: number): boolean => {
  let at = from
  while (at < from + limits.furtherInitials && CodeUnit.isUpperLetter(text.charCodeAt(at))) at++
  return text.charCodeAt(at) === Unit.GREATER
}

/**
 * Returns the comment that starts at a line; `undefined` if the line has no comment mark, or the next lines have
 * another one.
 */
export const runOf = ({ before, ends, limit, number, text }: Candidate): Run | undefined => {
  if (!mayLead(text, number === 0 ? 0 : ends[number - 1]! + 1)) return undefined
  const first = lineAt(text, ends, number)
  const mark = leader.exec(first)?.[1]
  if (mark === undefined) return undefined
  const indent = indentOf(first)
  const lines: Array<Marked> = []
  let until = number
  for (; until < limit; until++) {
    const line = lineAt(text, ends, until)
    if (leader.exec(line)?.[1] !== mark || mark === "*" && indentOf(line) !== indent) break
    const behind = line.indexOf(mark) + mark.length
    lines.push({
      words: line.slice(behind).trimEnd(),
      indent,
      width: widthOf(line.trimEnd(), 0, line.trimEnd().length)
    })
  }
  const continuesStars = mark === "*" && before?.indent === indent && isInset(indent)
  const isComment = continuesStars || lines.length >= MIN_LINES_OF_COMMENT && (
        mark === "#"
          ? isHashComment(lines)
          : mark === "|"
          ? lines.every(({ words }) => !words.includes("|") && words.length < MAX_CHARACTERS_OF_PIPED)
          : mark !== "*" || isStarComment(lines, until < limit ? lineAt(text, ends, until) : "")
      )
  return { leader: isComment ? mark : undefined, until, indent }
}

const indentOf = (line: string): number => columnsOf(line, 0, line.length - line.trimStart().length, 0)

/**
 * Returns whether a star has an odd indent: Javadoc writes its star below the second character of `/**`. A list does
 * not.
 */
const isInset = (indent: number): boolean => indent % 2 === 1

/**
 * Returns whether lines with `#` are a comment: at least one is empty, indented, or continues the sentence of the
 * line before. Otherwise they are headings.
 */
const isHashComment = (lines: ReadonlyArray<Marked>): boolean =>
  lines.some(({ words }, at) =>
    words === "" || /^ {3,}\S/.test(words) ||
    at > 0 && /^[ \t]+\p{Ll}/u.test(words) && !/[.!?:]$/.test(lines[at - 1]!.words)
  )

interface Pair {
  readonly before: string
  readonly next: string
  /** Whether the line starts in lower case after a line that ends neither a sentence nor an entry. */
  readonly isContinued: boolean
  readonly isFull: boolean
}

const pairsOf = (lines: ReadonlyArray<Marked>): ReadonlyArray<Pair> => {
  const width = Math.max(...lines.map((line) => line.width))
  return lines.slice(1).flatMap((line, at): ReadonlyArray<Pair> => {
    const before = lines[at]!
    const next = line.words.trimStart()
    if (before.words === "" || next === "") return []
    const isDense = isWide(before.words.charCodeAt(before.words.length - 1)) && isWide(next.charCodeAt(0))
    return [{
      before: before.words,
      next,
      isContinued: !ended.test(before.words) && (/^["'“(`*_]*\p{Ll}/u.test(next) || isDense),
      isFull: isDense
        ? before.width + UNSPACED_TOLERANCE_COLUMNS >= width
        : before.width + 1 + (/^\S+/.exec(next)?.[0].length ?? 0) > width
    }]
  })
}

const countWords = (text: string): number => text.trim().split(/\s+/).length

const endsOpen = ({ before, isContinued, isFull, next }: Pair): boolean => {
  const word = Letters.wordBefore(before, before.length).toLowerCase()
  return isContinued && isFull && countWords(before) + countWords(next) > MIN_WORDS_OF_SENTENCE &&
    functionWords.has(word) && !listConjunctions.has(word)
}

/**
 * Returns whether lines with stars are a comment. Wrapped list items have lines without a star. A comment has an
 * empty line, a tag (`@param`), or a line that cannot be an item, because it continues the line before. Indented
 * stars need less evidence.
 */
const isStarComment = (lines: ReadonlyArray<Marked>, below: string): boolean => {
  const [first] = lines
  if (below.trim() !== "" && !/^\s*\*/.test(below) && indentOf(below) > first!.indent) return false
  const hasWords = lines.map(({ words }) => words !== "")
  const isEmptyInside = hasWords.some((is, at) =>
    !is && hasWords.slice(0, at).includes(true) && hasWords.slice(at).includes(true)
  )
  if (isEmptyInside || lines.some(({ words }) => /^[ \t]*@\p{L}+(?:[ \t]|$)/u.test(words))) return true
  const pairs = pairsOf(lines)
  if (pairs.some(endsOpen)) return true
  const continued = pairs.filter(({ before, isContinued }) =>
    isContinued && (countWords(before) >= MIN_WORDS_OF_SENTENCE || isUncased(before))
  )
  if (continued.length === 0) return false
  const words = lines.map((line) => line.words.trim()).filter((each) => each !== "")
  const beginsAndEnds = !/^\p{Ll}/u.test(words[0]!) && sentenceEnd.test(words.at(-1)!)
  if (isInset(first!.indent) && beginsAndEnds && isSentenceLike(words.join(" "))) return true
  const width = Math.max(...lines.map((line) => line.width))
  const isColumn = width >= MIN_COLUMNS_OF_STARS &&
    pairs.filter(({ isFull }) => isFull).length >= MIN_FULL_LINES_OF_COLUMN * pairs.length
  return isColumn && (beginsAndEnds || words.some((each) => innerEnd.test(each))) &&
    continued.some(({ isFull }) => isFull)
}
