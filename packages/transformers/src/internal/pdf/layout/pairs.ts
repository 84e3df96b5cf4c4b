/** Names and their values side by side, with other text around them: "Date" beside "12 March". */
import { overlap } from "../page/geometry.ts"
import type { Block } from "./blocks.ts"
import type { Line } from "./line.ts"
import { cellText, type Table } from "./table.ts"

/** Values stand on the baselines of their names, near enough to be read with them, and both are short. */
const belongs = (names: Block, values: Block): boolean =>
  names.lines.length === values.lines.length && values.x0 > names.x1 && values.x0 - names.x1 < 130 &&
  names.lines.every((line, k) => {
    const value = values.lines[k]!
    return Math.abs(line.y - value.y) < 1.5 && line.text.length < 30 && value.text.length < 40 && !value.formula
  })

const isMost = (lines: ReadonlyArray<Line>, test: (line: Line) => boolean): boolean =>
  lines.filter(test).length > lines.length * 0.45

/** What tells names from values; two addresses side by side look alike. */
export const areNames = (names: ReadonlyArray<Line>, values: ReadonlyArray<Line>): boolean => {
  const [name, value] = [names[0]!, values[0]!]
  const looks = (line: Line, other: Line) => line.bold === other.bold && Math.abs(line.size - other.size) < 0.3
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

/** Makes tables of blocks that are the names and the values of two or more things. */
export const joinPairs = (blocks: ReadonlyArray<Block>): Array<Block> => {
  if (blocks.length > 200) return [...blocks]
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
      beside.some((other) => other !== values && other.x0 > names.x1 && other.x0 < values.x1 + 130)
    ) {
      return [names]
    }
    gone.add(values)
    return [toTable(names, values)]
  }).filter((block) => !gone.has(block))
}
