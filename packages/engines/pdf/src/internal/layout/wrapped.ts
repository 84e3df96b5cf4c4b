/** Joins rows of a table without rules whose names are wrapped over several lines. */
import { MAX_NEIGHBOURS } from "./bounds.ts"
import { type Row, toRow } from "./grid.ts"
import { isWrapped, type Line } from "./line.ts"
import { NEXT_LINE, SAME_EDGE_POINTS, SAME_SIZE_POINTS, TEXT_LEAD } from "./measures.ts"

const MAX_POINTS_FROM_MIDDLE = 1

const MIN_CENTRED_ROWS = 3

const MAX_LINES_OF_TAIL = 4

/** Minimum points by which the step to another row must exceed the step to a wrapped line. */
const MIN_POINTS_BETWEEN_STEPS = 1

/** A line of a name, or values without a name at a height between two lines. */
interface Step {
  readonly y: number
  readonly name: Line | undefined
  readonly values: ReadonlyArray<Line>
}

const isLike = (line: Line, other: Line): boolean =>
  Math.abs(line.size - other.size) < SAME_SIZE_POINTS && line.bold === other.bold

const stepsFrom = (rows: ReadonlyArray<Row>, from: number): ReadonlyArray<Step> => {
  const first = rows[from]!.lines[0]!
  const steps: Array<Step> = []
  let widest = first.x1
  let second = Infinity
  for (let k = from; k < rows.length && k < from + MAX_NEIGHBOURS; k++) {
    const { lines, size, y } = rows[k]!
    if (k > from && y - rows[k - 1]!.y > size * NEXT_LINE) break
    const isNamed = Math.abs(lines[0]!.x0 - first.x0) < SAME_EDGE_POINTS
    const name = isNamed ? lines[0] : undefined
    const values = isNamed ? lines.slice(1) : lines
    widest = Math.max(widest, name?.x1 ?? 0)
    second = Math.min(second, values[0]?.x0 ?? Infinity)
    if (second <= widest || name !== undefined && !isLike(name, first)) break
    steps.push({ y, name, values })
  }
  return steps
}

/**
 * Returns the number of lines of a name. The values must be at the middle of the name, and each line of the name must
 * be wrapped.
 */
const lengthOf = (steps: ReadonlyArray<Step>, from: number, right: number): number | undefined => {
  const isWrappedAt = (k: number) => {
    const { name } = steps[k]!
    const above = steps.slice(from, k).findLast((step) => step.name !== undefined)?.name
    return name === undefined || above !== undefined && isWrapped(above, name, right)
  }
  const at = steps.findIndex((step, k) => k >= from && step.values.length > 0)
  const end = at < 0 ? -1 : steps.findIndex((step, k) =>
    k >= at && step.name !== undefined &&
    Math.abs((steps[from]!.y + step.y) / 2 - steps[at]!.y) < MAX_POINTS_FROM_MIDDLE
  )
  const part = end < 0 ? [] : steps.slice(from, end + 1)
  if (part.length > 0 && part.every((step, k) => k === 0 || step.y === steps[at]!.y || step.values.length === 0)) {
    if (part.every((_, k) => k === 0 || isWrappedAt(from + k))) return part.length
  }
  let to = from + 1
  while (to < steps.length && steps[to]!.values.length === 0 && isWrappedAt(to)) to++
  const isComplete = steps[to]?.name !== undefined && !isWrappedAt(to)
  return steps[from]!.values.length === 0 && isComplete ? to - from : undefined
}

/**
 * Groups the lines of each name with its values, up to the first row whose values are not at the middle of its name.
 */
const groupsOf = (steps: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> => {
  const right = Math.max(...steps.map(({ name }) => name?.x1 ?? 0))
  const groups: Array<ReadonlyArray<Step>> = []
  for (let from = 0; from < steps.length;) {
    const length = steps[from]!.name === undefined ? undefined : lengthOf(steps, from, right)
    if (length === undefined) break
    groups.push(steps.slice(from, from + length))
    from += length
  }
  const valued = groups.filter((group) => group.some(({ values }) => values.length > 0))
  const isCentred = valued.some((group) => group.length > 1 && group[0]!.values.length === 0)
  return isCentred && valued.length >= MIN_CENTRED_ROWS ? groups : []
}

/** A name in lower case directly below the name of a row with values continues it. */
const isRest = ({ lines: [line], size, y }: Row, above: Row | undefined): boolean =>
  above !== undefined && above.lines.length > 1 && y - above.y < size * TEXT_LEAD && /^\p{Ll}/u.test(line!.text) &&
  Math.abs(line!.x0 - above.lines[0]!.x0) < SAME_EDGE_POINTS && isLike(line!, above.lines[0]!)

export const joinCentred = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const joined: Array<Row> = []
  for (let k = 0; k < rows.length;) {
    const groups = rows[k]!.lines.length > 1 || isRest(rows[k]!, rows[k - 1]) ? [] : groupsOf(stepsFrom(rows, k))
    if (groups.length === 0) joined.push(rows[k++]!)
    for (const group of groups) {
      const part = rows.slice(k, k + group.length)
      const { y } = group.find(({ values }) => values.length > 0) ?? group[0]!
      joined.push(
        part.length === 1 ? part[0]! : toRow(part.flatMap((row) => row.lines), y, part[0]!.top, part.at(-1)!.bottom)
      )
      k += group.length
    }
  }
  return joined
}

/**
 * Returns lines below the table that belong to its last name: they are wrapped, narrower than the first column, and
 * closer to each other than the rows and the text below.
 */
export const tailOf = (table: ReadonlyArray<Row>, after: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const left = Math.min(...table.map(({ lines }) => lines[0]!.x0))
  const isName = (line: Line) => Math.abs(line.x0 - left) < SAME_EDGE_POINTS
  const right = Math.max(...table.flatMap(({ lines }) => lines.filter(isName).map((line) => line.x1)))
  const second = Math.min(...table.flatMap(({ lines }) => lines.filter((line) => !isName(line)).map((line) => line.x0)))
  const steps = table.slice(1).flatMap((row, k) => row.lines.length > 1 ? [row.top - table[k]!.bottom] : [])
  const between = Math.min(...steps) - MIN_POINTS_BETWEEN_STEPS
  let above = table.at(-1)!.lines[0]!
  let bottom = table.at(-1)!.bottom
  const tail: Array<Row> = []
  for (const row of after.slice(0, MAX_LINES_OF_TAIL + 1)) {
    const line = row.lines[0]!
    const step = row.top - bottom
    const isPart = row.lines.length === 1 && isName(line) && isName(above) && isLike(line, above) &&
      (step < between || /^\p{Ll}/u.test(line.text) && step < line.size * TEXT_LEAD) && line.x1 < second &&
      isWrapped(above, line, right)
    if (!isPart) return step > between ? tail : []
    tail.push(row)
    above = line
    bottom = row.bottom
  }
  return tail.length > MAX_LINES_OF_TAIL ? [] : tail
}
