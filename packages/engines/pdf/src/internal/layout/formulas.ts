/**
 * Joins displayed formulas. Limits, large operators, numerators and denominators have separate baselines, and are
 * moved to the row of their formula, in reading order.
 */
import { overlap } from "../page/geometry.ts"
import { MAX_LINES_OF_LAYOUT } from "./bounds.ts"
import type { Line, Piece } from "./line.ts"
import { EM_TO_MIDDLE_OF_LETTERS, MOST, SAME_ROW_EM, sizeOfMost } from "./measures.ts"

const relation = /[=<>≈≃≅≡≤≥∝∈⊂⊆→↦∼≠≔]/u
const operator = /^[∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂]$/u
const letter = /[\u{1d400}-\u{1d7ff}]/u
/** UTF-16 unit with which all mathematical letters start. */
const LETTER_UNIT = "\ud835"
const sign = /^[\d\s.,;:()[\]{}|/+\-−–=<>≈≃≅≡≤≥∝∈⊂⊆→↦∼≠≔∑∏∐∫∬∭∮√∂∇∞∆Δ·×÷±∓′*!^~…⋯∀∃∧∨¬⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭]+$/u

const isMath = (piece: Piece): boolean => piece.font.math || piece.text.includes(LETTER_UNIT) && letter.test(piece.text)

const word = /^(?!(?:sin|cos|tan|log|exp|lim|max|min|sup|inf|det|arg|mod)(?!\p{L}))\p{L}?\p{Ll}{2}/u

const isFormula = (line: Line): boolean => {
  let math = 0
  let all = 0
  for (const piece of line.pieces) {
    all += piece.text.length
    if (isMath(piece) || sign.test(piece.text)) math += piece.text.length
  }
  const words = line.pieces.filter((piece) => !piece.font.math && word.test(piece.text)).length
  return math > all * MOST && words < MAX_PLAIN_WORDS_OF_FORMULA
}

/** Returns whether a line may be a limit or part of a fraction: it has a few characters, and no words. */
const isPart = (line: Line): boolean =>
  line.text.length < PART_LETTERS && (isFormula(line) || line.text.length < SHORT_PART) && !/\p{Ll}{4}/u.test(line.text)

const number = /^\(\d+(?:\.\d+)*[a-z]?\)$/

const MAX_PLAIN_WORDS_OF_FORMULA = 3

const PART_LETTERS = 40
const SHORT_PART = 5

const FULL_RATIO = 0.85
const FORMULA_LETTERS = 120

const MAX_EM_ABOVE_FORMULA = 2
const MAX_EM_BESIDE_FORMULA = 2.5

/** Minimum share of a limit's width that is above or below its operator. */
const LIMIT_SHARE = 0.4

/** Limits come after their operator if they are sorted this many points before its end. */
const LIMIT_PLACE = 2
const PLACE_SCALE = 10_000

const MATRIX_GAP = 3

const SCRIPT_SHIFT = 0.12

interface Row {
  readonly lines: Array<Line>
  readonly y: number
  readonly size: number
  x0: number
  x1: number
}

const rowsOf = (lines: ReadonlyArray<Line>, body: number): Array<Row> => {
  const rows: Array<Row> = []
  const mains = lines.filter((line) =>
    line.size > body * FULL_RATIO && line.text.length < FORMULA_LETTERS && isFormula(line)
  )
  for (const line of mains) {
    const row = rows.find((other) =>
      Math.abs(other.y - line.y) < other.size * SAME_ROW_EM &&
      line.x0 - other.x1 < other.size * MAX_EM_BESIDE_FORMULA &&
      other.x0 - line.x1 < other.size * MAX_EM_BESIDE_FORMULA
    )
    if (row === undefined) rows.push({ lines: [line], y: line.y, size: line.size, x0: line.x0, x1: line.x1 })
    else {
      row.lines.push(line)
      row.x0 = Math.min(row.x0, line.x0)
      row.x1 = Math.max(row.x1, line.x1)
    }
  }
  const isInText = (row: Row) =>
    lines.some((line) =>
      !row.lines.includes(line) && Math.abs(line.y - row.y) < row.size * SAME_ROW_EM && !number.test(line.text) &&
      line.x0 - row.x1 < row.size * MAX_EM_BESIDE_FORMULA && row.x0 - line.x1 < row.size * MAX_EM_BESIDE_FORMULA &&
      !isPart(line)
    )
  return rows.filter((row) => row.lines.some((line) => relation.test(line.text)) && !isInText(row))
}

const rowFor = (line: Line, rows: ReadonlyArray<Row>): Row | undefined => {
  let best: Row | undefined
  let nearest = Infinity
  for (const row of rows) {
    const down = line.y - row.y
    if (down < -row.size * MAX_EM_ABOVE_FORMULA || down > row.size * MAX_EM_ABOVE_FORMULA) continue
    if (line.x0 > row.x1 + row.size * MAX_EM_BESIDE_FORMULA || line.x1 < row.x0 - row.size * MAX_EM_BESIDE_FORMULA) {
      continue
    }
    // Large operators are drawn below their baseline.
    const distance = Math.abs(down + row.size * EM_TO_MIDDLE_OF_LETTERS)
    if (distance < nearest) {
      nearest = distance
      best = row
    }
  }
  return best
}

/**
 * Returns the position at which a piece of a formula is read. Limits come after their operator, the lower one first.
 */
const orderOf = (piece: Piece, operators: ReadonlyArray<Piece>): number => {
  const host = operators.find((other) =>
    other !== piece && overlap(other.x0, other.x1, piece.x0, piece.x1) > (piece.x1 - piece.x0) * LIMIT_SHARE
  )
  return host === undefined
    ? piece.x0
    : host.x1 - LIMIT_PLACE + (piece.script === "sup" ? 1 : 0) + piece.x0 / PLACE_SCALE
}

const isFull = (piece: Piece, row: Row): boolean => piece.script === undefined && piece.size > row.size * FULL_RATIO

const sideOf = (side: ReadonlyArray<Piece>, make: (pieces: Array<Piece>, y: number) => Line, y: number): string =>
  make(
    side.map((piece) => ({
      ...piece,
      text: (piece.script === undefined ? "" : piece.script === "sup" ? "^" : "_") + piece.text
    })),
    y
  ).text

/** Joins adjacent fractions that are the columns of a matrix with two rows. */
const joinColumns = (stacks: ReadonlyArray<Piece>, row: Row): Array<Piece> => {
  const joined: Array<Piece> = []
  const inner = row.lines.flatMap((line) => line.pieces)
  for (const piece of stacks) {
    const last = joined.at(-1)
    const apart = last === undefined || piece.x0 - last.x1 > row.size * MATRIX_GAP ||
      inner.some((other) => other.x0 > last.x0 && other.x1 < piece.x1)
    if (apart) joined.push(piece)
    else {
      const [a, b] = [last, piece].map(({ text }) => text.split(/[/;]\s?/)) as [Array<string>, Array<string>]
      joined[joined.length - 1] = { ...last, text: `${a[0]} ${b[0]}; ${a[1]} ${b[1]}`, x1: piece.x1 }
    }
  }
  return joined
}

const stack = (row: Row, make: (pieces: Array<Piece>, y: number) => Line): Array<Piece> => {
  const pieces: Array<Piece> = []
  const above = row.lines.filter((line) =>
    line.y < row.y - row.size * SAME_ROW_EM && line.pieces.some((p) => isFull(p, row))
  )
  const below = row.lines.filter((line) =>
    line.y > row.y + row.size * SAME_ROW_EM && line.pieces.some((p) => isFull(p, row))
  )
  const done = new Set<Line>()
  for (const top of above) {
    const bottom = below.find((line) => !done.has(line) && overlap(line.x0, line.x1, top.x0, top.x1) > 0)
    if (bottom === undefined || top.pieces.some((piece) => operator.test(piece.text))) continue
    done.add(top)
    done.add(bottom)
    const [a, b] = [top, bottom].map((line) => sideOf(line.pieces, make, line.y)) as [string, string]
    const group = (text: string) => /^[\p{L}\p{N}]*$/u.test(text) ? text : `(${text})`
    pieces.push({
      ...top.pieces[0]!,
      text: `${group(a)}/${group(b)}`,
      x0: Math.min(top.x0, bottom.x0),
      x1: Math.max(top.x1, bottom.x1),
      script: undefined
    })
  }
  row.lines.splice(0, row.lines.length, ...row.lines.filter((line) => !done.has(line)))
  return joinColumns(pieces.sort((a, b) => a.x0 - b.x0), row)
}

const merge = (row: Row, make: (pieces: Array<Piece>, y: number) => Line): Line => {
  const stacks = stack(row, make)
  const pieces = [...stacks, ...row.lines.flatMap((line) => line.pieces)]
  for (const piece of pieces) {
    if (stacks.includes(piece) || piece.script !== undefined || piece.size > row.size * FULL_RATIO) continue
    const up = row.y - piece.y
    if (Math.abs(up) > row.size * SCRIPT_SHIFT) piece.script = up > 0 ? "sup" : "sub"
  }
  const operators = pieces.filter((piece) => operator.test(piece.text))
  const order = new Map(pieces.map((piece) => [piece, orderOf(piece, operators)]))
  pieces.sort((a, b) => order.get(a)! - order.get(b)!)
  pieces.forEach((piece, k) => {
    // The bar of a root is not a fraction bar.
    if (k > 0 && pieces[k - 1]!.text === "√" && stacks.includes(piece) && piece.text.includes("/")) {
      pieces[k] = { ...piece, text: `(${piece.text})` }
    }
  })
  return { ...make(pieces, row.y), size: row.size, formula: true }
}

export const gather = (
  lines: ReadonlyArray<Line>,
  make: (pieces: Array<Piece>, y: number) => Line
): ReadonlyArray<Line> => {
  if (lines.length > MAX_LINES_OF_LAYOUT || !lines.some((line) => line.pieces.some(isMath))) return lines
  const rows = rowsOf(lines, sizeOfMost(lines))
  if (rows.length === 0) return lines
  const used = new Map<Line, Row>()
  for (const row of rows) for (const line of row.lines) used.set(line, row)
  for (const line of lines) {
    if (used.has(line)) continue
    const numbered = number.test(line.text)
      ? rows.find((row) => Math.abs(row.y - line.y) < row.size && line.x0 > row.x1)
      : undefined
    const row = numbered ?? (isPart(line) ? rowFor(line, rows) : undefined)
    if (row === undefined) continue
    row.lines.push(line)
    row.x0 = Math.min(row.x0, line.x0)
    row.x1 = Math.max(row.x1, line.x1)
    used.set(line, row)
  }
  const merged = new Map(rows.map((row) => [row, merge(row, make)]))
  const done = new Set<Row>()
  return lines.flatMap((line) => {
    const row = used.get(line)
    if (row === undefined) return [line]
    if (done.has(row)) return []
    done.add(row)
    return [merged.get(row)!]
  })
}
