/** Lines to blocks (what stands under each other without a break), and blocks to reading order. */
import { type Box, overlap } from "../page/geometry.ts"
import type { Line } from "./line.ts"
import type { Table } from "./table.ts"

export type Block = Box & {
  readonly lines: ReadonlyArray<Line>
  readonly table: Table | undefined
  readonly index: number
  /** Its lines end where their writer wanted, and none is a title. */
  readonly set?: boolean
  /** Blocks that stay together, in order: a box beside the running text. */
  readonly parts?: ReadonlyArray<Block>
}

/** A block of lines that stand below each other, of which there is one at least. */
export const blockOf = (lines: ReadonlyArray<Line>): Block => ({
  x0: lines.reduce((least, line) => Math.min(least, line.x0), Infinity),
  x1: lines.reduce((most, line) => Math.max(most, line.x1), -Infinity),
  y0: lines[0]!.y0,
  y1: lines.at(-1)!.y1,
  lines,
  table: undefined,
  index: lines.reduce((least, line) => Math.min(least, line.index), Infinity)
})

/** One block of several. */
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

type Open = { lines: Array<Line>; last: Line; x0: number; x1: number; y0: number; y1: number; lead: number }

/** The lines of the same row on the page. */
const rowsOf = (sorted: ReadonlyArray<Line>): Map<Line, Array<Line>> => {
  const rows = new Map<Line, Array<Line>>()
  let row: Array<Line> = []
  for (const line of sorted) {
    if (row.length > 0 && Math.abs(row[0]!.y - line.y) >= line.size * 0.4) row = []
    row.push(line)
    rows.set(line, row)
  }
  return rows
}

export const toBlocks = (lines: ReadonlyArray<Line>, tables: ReadonlyArray<Table>): Array<Block> => {
  const sorted = [...lines].sort((a, b) => a.y - b.y || a.x0 - b.x0)
  const rows = rowsOf(sorted)
  const open: Array<Open> = []
  for (const line of sorted) {
    let best: Open | undefined
    let nearest = Infinity
    for (let k = line.formula ? -1 : open.length - 1; k >= 0 && k > open.length - 60; k--) {
      const block = open[k]!
      const last = block.last
      if (last.formula) continue
      const down = line.y - last.y
      if (down < line.size * 0.5 || down > Math.max(line.size, last.size) * 1.75) continue
      if (overlap(block.x0, block.x1, line.x0, line.x1) < Math.min(block.x1 - block.x0, line.x1 - line.x0) * 0.3) {
        continue
      }
      if (Math.abs(last.size - line.size) > Math.max(0.8, last.size * 0.09)) continue
      if (
        last.bold !== line.bold && (last.bold ? !/[,:]$/.test(last.text) : true) &&
        !(block.lines.length > 1 && !last.bold)
      ) continue
      // a short line in italics before upright text is a title of its own
      if (
        block.lines.length === 1 && last.italic && !line.italic && last.x1 - last.x0 < (line.x1 - line.x0) * 0.75 &&
        /^\p{Lu}/u.test(line.text) && /[\p{L}\p{N})]$/u.test(last.text)
      ) continue
      // so is a line that is larger and of another font
      if (
        block.lines.length === 1 && last.size > line.size * 1.04 &&
        last.pieces[0]!.font.name !== line.pieces[0]!.font.name
      ) continue
      if (block.lead > 0 && down > block.lead * 1.28 + 1) continue
      // something else of this row stands under the block too: the block's column ends here
      const row = rows.get(line)!
      if (
        row.length > 1 && row.length < 200 &&
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

/** Blocks above each other, by more than a touch. */
const sameColumn = (a: Block, b: Block): boolean =>
  overlap(a.x0, a.x1, b.x0, b.x1) > Math.min(4, Math.min(a.x1 - a.x0, b.x1 - b.x0) * 0.15)

/** Breuel's two rules: above in the same column, or left of without a block between that spans both. */
const precedes = (a: Block, b: Block, all: ReadonlyArray<Block>): boolean => {
  if (sameColumn(a, b)) return a.y0 + a.y1 < b.y0 + b.y1
  if (a.x1 > b.x0 + 4 || a.x0 >= b.x0) return false
  if (overlap(a.y0, a.y1, b.y0, b.y1) > 0) return true
  if (b.y1 <= a.y0 && (b.table !== undefined || b.lines.length <= 2)) return false
  const from = Math.min(a.y0, b.y0)
  const to = Math.max(a.y1, b.y1)
  return !all.some((c) => {
    const middle = (c.y0 + c.y1) / 2
    return c !== a && c !== b && middle > from && middle < to && sameColumn(c, a) && sameColumn(c, b)
  })
}

const topological = (blocks: ReadonlyArray<Block>): Array<Block> => {
  const byPlace = [...blocks].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)
  if (blocks.length < 2 || blocks.length > 250) return byPlace
  const before = byPlace.map((b) => byPlace.flatMap((a, k) => a !== b && precedes(a, b, byPlace) ? [k] : []))
  const seen = new Uint8Array(byPlace.length)
  const ordered: Array<Block> = []
  const visit = (k: number): void => {
    if (seen[k] === 1) return
    seen[k] = 1
    for (const other of before[k]!) visit(other)
    ordered.push(byPlace[k]!)
  }
  byPlace.forEach((_, k) => visit(k))
  return ordered
}

/** Blocks that are drawn after what stands below them, as browsers do with parts that scroll, go back to their place. */
const settle = (stream: ReadonlyArray<Block>): Array<Block> => {
  const ordered: Array<Block> = []
  for (const block of stream) {
    let at = ordered.length
    while (at > 0 && sameColumn(ordered[at - 1]!, block) && block.y1 < ordered[at - 1]!.y0 + 2) at--
    ordered.splice(at, 0, block)
  }
  return ordered
}

/** The order of the content stream where it agrees with the page, else the order a reader would find. */
export const readingOrder = (blocks: ReadonlyArray<Block>): Array<Block> => {
  if (blocks.length < 3) return topological(blocks)
  const stream = [...blocks].sort((a, b) => a.index - b.index)
  let wrong = 0
  let zigzag = 0
  for (let k = 1; k < stream.length; k++) {
    const a = stream[k - 1]!
    const b = stream[k]!
    const under = overlap(a.x0, a.x1, b.x0, b.x1) > 3
    if (under ? b.y1 < a.y0 + 2 : b.x1 <= a.x0 + 3 && b.y1 < a.y0) wrong++
    const c = stream[k - 2]
    if (c !== undefined && a.x0 >= c.x1 - 3 && b.x1 <= a.x0 + 3 && b.y0 > c.y0) zigzag++
  }
  return wrong <= stream.length * 0.12 && zigzag <= stream.length * 0.2 ? settle(stream) : topological(blocks)
}
