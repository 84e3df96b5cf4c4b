/** Tables without a full grid: their columns are the gaps that run through consecutive rows. */
import { median } from "./geometry.ts"
import type { Frame, Line, Piece } from "./lines.ts"
import type { Rule } from "./read.ts"
import { type Cell, cellText, indexOf, mirror, type Table } from "./table.ts"

type Row = {
  readonly y: number
  readonly size: number
  readonly lines: Array<Line>
  readonly pieces: Array<Piece>
  /** Stretches without a gap wider than a space. */
  readonly spans: Array<Stretch>
}

type Stretch = { x0: number; x1: number; readonly pieces: Array<Piece>; letters: number }

type Column = { readonly from: number; readonly to: number }

const number = /^[-+(]?[$€£¥]?\s?[\d.,]+\s?[%)]*$/
const bullet = /^(?:[•●▪■○◦‣⁃∙·►▶➢➤✓✔❖\uf0b7\uf0a7\uf0d8–—*-]|\[?\d{1,3}[.)\]]|[a-z][.)]|\(\w{1,3}\))$/u

const toRows = (lines: ReadonlyArray<Line>): Array<Row> => {
  const rows: Array<Row> = []
  for (const line of [...lines].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row !== undefined && Math.abs(row.y - line.y) < Math.max(2, line.size * 0.35)) row.lines.push(line)
    else rows.push({ y: line.y, size: line.size, lines: [line], pieces: [], spans: [] })
  }
  for (const row of rows) {
    row.lines.sort((a, b) => a.x0 - b.x0)
    for (const line of row.lines) row.pieces.push(...line.pieces)
    row.pieces.sort((a, b) => a.x0 - b.x0)
    for (const piece of row.pieces) {
      const span = row.spans.at(-1)
      if (span !== undefined && piece.x0 - span.x1 <= Math.min(piece.size, row.size) * 0.38) {
        span.x1 = Math.max(span.x1, piece.x1)
        span.pieces.push(piece)
        span.letters += piece.text.length
      } else row.spans.push({ x0: piece.x0, x1: piece.x1, pieces: [piece], letters: piece.text.length })
    }
  }
  return rows
}

/** Free vertical strips between x0 and x1, as the edges of columns. */
const columnsOf = (rows: ReadonlyArray<Row>, x0: number, x1: number): Array<Column> => {
  const width = Math.max(1, Math.ceil(x1 - x0))
  if (width > 20_000) return []
  const cover = new Uint16Array(width + 1)
  for (const row of rows) {
    for (const span of row.spans) {
      const to = Math.min(width, span.x1 - x0)
      for (let x = Math.max(0, Math.floor(span.x0 - x0)); x < to; x++) cover[x]!++
    }
  }
  const allowed = rows.length >= 4 ? Math.max(1, Math.floor(rows.length * 0.1)) : 0
  const least = rows.length >= 5 ? 3 : 5
  const edges: Array<number> = [x0 - 1]
  let start = -1
  let seen = false
  for (let x = 0; x <= width; x++) {
    if (x < width && cover[x]! <= allowed) {
      if (start < 0) start = x
    } else if (start >= 0) {
      if (x - start >= least && seen && x < width) edges.push(x0 + (start + x) / 2)
      start = -1
    }
    if (cover[x]! > allowed) seen = true
  }
  edges.push(x1 + 1)
  return edges.slice(1).map((to, k) => ({ from: edges[k]!, to }))
}

const columnAt = (columns: ReadonlyArray<Column>, x: number): number => {
  for (let k = columns.length - 1; k > 0; k--) if (columns[k]!.from <= x) return k
  return 0
}

type GridCell = {
  readonly column: number
  readonly columnSpan: number
  readonly pieces: Array<Piece>
  /** A phrase was cut to make it. */
  readonly torn: boolean
}

/** The cells of one row. A stretch that crosses a gap between columns spans them, when it is one phrase. */
const cellsOf = (row: Row, columns: ReadonlyArray<Column>): Array<GridCell> => {
  const cells: Array<GridCell> = []
  const put = (column: number, columnSpan: number, pieces: ReadonlyArray<Piece>, torn = false) => {
    const last = cells.at(-1)
    if (last !== undefined && column < last.column + last.columnSpan) {
      last.pieces.push(...pieces)
      return
    }
    cells.push({ column, columnSpan, pieces: [...pieces], torn })
  }
  for (const span of row.spans) {
    const from = columnAt(columns, span.x0 + Math.min(4, (span.x1 - span.x0) / 2))
    const to = columnAt(columns, span.x1 - Math.min(4, (span.x1 - span.x0) / 2))
    if (from === to) {
      put(from, 1, span.pieces)
      continue
    }
    // words that happen to stand close belong to their own columns
    const parts = new Map<number, Array<Piece>>()
    let crosses = false
    for (const piece of span.pieces) {
      const left = columnAt(columns, piece.x0 + 1)
      const right = columnAt(columns, piece.x1 - 1)
      if (left !== right && piece.x1 - piece.x0 > piece.size) crosses = true
      const column = columnAt(columns, (piece.x0 + piece.x1) / 2)
      const part = parts.get(column)
      if (part === undefined) parts.set(column, [piece])
      else part.push(piece)
    }
    if (crosses || parts.size < to - from + 1) put(from, to - from + 1, span.pieces, true)
    else for (const [column, pieces] of [...parts].sort((a, b) => a[0] - b[0])) put(column, 1, pieces, true)
  }
  return cells
}

const isProse = (rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column>): boolean => {
  if (rows.length < 6) return false
  let prose = 0
  for (const column of columns) {
    const widths: Array<number> = []
    for (const row of rows) {
      for (const span of row.spans) {
        if (span.x0 >= column.from - 2 && span.x1 <= column.to + 2 && span.letters > 18) widths.push(span.x1 - span.x0)
      }
    }
    if (widths.length < rows.length * 0.6) continue
    const widest = Math.max(...widths)
    if (widths.filter((width) => width > widest * 0.88).length > rows.length * 0.55) prose++
  }
  return prose >= 2
}

/** Cells of a column share their left edge, their right edge or their middle; labels of a drawing do not. */
const isAligned = (grid: ReadonlyArray<ReadonlyArray<GridCell>>, columns: number): boolean => {
  let cells = 0
  let aligned = 0
  for (let column = 0; column < columns; column++) {
    const members = grid.flatMap((row) => row.filter((cell) => cell.column === column && cell.columnSpan === 1))
    if (members.length < 2) continue
    const edges = members.map(({ pieces }) => {
      const x0 = Math.min(...pieces.map((piece) => piece.x0))
      const x1 = Math.max(...pieces.map((piece) => piece.x1))
      return [x0, x1, (x0 + x1) / 2] as const
    })
    const shares = [0, 1, 2].map((k) => {
      const values = edges.map((edge) => edge[k]!)
      return Math.max(...values.map((value) => values.filter((other) => Math.abs(other - value) < 3).length))
    })
    cells += members.length
    aligned += Math.max(...shares)
  }
  return aligned >= cells * 0.6
}

/** Rows of the page whose lines run on are one row of the table. */
const mergeRows = (
  rows: ReadonlyArray<Row>,
  grid: ReadonlyArray<ReadonlyArray<GridCell>>,
  columns: number,
  rules: ReadonlyArray<number>
): Array<Array<number>> => {
  const leads = rows.slice(1).map((row, k) => row.y - rows[k]!.y)
  const separated = (k: number): boolean =>
    rules.some((y) => y > rows[k - 1]!.y && y < rows[k]!.y - rows[k]!.size * 0.4)
  const inner = rules.filter((y) => y > rows[0]!.y && y < rows.at(-1)!.y).length
  const size = median(rows.map((row) => row.size))
  const tight = [...leads].sort((a, b) => a - b)[Math.floor(leads.length * 0.1)] ?? 0
  const wide = leads.filter((lead) => lead > tight * 1.3 + 0.5).length
  const spaced = tight < size * 1.5 && wide >= Math.max(2, rows.length * 0.3)
  // a rule under every row: the rules say where rows end
  const ruledOff = inner >= 2 && inner >= rows.length / 4
  const groups: Array<Array<number>> = [[0]]
  for (let k = 1; k < rows.length; k++) {
    const lead = leads[k - 1]!
    const empty = !grid[k]!.some((cell) => cell.column === 0)
    const fewer = grid[k]!.length < columns
    let runsOn: boolean
    if (separated(k)) runsOn = false
    else if (ruledOff) runsOn = lead < size * 2.2
    else if (spaced) runsOn = lead <= tight * 1.3 + 0.5
    else runsOn = empty && fewer && lead < size * 1.6 && (groups.length > 1 || grid[k]!.length <= columns / 2)
    if (runsOn) groups.at(-1)!.push(k)
    else groups.push([k])
  }
  return groups
}

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
  const columns = columnsOf(rows, x0, x1)
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
  const inside = evidence.rules.filter((rule) =>
    rule.at > first.y - 20 && rule.at < end.y + 14 && rule.to - rule.from > (x1 - x0) * 0.5
  ).map((rule) => rule.at)
  const groups = mergeRows(rows, grid, columns.length, inside)
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
        if (part.length < 2 || part.some((row) => taken.has(row)) || b > a + 1 && (hasProse(part) || hasTitle(part))) {
          continue
        }
        // a head that is only ruled off below stands above the first rule
        const head = a === 0 ? headAbove(rows, part, top) : undefined
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

/** A larger line alone is the heading of the next table. */
const hasTitle = (rows: ReadonlyArray<Row>): boolean => {
  const size = median(rows.map((row) => row.size))
  return rows.some((row, k) => k > 0 && row.lines.length === 1 && row.size > size * 1.12)
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
    if (rows[i]!.lines.length < 2) {
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
