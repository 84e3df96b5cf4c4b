/** Finds tables between horizontal rules of equal width, as in books and papers. */
import { median } from "../page/geometry.ts"
import type { Rule } from "../page/page.ts"
import { MAX_LINES_OF_LAYOUT, MAX_NEIGHBOURS } from "./bounds.ts"
import { buildParted } from "./built.ts"
import type { Frame } from "./frame.ts"
import { HEAD_ROWS, type Row, toRows } from "./grid.ts"
import type { Line } from "./line.ts"
import {
  FEW,
  LARGER_TO_BODY_SIZE_RATIO,
  NEARLY_ALL,
  OVERHANG,
  SAME_EDGE_POINTS,
  SAME_ROW_POINTS,
  TEXT_LEAD
} from "./measures.ts"
import { fusedOf, type Table } from "./table.ts"
import { joinCentred } from "./wrapped.ts"

/** Limit for rules, because each rule is compared with the rules below it. */
const MAX_BOUNDING_RULES = 400

const MIN_POINTS_OF_TABLE_RULE = 50
/** Maximum width, as a share of the page, of a rule that belongs to a table. A longer rule separates text. */
const PAGE_RULE_SHARE = 0.97

const SAME_END = 5

const MAX_LINE_HEIGHTS_OF_HEAD = 1.4
const MAX_LINE_HEIGHTS_ABOVE_FIRST_ROW = 2.4

const rulesOfOneWidth = (rules: ReadonlyArray<Rule>): Array<Array<Rule>> => {
  const groups: Array<Array<Rule>> = []
  for (const rule of rules) {
    const group = groups.find(([other]) =>
      Math.abs(other!.from - rule.from) < SAME_END && Math.abs(other!.to - rule.to) < SAME_END
    )
    if (group === undefined) groups.push([rule])
    else group.push(rule)
  }
  for (const group of groups) group.sort((a, b) => a.at - b.at)
  return groups
}

interface Page {
  readonly rows: ReadonlyArray<Row>
  readonly rules: ReadonlyArray<Rule>
  readonly taken: Set<Row>
}

const tableBetween = ({ rows, rules, taken }: Page, top: Rule, bottom: Rule, between: number) => {
  const part = within(rows, top.from, top.to, top.at, bottom.at)
  if (
    part.length < 2 || part.some((row) => taken.has(row)) || hasTitle(part) ||
    between > 0 && (hasProse(part) || isCrossed(rows, top.from, top.to, top.at, bottom.at))
  ) return undefined
  // A header with a rule only below it is above the first rule of the table.
  const head = headAbove(rows, part, top)
  const tail = tailBelow(rows, part, bottom)
  if (tail !== undefined && !taken.has(tail)) part.push(tail)
  const evidence = { rules, bounded: between > 0 || part.length > 2 }
  const withHead = head.length === 0 || head.some((row) => taken.has(row))
    ? []
    : buildParted([...head, ...part], evidence)
  if (withHead.length > 0) return { tables: withHead, rows: [...head, ...part] }
  const tables = buildParted(part, evidence)
  return tables.length === 0 ? undefined : { tables, rows: part }
}

/**
 * Returns the table between rules of the same width. Tables with different columns may follow each other between such
 * rules, so the split with fewer merged cells is chosen.
 */
const tableFrom = (page: Page, group: ReadonlyArray<Rule>, from: number) => {
  let best:
    | { readonly tables: ReadonlyArray<Table>; readonly end: number; readonly rows: ReadonlyArray<Row> }
    | undefined
  for (let end = Math.min(group.length - 1, from + MAX_NEIGHBOURS); end > from; end--) {
    const found = tableBetween(page, group[from]!, group[end]!, end - from - 1)
    if (found === undefined || best !== undefined && fusedOf(found.tables) >= fusedOf(best.tables)) continue
    best = { ...found, end }
    if (fusedOf(found.tables) === 0) break
  }
  for (const row of best?.rows ?? []) page.taken.add(row)
  return best
}

export const boundedTables = (frame: Frame, lines: ReadonlyArray<Line>, rules: ReadonlyArray<Rule>): Array<Table> => {
  const tables: Array<Table> = []
  if (lines.length > MAX_LINES_OF_LAYOUT) return tables
  const long = rules.filter((rule) =>
    rule.to - rule.from > MIN_POINTS_OF_TABLE_RULE && rule.to - rule.from < frame.width * PAGE_RULE_SHARE
  )
  if (long.length < 2 || long.length > MAX_BOUNDING_RULES) return tables
  const page: Page = { rows: joinCentred(toRows(lines)), rules, taken: new Set() }
  for (const group of rulesOfOneWidth(long)) {
    for (let a = 0; a < group.length - 1;) {
      const found = tableFrom(page, group, a)
      if (found !== undefined) tables.push(...found.tables)
      a = found?.end ?? a + 1
    }
  }
  return tables
}

/**
 * Returns whether a separate larger line is the heading of the next table or text. If it is the first row, it must be
 * bold or directly above text. The rules then separate sections, not rows of a table.
 */
const hasTitle = (rows: ReadonlyArray<Row>): boolean => {
  const size = median(rows.map((row) => row.size))
  return rows.some((row, k) =>
    row.lines.length === 1 && row.size > size * LARGER_TO_BODY_SIZE_RATIO &&
    (k > 0 || row.lines[0]!.bold)
  )
}

const headAbove = (rows: ReadonlyArray<Row>, part: ReadonlyArray<Row>, top: Rule): ReadonlyArray<Row> => {
  const first = part[0]!
  let end = -1
  rows.forEach((row, k) => {
    if (row.y < top.at && row.y > top.at - row.size * MAX_LINE_HEIGHTS_OF_HEAD) end = k
  })
  if (end < 0 || first.y - rows[end]!.y > rows[end]!.size * MAX_LINE_HEIGHTS_ABOVE_FIRST_ROW) return []
  let start = end
  while (start > 0 && end - start < HEAD_ROWS - 1 && isLineAbove(rows[start - 1]!, rows[start]!)) start--
  while (start <= end && rows[start]!.lines.length < 2) start++
  const head = rows.slice(start, end + 1)
  const isWithin = (row: Row) => row.lines[0]!.x0 >= top.from - OVERHANG && row.lines.at(-1)!.x1 <= top.to + OVERHANG
  return head.every(isWithin) ? head : []
}

/** Returns whether two lines belong to one header: they are as close as lines of text, and in the same font. */
const isLineAbove = (above: Row, below: Row): boolean =>
  below.y - above.y < below.size * TEXT_LEAD && above.lines.every((line) => line.bold === below.lines[0]!.bold)

/**
 * Returns the last row of a table with rules only between rows. The row must be as far away as the other rows, and
 * aligned with them.
 */
const tailBelow = (rows: ReadonlyArray<Row>, part: ReadonlyArray<Row>, bottom: Rule): Row | undefined => {
  const last = part.at(-1)!
  const lead = last.y - (part.at(-2)?.y ?? last.y)
  const tail = rows.find((row) => row.y > bottom.at + 1)
  if (tail === undefined || tail.lines.length < 2 || Math.abs(tail.y - last.y - lead) > SAME_ROW_POINTS) {
    return undefined
  }
  const isUnder = (line: Line) =>
    last.lines.some((other) =>
      Math.abs(other.x0 - line.x0) < SAME_EDGE_POINTS || Math.abs(other.x1 - line.x1) < SAME_EDGE_POINTS
    )
  return tail.lines[0]!.x0 >= bottom.from - OVERHANG && tail.lines.every(isUnder) ? tail : undefined
}

const hasProse = (rows: ReadonlyArray<Row>): boolean => {
  let full = 0
  let x0 = Infinity
  let x1 = -Infinity
  for (const row of rows) {
    x0 = Math.min(x0, row.spans[0]!.x0)
    x1 = Math.max(x1, row.spans.at(-1)!.x1)
  }
  for (const row of rows) {
    if (row.spans.length === 1 && row.spans[0]!.x1 - row.spans[0]!.x0 > (x1 - x0) * NEARLY_ALL) full++
  }
  return full > Math.max(1, rows.length * FEW)
}

const isCrossed = (rows: ReadonlyArray<Row>, x0: number, x1: number, y0: number, y1: number): boolean =>
  rows.some((row) =>
    row.y > y0 && row.y < y1 &&
    row.lines.some((line) => line.x0 < x0 - OVERHANG && line.x1 > x1 + OVERHANG)
  )

const within = (rows: ReadonlyArray<Row>, x0: number, x1: number, y0: number, y1: number): Array<Row> => {
  const part: Array<Row> = []
  for (const row of rows) {
    if (row.y <= y0 || row.y >= y1 + 1) continue
    const lines = row.lines.filter((line) => line.x0 >= x0 - OVERHANG && line.x1 <= x1 + OVERHANG)
    if (lines.length === row.lines.length) part.push(row)
    else if (lines.length > 0) part.push(...toRows(lines))
  }
  return part
}
