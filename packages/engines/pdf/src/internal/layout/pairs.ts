/** Finds names with adjacent values in surrounding text: "Date" next to "12 March". */
import { overlap } from "../page/geometry.ts"
import type { Block } from "./blocks.ts"
import { MAX_SORTED_BLOCKS } from "./bounds.ts"
import type { Line } from "./line.ts"
import { SAME_ROW_POINTS, SAME_SIZE_POINTS } from "./measures.ts"
import { cellText, type Table } from "./table.ts"

const VALUE_REACH = 130

const NAME_LETTERS = 30
const VALUE_LETTERS = 40

const MIN_SHARE_OF_MOST_LINES = 0.45

/** Returns whether names and values belong together: they share baselines, are short, and are close to each other. */
const belongs = (names: Block, values: Block): boolean =>
  names.lines.length === values.lines.length && values.x0 > names.x1 && values.x0 - names.x1 < VALUE_REACH &&
  names.lines.every((line, k) => {
    const value = values.lines[k]!
    return Math.abs(line.y - value.y) < SAME_ROW_POINTS && line.text.length < NAME_LETTERS &&
      value.text.length < VALUE_LETTERS && !value.formula
  })

const isMost = (lines: ReadonlyArray<Line>, test: (line: Line) => boolean): boolean =>
  lines.filter(test).length > lines.length * MIN_SHARE_OF_MOST_LINES

/** Returns whether lines are names with values. They differ in style, unlike two adjacent addresses. */
export const areNames = (names: ReadonlyArray<Line>, values: ReadonlyArray<Line>): boolean => {
  const [name, value] = [names[0]!, values[0]!]
  const looks = (line: Line, other: Line) =>
    line.bold === other.bold && Math.abs(line.size - other.size) < SAME_SIZE_POINTS
  return isMost(names, (line) => line.text.endsWith(":")) ||
    !looks(name, value) && names.every((line) => looks(line, name)) && values.every((line) => looks(line, value)) ||
    isMost(values, (line) => /\d/.test(line.text)) && !isMost(names, (line) => /\d/.test(line.text))
}

const toTable = (names: Block, values: Block): Block => {
  const table: Table = {
    x0: names.x0,
    x1: values.x1,
    y0: Math.min(names.y0, values.y0),
    y1: Math.max(names.y1, values.y1),
    rows: names.lines.length,
    columns: 2,
    cells: [names, values].flatMap((block, column) =>
      block.lines.map((line, row) => ({ row, column, rowSpan: 1, columnSpan: 1, text: cellText(line.pieces) }))
    ),
    used: new Set([...names.lines, ...values.lines]),
    index: Math.min(names.index, values.index),
    ruled: false
  }
  return { ...table, lines: [], table }
}

export const joinPairs = (blocks: ReadonlyArray<Block>): Array<Block> => {
  if (blocks.length > MAX_SORTED_BLOCKS) return [...blocks]
  const gone = new Set<Block>()
  return blocks.flatMap((names) => {
    if (gone.has(names)) return []
    if (names.lines.length < 2 || names.lines.some((line) => line.rtl || line.mono)) return [names]
    const beside = blocks.filter((other) =>
      other !== names && !gone.has(other) && other.lines.length > 0 &&
      overlap(names.y0, names.y1, other.y0, other.y1) > 2
    )
    const values = beside.find((other) => belongs(names, other))
    if (
      values === undefined || !areNames(names.lines, values.lines) ||
      beside.some((other) => other !== values && other.x0 > names.x1 && other.x0 < values.x1 + VALUE_REACH)
    ) {
      return [names]
    }
    gone.add(values)
    return [toTable(names, values)]
  }).filter((block) => !gone.has(block))
}
