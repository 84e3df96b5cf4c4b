/** Tables without a full grid: their columns are the gaps that run through consecutive rows. */
import { median } from "./geometry.ts"
import type { Frame, Line, Piece } from "./lines.ts"
import type { Rule } from "./read.ts"
import { type Cell, cellText, indexOf, type Table } from "./table.ts"

type Row = { y: number; size: number; readonly lines: Array<Line> }

const number = /^[-+(]?[$€£¥]?\s?[\d.,]+\s?[%)]*$/
const bullet = /^(?:[•●▪■○◦‣⁃∙·►▶➢➤✓✔❖\uf0b7\uf0a7\uf0d8–—*-]|\[?\d{1,3}[.)\]]|[a-z][.)]|\(\w{1,3}\))$/u

const toRows = (lines: ReadonlyArray<Line>): Array<Row> => {
  const rows: Array<Row> = []
  for (const line of [...lines].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row !== undefined && Math.abs(row.y - line.y) < Math.max(2, line.size * 0.35)) row.lines.push(line)
    else rows.push({ y: line.y, size: line.size, lines: [line] })
  }
  for (const row of rows) row.lines.sort((a, b) => a.x0 - b.x0)
  return rows
}

type Column = { readonly from: number; readonly to: number }

/** Free vertical strips between x0 and x1, as the edges of columns. */
const columnsOf = (rows: ReadonlyArray<Row>, x0: number, x1: number): Array<Column> => {
  const width = Math.max(1, Math.ceil(x1 - x0))
  if (width > 20_000) return []
  const cover = new Uint16Array(width + 1)
  let several = 0
  for (const row of rows) {
    if (row.lines.length < 2) continue
    several++
    for (const line of row.lines) {
      const to = Math.min(width, line.x1 - x0)
      for (let x = Math.max(0, Math.floor(line.x0 - x0)); x < to; x++) cover[x]!++
    }
  }
  const allowed = several >= 8 ? Math.floor(several * 0.08) : 0
  const edges: Array<number> = [x0 - 1]
  let start = -1
  for (let x = 0; x <= width; x++) {
    if (x < width && cover[x]! <= allowed) {
      if (start < 0) start = x
    } else if (start >= 0) {
      if (x - start >= 5) edges.push(x0 + (start + x) / 2)
      start = -1
    }
  }
  edges.push(x1 + 1)
  return edges.slice(1).map((to, k) => ({ from: edges[k]!, to }))
}

const columnOf = (columns: ReadonlyArray<Column>, line: { x0: number; x1: number }): number => {
  const x = line.x0 + Math.min(6, (line.x1 - line.x0) / 2)
  for (let k = columns.length - 1; k >= 0; k--) if (columns[k]!.from <= x) return k
  return 0
}

export const alignedTables = (frame: Frame, lines: ReadonlyArray<Line>): Array<Table> => {
  const rows = toRows(lines)
  const tables: Array<Table> = []
  for (let i = 0; i < rows.length;) {
    if (rows[i]!.lines.length < 2) {
      i++
      continue
    }
    const run: Array<Row> = []
    let several = 0
    let j = i
    for (; j < rows.length && run.length < 400; j++) {
      const row = rows[j]!
      if (j > i && row.y - rows[j - 1]!.y > Math.max(row.size, rows[j - 1]!.size) * 3.2) break
      if (row.lines.length < 2) {
        const next = rows[j + 1]
        const only = row.lines[0]!
        if (
          next === undefined || next.lines.length < 2 || next.y - row.y > row.size * 2.5 ||
          only.x1 - only.x0 > frame.width * 0.45
        ) break
      } else several++
      run.push(row)
    }
    const table = several >= 3 ? build(run, frame.horizontal) : undefined
    if (table === undefined) {
      i++
      continue
    }
    tables.push(table)
    i = j
  }
  return tables
}

const build = (run: ReadonlyArray<Row>, rules: ReadonlyArray<Rule>): Table | undefined => {
  const all = run.flatMap((row) => row.lines)
  let x0 = Infinity
  let x1 = -Infinity
  for (const line of all) {
    x0 = Math.min(x0, line.x0)
    x1 = Math.max(x1, line.x1)
  }
  const columns = columnsOf(run, x0, x1)
  if (columns.length < 2 || columns.length > 40) return undefined
  const grid = run.map((row) => {
    const cells = columns.map((): Array<Line> => [])
    for (const line of row.lines) cells[columnOf(columns, line)]!.push(line)
    return cells
  })
  const first = run[0]!
  const end = run.at(-1)!
  const lengths = columns.map((_, column) =>
    median(
      grid.filter((cells) => cells[column]!.length > 0).map((cells) =>
        cells[column]!.reduce((sum, line) => sum + line.text.length, 0)
      )
    )
  )
  let filled = 0
  for (const cells of grid) for (const cell of cells) if (cell.length > 0) filled++
  const dense = filled / (grid.length * columns.length)
  const numeric = all.filter((line) => number.test(line.text)).length / all.length
  const long = lengths.filter((length) => length > 32).length
  const ruled = rules.filter((rule) =>
    rule.at > first.y - 20 && rule.at < end.y + 12 && rule.to - rule.from > (x1 - x0) * 0.5
  ).length
  const bullets = grid.filter((cells) => cells[0]!.length === 1 && bullet.test(cells[0]![0]!.text)).length
  if (bullets > grid.length * 0.4 || dense <= 0.45) return undefined
  const plausible = columns.length >= 3
    ? long <= columns.length - 2 || ruled >= 2
    : (ruled >= 2 || numeric > 0.3 || lengths[0]! < 24 && lengths[1]! < 24) && long === 0
  if (!plausible) return undefined

  const merged: Array<Array<Array<Line>>> = []
  grid.forEach((cells, k) => {
    const count = cells.filter((cell) => cell.length > 0).length
    const before = run[k - 1]
    const row = run[k]!
    const separated = before !== undefined && rules.some((rule) =>
      rule.at > before.y && rule.at < row.y - row.size * 0.4 && rule.to - rule.from > (x1 - x0) * 0.5
    )
    const runsOn = before !== undefined && cells[0]!.length === 0 && count < columns.length && !separated &&
      row.y - before.y < row.size * 1.6 && merged.length > 1
    if (runsOn) cells.forEach((cell, column) => merged.at(-1)![column]!.push(...cell))
    else merged.push(cells.map((cell) => [...cell]))
  })
  const cells: Array<Cell> = merged.flatMap((row, r) =>
    row.map((lines, column) => ({
      row: r,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text: cellText(lines.flatMap((line): Array<Piece> => line.pieces))
    }))
  )
  const used = new Set(all)
  return {
    x0,
    x1,
    y0: first.lines[0]!.y0,
    y1: end.lines[0]!.y1,
    rows: merged.length,
    columns: columns.length,
    cells,
    used,
    index: indexOf(used),
    ruled: false
  }
}
