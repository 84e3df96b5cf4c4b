import * as CodeUnit from "../../CodeUnit.ts"
import * as Unit from "../../Unit.ts"
import * as Letters from "../letters.ts"
import { functionWords, MAX_LETTERS_OF_FUNCTION_WORD } from "./words.ts"

const MIN_SIGNS_OF_CODE = 0.16
const MIN_CHARACTERS_OF_LINE = 6
const MIN_CODE_LINES_OF_PARAGRAPH = 0.6
const MIN_CODE_LINES_OF_INDENTED = 0.3
const MIN_PROSE_LINES_OF_BLOCK = 0.6
const MIN_WORDS_OF_PROSE_LINE = 4
const MIN_PROSE_LINES = 2

const signs = Letters.unitsOf("{}[]<>=;|\\/_$#@^~+*&()")
const endsOfCode = new Set(Array.from("{};>\\=)],", (sign) => sign.charCodeAt(0)))
const endsAsCode = /(?:[{};]|\)\s*=>|\\|[^:]:=)$|^[)}\]]+[;,]?$/
const startsWithSign = /^(?:\$ |>>> |\.\.\. |% |#!|@\w+\(|<\/?\w+[ >/])/
const startsWithKeyword =
  /^(?:const|let|var|import|export|return|function|def|class|public|private|static|void|int|struct|typedef|package|using|elif|else:|except:|try:|sudo|npm|npx|pip|apt-get|git|cd|curl) /
const startsWithAssignment = /^[\w.$]+ (?:[-+:]?=) \S/
const startsOfCode = Letters.unitsOf("$>.%#@<")

/**
 * Returns whether a line may start as code. Most lines do not start with the sign or the kind of letter that an
 * regular expression needs.
 */
const startsAsCode = (line: string): boolean => {
  const first = line.charCodeAt(0)
  return startsOfCode[first] === 1 && startsWithSign.test(line) ||
    CodeUnit.isLowerLetter(first) && startsWithKeyword.test(line) ||
    line.includes("= ") && startsWithAssignment.test(line)
}
const columns = /\S(?: {5,}|\t+)\S/
const SPACES_OF_COLUMN = "     "
const record =
  /^\[?(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[T ,]|\d{1,2}:\d{2}:\d{2}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} \d{2}:|(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b)/
/** Matches a field, as in a mail header: a short name, a colon and a value. */
const field = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,30}:(?:[ \t]|$)/u

const MAX_WORDS_OF_FIELD = 4

/**
 * Returns whether a line is a field. A sentence may have a colon, too, but the text before it is longer or has a word
 * such as "the".
 */
export const isField = (line: string): boolean => {
  if (!line.includes(":")) return false
  const name = field.exec(line)?.[0]
  if (name === undefined || /[.!?] /.test(name)) return false
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length === 1 || words.length <= MAX_WORDS_OF_FIELD && !words.some((word) => functionWords.has(word))
}
/** The first characters of digits, brackets, months and levels. */
const startsOfRecord = Letters.unitsOf("[0123456789JFMASONDIWET")

export const isRecord = (line: string): boolean => startsOfRecord[line.charCodeAt(0)] === 1 && record.test(line)

const countSigns = (line: string): number => {
  let count = 0
  for (let at = 0; at < line.length; at++) count += signs[line.charCodeAt(at)]!
  return count
}

const isCodeLine = (line: string): boolean => {
  if (line === "") return false
  if (startsAsCode(line) || endsOfCode.has(line.charCodeAt(line.length - 1)) && endsAsCode.test(line)) return true
  if ((line.includes("\t") || line.includes(SPACES_OF_COLUMN)) && columns.test(line)) return true
  if (line.length < MIN_CHARACTERS_OF_LINE) return false
  // Links and addresses are removed, because their signs are no evidence of code.
  const plain = !/[`*_]|\]\(|:\/\//.test(line)
    ? line
    : line.replace(/\]\([^()\s]*\)|<?https?:\/\/\S+|`[^`]*`|\*\*|__/g, "")
  return countSigns(plain) >= MIN_SIGNS_OF_CODE * plain.length && plain.length >= MIN_CHARACTERS_OF_LINE
}

/**
 * Returns whether lines are verbatim: code, columns and drawings. Markdown reads indented paragraphs as code, but
 * RFCs and manuals indent their text. So an indented paragraph needs less evidence only if it does not read as
 * sentences.
 */
export const isVerbatim = (lines: ReadonlyArray<string>, isIndented: boolean): boolean => {
  if (lines.length === 1 && !isIndented) return false
  let found = 0
  for (const line of lines) if (isCodeLine(line)) found++
  if (lines.length === 1) return found === 1
  if (found >= MIN_CODE_LINES_OF_PARAGRAPH * lines.length) return true
  if (!isIndented) return false
  return found >= MIN_CODE_LINES_OF_INDENTED * lines.length || !lines.some(isSentenceLike) && !isUncased(lines.join(""))
}

const hasCapital = (line: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const unit = line.charCodeAt(at)
    if (CodeUnit.isUpperLetter(unit)) return true
    if (unit > Unit.LAST_ASCII) {
      const word = line.slice(start, end)
      return word !== word.toLowerCase()
    }
  }
  return false
}

const hasFunctionWord = (line: string): boolean => {
  for (let at = Letters.nextWord(line, 0); at < line.length;) {
    const end = Letters.endOfWord(line, at)
    if (end - at <= MAX_LETTERS_OF_FUNCTION_WORD && functionWords.has(line.slice(at, end))) return true
    at = Letters.nextWord(line, end)
  }
  return false
}

export const isSentenceLike = (line: string): boolean => {
  let words = 0
  let lower = 0
  for (let at = Letters.nextWord(line, 0); at < line.length;) {
    const end = Letters.endOfWord(line, at)
    if (!CodeUnit.isDigit(line.charCodeAt(at))) {
      words++
      if (!hasCapital(line, at, end)) lower++
    }
    at = Letters.nextWord(line, end)
  }
  if (words < MIN_WORDS_OF_PROSE_LINE) return isUncased(line) && line.length >= MIN_UNCASED_OF_PROSE_LINE
  return lower * 2 > words || lower * 3 >= words && hasFunctionWord(line)
}

const MIN_UNCASED_OF_PROSE_LINE = 12

export const isUncased = (line: string): boolean => {
  let isAscii = true
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at)
    if (CodeUnit.isLetter(unit)) return false
    if (unit > Unit.LAST_ASCII) isAscii = false
  }
  return !isAscii && /\p{Lo}/u.test(line) && !/\p{Lu}|\p{Ll}/u.test(line)
}

export const isProse = (lines: ReadonlyArray<string>): boolean => {
  const withWords = lines.filter((line) => /[\p{L}\p{N}]/u.test(line))
  if (withWords.length < MIN_PROSE_LINES) return false
  let prose = 0
  for (const line of withWords) if (!isCodeLine(line) && isSentenceLike(line)) prose++
  return prose >= MIN_PROSE_LINES_OF_BLOCK * withWords.length &&
    withWords.some((line) => /[.!?:。！？][)"'”’]?$/.test(line))
}
