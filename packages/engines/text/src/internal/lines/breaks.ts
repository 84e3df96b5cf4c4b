/** Decides where a line goes on with the line before it: by what both say, and by whether its first word had room there. */
import * as CodeUnit from "../../CodeUnit.ts"
import * as Letters from "../letters.ts"
import type { Physical } from "./physical.ts"
import { isWide } from "./physical.ts"
import { isField, isRecord, isSentenceLike, isUncased, isVerbatim } from "./prose.ts"
import { functionWords, starters } from "./words.ts"

/** The part of the line ends of a paragraph that have no room for the next word where the text is set in columns. */
const MIN_FULL_LINES_OF_COLUMN = 0.8
/** A narrower text is a list. */
const MIN_COLUMNS = 12
/** Words of a line on average; lines with fewer are a list of words. */
const MIN_WORDS_OF_LINE = 1.4
/** Columns that the widths of wrapped paragraphs of one text differ by. */
const WIDTH_TOLERANCE_COLUMNS = 12
/** Columns that a line without spaces may end before the others. */
const UNSPACED_TOLERANCE_COLUMNS = 4
/** A verse or an address has lines that end before this column. */
const MAX_COLUMNS_OF_VERSE = 60
const MIN_LINES_OF_VERSE = 3
/** Two lines with at most this many words each are entries of a list. */
const MAX_WORDS_OF_ENTRY = 3
/** Columns that a description is further right than its term. */
const MIN_COLUMNS_TO_DESCRIPTION = 4
/** Columns that Markdown indents code by. */
const MIN_INDENT_OF_CODE = 4
/** Characters of brackets and marks before the first word, and behind the last. */
const MAX_OPENING = 12
const MAX_ENDING = 16
/** As much of the beginning of a line is read. */
const CHARACTERS_READ_FOR_BREAK = 400

const terminal = /[.!?…:。！？؟।։።᙮]["'”’»›)\]」』*_`]*$/u
const abbreviated =
  /(?:^|[\s(["'“„«])(?:\p{L}|\p{L}\.(?:\s?\p{L}\.)*\s?\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|Fig|Sec|Art|Abs|vs|cf|etc|ca|bzw|Inc|Ltd|Co|Jr|Sr|Mt|Gen|Col|Rev|Hon|M|Mme|Sra|Dott|Sig)\.$/u
const isHyphenated = /\p{L}[-\u2010\u00ad]$/u
const opensWith = /^["'“‘„«‹([*_`]*/u

interface Words {
  readonly text: string
  readonly first: string
  readonly last: string
  readonly count: number
  readonly isLower: boolean
  readonly isUpper: boolean
  /** It ends as a sentence does. */
  readonly isTerminal: boolean
}

/** Whether a text is in lower (1) or upper (2) case at its first letter; 0 for other characters. */
const caseOf = (text: string, at: number): 0 | 1 | 2 => {
  if (at >= text.length) return 0
  const unit = text.charCodeAt(at)
  if (unit <= 0x7f) return CodeUnit.isLowerLetter(unit) ? 1 : CodeUnit.isUpperLetter(unit) ? 2 : 0
  const letter = text[at]!
  return letter !== letter.toUpperCase() ? 1 : letter !== letter.toLowerCase() ? 2 : 0
}

const countWords = (text: string): number => {
  let count = 0
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const isSpace = text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09
    if (!isSpace && !isInside) count++
    isInside = !isSpace
  }
  return count
}

const wordsOf = (content: string): Words => {
  const text = content.trim()
  const start = opensWith.exec(text.slice(0, MAX_OPENING))![0].length
  const first = text.length === 0 ? 0 : caseOf(text, start)
  return {
    text,
    first: Letters.wordAt(text, start),
    last: Letters.wordBefore(text, text.length),
    count: countWords(text),
    isLower: first === 1,
    isUpper: first === 2,
    isTerminal: terminal.test(text.slice(-MAX_ENDING))
  }
}

/** What the line before leaves open: a bracket, a conjunction, a hyphen, a comma. */
const isOpen = ({ last, text }: Words): boolean =>
  /[([{,;&/–—-]$/u.test(text.slice(-1)) || last !== "" && functionWords.has(last.toLowerCase())

/** Columns of the first word of a line, which is one letter where words are not separated. */
const firstWidth = (text: string): number => {
  const unit = text.charCodeAt(0)
  if (isWide(unit)) return 1
  const word = /^\S+/.exec(text.slice(0, CHARACTERS_READ_FOR_BREAK))?.[0] ?? ""
  for (let at = 0; at < word.length; at++) if (isWide(word.charCodeAt(at))) return at
  return word.length
}

/** How wide text is set so far; remembered from paragraph to paragraph, because short ones do not say it. */
export interface Column {
  width: number
}

/**
 * Whether each line of a paragraph continues the line before it; "verbatim" for code and columns. Lines of a paragraph
 * are in one container, and no blank line is between them.
 */
export const softBreaks = (
  lines: ReadonlyArray<Physical>,
  content: (line: Physical) => string,
  column: Column
): ReadonlyArray<boolean> | "verbatim" => {
  const contents = lines.map(content)
  const isIndented = lines.every(({ container, indent, kind }) =>
    container === "" && kind === "text" && indent >= MIN_INDENT_OF_CODE
  )
  if (isVerbatim(contents, isIndented)) return "verbatim"
  if (lines.length < 2) return [false]
  const out = [false]
  const isRecords = contents.filter(isRecord).length * 2 > lines.length
  if (isRecords) return lines.map(() => false)
  const words = contents.map(wordsOf)
  const width = widthOf(lines, words, column)
  const isFull = words.map((next, at) => {
    if (at === 0) return false
    const line = lines[at - 1]!
    const isDense = isWide(next.text.charCodeAt(0)) || isWide(words[at - 1]!.text.slice(-1).charCodeAt(0))
    return isDense
      ? line.width + UNSPACED_TOLERANCE_COLUMNS >= width
      : line.width + 1 + firstWidth(next.text) > width
  })
  const full = isFull.filter((is) => is).length
  const isColumn = full >= MIN_FULL_LINES_OF_COLUMN * (lines.length - 1) && width >= MIN_COLUMNS &&
    (isUncased(contents[0]!) || words.reduce((sum, { count }) => sum + count, 0) >= MIN_WORDS_OF_LINE * lines.length)
  const isVerse = !isColumn && lines.length >= MIN_LINES_OF_VERSE && width < MAX_COLUMNS_OF_VERSE &&
    words.every(({ isUpper }) => isUpper)
  const isProse = isColumn && isSentenceLike(contents.join(" "))
  const isFields = contents.filter(isField).length * 2 > lines.length
  let isSentence = false
  for (let at = 1; at < lines.length; at++) {
    isSentence = isSentence && out[at - 1] === true || isSentenceLike(words[at - 1]!.text)
    out.push(
      !isVerse && goesOn({
        isSentence,
        isJoined: isSentence && out[at - 1] === true,
        before: words[at - 1]!,
        next: words[at]!,
        isFull: isFull[at]!,
        isColumn,
        isProse,
        isBroken: lines[at - 1]!.isBroken,
        isField: isFields && isField(contents[at]!),
        isDeeper: lines[at]!.indent >= lines[at - 1]!.indent + MIN_COLUMNS_TO_DESCRIPTION &&
          lines[at - 1]!.kind !== "item"
      })
    )
  }
  if (isColumn && lines.length > 2 && out.includes(true)) column.width = width
  return out
}

/** The width of a paragraph: of its widest line of several words, or of the column it is set in. */
const widthOf = (lines: ReadonlyArray<Physical>, words: ReadonlyArray<Words>, column: Column): number => {
  let width = 0
  let widest = 0
  lines.forEach((line, at) => {
    widest = Math.max(widest, line.width)
    if (words[at]!.count > MAX_WORDS_OF_ENTRY || isUncased(words[at]!.text)) width = Math.max(width, line.width)
  })
  return Math.max(width === 0 ? widest : width, column.width - WIDTH_TOLERANCE_COLUMNS)
}

interface Break {
  /** The logical line up to here reads as a sentence. */
  readonly isSentence: boolean
  /** And the line before continues it, so that it is no entry of a list. */
  readonly isJoined: boolean
  readonly before: Words
  readonly next: Words
  /** The first word of the next line had no room. */
  readonly isFull: boolean
  /** Hardly any line of the paragraph has room for the next word. */
  readonly isColumn: boolean
  /** And its lines together read as sentences. */
  readonly isProse: boolean
  /** The line before ends with the mark of a line break. */
  readonly isBroken: boolean
  readonly isField: boolean
  readonly isDeeper: boolean
}

const goesOn = (
  { before, isBroken, isColumn, isDeeper, isField, isFull, isJoined, isProse, isSentence, next }: Break
): boolean => {
  if (isField) return false
  if (before.count > 1 && before.text.endsWith(".") && abbreviated.test(before.text.slice(-MAX_ENDING))) return true
  if (before.isTerminal) return isColumn && isFull && !isBroken
  if (isDeeper && !isFull) return false
  if (isHyphenated.test(before.text.slice(-2)) && next.isLower) return true
  const isStarter = next.isUpper && starters.has(next.first.toLowerCase())
  if (isProse && isFull && (isSentence || !isBroken && !isStarter)) return true
  const isEntry = !isJoined && before.count <= MAX_WORDS_OF_ENTRY && next.count <= MAX_WORDS_OF_ENTRY
  if (isOpen(before) && (!isEntry || isColumn)) {
    return isFull || before.count > MAX_WORDS_OF_ENTRY || next.isLower || functionWords.has(before.last)
  }
  if (next.isLower && (before.isUpper && next.isTerminal || before.count > 1 && functionWords.has(next.first))) {
    return true
  }
  if (next.isLower) return isFull && isColumn || !isEntry || before.count > 1 && isOpen(before)
  if (/\p{N}$/u.test(before.last.slice(-1)) && /^[\p{N}+(]/u.test(next.text) && before.count > MAX_WORDS_OF_ENTRY) {
    return true
  }
  if (isColumn && isFull && !isEntry) return isSentence || isSentenceLike(next.text) || !isBroken && !next.isUpper
  if (!isSentence) return isColumn && isFull && isEntry && functionWords.has(next.first.toLowerCase())
  return !starters.has(next.first.toLowerCase()) || isFull
}
