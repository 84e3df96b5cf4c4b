/**
 * Determines whether a position in a text is inside a sentence. It shares no code and no word list with the segmenter
 * that it judges. It reads only the lines on both sides of the position.
 */

/** Number of lines of a paragraph, on each side of a position, from which its column width is measured. */
const MAX_LINES_OF_PARAGRAPH = 40

/** Minimum number of words of a line that may be part of a sentence. */
const MIN_WORDS_OF_PROSE = 4

/** Minimum number of columns between a term and the description below it. */
const MIN_COLUMNS_RIGHT_OF_TERM = 2

/** Maximum number of words of a term above its description. */
const MAX_WORDS_OF_TERM = 5

/** Minimum number of words of a line that a lower-case line continues. */
const MIN_WORDS_BEFORE_LOWER_CASE = 3

/** Number of lines on each side of a list number in which the next or previous number is searched. */
const LINES_TO_SIBLING = 25

const marks = /^(?:[ \t]*(?:>|\/\/|#(?=[ \t])|;)[ \t]?)*/
const bullet =
  /^(?:[-*+•o–—]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.):]|\[[^\]]{1,24}\]|\d{1,3}(?:\.\d{1,3})+\.?)(?:[ \t]|$)/
const structural =
  /^(?:\/?\*+|.*(?:\. ?){4,}\s*\d+$|#{1,6}[ \t]|\||\+[-=+]+|[-=*_~^.]{3,}$|```|~~~|<\/?[a-z!][^>]*>|!?\[[^\]]*\]\(|\[[^\]]+\]:)/i
const terminal = /[.!?…。！？:;](?:["'”’»)\]}*_`]|\[\^?\w{1,4}\])*$/u
const abbreviated = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|resp|approx|viz|Fig|Figs|Sec|Sect|Eq|pp|Dr|Mr|Mrs|Prof|al)\.$/
const openEnd =
  /(?:^|[\s(["'`*_])(?:the|a|an|of|and|or|to|in|for|with|that|which|is|are|be|as|by|on|at|from|not|if|when|than|into|must|may|can|will|should|shall|was|were|has|have|this|these|its|their|any|each|such|no|it)$/i
const everyday = /\b(?:the|a|an|of|and|or|to|in|for|with|that|which|is|are|be|as|by|on|not|if|this|it|you)\b/i
const codeSigns = /[{}=<>;|\\$@^~]|\(\)|->|::|&&/g
const footer = /\[Page [\divxlc]+\]\s*$/i
const header = /^(?:RFC\s?\d+|Internet[ -]Draft|INTERNET[ -]DRAFT)\b.*\d{4}\s*$/i

interface Line {
  readonly start: number
  readonly end: number
  readonly indent: number
  readonly mark: string
  readonly words: string
}

export type Reason =
  | "within a line"
  | "after an abbreviation"
  | "before a lower-case line"
  | "after an open line"
  | "at a full line"
  | "over a page break"
  | "over a display"
  | "at a number that is no item"

export interface Judge {
  readonly inside: (place: number) => Reason | undefined
}

const isBlank = ({ words }: Line): boolean => words === ""

const countOf = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length

const isProse = (text: string): boolean =>
  countOf(text) >= MIN_WORDS_OF_PROSE && everyday.test(text) &&
  (text.match(codeSigns)?.length ?? 0) * 12 < text.length &&
  !/\S {3,}\S/.test(text)

interface Page {
  readonly lines: ReadonlyArray<Line>
  readonly isFurniture: ReadonlyArray<boolean>
}

/** Number of lines after a footer that may contain the next page's header. */
const LINES_TO_HEADER = 8

const pageOf = (source: string): Page => {
  const lines: Array<Line> = []
  for (let start = 0; start <= source.length;) {
    const found = source.indexOf("\n", start)
    const end = found < 0 ? source.length : found
    const whole = source.slice(start, end).replaceAll("\f", " ").trimEnd()
    const mark = marks.exec(whole)![0].length
    const indent = whole.length - whole.trimStart().length
    lines.push({ start, end, indent, mark: whole.slice(0, mark).trim(), words: whole.slice(mark).trim() })
    start = end + 1
  }
  const isFurniture = lines.map(({ words }) => footer.test(words))
  for (let at = 0; at < lines.length; at++) {
    if (!footer.test(lines[at]!.words)) continue
    for (let next = at + 1; next < Math.min(at + LINES_TO_HEADER, lines.length); next++) {
      if (header.test(lines[next]!.words)) isFurniture[next] = true
      else if (!isBlank(lines[next]!)) break
    }
  }
  return { lines, isFurniture }
}

const lineAt = ({ lines }: Page, place: number): number => {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (lines[middle]!.start <= place) low = middle
    else high = middle - 1
  }
  return low
}

const widthAround = ({ isFurniture, lines }: Page, at: number): number => {
  let width = 0
  for (const step of [-1, 1]) {
    for (let line = step < 0 ? at : at + 1; Math.abs(line - at) < MAX_LINES_OF_PARAGRAPH; line += step) {
      const one = lines[line]
      if (one === undefined || isBlank(one) || isFurniture[line] || structural.test(one.words)) break
      width = Math.max(width, one.indent + one.words.length)
    }
  }
  return width
}

const styleOf = (mark: string): string => mark.replace(/\d+/g, "0").replace(/[a-z]+/g, "a").replace(/[A-Z]+/g, "A")
const numberOf = (mark: string): string | undefined => /\d+(?=\D*$)/.exec(mark)?.[0]

const hasSibling = ({ lines }: Page, at: number, mark: string): boolean => {
  const number = numberOf(mark)
  for (let line = Math.max(0, at - LINES_TO_SIBLING); line < Math.min(lines.length, at + LINES_TO_SIBLING); line++) {
    const other = line === at ? undefined : bullet.exec(lines[line]!.words)?.[0].trim()
    if (other === undefined || styleOf(other) !== styleOf(mark)) continue
    if (number === undefined || Math.abs(Number(numberOf(other)) - Number(number)) <= 1) return true
  }
  return false
}

const isTermOf = (before: Line, next: Line): boolean =>
  next.indent >= before.indent + MIN_COLUMNS_RIGHT_OF_TERM && bullet.exec(before.words) === null &&
  countOf(before.words) <= MAX_WORDS_OF_TERM

const endsOpen = (words: string): boolean => openEnd.test(words) || words.endsWith(",")

const acrossLines = (page: Page, from: number, to: number): Reason | undefined => {
  const before = page.lines[from]!
  const next = page.lines[to]!
  const isPaged = page.isFurniture.slice(from + 1, to).includes(true)
  const isNear = to === from + 1
  if (structural.test(next.words) || structural.test(before.words) || before.mark !== next.mark) return undefined
  const isTerminal = terminal.test(before.words)
  if (isTerminal && !abbreviated.test(before.words)) return undefined
  const mark = bullet.exec(next.words)?.[0]
  if (mark !== undefined) {
    return isNear && /\d/.test(mark) && endsOpen(before.words) && isProse(before.words) &&
        !hasSibling(page, to, mark.trim())
      ? "at a number that is no item"
      : undefined
  }
  if (isTerminal) return isNear || isPaged ? "after an abbreviation" : undefined
  if (isTermOf(before, next)) return undefined
  return isNear ? acrossLineEnd(page, from) : acrossBlank(before, next, isPaged)
}

const isLower = (words: string): boolean => /^["'“‘(`*_]*\p{Ll}/u.test(words)

const acrossBlank = (before: Line, next: Line, isPaged: boolean): Reason | undefined => {
  if (!isProse(before.words)) return undefined
  if (isPaged) {
    const isOpen = endsOpen(before.words) || /[(–&-]$/.test(before.words)
    return isLower(next.words) || isOpen && isProse(next.words) ? "over a page break" : undefined
  }
  return isLower(next.words) && isProse(next.words) && !/^\w+\(\w*\)/.test(next.words) ? "over a display" : undefined
}

const acrossLineEnd = (page: Page, from: number): Reason | undefined => {
  const before = page.lines[from]!
  const next = page.lines[from + 1]!
  const isProseBefore = isProse(before.words)
  if (!isProseBefore && !isProse(next.words)) return undefined
  if (isLower(next.words) && (isProseBefore || countOf(before.words) >= MIN_WORDS_BEFORE_LOWER_CASE)) {
    return "before a lower-case line"
  }
  if (isProseBefore && (endsOpen(before.words) || /[(–&-]$/.test(before.words))) return "after an open line"
  const first = /^\S+/.exec(next.words)?.[0].length ?? 0
  const isFull = before.indent + before.words.length + 1 + first > widthAround(page, from)
  return isFull && isProseBefore && isProse(next.words) ? "at a full line" : undefined
}

const withinLine = (left: string, right: string): Reason | undefined => {
  const words = left.slice(marks.exec(left)![0].length).trim()
  const isMark = bullet.test(`${words} `) && words.split(/\s/).length === 1
  if (isMark || structural.test(words) || /\|\s*$/.test(left)) return undefined
  if (!terminal.test(words)) return "within a line"
  return abbreviated.test(words) || isLower(right) && /(?:\.g|\.e)\.$/.test(words) ? "after an abbreviation" : undefined
}

export const judgeOf = (source: string): Judge => {
  const page = pageOf(source)
  const { isFurniture, lines } = page
  const isSkipped = (at: number) => isFurniture[at] === true || isBlank(lines[at]!)
  return {
    inside: (place) => {
      let before = place
      while (before > 0 && /\s/.test(source[before - 1]!)) before--
      let next = place
      while (next < source.length && /\s/.test(source[next]!)) next++
      if (before === 0 || next >= source.length) return undefined
      let to = lineAt(page, next)
      let from = lineAt(page, before - 1)
      if (from === to) {
        const left = source.slice(lines[to]!.start, before)
        const isMark = marks.exec(`${left} `)![0].trimEnd() === left.trimEnd()
        if (!isMark) return withinLine(left, source.slice(next, lines[to]!.end))
        from--
      }
      while (from >= 0 && isSkipped(from)) from--
      while (to < lines.length && isSkipped(to)) to++
      return from < 0 || to >= lines.length || from >= to ? undefined : acrossLines(page, from, to)
    }
  }
}
