/** Tables without a full grid: their columns are the gaps that run through consecutive rows. */
import { median } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import { leaders } from "./bullets.ts"
import type { Frame } from "./frame.ts"
import {
  bullet,
  cellsOf,
  columnsOf,
  isAligned,
  isProse,
  mergeRows,
  number,
  ownedColumns,
  type Row,
  toRows
} from "./grid.ts"
import type { Line, Piece } from "./line.ts"
import { areNames } from "./pairs.ts"
import { type Cell, cellText, indexOf, mirror, type Table } from "./table.ts"

type Evidence = { readonly rules: ReadonlyArray<Rule>; readonly bounded: boolean }

const build = (rows: ReadonlyArray<Row>, evidence: Evidence): Table | undefined => {
  let x0 = Infinity
  let x1 = -Infinity
  const lines: Array<Line> = []
  for (const row of rows) {
    lines.push(...row.lines)
    for (const line of row.lines) {
      x0 = Math.min(x0, line.x0)
      x1 = Math.max(x1, line.x1)
    }
  }
  const columns = ownedColumns(rows, columnsOf(rows, x0, x1))
  if (columns.length < 2 || columns.length > 40 || isProse(rows, columns)) return undefined
  const grid = rows.map((row) => cellsOf(row, columns))
  const first = rows[0]!
  const end = rows.at(-1)!
  const lengths = columns.map((_, column) => {
    const texts: Array<number> = []
    for (const cells of grid) {
      for (const cell of cells) {
        if (cell.column === column && cell.columnSpan === 1) {
          texts.push(cell.pieces.reduce((sum, piece) => sum + piece.text.length + 1, 0))
        }
      }
    }
    return median(texts)
  })
  const near = evidence.rules.filter((rule) => rule.at > first.y - 20 && rule.at < end.y + 14)
  const inside = near.filter((rule) => rule.to - rule.from > (x1 - x0) * 0.5).map((rule) => rule.at)
  // a rule below some of the columns parts their heads from what they have in common
  const partial = near.filter((rule) => rule.from > x0 - 8 && rule.to < x1 + 8 && rule.to - rule.from > 12)
  const groups = mergeRows(rows, grid, columns.length, inside, partial.map((rule) => rule.at))
  let filled = 0
  let lone = 0
  for (const group of groups) {
    const columnsSeen = new Set<number>()
    for (const k of group) {
      for (const cell of grid[k]!) for (let c = 0; c < cell.columnSpan; c++) columnsSeen.add(cell.column + c)
    }
    filled += columnsSeen.size
    if (columnsSeen.size < 2) lone++
  }
  const dense = filled / (groups.length * columns.length)
  const cellsInAll = grid.reduce((sum, cells) => sum + cells.length, 0)
  const numeric = grid.reduce(
    (sum, cells) => sum + cells.filter((cell) => number.test(cell.pieces.map((piece) => piece.text).join(""))).length,
    0
  ) / cellsInAll
  const long = lengths.filter((length) => length > 34).length
  const bullets = grid.filter((cells) => {
    const cell = cells[0]
    return cell?.column === 0 && cell.pieces.length === 1 && bullet.test(cell.pieces[0]!.text)
  }).length
  const torn = grid.filter((cells) => cells.some((cell) => cell.torn)).length
  if (
    groups.length < 2 || dense <= 0.42 || lone > groups.length * 0.45 ||
    torn > Math.max(2, grid.length * (evidence.bounded ? 0.5 : 0.25))
  ) return undefined
  if (bullets > groups.length * 0.4 && columns.length === 2) return undefined
  if (lines.filter((line) => line.mono).length > lines.length * 0.7 && !evidence.bounded) return undefined
  if (!evidence.bounded && !isAligned(grid, columns.length)) return undefined
  const ruled = inside.length
  const plausible = evidence.bounded
    ? columns.length >= 3 || long < 2
    : columns.length >= 3
    ? long <= columns.length - 2 || ruled >= 2
    : (ruled >= 2 || numeric > 0.3 || lengths[0]! < 24 && lengths[1]! < 24) && long === 0
  if (!plausible) return undefined

  const cells: Array<Cell> = []
  groups.forEach((group, r) => {
    if (group.length === 1) {
      const taken = new Set<number>()
      for (const cell of grid[group[0]!]!) {
        for (let c = 0; c < cell.columnSpan; c++) taken.add(cell.column + c)
        cells.push({
          row: r,
          column: cell.column,
          rowSpan: 1,
          columnSpan: cell.columnSpan,
          text: cellText(cell.pieces)
        })
      }
      for (let c = 0; c < columns.length; c++) {
        if (!taken.has(c)) cells.push({ row: r, column: c, rowSpan: 1, columnSpan: 1, text: "" })
      }
      return
    }
    const parts = columns.map((): Array<Piece> => [])
    for (const k of group) for (const cell of grid[k]!) parts[cell.column]!.push(...cell.pieces)
    parts.forEach((pieces, c) => cells.push({ row: r, column: c, rowSpan: 1, columnSpan: 1, text: cellText(pieces) }))
  })
  const used = new Set(lines)
  if (lines.filter((line) => line.rtl).length > lines.length * 0.5) mirror(cells, columns.length)
  return {
    x0,
    x1,
    y0: Math.min(...first.lines.map((line) => line.y0)),
    y1: Math.max(...end.lines.map((line) => line.y1)),
    rows: groups.length,
    columns: columns.length,
    cells,
    used,
    index: indexOf(used),
    ruled: false
  }
}

/** Two blocks side by side whose lines follow each other as text does, with nothing to tell names from values. */
const areAddresses = (rows: ReadonlyArray<Row>): boolean => {
  const pairs = rows.filter((row) => row.lines.length === 2)
  if (rows.length > 8 || pairs.length === 0 || rows.some((row) => row.lines.length > 2)) return false
  const lead = median(rows.slice(1).map((row, k) => (row.y - rows[k]!.y) / row.size))
  return lead < 1.5 && !areNames(pairs.map((row) => row.lines[0]!), pairs.map((row) => row.lines[1]!))
}

/** Tables between horizontal rules of one width, as books and papers set them. */
export const boundedTables = (frame: Frame, lines: ReadonlyArray<Line>, rules: ReadonlyArray<Rule>): Array<Table> => {
  const tables: Array<Table> = []
  if (lines.length > 5000) return tables
  const rows = toRows(lines)
  const long = rules.filter((rule) => rule.to - rule.from > 50 && rule.to - rule.from < frame.width * 0.97)
  if (long.length < 2 || long.length > 400) return tables
  const groups: Array<Array<Rule>> = []
  for (const rule of long) {
    const group = groups.find(([other]) => Math.abs(other!.from - rule.from) < 5 && Math.abs(other!.to - rule.to) < 5)
    if (group === undefined) groups.push([rule])
    else group.push(rule)
  }
  const taken = new Set<Row>()
  for (const group of groups) {
    group.sort((a, b) => a.at - b.at)
    for (let a = 0; a < group.length - 1;) {
      let found: Table | undefined
      let next = a + 1
      for (let b = Math.min(group.length - 1, a + 60); b > a && found === undefined; b--) {
        const top = group[a]!
        const bottom = group[b]!
        const part = within(rows, top.from, top.to, top.at, bottom.at)
        if (
          part.length < 2 || part.some((row) => taken.has(row)) || hasTitle(part) ||
          b > a + 1 && (hasProse(part) || isCrossed(rows, top.from, top.to, top.at, bottom.at))
        ) continue
        // a head that is only ruled off below stands above the first rule
        const head = headAbove(rows, part, top)
        const tail = tailBelow(rows, part, bottom)
        if (tail !== undefined && !taken.has(tail)) part.push(tail)
        const evidence = { rules, bounded: b > a + 1 || part.length > 2 }
        if (head !== undefined && !taken.has(head)) {
          found = build([head, ...part], evidence)
          if (found !== undefined) taken.add(head)
        }
        found ??= build(part, evidence)
        if (found !== undefined) {
          for (const row of part) taken.add(row)
          next = b
        }
      }
      if (found !== undefined) tables.push(found)
      a = next
    }
  }
  return tables
}

/** A larger line alone is the heading of the next table, or of the text that follows it. */
const hasTitle = (rows: ReadonlyArray<Row>): boolean => {
  const size = median(rows.map((row) => row.size))
  return rows.some((row, k) =>
    row.lines.length === 1 && row.size > size * 1.12 && (k > 0 || (rows[1]?.lines[0]?.text.length ?? 0) > 60)
  )
}

const headAbove = (rows: ReadonlyArray<Row>, part: ReadonlyArray<Row>, top: Rule): Row | undefined => {
  const first = part[0]!
  const lead = (part[1]?.y ?? first.y) - first.y
  let head: Row | undefined
  for (const row of rows) if (row.y < top.at && row.y > top.at - row.size * 1.4) head = row
  if (head === undefined || head.lines.length < 2 || first.y - head.y > Math.max(lead * 1.4, head.size * 2.4)) {
    return undefined
  }
  return head.lines[0]!.x0 >= top.from - 8 && head.lines.at(-1)!.x1 <= top.to + 8 ? head : undefined
}

/** The last row of a table whose rules stand between its rows alone: as far down as the others, on their edges. */
const tailBelow = (rows: ReadonlyArray<Row>, part: ReadonlyArray<Row>, bottom: Rule): Row | undefined => {
  const last = part.at(-1)!
  const lead = last.y - (part.at(-2)?.y ?? last.y)
  const tail = rows.find((row) => row.y > bottom.at + 1)
  if (tail === undefined || tail.lines.length < 2 || Math.abs(tail.y - last.y - lead) > 1.5) return undefined
  const isUnder = (line: Line) =>
    last.lines.some((other) => Math.abs(other.x0 - line.x0) < 2 || Math.abs(other.x1 - line.x1) < 2)
  return tail.lines[0]!.x0 >= bottom.from - 8 && tail.lines.every(isUnder) ? tail : undefined
}

/** A line that fills the width has no cells. */
const hasProse = (rows: ReadonlyArray<Row>): boolean => {
  let full = 0
  let x0 = Infinity
  let x1 = -Infinity
  for (const row of rows) {
    x0 = Math.min(x0, row.spans[0]!.x0)
    x1 = Math.max(x1, row.spans.at(-1)!.x1)
  }
  for (const row of rows) if (row.spans.length === 1 && row.spans[0]!.x1 - row.spans[0]!.x0 > (x1 - x0) * 0.85) full++
  return full > Math.max(1, rows.length * 0.25)
}

/** Text runs over both ends of the rules: it is not between them, and what is above and below it is not one table. */
const isCrossed = (rows: ReadonlyArray<Row>, x0: number, x1: number, y0: number, y1: number): boolean =>
  rows.some((row) =>
    row.y > y0 && row.y < y1 && row.lines.some((line) => line.x0 < x0 - 8 && line.x1 > x1 + 8 && line.text.length > 30)
  )

const within = (rows: ReadonlyArray<Row>, x0: number, x1: number, y0: number, y1: number): Array<Row> => {
  const part: Array<Row> = []
  for (const row of rows) {
    if (row.y <= y0 || row.y >= y1 + 1) continue
    const lines = row.lines.filter((line) => line.x0 >= x0 - 8 && line.x1 <= x1 + 8)
    if (lines.length === row.lines.length) part.push(row)
    else if (lines.length > 0) part.push(...toRows(lines))
  }
  return part
}

/** A line alone at the left edge that is set apart: the heading of what follows. */
const isTitle = (row: Row, run: ReadonlyArray<Row>): boolean => {
  const line = row.lines[0]!
  const before = run.at(-1)!
  const left = Math.min(...run.map((other) => other.lines[0]!.x0))
  const bold = before.lines.every((other) => other.bold)
  return line.x0 < left + 3 &&
    (line.size > before.size * 1.08 || line.bold && !bold && row.y - before.y > row.size * 1.5)
}

/** An entry of a table of contents. */
const isEntry = (row: Row): boolean => row.lines.some((line) => leaders.test(line.text))

/** The first row stands far above the others, and has fewer cells. */
const isApart = (run: ReadonlyArray<Row>): boolean => {
  if (run.length < 4 || run[0]!.lines.length >= run[1]!.lines.length) return false
  const leads = run.slice(1).map((row, k) => row.y - run[k]!.y)
  return leads[0]! > median(leads.slice(1)) * 1.8
}

export const alignedTables = (
  frame: Frame,
  lines: ReadonlyArray<Line>,
  rules: ReadonlyArray<Rule>,
  found: ReadonlyArray<Table>
): Array<Table> => {
  if (lines.length > 5000) return []
  const tables: Array<Table> = []
  const rows = toRows(lines)
  const barrier = (from: number, to: number): boolean => found.some((table) => table.y0 > from && table.y1 < to)
  for (let i = 0; i < rows.length;) {
    if (rows[i]!.lines.length < 2 || isEntry(rows[i]!)) {
      i++
      continue
    }
    const run: Array<Row> = []
    let several = 0
    let widest = 0
    let narrowest = Infinity
    const starts: Array<number> = []
    let j = i
    for (; j < rows.length && run.length < 400; j++) {
      const row = rows[j]!
      const before = rows[j - 1]
      if (isEntry(row)) break
      if (j > i && before !== undefined) {
        const lead = row.y - before.y
        const size = Math.max(row.size, before.size)
        // rows that follow each other evenly end where they stop doing so
        const even = run.length > 3 && widest < narrowest * 1.25
        const limit = even
          ? widest * 1.5
          : run.length > 1
          ? Math.max(size * 3.2, widest * 1.3)
          : row.lines.length > 2
          ? size * 4.5
          : size * 3.2
        if (lead > limit || barrier(before.y, row.y)) break
        if (row.lines.length < 2 && isTitle(row, run)) break
        widest = Math.max(widest, lead)
        narrowest = Math.min(narrowest, lead)
      }
      if (row.lines.length < 2) {
        const next = rows[j + 1]
        const only = row.lines[0]!
        // a cell that runs on: it stands under a column that is not the first
        const under = starts.some((x) => Math.abs(x - only.x0) < 3) && only.x0 > run[0]!.lines[0]!.x1
        if (
          !under && (next === undefined || next.lines.length < 2 ||
            next.y - row.y > Math.max(row.size * 2.5, widest * 1.3) || only.x1 - only.x0 > frame.width * 0.45)
        ) break
      } else {
        several++
        if (starts.length < 200) { for (const line of row.lines.slice(1)) starts.push(line.x0) }
      }
      run.push(row)
    }
    if (isApart(run)) run.shift()
    if (several >= 3 && areAddresses(run)) {
      i = j
      continue
    }
    const table = several >= 3 ? build(run, { rules, bounded: false }) : undefined
    if (table === undefined) {
      i++
      continue
    }
    tables.push(table)
    i = j
  }
  return tables
}
