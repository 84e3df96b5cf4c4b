/** Finds tables without rules: consecutive rows of several lines. */
import { median } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import { CANDIDATES, MAX_LINES_OF_LAYOUT, MAX_NEIGHBOURS, MAX_TABLE_ROWS } from "./bounds.ts"
import { buildParted } from "./built.ts"
import { leaders } from "./bullets.ts"
import { joinMiddles } from "./centred.ts"
import type { Frame } from "./frame.ts"
import { type Row, toRows } from "./grid.ts"
import type { Line } from "./line.ts"
import { LARGER_TO_BODY_SIZE_RATIO, MOST, SAME_EDGE_POINTS, TEXT_LEAD, WIDER } from "./measures.ts"
import { areNames } from "./pairs.ts"
import type { Table } from "./table.ts"
import { typedOf } from "./typed.ts"
import { joinCentred, tailOf } from "./wrapped.ts"

/** Minimum number of rows with several cells in a table without rules. */
const MIN_ROWS_OF_ALIGNED_TABLE = 3

/** Number of rows above which even spacing is evidence for a table. */
const FEW_ROWS = 3

/** Ratio of a step to the widest step before it from which an evenly spaced table ends. */
const END_OF_EVEN = 1.5

const MAX_ROW_DISTANCE_LINE_HEIGHTS = 3.2

const MAX_LINE_HEIGHTS_AFTER_FIRST_ROW = 4.5

const LONE_HEIGHTS = 2.5

const FULL_LINE_SHARE = 0.45

/** Ratio of the first row's distance to the other distances from which the first row is not part of the table. */
const APART_LEADS = 1.8

const MAX_ADDRESS_ROWS = 8

/** Returns whether a table is two adjacent blocks of running text, such as addresses. */
const areAddresses = (rows: ReadonlyArray<Row>): boolean => {
  const pairs = rows.filter((row) => row.lines.length === 2)
  if (rows.length > MAX_ADDRESS_ROWS || pairs.length === 0 || rows.some((row) => row.lines.length > 2)) return false
  // A column of amounts is not an address.
  if (pairs.every(({ lines }) => /^\P{L}*\d\P{L}*$/u.test(lines[1]!.text))) return false
  const lead = median(rows.slice(1).map((row, k) => (row.y - rows[k]!.y) / row.size))
  return lead < TEXT_LEAD && !areNames(pairs.map((row) => row.lines[0]!), pairs.map((row) => row.lines[1]!))
}

interface Steps {
  widest: number
  narrowest: number
}

/**
 * Returns whether a separate line at the left edge is the heading of the rows after it. A bold line at the usual
 * distance is a row of the table that names a group of rows.
 */
const isTitle = (row: Row, run: ReadonlyArray<Row>, { widest }: Steps): boolean => {
  const line = row.lines[0]!
  const before = run.at(-1)!
  const left = Math.min(...run.map((other) => other.lines[0]!.x0))
  const bold = before.lines.every((other) => other.bold)
  return line.x0 < left + SAME_EDGE_POINTS &&
    (line.size > before.size * LARGER_TO_BODY_SIZE_RATIO ||
      line.bold && !bold && row.y - before.y > row.size * TEXT_LEAD &&
        (run.length <= FEW_ROWS || row.top - before.bottom > widest * WIDER))
}

const isEntry = (row: Row): boolean => row.lines.some((line) => leaders.test(line.text))

/** Returns whether the first row is far above the others and has fewer cells. */
const isApart = (run: ReadonlyArray<Row>): boolean => {
  if (run.length <= FEW_ROWS || run[0]!.lines.length >= run[1]!.lines.length) return false
  const leads = run.slice(1).map((row, k) => row.y - run[k]!.y)
  return leads[0]! > median(leads.slice(1)) * APART_LEADS
}

const reach = (run: ReadonlyArray<Row>, row: Row, { narrowest, widest }: Steps): number => {
  const { size } = row
  // An evenly spaced table ends at the first larger gap.
  if (run.length > FEW_ROWS && widest < narrowest * WIDER) return widest * END_OF_EVEN
  const before = Math.max(size, run.at(-1)!.size)
  if (run.length > 1) return Math.max(before * MAX_ROW_DISTANCE_LINE_HEIGHTS, widest * WIDER)
  return before * (row.lines.length > 2 ? MAX_LINE_HEIGHTS_AFTER_FIRST_ROW : MAX_ROW_DISTANCE_LINE_HEIGHTS)
}

/** The next row with several cells, and its distance from the line before it. */
interface Following {
  readonly row: Row
  readonly step: number
}

/**
 * Returns the next row with several cells, if the lines from `from` up to that row continue the first column. The
 * lines must not be wider than the column, and be as close as lines of text or as the rows above. A row may have only
 * a name.
 */
const nextOfSeveral = (
  rows: ReadonlyArray<Row>,
  from: number,
  run: ReadonlyArray<Row>,
  starts: ReadonlyArray<number>,
  widest: number
): Following | undefined => {
  if (run.length === 0) return undefined
  // The header may have no name for the first column, and its names may be indented.
  const left = Math.min(...run.map((row) => row.lines[0]!.x0))
  const second = Math.min(...starts)
  for (let k = from; k < rows.length && k < from + MAX_NEIGHBOURS; k++) {
    const row = rows[k]!
    if (row.lines.length > 1) return { row, step: row.top - rows[k - 1]!.bottom }
    const line = row.lines[0]!
    if (line.x0 < left - SAME_EDGE_POINTS || line.x1 > second) return undefined
    const reach = Math.max(row.size * TEXT_LEAD, run.length > FEW_ROWS ? widest * WIDER : 0)
    if (k > 0 && row.top - rows[k - 1]!.bottom > reach) return undefined
  }
  return undefined
}

/**
 * Returns whether a single cell belongs to the table: it is below a column other than the first, or a row with
 * several cells follows.
 */
const isLoneCell = (
  row: Row,
  next: Following | undefined,
  run: ReadonlyArray<Row>,
  starts: ReadonlyArray<number>,
  widest: number,
  frame: Frame
): boolean => {
  const only = row.lines[0]!
  const first = run[0]?.lines[0]
  if (first !== undefined && only.x0 > first.x1 && starts.some((x) => Math.abs(x - only.x0) < SAME_EDGE_POINTS)) {
    return true
  }
  return next !== undefined && next.row.lines.length > 1 && only.x1 - only.x0 <= frame.width * FULL_LINE_SHARE &&
    next.step <= Math.max(row.size * LONE_HEIGHTS, widest * WIDER)
}

const LONE_ROW = { minColumns: 3, minNumbers: 2 }

/**
 * Returns whether a header with one row of numbers is a table: each number has a name above it. The other rows may be
 * on another page.
 */
const isHeadAndRow = ([head, row, ...rest]: ReadonlyArray<Row>): boolean => {
  if (head === undefined || row === undefined || rest.length > 0 || head.lines.length < LONE_ROW.minColumns) {
    return false
  }
  const named = row.lines.map((line) =>
    head.lines.flatMap((name, k) => line.x0 < name.x1 && name.x0 < line.x1 ? [k] : [])
  )
  return row.lines.length <= head.lines.length && row.lines.length >= head.lines.length * MOST &&
    row.lines.filter(({ text }) => /^\P{L}*\d\P{L}*$/u.test(text)).length >= LONE_ROW.minNumbers &&
    named.every((names) => names.length === 1) && new Set(named.flat()).size === row.lines.length
}

interface Run {
  readonly rows: Array<Row>
  readonly several: number
  readonly end: number
}

const runFrom = (rows: ReadonlyArray<Row>, from: number, frame: Frame, found: ReadonlyArray<Table>): Run => {
  const run: Array<Row> = []
  const starts: Array<number> = []
  const steps: Steps = { widest: 0, narrowest: Infinity }
  let several = 0
  let end = from
  for (; end < rows.length && run.length < MAX_TABLE_ROWS; end++) {
    const row = rows[end]!
    const before = run.at(-1)
    if (isEntry(row)) break
    if (before !== undefined) {
      const step = row.top - before.bottom
      if (step > reach(run, row, steps) || found.some((table) => table.y0 > before.y && table.y1 < row.y)) break
      if (row.lines.length < 2 && isTitle(row, run, steps)) break
      steps.widest = Math.max(steps.widest, step)
      steps.narrowest = Math.min(steps.narrowest, step)
    }
    if (row.lines.length > 1) {
      several++
      if (starts.length < CANDIDATES) starts.push(...row.lines.slice(1).map((line) => line.x0))
    } else {
      const next = rows[end + 1]
      const following = next === undefined
        ? undefined
        : next.lines.length > 1
        ? { row: next, step: next.top - row.bottom }
        : nextOfSeveral(rows, end, run, starts, steps.widest)
      if (!isLoneCell(row, following, run, starts, steps.widest, frame)) break
    }
    run.push(row)
  }
  if (isApart(run)) run.shift()
  return { rows: run, several, end }
}

/** Finds tables without rules. They do not overlap `found`, the tables between rules. */
export const alignedTables = (
  frame: Frame,
  lines: ReadonlyArray<Line>,
  rules: ReadonlyArray<Rule>,
  found: ReadonlyArray<Table>
): Array<Table> => {
  if (lines.length > MAX_LINES_OF_LAYOUT) return []
  const typed = typedOf(lines)
  if (typed === undefined) return tablesOf(frame, lines, rules, found)
  return tablesOf(frame, typed.lines, [...rules, ...typed.rules], found).map((table) => {
    const used = new Set([...table.used].map((line) => typed.originals.get(line) ?? line))
    for (const line of typed.separators) {
      const reach = line.size * LONE_HEIGHTS
      if (line.y > table.y0 - reach && line.y < table.y1 + reach) used.add(line)
    }
    return { ...table, used }
  })
}

const tablesOf = (
  frame: Frame,
  lines: ReadonlyArray<Line>,
  rules: ReadonlyArray<Rule>,
  found: ReadonlyArray<Table>
): Array<Table> => {
  const tables: Array<Table> = []
  const rows = joinCentred(joinMiddles(toRows(lines)))
  for (let i = 0; i < rows.length;) {
    if (rows[i]!.lines.length < 2 || isEntry(rows[i]!)) {
      i++
      continue
    }
    const run = runFrom(rows, i, frame, found)
    if (run.several >= MIN_ROWS_OF_ALIGNED_TABLE && areAddresses(run.rows)) {
      i = run.end
      continue
    }
    const isShort = run.several < MIN_ROWS_OF_ALIGNED_TABLE && !isHeadAndRow(run.rows)
    const tail = isShort ? [] : tailOf(run.rows, rows.slice(run.end, run.end + MAX_NEIGHBOURS))
    const built = isShort ? [] : buildParted([...run.rows, ...tail], { rules, bounded: false })
    tables.push(...built)
    i = built.length === 0 ? i + 1 : run.end + tail.length
  }
  return tables
}
