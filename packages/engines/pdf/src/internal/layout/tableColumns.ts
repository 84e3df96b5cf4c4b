/** Finds the columns of a table without rules: the strips between its cells. */
import { bodyOf, type Column, MANY_ROWS, number, type Row, type Stretch } from "./grid.ts"
import { HARDLY_ANY, MOST, SAME_EDGE_POINTS } from "./measures.ts"

/** Maximum width of a table in points. Anything wider is not a page. */
const MAX_POINTS_OF_TABLE_WIDTH = 20_000
const MIN_STRIP_POINTS = 3
const MIN_STRIP_OF_FEW_ROWS_POINTS = 5

/** Returns the range that the fewest rows cover, because a header may be wider than the cells below it. */
const emptiest = (cover: Uint16Array, from: number, to: number): number => {
  let least = Infinity
  let length = 0
  let middle = (from + to) / 2
  for (let x = from; x < to;) {
    let end = x + 1
    while (end < to && cover[end] === cover[x]) end++
    if (cover[x]! < least || cover[x] === least && end - x > length) {
      least = cover[x]!
      length = end - x
      middle = (x + end) / 2
    }
    x = end
  }
  return middle
}

/** Returns the number of rows that cover each point, starting at `x0`. */
const coverOf = (rows: ReadonlyArray<Row>, x0: number, width: number): Uint16Array => {
  const cover = new Uint16Array(width + 1)
  for (const row of rows) {
    for (const span of row.spans) {
      const to = Math.min(width, span.x1 - x0)
      for (let x = Math.max(0, Math.floor(span.x0 - x0)); x < to; x++) cover[x]!++
    }
  }
  return cover
}

/**
 * Finds a column with hardly any values. Text crosses its strip, so the column must have a name with values below it.
 */
const rareColumnIn = (strip: Column, [head, ...others]: ReadonlyArray<Row>): Column | undefined => {
  const isIn = ({ starts, x0, x1 }: Stretch) => starts && x0 > strip.from && x1 < strip.to
  const names = head!.spans.filter(isIn)
  const [name] = names
  if (name === undefined || names.length > 1) return undefined
  const values = others.flatMap(({ spans }) => spans.filter(isIn))
  const isValue = ({ pieces, x0, x1 }: Stretch) =>
    x1 > name.x0 && x0 < name.x1 && pieces.every(({ text }) => number.test(text))
  if (values.length === 0 || !values.every(isValue)) return undefined
  return {
    from: Math.min(name.x0, ...values.map(({ x0 }) => x0)),
    to: Math.max(name.x1, ...values.map(({ x1 }) => x1))
  }
}

/**
 * Moves the edge between two columns to the gap between their names, because a name may be at the left of its column,
 * and numbers at the right. The row must name each column.
 */
const betweenNames = (
  { spans }: Row,
  strips: ReadonlyArray<Column>,
  edges: ReadonlyArray<number>
): ReadonlyArray<number> => {
  if (spans.length !== strips.length + 1) return edges
  return edges.map((edge, k) => {
    const from = Math.max(strips[k]!.from, spans[k]!.x1)
    const to = Math.min(strips[k]!.to, spans[k + 1]!.x0)
    return from < to && (edge < from || edge > to) ? (from + to) / 2 : edge
  })
}

/**
 * Returns the edges at which most rows start a line, although text crosses them in other rows, such as totals.
 * `edges` are the edges found before.
 */
const crossedEdges = (rows: ReadonlyArray<Row>, x0: number, width: number, edges: ReadonlyArray<number>) => {
  if (rows.length < MANY_ROWS) return []
  const gaps = rows.flatMap((row) =>
    row.spans.flatMap((span, k) => k > 0 && span.starts ? [{ from: row.spans[k - 1]!.x1, to: span.x0 }] : [])
  )
  const open = new Int32Array(width + 2)
  for (const { from, to } of gaps) {
    open[Math.max(0, Math.ceil(from - x0))]!++
    open[Math.min(width + 1, Math.max(0, Math.floor(to - x0) + 1))]!--
  }
  const least = rows.length * MOST
  const found: Array<number> = []
  let count = 0
  let start = -1
  for (let x = 0; x <= width + 1; x++) {
    count += open[x]!
    if (count >= least && start < 0) start = x
    if (count >= least || start < 0) continue
    const [from, to] = [x0 + start, x0 + x - 1]
    start = -1
    if (edges.some((edge) => edge > from - MIN_STRIP_POINTS && edge < to + MIN_STRIP_POINTS)) continue
    const starting = gaps.filter((gap) => Math.abs(gap.to - to) < SAME_EDGE_POINTS)
    if (starting.length >= least) found.push((from + to) / 2)
  }
  return found
}

export const columnsOf = (all: ReadonlyArray<Row>, x0: number, x1: number): Array<Column> => {
  const width = Math.max(1, Math.ceil(x1 - x0))
  if (width > MAX_POINTS_OF_TABLE_WIDTH) return []
  const rows = bodyOf(all)
  const cover = coverOf(rows, x0, width)
  const coverOfAll = rows === all ? cover : coverOf(all, x0, width)
  const allowed = rows.length >= MANY_ROWS ? Math.max(1, Math.floor(rows.length * HARDLY_ANY)) : 0
  const breaks = (from: number, to: number): number => {
    let count = 0
    for (const row of rows) {
      if (row.spans.some((span, k) => k > 0 && span.starts && span.x0 >= to - 1 && row.spans[k - 1]!.x1 <= from + 1)) {
        count++
      }
    }
    return count
  }
  const edges: Array<number> = []
  const strips: Array<Column> = []
  let start = -1
  let seen = false
  for (let x = 0; x <= width; x++) {
    if (x < width && cover[x]! <= allowed) {
      if (start < 0) start = x
    } else if (start >= 0) {
      const wide = x - start >= (rows.length >= MANY_ROWS ? MIN_STRIP_POINTS : MIN_STRIP_OF_FEW_ROWS_POINTS) ||
        rows.length > 2 && breaks(x0 + start, x0 + x) >= rows.length * MOST
      if (wide && seen && x < width) {
        const strip = { from: x0 + start, to: x0 + x }
        const rare = rareColumnIn(strip, all)
        if (rare === undefined) {
          edges.push(x0 + emptiest(coverOfAll, start, x))
          strips.push(strip)
        } else {
          const parts = [{ from: strip.from, to: rare.from }, { from: rare.to, to: strip.to }]
          edges.push(...parts.map(({ from, to }) => (from + to) / 2))
          strips.push(...parts)
        }
      }
      start = -1
    }
    if (cover[x]! > allowed) seen = true
  }
  const inner = betweenNames(all[0]!, strips, edges)
  const starts = [x0 - 1, ...inner]
  const bounds = [...starts, ...crossedEdges(rows, x0, width, starts), x1 + 1].sort((a, b) => a - b)
  return bounds.slice(1).map((to, k) => ({ from: bounds[k]!, to }))
}
