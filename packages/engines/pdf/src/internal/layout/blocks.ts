import { type Box, overlap } from "../page/geometry.ts"
import { CANDIDATES, MAX_NEIGHBOURS } from "./bounds.ts"
import type { Line } from "./line.ts"
import { BIGGER_TO_BODY_SIZE_RATIO, FEW, NEXT_LINE, SAME_ROW_EM, TEXT_LEAD, WIDER } from "./measures.ts"
import type { Table } from "./table.ts"

const WIDER_POINTS = 1

const SIZE_SHARE = 0.09

export type Block = Box & {
  readonly lines: ReadonlyArray<Line>
  readonly table: Table | undefined
  readonly index: number
  readonly set?: boolean
  readonly parts?: ReadonlyArray<Block>
}

export const blockOf = (lines: ReadonlyArray<Line>): Block => ({
  x0: lines.reduce((least, line) => Math.min(least, line.x0), Infinity),
  x1: lines.reduce((most, line) => Math.max(most, line.x1), -Infinity),
  y0: lines[0]!.y0,
  y1: lines.at(-1)!.y1,
  lines,
  table: undefined,
  index: lines.reduce((least, line) => Math.min(least, line.index), Infinity)
})

export const wrap = (parts: ReadonlyArray<Block>): Block => ({
  x0: Math.min(...parts.map((part) => part.x0)),
  x1: Math.max(...parts.map((part) => part.x1)),
  y0: Math.min(...parts.map((part) => part.y0)),
  y1: Math.max(...parts.map((part) => part.y1)),
  lines: [],
  table: undefined,
  index: Math.min(...parts.map((part) => part.index)),
  parts
})

const sectionTitle = /^(?:[A-Z]\.\d{1,2}|\d{1,2}\.\d{1,2})(?:\.\d{1,2}){0,3}\.?\s+\p{Lu}.*[\p{L}\p{N})?]$/u

const SHORT_TITLE_SHARE = 0.75

const SHORT_ROW_SHARE = 0.5

interface Open {
  lines: Array<Line>
  last: Line
  x0: number
  x1: number
  y0: number
  y1: number
  lead: number
}

const rowsOf = (sorted: ReadonlyArray<Line>): Map<Line, Array<Line>> => {
  const rows = new Map<Line, Array<Line>>()
  let row: Array<Line> = []
  for (const line of sorted) {
    if (row.length > 0 && Math.abs(row[0]!.y - line.y) >= line.size * SAME_ROW_EM) row = []
    row.push(line)
    rows.set(line, row)
  }
  return rows
}

export const toBlocks = (lines: ReadonlyArray<Line>, tables: ReadonlyArray<Table>): Array<Block> => {
  const sorted = [...lines].sort((a, b) => a.y - b.y || a.x0 - b.x0)
  const rows = rowsOf(sorted)
  const widest = lines.reduce((most, line) => Math.max(most, line.x1 - line.x0), 0)
  const open: Array<Open> = []
  for (const line of sorted) {
    let best: Open | undefined
    let nearest = Infinity
    for (let k = line.formula ? -1 : open.length - 1; k >= 0 && k > open.length - MAX_NEIGHBOURS; k--) {
      const block = open[k]!
      const last = block.last
      if (last.formula) continue
      const down = line.y - last.y
      if (down < line.size * SAME_ROW_EM || down > Math.max(line.size, last.size) * NEXT_LINE) continue
      if (
        overlap(block.x0, block.x1, line.x0, line.x1) < Math.min(block.x1 - block.x0, line.x1 - line.x0) * FEW
      ) {
        continue
      }
      if (Math.abs(last.size - line.size) > last.size * SIZE_SHARE) continue
      if (
        last.bold !== line.bold && (last.bold ? !/[,:]$/.test(last.text) : true) &&
        !(block.lines.length > 1 && !last.bold)
      ) continue
      // A short italic line before upright text is a title.
      if (
        block.lines.length === 1 && last.italic && !line.italic &&
        last.x1 - last.x0 < (line.x1 - line.x0) * SHORT_TITLE_SHARE &&
        /^\p{Lu}/u.test(line.text) && /[\p{L}\p{N})]$/u.test(last.text)
      ) continue
      // A short line with a section number, before a capital, is a title.
      if (
        block.lines.length === 1 && last.x1 - last.x0 < (line.x1 - line.x0) * SHORT_TITLE_SHARE &&
        sectionTitle.test(last.text) && /^\p{Lu}/u.test(line.text)
      ) continue
      // A line that is larger than the next one, and in another font, is a title.
      if (
        block.lines.length === 1 && last.size > line.size * BIGGER_TO_BODY_SIZE_RATIO &&
        last.pieces[0]!.font.name !== line.pieces[0]!.font.name
      ) continue
      // A short bold line far above another bold line is a title.
      if (
        block.lines.length === 1 && last.bold && line.bold && down > line.size * TEXT_LEAD &&
        last.x1 - last.x0 < widest * SHORT_ROW_SHARE && /^\p{Lu}/u.test(line.text)
      ) continue
      if (block.lead > 0 && down > block.lead * WIDER + WIDER_POINTS) continue
      const row = rows.get(line)!
      if (
        row.length > 1 && row.length < CANDIDATES &&
        row.some((other) =>
          other !== line && other !== last && other.x0 < block.x1 && other.x1 > block.x0 &&
          overlap(line.x0, line.x1, other.x0, other.x1) > 0
        )
      ) continue
      if (down < nearest) {
        nearest = down
        best = block
      }
    }
    if (best === undefined) {
      open.push({ lines: [line], last: line, x0: line.x0, x1: line.x1, y0: line.y0, y1: line.y1, lead: 0 })
      continue
    }
    best.lead = best.lead > 0 ? Math.min(best.lead, nearest) : nearest
    best.lines.push(line)
    best.last = line
    best.x0 = Math.min(best.x0, line.x0)
    best.x1 = Math.max(best.x1, line.x1)
    best.y1 = Math.max(best.y1, line.y1)
  }
  const blocks: Array<Block> = open.map((block) => ({
    x0: block.x0,
    x1: block.x1,
    y0: block.y0,
    y1: block.y1,
    lines: block.lines,
    table: undefined,
    index: block.lines.reduce((least, line) => Math.min(least, line.index), Infinity)
  }))
  for (const table of tables) {
    blocks.push({ x0: table.x0, x1: table.x1, y0: table.y0, y1: table.y1, lines: [], table, index: table.index })
  }
  return blocks
}
