/** Tables whose cells are drawn: horizontal and vertical rulings, or filled boxes. */
import { type Box, cluster } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import type { Frame } from "./frame.ts"
import { number } from "./grid.ts"
import type { Line, Piece } from "./line.ts"
import { type Cell, cellText, indexOf, mirror, type Table } from "./table.ts"

/** One rule for pieces of a rule that touch. */
export const joinRules = (rules: ReadonlyArray<Rule>): Array<Rule> => {
  const sorted = [...rules].sort((a, b) => a.at - b.at || a.from - b.from)
  const joined: Array<Rule> = []
  for (const rule of sorted) {
    let target: Rule | undefined
    for (let k = joined.length - 1; k >= 0; k--) {
      const other = joined[k]!
      if (rule.at - other.at >= 1.6) break
      if (rule.from <= other.to + 3 && rule.to >= other.from - 3) {
        target = other
        break
      }
    }
    if (target === undefined) joined.push({ ...rule })
    else {
      target.from = Math.min(target.from, rule.from)
      target.to = Math.max(target.to, rule.to)
    }
  }
  return joined
}

type Group = { readonly horizontal: Array<Rule>; readonly vertical: Array<Rule> }

/** Rules that cross or touch belong to one table. */
const group = (horizontal: ReadonlyArray<Rule>, vertical: ReadonlyArray<Rule>): Array<Group> => {
  const parent = Array.from({ length: horizontal.length + vertical.length }, (_, k) => k)
  const find = (k: number): number => {
    let root = k
    while (parent[root] !== root) root = parent[root]!
    while (parent[k] !== root) {
      const next = parent[k]!
      parent[k] = root
      k = next
    }
    return root
  }
  for (let i = 0; i < horizontal.length; i++) {
    const h = horizontal[i]!
    for (let j = 0; j < vertical.length; j++) {
      const v = vertical[j]!
      if (v.at >= h.from - 2.5 && v.at <= h.to + 2.5 && h.at >= v.from - 2.5 && h.at <= v.to + 2.5) {
        parent[find(i)] = find(horizontal.length + j)
      }
    }
  }
  const groups = new Map<number, Group>()
  const at = (k: number): Group => {
    const root = find(k)
    let found = groups.get(root)
    if (found === undefined) {
      found = { horizontal: [], vertical: [] }
      groups.set(root, found)
    }
    return found
  }
  horizontal.forEach((rule, k) => at(k).horizontal.push(rule))
  vertical.forEach((rule, k) => at(horizontal.length + k).vertical.push(rule))
  return [...groups.values()]
}

/** Points between the baselines of words of one row. */
const SAME_ROW = 2.5

const last = (values: ReadonlyArray<number>, test: (value: number) => boolean): number => {
  for (let k = values.length - 1; k >= 0; k--) if (test(values[k]!)) return k
  return -1
}

const inside = (box: Box, line: Line): boolean => {
  const middle = (line.y0 + line.y1) / 2
  return line.x0 >= box.x0 - 3 && line.x1 <= box.x1 + 6 && middle > box.y0 && middle < box.y1
}

type Area = {
  readonly row: number
  readonly column: number
  columnSpan: number
  rowSpan: number
  readonly pieces: Array<Piece>
}

const build = (rules: Group, lines: ReadonlyArray<Line>, boxed: boolean): Table | undefined => {
  if (rules.horizontal.length < 2 || rules.vertical.length < 2) return undefined
  const ys = cluster(rules.horizontal.map((rule) => rule.at), 2.5)
  const xs = cluster(rules.vertical.map((rule) => rule.at), 2.5)
  const rows = ys.length - 1
  const columns = xs.length - 1
  if (rows < 1 || columns < 2 || rows > 400 || columns > 60) return undefined
  const box = { x0: xs[0]!, x1: xs.at(-1)!, y0: ys[0]!, y1: ys.at(-1)! }
  const members = lines.filter((line) => inside(box, line))
  if (members.length < 2) return undefined

  // which edges of the grid are drawn
  const drawnV = Array.from({ length: columns + 1 }, () => new Uint8Array(rows))
  for (const rule of rules.vertical) {
    const column = xs.findIndex((x) => Math.abs(x - rule.at) < 3)
    if (column < 0) continue
    for (let r = 0; r < rows; r++) {
      const slack = 3 + (ys[r + 1]! - ys[r]!) * 0.3
      if (rule.from <= ys[r]! + slack && rule.to >= ys[r + 1]! - slack) drawnV[column]![r] = 1
    }
  }
  const drawnH = Array.from({ length: rows + 1 }, () => new Uint8Array(columns))
  for (const rule of rules.horizontal) {
    const r = ys.findIndex((y) => Math.abs(y - rule.at) < 3)
    if (r < 0) continue
    for (let column = 0; column < columns; column++) {
      const slack = 3 + (xs[column + 1]! - xs[column]!) * 0.3
      if (rule.from <= xs[column]! + slack && rule.to >= xs[column + 1]! - slack) drawnH[r]![column] = 1
    }
  }
  const owner = Array.from({ length: rows }, () => Array.from<Area | undefined>({ length: columns }))
  const areas: Array<Area> = []
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (owner[r]![c] !== undefined) continue
      let columnSpan = 1
      while (c + columnSpan < columns && drawnV[c + columnSpan]![r] === 0 && owner[r]![c + columnSpan] === undefined) {
        columnSpan++
      }
      let rowSpan = 1
      const free = (next: number): boolean => {
        for (let k = c; k < c + columnSpan; k++) {
          if (drawnH[next]![k] === 1 || owner[next]![k] !== undefined) return false
        }
        return true
      }
      while (r + rowSpan < rows && free(r + rowSpan)) rowSpan++
      const area: Area = { row: r, column: c, columnSpan, rowSpan, pieces: [] }
      areas.push(area)
      for (let a = r; a < r + rowSpan; a++) for (let b = c; b < c + columnSpan; b++) owner[a]![b] = area
    }
  }
  for (const line of members) {
    for (const piece of line.pieces) {
      const x = piece.x0 + Math.min((piece.x1 - piece.x0) / 2, 12)
      const y = piece.y - piece.size * 0.3
      const c = Math.min(columns - 1, Math.max(0, last(xs, (edge) => edge <= x + 1)))
      const r = Math.min(rows - 1, Math.max(0, last(ys, (edge) => edge <= y)))
      owner[r]![c]?.pieces.push(piece)
    }
  }
  const filled = areas.filter((area) => area.pieces.length > 0).length
  if (filled < 2 || areas.length < 2 || filled < areas.length * 0.25 && (filled < 6 || areas.length > 24)) {
    return undefined
  }
  // a frame around running text is no table
  if (areas.length <= 2 && members.length > 12) return undefined
  const cells: Array<Cell> = []
  let shift = 0
  for (let r = 0; r < rows; r++) {
    const starting = areas.filter((area) => area.row === r)
    const entries = starting.length === 1 ? entriesOf(starting[0]!, xs) : undefined
    if (entries !== undefined) {
      entries.forEach((entry, k) =>
        entry.forEach((pieces, column) =>
          cells.push({ row: r + shift + k, column, rowSpan: 1, columnSpan: 1, text: cellText(pieces) })
        )
      )
      shift += entries.length - 1
      continue
    }
    const whole = starting.every((area) => area.rowSpan === 1) &&
      starting.reduce((sum, area) => sum + area.columnSpan, 0) === columns
    const split = starting.length > 1 && whole ? bands(starting) : undefined
    if (split === undefined) {
      for (const area of starting) {
        cells.push({
          row: r + shift,
          column: area.column,
          rowSpan: area.rowSpan,
          columnSpan: area.columnSpan,
          text: cellText(area.pieces)
        })
      }
      continue
    }
    split.forEach((band, k) => {
      for (const area of starting) {
        cells.push({
          row: r + shift + k,
          column: area.column,
          rowSpan: 1,
          columnSpan: area.columnSpan,
          text: cellText(area.pieces.filter((piece) => piece.row >= band.from && piece.row < band.to))
        })
      }
    })
    shift += split.length - 1
  }
  // one row of boxes is the head of a table whose other rows are not drawn
  if (boxed && rows + shift < 2) return undefined
  if (members.filter((line) => line.rtl).length > members.length * 0.5) mirror(cells, columns)
  return { ...box, rows: rows + shift, columns, cells, used: new Set(members), index: indexOf(members), ruled: true }
}

/** Rows of a page that a frame with entries below the head of a table holds at least. */
const LEAST_ENTRY_ROWS = 3

/** Part of those rows that stand in several columns of the head, and the part in which a word stands across their edges. */
const ENTRY_SHARE = 0.3
const MOST_CROSSED = 0.1

/** Points by which a word may stand over the edge of its column. */
const OVER_EDGE = 3

/** Ems between two words of one phrase. */
const SPACE = 0.4

/**
 * The entries in a frame as wide as the table, each in the columns of the head above it; a row of the page that stands
 * in a single column belongs to the entry above it.
 */
const entriesOf = (area: Area, edges: ReadonlyArray<number>): Array<Array<Array<Piece>>> | undefined => {
  const columns = edges.length - 1
  if (area.columnSpan !== columns || area.rowSpan > 1 || area.row === 0 || columns < 3) return undefined
  const lines = cluster(area.pieces.map((piece) => piece.row), SAME_ROW)
  if (lines.length < LEAST_ENTRY_ROWS) return undefined
  const rows = lines.map(() => Array.from({ length: columns }, (): Array<Piece> => []))
  let crossed = 0
  let before: { readonly piece: Piece; readonly row: number; readonly column: number } | undefined
  for (const piece of [...area.pieces].sort((a, b) => a.row - b.row || a.x0 - b.x0)) {
    const row = nearest(lines, piece.row)
    // a phrase that runs over the edge of its column stays one
    const runsOn = before !== undefined && before.row === row && piece.x0 - before.piece.x1 < piece.size * SPACE &&
      (before.piece.x1 > edges[before.column + 1]! || !number.test(piece.text))
    const column = runsOn
      ? before!.column
      : Math.min(columns - 1, Math.max(0, last(edges, (edge) => edge <= piece.x0 + 1)))
    if (piece.x0 < edges[column + 1]! - OVER_EDGE && piece.x1 > edges[column + 1]! + OVER_EDGE) crossed++
    rows[row]![column]!.push(piece)
    before = { piece, row, column }
  }
  const filled = rows.map((row) => row.filter((pieces) => pieces.length > 0).length)
  if (
    crossed > lines.length * MOST_CROSSED || filled.filter((count) => count > 1).length < lines.length * ENTRY_SHARE
  ) {
    return undefined
  }
  const entries: Array<Array<Array<Piece>>> = []
  rows.forEach((row, k) => {
    if (filled[k]! > 1 || entries.length === 0) entries.push(row)
    else row.forEach((pieces, column) => entries.at(-1)![column]!.push(...pieces))
  })
  return entries
}

const nearest = (values: ReadonlyArray<number>, value: number): number =>
  values.reduce((best, other, k) => Math.abs(other - value) < Math.abs(values[best]! - value) ? k : best, 0)

/** The rows inside one drawn row, when its cells hold lines that stand side by side: rows that are not ruled off. */
const bands = (areas: ReadonlyArray<Area>): Array<{ readonly from: number; readonly to: number }> | undefined => {
  const filled = areas.filter((area) => area.pieces.length > 0)
  if (filled.length < 2) return undefined
  const perArea = filled.map((area) => cluster(area.pieces.map((piece) => piece.row), SAME_ROW))
  const count = perArea[0]!.length
  if (count < 3) return undefined
  const reference = perArea.reduce((most, lines) => lines.length > most.length ? lines : most)
  const equal =
    perArea.filter((lines) =>
      lines.length === reference.length && lines.every((y, k) => Math.abs(y - reference[k]!) < 3)
    ).length
  if (equal < filled.length * 0.75 || equal < 2) return undefined
  return reference.map((y, k) => ({
    from: k === 0 ? -Infinity : (reference[k - 1]! + y) / 2,
    to: k + 1 === reference.length ? Infinity : (y + reference[k + 1]!) / 2
  }))
}

/** Boxes side by side, of one height. */
const stripesOf = (boxes: ReadonlyArray<Box>): Array<Array<Box>> => {
  const stripes = new Map<string, Array<Box>>()
  for (const box of boxes) {
    const key = `${Math.round(box.y0)}|${Math.round(box.y1)}`
    const stripe = stripes.get(key)
    if (stripe === undefined) stripes.set(key, [box])
    else stripe.push(box)
  }
  return [...stripes.values()].sort((a, b) => a[0]!.y0 - b[0]!.y0)
}

/** The rows between striped ones have no colour: they are nearly as high, and have the columns of a row beside them. */
const betweenStripes = (boxes: ReadonlyArray<Box>): Array<Box> => {
  const stripes = stripesOf(boxes)
  return stripes.slice(1).flatMap((below, k) => {
    const above = stripes[k]!
    const from = above[0]!.y1
    const to = below[0]!.y0
    const height = Math.max(from - above[0]!.y0, below[0]!.y1 - to)
    const edges = (stripe: ReadonlyArray<Box>) =>
      [
        stripe.reduce((least, box) => Math.min(least, box.x0), Infinity),
        stripe.reduce((last, box) => Math.max(last, box.x1), -Infinity)
      ] as const
    const [a, b] = [edges(above), edges(below)]
    const isRow = to - from > height * 0.7 && to - from < height * 1.5 && Math.abs(a[0] - b[0]) < 2 &&
      Math.abs(a[1] - b[1]) < 2
    const model = above.length < below.length ? below : above
    return isRow ? model.map((box) => ({ ...box, y0: from, y1: to })) : []
  })
}

export const ruledTables = (frame: Frame): Array<Table> => {
  let horizontal = frame.horizontal
  let vertical = frame.vertical
  const boxed = frame.boxes.length > 3 && frame.boxes.length < 2000
  if (boxed) {
    horizontal = [...horizontal]
    vertical = [...vertical]
    for (const box of [...frame.boxes, ...betweenStripes(frame.boxes)]) {
      if (box.y1 - box.y0 > frame.height * 0.3 || box.x1 - box.x0 > frame.width * 0.95) continue
      horizontal.push({ from: box.x0, to: box.x1, at: box.y0 }, { from: box.x0, to: box.x1, at: box.y1 })
      vertical.push({ from: box.y0, to: box.y1, at: box.x0 }, { from: box.y0, to: box.y1, at: box.x1 })
    }
  }
  if (horizontal.length < 2 || vertical.length < 2 || horizontal.length + vertical.length > 8000) return []
  const h = joinRules(horizontal)
  const v = joinRules(vertical)
  if (h.length * v.length > 250_000) return []
  const tables = group(h, v).flatMap((rules) => {
    const table = build(rules, frame.lines, boxed)
    return table === undefined ? [] : [table]
  })
  return tables.filter((table) =>
    !tables.some((other) =>
      other !== table && other.x0 <= table.x0 + 1 && other.x1 >= table.x1 - 1 && other.y0 <= table.y0 + 1 &&
      other.y1 >= table.y1 - 1 && other.cells.length > table.cells.length
    )
  )
}
