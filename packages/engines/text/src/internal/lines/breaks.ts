/**
 * Decides whether a line continues the previous one, by the words of both and by whether its first word would have
 * fitted there.
 */
import * as CodeUnit from "../../CodeUnit.ts"
import * as Unit from "../../Unit.ts"
import { classes, SPACE } from "../../UnitClass.ts"
import * as Letters from "../letters.ts"
import { neverLast } from "../sentences/abbreviations.ts"
import { isWide, MIN_FULL_LINES_OF_COLUMN, UNSPACED_TOLERANCE_COLUMNS } from "./columns.ts"
import type { Physical } from "./physical.ts"
import { isField, isRecord, isSentenceLike, isUncased, isVerbatim } from "./prose.ts"
import { functionWords, MAX_LETTERS_OF_FUNCTION_WORD, starters } from "./words.ts"

/** Minimum columns of running text. In narrower text, every line is an entry of a list. */
const MIN_COLUMNS = 12
const MIN_WORDS_OF_LINE = 1.4
const WIDTH_TOLERANCE_COLUMNS = 12
const MAX_COLUMNS_OF_VERSE = 60
const MIN_LINES_OF_VERSE = 3
const MAX_WORDS_OF_ENTRY = 3
const MIN_COLUMNS_TO_DESCRIPTION = 4
const MIN_INDENT_OF_CODE = 4
/** Maximum characters before the first word and after the last word of a line. */
const MAX_OPENING = 12
const MAX_ENDING = 16
const CHARACTERS_READ_FOR_BREAK = 400

const abbreviated =
  /(?:^|[\s(["'“„«])(?:\p{L}|\p{L}\.(?:\s?\p{L}\.)*\s?\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|Fig|Sec|Art|Abs|vs|cf|etc|ca|bzw|Inc|Ltd|Co|Jr|Sr|Mt|Gen|Col|Rev|Hon|M|Mme|Sra|Dott|Sig)\.$/u
const isHyphenated = /\p{L}[-\u2010\u00ad]$/u
const opening = Letters.unitsOf("\"'“‘„«‹([*_`")
const terminals = Letters.unitsOf(".!?…:。！？؟।։።᙮")
const closing = Letters.unitsOf("\"'”’»›)]」』*_`")

interface Words {
  readonly text: string
  readonly first: string
  readonly last: string
  readonly count: number
  readonly isLower: boolean
  readonly isUpper: boolean
  readonly isTerminal: boolean
}

/** Returns 1 for lower case, 2 for upper case, and 0 for other characters. */
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

const isTerminal = (text: string): boolean => {
  const first = Math.max(0, text.length - MAX_ENDING)
  let at = text.length - 1
  while (at > first && closing[text.charCodeAt(at)] === 1) at--
  return at >= first && terminals[text.charCodeAt(at)] === 1
}

const wordStart = (text: string): number => {
  const end = Math.min(text.length, MAX_OPENING)
  let at = 0
  while (at < end && opening[text.charCodeAt(at)] === 1) at++
  return at
}

const wordsOf = (content: string): Words => {
  const text = content.trim()
  const start = wordStart(text)
  const first = text.length === 0 ? 0 : caseOf(text, start)
  return {
    text,
    first: Letters.wordAt(text, start),
    last: Letters.wordBefore(text, text.length),
    count: countWords(text),
    isLower: first === 1,
    isUpper: first === 2,
    isTerminal: isTerminal(text)
  }
}

/** Returns whether a sentence continues after the line: it ends with a bracket, a conjunction, a hyphen or a comma. */
const isOpen = ({ last, text }: Words): boolean =>
  text.length > 0 && openEnds[text.charCodeAt(text.length - 1)] === 1 ||
  last !== "" && last.length <= MAX_LETTERS_OF_FUNCTION_WORD && functionWords.has(last.toLowerCase())

const openEnds = Letters.unitsOf("([{,;&/–—-")

/** Returns the width of the first word. In scripts without spaces, it is a single letter. */
const firstWidth = (text: string): number => {
  const unit = text.charCodeAt(0)
  if (isWide(unit)) return 1
  const end = Math.min(text.length, CHARACTERS_READ_FOR_BREAK)
  const table = classes()
  let at = 0
  while (at < end && (table[text.charCodeAt(at)]! & SPACE) === 0 && !isWide(text.charCodeAt(at))) at++
  return at
}

/**
 * Returns whether a sentence continues over a page break: the last line has no end mark and the next page continues
 * it.
 */
export const goesOnOverBreak = (line: string, following: string, isAligned: boolean): boolean => {
  const before = wordsOf(line)
  const next = wordsOf(following)
  if (before.isTerminal && !abbreviated.test(before.text.slice(-MAX_ENDING))) return false
  return next.isLower || isOpen(before) || isAligned && isSentenceLike(before.text) && isSentenceLike(next.text)
}

/** Width of the text column. It is kept between paragraphs, because short paragraphs do not show it. */
export interface Column {
  width: number
}

const alone: ReadonlyArray<boolean> = [false]

/**
 * Returns for each line end whether its line continues; "verbatim" for code and columns. The lines must be in one
 * container, without blank lines between them.
 */
export const softBreaks = (
  lines: ReadonlyArray<Physical>,
  content: (line: Physical) => string,
  column: Column,
  isBelow: (term: Physical, line: Physical) => boolean = () => false
): ReadonlyArray<boolean> | "verbatim" => {
  const isIndented = lines.every(({ container, indent, kind }) =>
    container === "" && kind === "text" && indent >= MIN_INDENT_OF_CODE
  )
  if (lines.length === 1 && !isIndented) return alone
  const contents = lines.map(content)
  if (isVerbatim(contents, isIndented)) return "verbatim"
  if (lines.length < 2) return alone
  const out = [false]
  const isRecords = contents.filter(isRecord).length * 2 > lines.length
  if (isRecords) return lines.map(() => false)
  const words = (isInCapitals(contents) ? contents.map((content) => content.toLowerCase()) : contents).map(wordsOf)
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
  const isProse = isColumn && isSentenceLike(words.map(({ text }) => text).join(" "))
  const isFields = contents.filter(isField).length * 2 > lines.length
  let isSentence = false
  let isQuoting = false
  let term = 0
  let display = 0
  for (let at = 1; at < lines.length; at++) {
    isSentence = isSentence && out[at - 1] === true || isSentenceLike(words[at - 1]!.text)
    isQuoting = opensQuotation(words[at - 1]!.text, isQuoting && out[at - 1] === true)
    const isDescription = isBelow(lines[term]!, lines[at]!)
    if (!isDescription && lines[at]!.indent !== lines[at - 1]!.indent) term = at
    if (display < at) display = endOfDisplay(lines, words, at)
    out.push(
      !isVerse && isContinued({
        isSentence,
        isJoined: isSentence && out[at - 1] === true,
        before: words[at - 1]!,
        next: words[at]!,
        isFull: isFull[at]!,
        isColumn,
        isProse,
        isBroken: lines[at - 1]!.isBroken,
        isQuoting,
        isHanging: isHanging(lines, at),
        isDescription,
        isDisplay: display >= at,
        isField: isFields && isField(contents[at]!),
        isDeeper: lines[at]!.indent >= lines[at - 1]!.indent + MIN_COLUMNS_TO_DESCRIPTION &&
          lines[at - 1]!.kind !== "item"
      })
    )
  }
  if (isColumn && lines.length > 2 && out.includes(true)) column.width = width
  return out
}

/** Minimum words of an upper-case paragraph, as in licences, in which letter case is not evidence. */
const MIN_WORDS_IN_CAPITALS = 12

const hasSmallLetter = (content: string): boolean => {
  let isAscii = true
  for (let at = 0; at < content.length; at++) {
    const unit = content.charCodeAt(at)
    if (CodeUnit.isLowerLetter(unit)) return true
    if (unit > Unit.LAST_ASCII) isAscii = false
  }
  return !isAscii && /\p{Ll}/u.test(content)
}

const isInCapitals = (contents: ReadonlyArray<string>): boolean =>
  contents.every((content) => !hasSmallLetter(content)) &&
  contents.reduce((sum, content) => sum + countWords(content), 0) >= MIN_WORDS_IN_CAPITALS

const MAX_LINES_OF_DISPLAY_IN_PARAGRAPH = 3

/**
 * Returns the end of a display that interrupts a sentence: "executing / filename / is equivalent to executing".
 * Returns 0 if no sentence continues.
 */
const endOfDisplay = (lines: ReadonlyArray<Physical>, words: ReadonlyArray<Words>, at: number): number => {
  const before = words[at - 1]!
  const { indent } = lines[at - 1]!
  if (before.isTerminal || before.count < 2 || lines[at]!.indent <= indent) return 0
  for (let next = at + 1; next < lines.length && next <= at + MAX_LINES_OF_DISPLAY_IN_PARAGRAPH; next++) {
    if (lines[next]!.indent > indent) continue
    return lines[next]!.indent === indent && words[next]!.isLower && words[next]!.count > 1 ? next : 0
  }
  return 0
}

/**
 * Returns whether a quotation starts on a line and does not end there. It is a title in a reference, or direct
 * speech.
 */
const opensQuotation = (line: string, isOpen: boolean): boolean => {
  let open = isOpen
  for (let at = line.indexOf("\""); at >= 0; at = line.indexOf("\"", at + 1)) open = !open
  return open
}

/** Returns whether the further lines of a paragraph are indented, as in plain-text lists of references. */
const isHanging = (lines: ReadonlyArray<Physical>, at: number): boolean => {
  const [first] = lines
  const line = lines[at]!
  return first!.kind === "item" && line.kind === "text" && line.indent === first!.indent + first!.mark
}

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
  readonly isSentence: boolean
  readonly isJoined: boolean
  readonly before: Words
  readonly next: Words
  readonly isFull: boolean
  /** Whether almost no line of the paragraph has space for the next word. */
  readonly isColumn: boolean
  readonly isProse: boolean
  readonly isBroken: boolean
  readonly isQuoting: boolean
  readonly isHanging: boolean
  readonly isDescription: boolean
  readonly isDisplay: boolean
  readonly isField: boolean
  readonly isDeeper: boolean
}

const isContinued = (
  {
    before,
    isBroken,
    isColumn,
    isDeeper,
    isDescription,
    isDisplay,
    isField,
    isFull,
    isHanging,
    isJoined,
    isProse,
    isQuoting,
    isSentence,
    next
  }: Break
): boolean => {
  if (isDisplay) return true
  if (isField && !(isSentence && next.isLower && isOpen(before))) return false
  if (before.count > 1 && before.text.endsWith(".") && abbreviated.test(before.text.slice(-MAX_ENDING))) return true
  if (before.isTerminal) {
    return isColumn && isFull && !isBroken || endsAbbreviated(before, next, isFull) || isInBrackets(before, next)
  }
  if (next.isLower && before.count > 1 && functionWords.has(before.last)) return true
  if (isFull && !isBroken && (isQuoting || isHanging)) return true
  if (isDescription) return before.count > MAX_WORDS_OF_ENTRY || next.isLower
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

/**
 * Returns whether a line ends with an abbreviation such as "sec." or "bzw." inside a sentence. Evidence is a number
 * or a lower-case letter on the next line, or a full line.
 */
const endsAbbreviated = (before: Words, next: Words, isFull: boolean): boolean =>
  before.count > 1 && /\p{L}\.$/u.test(before.text.slice(-MAX_ENDING)) &&
  neverLast.has(Letters.wordBefore(before.text, before.text.length - 1).toLowerCase()) &&
  (isFull || next.isLower || /^[\p{N}§]/u.test(next.text))

/** Returns whether the line end is inside brackets: "(see sec. / 4.2)". */
const isInBrackets = (before: Words, next: Words): boolean =>
  before.text.lastIndexOf("(") > before.text.lastIndexOf(")") && /^[^()]*\)/.test(next.text) &&
  !/[.!?]\)$/.test(next.text)
