/** Groups words into lines. A line ends at a gap wider than a space: a column, or a table cell. */
import { add, ASCENT } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import { MAX_NEIGHBOURS, MAX_RULES_OF_LAYOUT } from "./bounds.ts"
import { entriesOf } from "./contents.ts"
import { gather } from "./formulas.ts"
import { type Cuts, ends, factsOf, isDash, type Row, type RowFacts } from "./gaps.ts"
import { gutters } from "./gutters.ts"
import { joinDrawnOut, setInitials } from "./initials.ts"
import { joinJustified, joinTitles } from "./justified.ts"
import { type Line, type Piece, sortAcross } from "./line.ts"
import { EM_TO_DESCENT, MIN_EM_OF_SPACE, MOST, NEARLY_ALL, SAME_SIZE_POINTS, sizeOfMost } from "./measures.ts"
import { rivers } from "./rivers.ts"
import { isMirrored, isRtl, logical, sortRtl, sortWithin } from "./rtl.ts"
import { strips } from "./strips.ts"

const cjk = /[\u2e80-\u2fdf\u3000-\u30ff\u31c0-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\u{20000}-\u{2fa1f}]/u

/** First letter for which the regular expression is tested. Earlier letters cannot match. */
const FIRST_CJK = "\u2e80"

const isCjk = (letter: string): boolean => letter >= FIRST_CJK && cjk.test(letter)

export const endsCjk = (text: string): boolean => isCjk(text.slice(-1)) && cjk.test(text.slice(-2))
export const startsCjk = (text: string): boolean => isCjk(text.slice(0, 1))

/** Maximum distance of baselines in points. It is smaller than for lines, so that raised words are found. */
const MAX_POINTS_BETWEEN_BASELINES_OF_WORDS = 1.2
const MAX_EM_BETWEEN_BASELINES_OF_WORDS = 0.28

const MAX_EM_BETWEEN_TOUCHING_WORDS = 0.15

const MAX_POINTS_OF_BASE_LETTER = 40
const MAX_EM_ABOVE_BASELINE = 0.65
const MAX_EM_BELOW_BASELINE = 0.4
const MAX_EM_OF_SHORT_BELOW_BASELINE = 0.55
const MIN_SHIFT_EM = 0.12

const SCRIPT_RATIO = 0.86
const SCRIPT_LETTERS = 12
const SHORT_LETTERS = 3

/** Limits the comparisons on hostile pages; on real pages, words have fewer neighbours. */
const MAX_NEIGHBOURS_PER_WORD = 1500
/** Limits the work on hostile pages; real pages have fewer raised words. */
const MAX_RAISED_WORDS = 2000

/** Maximum gap between a short word and its base word, in ems. */
const SHORT_GAP = 0.1
const GAP_AFTER = 0.3
const OVER_AFTER = 0.2
const GAP_BEFORE = 0.25
const OVER_BEFORE = 0.15

const LARGE_RATIO = 1.02
/** Minimum shift of a raised number that is as large as its base word, in ems. */
const LARGE_SHIFT = 0.25
/** Maximum gap before a raised number that is as large as its base word, in ems. */
const LARGE_GAP = 0.08

const REST_GAP = 0.5
const REST_OVERLAP = 1

const MAX_EM_OF_OVERLAPPING_SPACE = 0.1

/** Minimum share of right-to-left letters in a line that is read from the right. */
const RTL_SHARE = 0.4
/**
 * Share of right-to-left letters above which a line is read from the right, even if it starts and ends left-to-right.
 */
const MOSTLY_RTL = 0.7

const FRACTION_GAP = 0.2

/** Maximum letters of a run that may be one word. */
const FUSED_LETTERS = 24
const FUSED_WORDS = 3
/** Minimum average letters of the pieces in a run that is split into words. */
const LETTERS_OF_WORD = 2.5

const MIXED_SPACE = 0.3
const WIDE_SPACE = 0.6

const sortDown = (pieces: Array<Piece>, height: (piece: Piece) => number): Array<Piece> => {
  const compare = (a: Piece, b: Piece): number => height(a) - height(b) || a.x0 - b.x0
  for (let k = 1; k < pieces.length; k++) if (!(compare(pieces[k - 1]!, pieces[k]!) <= 0)) return pieces.sort(compare)
  return pieces
}

const toRows = (pieces: ReadonlyArray<Piece>): Array<Row> => {
  const sorted = sortDown([...pieces], (piece) => piece.y)
  attachScripts(sorted)
  sortDown(sorted, (piece) => piece.row)
  const rows: Array<Row> = []
  for (const piece of sorted) {
    let best: Row | undefined
    for (let k = rows.length - 1; k >= 0 && k > rows.length - MAX_NEIGHBOURS; k--) {
      const row = rows[k]!
      if (
        Math.abs(row.y - piece.row) <=
          Math.max(
            MAX_POINTS_BETWEEN_BASELINES_OF_WORDS,
            Math.min(piece.size, row.size) * MAX_EM_BETWEEN_BASELINES_OF_WORDS
          )
      ) {
        best = row
        break
      }
    }
    const weight = piece.text.length * piece.size
    if (best === undefined) {
      rows.push({ y: piece.row, size: piece.size, weight, pieces: [piece] })
      continue
    }
    best.pieces.push(piece)
    best.size = Math.max(best.size, piece.size)
    if (weight > best.weight) {
      best.weight = weight
      best.y = piece.row
    }
  }
  return rows
}

const isNextTo = (left: Piece | undefined, piece: Piece): boolean =>
  left !== undefined && Math.abs(left.y - piece.y) < SAME_SIZE_POINTS &&
  Math.abs(left.size - piece.size) < SAME_SIZE_POINTS &&
  Math.abs(piece.x0 - left.x1) < piece.size * MAX_EM_BETWEEN_TOUCHING_WORDS

const attachScripts = (sorted: ReadonlyArray<Piece>): void => {
  let largest = 0
  for (const piece of sorted) largest = Math.max(largest, piece.size)
  const reach = Math.min(largest, MAX_POINTS_OF_BASE_LETTER) * MAX_EM_ABOVE_BASELINE
  const hung: Array<Piece> = []
  let low = 0
  for (let index = 0; index < sorted.length; index++) {
    const piece = sorted[index]!
    while (sorted[low]!.y < piece.y - reach) low++
    if (piece.text.length > SCRIPT_LETTERS) continue
    // Some producers raise a number without making it smaller.
    const digits = piece.text.length <= SHORT_LETTERS && /^\d{1,3}$/.test(piece.text)
    if (piece.size > largest * SCRIPT_RATIO && !digits) continue
    // Limited, because a hostile page could otherwise take quadratic time.
    for (let k = low; k < sorted.length && k < low + MAX_NEIGHBOURS_PER_WORD; k++) {
      const host = sorted[k]!
      const shift = host.y - piece.y
      if (shift > reach) break
      const after = piece.x0 - host.x1
      const deepest = piece.text.length < SHORT_LETTERS && Math.abs(after) < host.size * SHORT_GAP
        ? MAX_EM_OF_SHORT_BELOW_BASELINE
        : MAX_EM_BELOW_BASELINE
      if (shift > host.size * MAX_EM_ABOVE_BASELINE || shift < -host.size * deepest) continue
      const asLarge = host.size * SCRIPT_RATIO < piece.size
      if (
        asLarge && !(digits && piece.size < host.size * LARGE_RATIO && Math.abs(shift) > host.size * LARGE_SHIFT &&
          Math.abs(after) < host.size * LARGE_GAP && /\p{L}|\d{4}/u.test(host.text))
      ) continue
      const before = host.x0 - piece.x1
      const near = after > -host.size * OVER_AFTER && after < host.size * GAP_AFTER ||
        before > -host.size * OVER_BEFORE && before < host.size * GAP_BEFORE && !isNextTo(sorted[index - 1], piece)
      if (!near || Math.abs(shift) < host.size * MIN_SHIFT_EM) continue
      piece.script = shift > 0 ? "sup" : "sub"
      piece.row = host.y
      hung.push(piece)
      break
    }
  }
  if (hung.length === 0 || hung.length > MAX_RAISED_WORDS) return
  // In "1, 2", the second number is raised or lowered like the first.
  for (const piece of sorted) {
    if (piece.script !== undefined || piece.text.length > SCRIPT_LETTERS) continue
    const first = hung.find((other) =>
      Math.abs(other.y - piece.y) < SAME_SIZE_POINTS && Math.abs(other.size - piece.size) < SAME_SIZE_POINTS &&
      piece.x0 - other.x1 > -REST_OVERLAP &&
      piece.x0 - other.x1 < other.size * REST_GAP
    )
    if (first !== undefined) {
      piece.script = first.script
      piece.row = first.row
      hung.push(piece)
    }
  }
}

const cut = (facts: RowFacts, cuts: Cuts): Array<Line> => {
  const { row } = facts
  const lines: Array<Line> = []
  let line: Array<Piece> = []
  let from = 0
  for (const next of row.pieces) {
    const last = line.at(-1)
    if (last !== undefined) {
      const size = Math.max(next.size, last.size)
      if (ends({ line, last, next, from, width: next.x0 - from, size }, facts, cuts)) {
        lines.push(makeLine(line, row.y))
        line = []
      }
    }
    from = line.length === 0 ? next.x1 : Math.max(from, next.x1)
    line.push(next)
  }
  if (line.length > 0) lines.push(makeLine(line, row.y))
  return lines
}

export const toLines = (pieces: ReadonlyArray<Piece>, vertical: ReadonlyArray<Rule> = []): Array<Line> => {
  const rows = toRows(setInitials(pieces))
  for (const row of rows) row.pieces = joinDrawnOut(sortAcross(row.pieces))
  let body: number | undefined
  const cuts: Cuts = {
    walls: vertical.length < MAX_RULES_OF_LAYOUT ? vertical : [],
    free: strips(rows),
    edges: [...gutters(rows), ...rivers(rows)],
    body: () => body ??= sizeOfMost(pieces)
  }
  const entries = entriesOf(rows)
  const lines: Array<Line> = []
  for (const row of rows) {
    const begun = lines.length
    const isEntry = entries.has(row)
    for (const line of cut(factsOf(row, isEntry), cuts)) lines.push(isEntry ? { ...line, entry: true } : line)
    joinJustified(lines, begun, makeLine)
  }
  joinTitles(lines, cuts.body(), makeLine)
  return [...gather(lines.filter((line) => line.text !== ""), makeLine)]
}

const isLatin = ({ text }: Piece): boolean => /\p{L}/u.test(text) && !isRtl(text)

/**
 * Returns whether a line of both directions is read from the left: it starts and ends with Latin text, or its last
 * word ends a sentence.
 */
const isLeft = (pieces: ReadonlyArray<Piece>): boolean => {
  const last = pieces.at(-1)!
  return isLatin(last) && (isLatin(pieces[0]!) || /\p{L}[.,;:!?]$/u.test(last.text))
}

const makeLine = (pieces: Array<Piece>, y: number): Line => {
  const sizes = new Map<number, number>()
  let letters = 0
  let bold = 0
  let italic = 0
  let mono = 0
  let rtl = 0
  let x0 = Infinity
  let x1 = -Infinity
  let index = Infinity
  for (const piece of pieces) {
    const count = piece.text.length
    letters += count
    add(sizes, Math.round(piece.size * 2) / 2, count)
    if (piece.font.bold) bold += count
    if (piece.font.italic) italic += count
    if (piece.font.mono) mono += count
    if (isRtl(piece.text)) rtl += count
    x0 = Math.min(x0, piece.x0)
    x1 = Math.max(x1, piece.x1)
    index = Math.min(index, piece.index)
  }
  let size = 0
  let most = 0
  for (const [key, count] of sizes) {
    if (count > most) {
      most = count
      size = key
    }
  }
  const line: Line = {
    pieces,
    text: "",
    x0,
    x1,
    y,
    y0: y - size * ASCENT,
    y1: y + size * EM_TO_DESCENT,
    size,
    bold: bold > letters * MOST,
    italic: italic > letters * MOST,
    mono: mono > letters * NEARLY_ALL,
    rtl: rtl > letters * RTL_SHARE && !(rtl < letters * MOSTLY_RTL && isLeft(pieces)),
    mirrored: rtl > 0 && isMirrored(pieces),
    formula: false,
    entry: false,
    index
  }
  joinFractions(pieces)
  if (line.rtl) sortRtl(pieces)
  else {
    if (pieces.length > 1 && pieces[0]!.text === "o" && isDash(pieces[0]!, pieces[1]!)) {
      pieces[0] = { ...pieces[0]!, text: "◦" }
      pieces[1]!.spaced = true
    }
    if (rtl > 0) sortWithin(pieces)
    partFused(pieces)
  }
  line.text = textOf(pieces, line)
  return line
}

/** Joins a raised and a lowered word above each other to a fraction, if they have no base word. */
const joinFractions = (pieces: Array<Piece>): void => {
  for (let k = pieces.length - 1; k > 0; k--) {
    const a = pieces[k - 1]!
    const b = pieces[k]!
    if (a.script === undefined || b.script === undefined || a.script === b.script) continue
    if (Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) < Math.min(a.x1 - a.x0, b.x1 - b.x0) * MOST) continue
    const before = pieces[k - 2]
    const x0 = Math.min(a.x0, b.x0)
    if (before !== undefined && x0 - before.x1 < a.size * FRACTION_GAP || !/^[\p{L}\d]+$/u.test(a.text + b.text)) {
      continue
    }
    const [above, below] = a.script === "sup" ? [a, b] : [b, a]
    pieces.splice(k - 1, 2, {
      ...above,
      text: `${above.text}/${below.text}`,
      x0,
      x1: Math.max(a.x1, b.x1),
      script: undefined
    })
  }
}

const longestRun = (pieces: ReadonlyArray<Piece>): number => {
  let longest = 0
  let run = 0
  for (let k = 0; k < pieces.length; k++) {
    run = k > 0 && isSpaceBetween(pieces[k - 1]!, pieces[k]!) ? 1 : run + 1
    longest = Math.max(longest, run)
  }
  return longest
}

/** Returns whether a run is a checksum. Most of its pieces mix letters and digits, but some may have only digits. */
const isChecksum = (run: ReadonlyArray<Piece>, signs: number): boolean =>
  run.reduce((sum, { text }) => sum + (/\p{L}/u.test(text) && /\d/.test(text) ? text.length : 0), 0) > signs / 2

/** Separates words whose gaps are invisible, so that they look like one long word. */
const partFused = (pieces: Array<Piece>): void => {
  if (longestRun(pieces) < FUSED_WORDS) return
  let start = 0
  let letters = 0
  for (let k = 0; k <= pieces.length; k++) {
    const piece = pieces[k]
    if (
      piece !== undefined && /^[\p{L}\p{N}'’.,&()-]+$/u.test(piece.text) && !cjk.test(piece.text) &&
      (k === start || !isSpaceBetween(pieces[k - 1]!, piece))
    ) {
      letters += piece.text.length
      continue
    }
    if (letters > FUSED_LETTERS && k - start >= FUSED_WORDS && letters / (k - start) > LETTERS_OF_WORD) {
      const run = pieces.slice(start, k)
      if (!isChecksum(run, letters)) { for (const fused of run.slice(1)) fused.apart = true }
    }
    start = piece === undefined || k === start ? k + 1 : k
    letters = 0
    if (start === k) k--
  }
}

export const isSpaceBetween = (left: Piece, right: Piece): boolean => {
  if (right.apart) return true
  const inOrder = left.x0 <= right.x0
  const first = inOrder ? left : right
  const second = inOrder ? right : left
  const gap = second.x0 - first.x1
  const size = Math.min(left.size, right.size)
  const wide = (isCjk(left.text.at(-1) ?? "") ? 1 : 0) + (isCjk(right.text[0] ?? "") ? 1 : 0)
  if (wide === 2) return gap > size * WIDE_SPACE
  // The piece that was written later records the space.
  const later = first.index < second.index ? second : first
  return gap > size * (wide === 1 ? MIXED_SPACE : MIN_EM_OF_SPACE) ||
    later.spaced && gap > -size * MAX_EM_OF_OVERLAPPING_SPACE
}

export const wordOf = (text: string, { mirrored, rtl }: Pick<Line, "rtl" | "mirrored">): string =>
  rtl || isRtl(text) ? logical(text, mirrored) : text

export const textOf = (pieces: ReadonlyArray<Piece>, line: Pick<Line, "rtl" | "mirrored">): string => {
  let text = ""
  for (let k = 0; k < pieces.length; k++) {
    const piece = pieces[k]!
    if (k > 0 && isSpaceBetween(pieces[k - 1]!, piece)) text += " "
    text += wordOf(piece.text, line)
  }
  return (/\s{2}|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text).trim()
}
