/** Words to lines. A line here ends at a gap that is wider than a space: a column, or a cell of a table. */
import { add, mode } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import { entriesOf } from "./contents.ts"
import { gather } from "./formulas.ts"
import { type Cuts, ends, factsOf, isDash, type Row, type RowFacts } from "./gaps.ts"
import { gutters } from "./gutters.ts"
import { joinDrawnOut, setInitials } from "./initials.ts"
import type { Line, Piece } from "./line.ts"
import { rivers } from "./rivers.ts"
import { isMirrored, isRtl, logical, sortRtl, sortWithin } from "./rtl.ts"
import { strips } from "./strips.ts"

const cjk = /[\u2e80-\u2fdf\u3000-\u30ff\u31c0-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\u{20000}-\u{2fa1f}]/u

export const endsCjk = (text: string): boolean => cjk.test(text.slice(-2)) && cjk.test(text.slice(-1) || " ")
export const startsCjk = (text: string): boolean => cjk.test(text.slice(0, 1))

const toRows = (pieces: ReadonlyArray<Piece>): Array<Row> => {
  const sorted = [...pieces].sort((a, b) => a.y - b.y || a.x0 - b.x0)
  attachScripts(sorted)
  sorted.sort((a, b) => a.row - b.row || a.x0 - b.x0)
  const rows: Array<Row> = []
  for (const piece of sorted) {
    let best: Row | undefined
    for (let k = rows.length - 1; k >= 0 && k > rows.length - 8; k--) {
      const row = rows[k]!
      if (Math.abs(row.y - piece.row) <= Math.max(1.2, Math.min(piece.size, row.size) * 0.28)) {
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

/** Both are of one size and one baseline, and touch. */
const isNextTo = (left: Piece | undefined, piece: Piece): boolean =>
  left !== undefined && Math.abs(left.y - piece.y) < 0.3 && Math.abs(left.size - piece.size) < 0.3 &&
  Math.abs(piece.x0 - left.x1) < piece.size * 0.15

/** Small raised or lowered words join the row of the word they hang on. */
const attachScripts = (sorted: ReadonlyArray<Piece>): void => {
  let largest = 0
  for (const piece of sorted) largest = Math.max(largest, piece.size)
  const reach = Math.min(largest, 40) * 0.65
  const hung: Array<Piece> = []
  let low = 0
  for (const [index, piece] of sorted.entries()) {
    while (sorted[low]!.y < piece.y - reach) low++
    // some raise a number without making it smaller
    const digits = /^\d{1,3}$/.test(piece.text)
    if (piece.size > largest * 0.86 && !digits || piece.text.length > 12) continue
    // no honest row has more neighbours, and a hostile one must not cost its square
    for (let k = low; k < sorted.length && k < low + 1500; k++) {
      const host = sorted[k]!
      const shift = host.y - piece.y
      if (shift > reach) break
      const after = piece.x0 - host.x1
      const deepest = piece.text.length < 3 && Math.abs(after) < host.size * 0.1 ? 0.55 : 0.4
      if (shift > host.size * 0.65 || shift < -host.size * deepest) continue
      const asLarge = host.size * 0.86 < piece.size
      if (
        asLarge && !(digits && piece.size < host.size * 1.02 && Math.abs(shift) > host.size * 0.25 &&
          Math.abs(after) < host.size * 0.08 && /\p{L}|\d{4}/u.test(host.text))
      ) continue
      const before = host.x0 - piece.x1
      const near = after > -host.size * 0.2 && after < host.size * 0.3 ||
        before > -host.size * 0.15 && before < host.size * 0.25 && !isNextTo(sorted[index - 1], piece)
      if (!near || Math.abs(shift) < host.size * 0.12) continue
      piece.script = shift > 0 ? "sup" : "sub"
      piece.row = host.y
      hung.push(piece)
      break
    }
  }
  if (hung.length === 0 || hung.length > 2000) return
  // the rest of "1, 2" hangs on its first part
  for (const piece of sorted) {
    if (piece.script !== undefined || piece.text.length > 12) continue
    const first = hung.find((other) =>
      Math.abs(other.y - piece.y) < 0.3 && Math.abs(other.size - piece.size) < 0.3 && piece.x0 - other.x1 > -1 &&
      piece.x0 - other.x1 < other.size * 0.5
    )
    if (first !== undefined) {
      piece.script = first.script
      piece.row = first.row
      hung.push(piece)
    }
  }
}

const usualSize = (pieces: ReadonlyArray<Piece>): number => {
  const sizes = new Map<number, number>()
  for (const piece of pieces) add(sizes, Math.round(piece.size * 2) / 2, piece.text.length)
  return mode(sizes) ?? 10
}

/** Cuts one row into lines. */
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

/** Rulings beyond this number make a drawing, in which no words are parted by them. */
const MOST_WALLS = 2000

export const toLines = (pieces: ReadonlyArray<Piece>, vertical: ReadonlyArray<Rule> = []): Array<Line> => {
  const rows = toRows(setInitials(pieces))
  for (const row of rows) row.pieces = joinDrawnOut(row.pieces.sort((a, b) => a.x0 - b.x0))
  let body: number | undefined
  const cuts: Cuts = {
    walls: vertical.length < MOST_WALLS ? vertical : [],
    free: strips(rows),
    edges: [...gutters(rows), ...rivers(rows)],
    body: () => body ??= usualSize(pieces)
  }
  const entries = entriesOf(rows)
  const lines: Array<Line> = []
  for (const row of rows) {
    const begun = lines.length
    const isEntry = entries.has(row)
    for (const line of cut(factsOf(row, isEntry), cuts)) lines.push(isEntry ? { ...line, entry: true } : line)
    joinJustified(lines, begun)
  }
  return [...gather(lines.filter((line) => line.text !== ""), makeLine)]
}

/**
 * Joins what a narrow justified column parts: the lines from `from` on stand in one row, fill the width of a line above
 * them, and all of their gaps are equal.
 */
const joinJustified = (lines: Array<Line>, from: number): void => {
  const row = lines.slice(from)
  if (row.length < 2 || row.length > 40) return
  const { size, y } = row[0]!
  for (let above = from - 1; above >= 0 && above > from - 12; above--) {
    const line = lines[above]!
    if (y - line.y > size * 1.8) return
    const start = row.findIndex((other) => Math.abs(other.x0 - line.x0) < 1)
    const end = row.findIndex((other, k) => k > start && Math.abs(other.x1 - line.x1) < 1)
    if (start < 0 || end < 0 || line.text.length < 20 || Math.abs(line.size - row[start]!.size) > 0.2) continue
    const pieces = row.slice(start, end + 1).flatMap((other) => other.pieces)
    const gaps = pieces.slice(1).map((piece, k) => piece.x0 - pieces[k]!.x1).filter((gap) => gap > size * 0.1)
    if (gaps.some((gap) => Math.abs(gap - gaps[0]!) > size * 0.1) || gaps[0]! > size * 4) continue
    lines.splice(from + start, end + 1 - start, makeLine(pieces, y))
    return
  }
}

const isLatin = ({ text }: Piece): boolean => /\p{L}/u.test(text) && !isRtl(text)

/** It is read from the left, although much of it is not: it begins and ends so, or its last word ends a sentence. */
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
    y0: y - size * 0.8,
    y1: y + size * 0.22,
    size,
    bold: bold > letters * 0.6,
    italic: italic > letters * 0.6,
    mono: mono > letters * 0.8,
    rtl: rtl > letters * 0.4 && !(rtl < letters * 0.7 && isLeft(pieces)),
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

/** A raised and a lowered part above each other, which hang on nothing, are a fraction. */
const joinFractions = (pieces: Array<Piece>): void => {
  for (let k = pieces.length - 1; k > 0; k--) {
    const [a, b] = [pieces[k - 1]!, pieces[k]!]
    if (a.script === undefined || b.script === undefined || a.script === b.script) continue
    if (Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) < Math.min(a.x1 - a.x0, b.x1 - b.x0) * 0.6) continue
    const before = pieces[k - 2]
    const x0 = Math.min(a.x0, b.x0)
    if (before !== undefined && x0 - before.x1 < a.size * 0.2 || !/^[\p{L}\d]+$/u.test(a.text + b.text)) continue
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

/** Words that were set one by one, too close for a gap to show: a run of letters that no language has as one word. */
const partFused = (pieces: Array<Piece>): void => {
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
    if (letters > 24 && k - start >= 3 && letters / (k - start) > 2.5) {
      for (let i = start + 1; i < k; i++) pieces[i]!.apart = true
    }
    start = piece === undefined || k === start ? k + 1 : k
    letters = 0
    if (start === k) k--
  }
}

/** True when a space stands between two neighbours of one line. */
export const isSpaceBetween = (left: Piece, right: Piece): boolean => {
  if (right.apart) return true
  const [first, second] = left.x0 <= right.x0 ? [left, right] : [right, left]
  const gap = second.x0 - first.x1
  const size = Math.min(left.size, right.size)
  const wide = [left.text.slice(-1), right.text.slice(0, 1)].filter((letter) => cjk.test(letter)).length
  if (wide === 2) return gap > size * 0.6
  // the space is noted at the one that was written later
  const later = first.index < second.index ? second : first
  return gap > size * (wide === 1 ? 0.3 : 0.16) || later.spaced && gap > -size * 0.1
}

/** A word as it is read in its line. */
export const wordOf = (text: string, { mirrored, rtl }: Pick<Line, "rtl" | "mirrored">): string =>
  rtl || isRtl(text) ? logical(text, mirrored) : text

export const textOf = (pieces: ReadonlyArray<Piece>, line: Pick<Line, "rtl" | "mirrored">): string => {
  let text = ""
  for (let k = 0; k < pieces.length; k++) {
    const piece = pieces[k]!
    if (k > 0 && isSpaceBetween(pieces[k - 1]!, piece)) text += " "
    text += wordOf(piece.text, line)
  }
  return text.replace(/\s+/g, " ").trim()
}
