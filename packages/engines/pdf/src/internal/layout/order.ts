/**
 * Sorts blocks in reading order. Most producers write a page in this order, but some write from top to bottom across
 * all columns. Then blocks left of a gutter come before blocks right of it, as far as the gutter is free.
 */
import { median, overlap } from "../page/geometry.ts"
import type { Block } from "./blocks.ts"
import { MAX_NEIGHBOURS, MAX_SORTED_BLOCKS } from "./bounds.ts"
import {
  FEW,
  HARDLY_ANY,
  LARGE_TO_BODY_SIZE_RATIO,
  MOST,
  SAME_EDGE_POINTS,
  SMALLER_TO_BODY_SIZE_RATIO
} from "./measures.ts"

/** Minimum number of blocks that can form columns: two blocks above each other and one next to them. */
const MIN_BLOCKS_OF_COLUMNS = 3

const sameColumn = (a: Block, b: Block): boolean =>
  overlap(a.x0, a.x1, b.x0, b.x1) > Math.min(TOUCH, Math.min(a.x1 - a.x0, b.x1 - b.x0) * HARDLY_ANY)

/**
 * Returns whether a block precedes another one, by Breuel's two rules: it is above in the same column, or left of it
 * without a spanning block between them. A name comes after the block above it, because that block is the value of
 * another name.
 */
const precedes = (a: Block, b: Block, all: ReadonlyArray<Block>, names: ReadonlySet<Block>): boolean => {
  if (sameColumn(a, b)) return a.y0 + a.y1 < b.y0 + b.y1
  if (a.x1 > b.x0 + TOUCH || a.x0 >= b.x0) return false
  if (overlap(a.y0, a.y1, b.y0, b.y1) > 0) return true
  if (b.y1 <= a.y0 && (b.table !== undefined || b.lines.length <= 2 || names.has(a))) return false
  const from = Math.min(a.y0, b.y0)
  const to = Math.max(a.y1, b.y1)
  return !all.some((c) => {
    const middle = (c.y0 + c.y1) / 2
    return c !== a && c !== b && middle > from && middle < to && sameColumn(c, a) && sameColumn(c, b)
  })
}

/**
 * Returns the blocks that are names. Most names have a value at the same height. Names share a left or right edge,
 * and so do values.
 */
const namesOf = (blocks: ReadonlyArray<Block>): ReadonlySet<Block> => {
  const short = blocks.filter(({ lines }) => lines.length > 0 && lines.length <= LABEL_LINES)
  const pairs = short.flatMap((name) => {
    const value = blocks.find((other) => other.x0 > name.x1 && Math.abs(other.y0 - name.y0) < SAME_EDGE_POINTS)
    return value === undefined ? [] : [{ name, value }]
  })
  const isLike = (one: Block, other: Block) => Math.abs(one.x0 - other.x0) < SAME_EDGE_POINTS
  const named = pairs.filter(({ name, value }) =>
    pairs.filter((other) => isLike(other.name, name) && isLike(other.value, value)).length >= LABELS
  )
  return new Set(short.filter((block) => named.some(({ name }) => isLike(name, block))))
}

const topological = (blocks: ReadonlyArray<Block>): Array<Block> => {
  const byPlace = [...blocks].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)
  if (blocks.length < 2 || blocks.length > MAX_SORTED_BLOCKS) return byPlace
  const names = namesOf(byPlace)
  const before = byPlace.map((b) => byPlace.flatMap((a, k) => a !== b && precedes(a, b, byPlace, names) ? [k] : []))
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

/** Moves a block before the blocks below it in its column, because browsers draw scrollable areas last. */
const settle = (stream: ReadonlyArray<Block>): Array<Block> => {
  const ordered: Array<Block> = []
  for (const block of stream) {
    let at = ordered.length
    while (at > 0 && sameColumn(ordered[at - 1]!, block) && block.y1 < ordered[at - 1]!.y0 + 2) at--
    ordered.splice(at, 0, block)
  }
  return ordered
}

const COLUMN_LINES = 3

/** Minimum number of short blocks in a left column of labels, each level with a block on the right. */
const LABELS = 3
const LABEL_LINES = 2

/** Points by which blocks in different columns, or below each other, may overlap. */
const TOUCH = 4

const MAX_LINES_OF_RUNNING_HEAD = 2

const MAX_DEPTH_OF_ORDER = 4

const weightOf = (block: Block): number =>
  block.parts?.reduce((sum, part) => sum + weightOf(part), 0) ?? block.table?.rows ?? block.lines.length

const middleOf = (block: Block): number => (block.y0 + block.y1) / 2

interface Band {
  readonly left: Array<Block>
  readonly right: Array<Block>
}

interface Columns {
  readonly bands: ReadonlyArray<Band>
  readonly across: ReadonlyArray<Block>
}

const linesOf = (blocks: ReadonlyArray<Block>): number => blocks.reduce((sum, block) => sum + weightOf(block), 0)

const isAtHeight = (block: Block, other: Block): boolean =>
  Math.abs(other.y0 - block.y0) < SAME_EDGE_POINTS ||
  other.lines.some((line) => Math.abs(line.y0 - block.y0) < SAME_EDGE_POINTS)

export const areLabels = ({ left, right }: Band): boolean => {
  const labels = left.filter((block) =>
    weightOf(block) <= LABEL_LINES && right.some((other) => isAtHeight(block, other))
  )
  // A block above all blocks on the right is a title, not a name.
  const top = Math.min(...right.map((block) => block.y0))
  return labels.length >= LABELS && labels.length > left.filter((block) => block.y1 > top + TOUCH).length * MOST
}

const weightOfBand = ({ left, right }: Band): number => {
  const least = Math.min(linesOf(left), linesOf(right))
  if (least < COLUMN_LINES || areLabels({ left, right })) return 0
  const ends = [left, right].flatMap((side) => [
    Math.min(...side.map((block) => block.y0)),
    Math.max(...side.map((block) => block.y1))
  ]) as [number, number, number, number]
  return overlap(...ends) > 0 ? least : 0
}

const isBefore = (block: Block, other: Block): boolean => {
  const down = middleOf(other) - middleOf(block)
  return Math.abs(down) < 1 ? block.x0 < other.x0 : down > 0
}

const columnsAt = (byPlace: ReadonlyArray<Block>, x: number): Columns => {
  const across: Array<Block> = []
  const beside: Array<Block> = []
  for (const block of byPlace) (block.x0 < x - TOUCH && block.x1 > x + TOUCH ? across : beside).push(block)
  across.sort((a, b) => middleOf(a) - middleOf(b))
  const bands = Array.from({ length: across.length + 1 }, (): Band => ({ left: [], right: [] }))
  for (const block of beside) {
    const at = across.findIndex((other) => isBefore(block, other))
    const band = bands[at < 0 ? across.length : at]!
    ;(block.x0 + block.x1 < 2 * x ? band.left : band.right).push(block)
  }
  return { bands, across }
}

const columnsOf = (byPlace: ReadonlyArray<Block>): Columns | undefined => {
  if (byPlace.length < MIN_BLOCKS_OF_COLUMNS || byPlace.length > MAX_SORTED_BLOCKS) return undefined
  const starts = byPlace.map((block) => block.x0).sort((a, b) => a - b)
  let best: Columns | undefined
  let most = 0
  for (const x of new Set(byPlace.map((block) => block.x1))) {
    const next = starts.find((start) => start >= x - TOUCH)
    if (next === undefined) continue
    const columns = columnsAt(byPlace, (x + next) / 2)
    const weight = columns.bands.reduce((sum, band) => sum + weightOfBand(band), 0)
    if (weight > most) {
      most = weight
      best = columns
    }
  }
  return best
}

const slicesOf = (blocks: ReadonlyArray<Block>): Array<Array<Block>> => {
  const slices: Array<Array<Block>> = []
  let end = -Infinity
  for (const block of [...blocks].sort((a, b) => a.y0 - b.y0)) {
    if (block.y0 > end || slices.length === 0) slices.push([block])
    else slices.at(-1)!.push(block)
    end = Math.max(end, block.y1)
  }
  return slices
}

const sizeOf = (blocks: ReadonlyArray<Block>): number =>
  median(blocks.flatMap((block) => block.lines.map((line) => line.size)))

/** Returns whether blocks are the header of a page: one line that is not a title, or one line on each side. */
const isHead = (slice: ReadonlyArray<Block>, body: number): boolean =>
  slice.every(({ lines: [line, ...others] }) =>
    line !== undefined && others.length === 0 && !line.bold && line.size <= body
  ) && slice.length <= MAX_LINES_OF_RUNNING_HEAD

/** Returns whether blocks are a title above the columns, which may be right of the gutter by chance. */
const isTitle = (slice: ReadonlyArray<Block>, body: number): boolean =>
  slice.length === 1 && slice[0]!.lines.length > 0 && sizeOf(slice) > body * LARGE_TO_BODY_SIZE_RATIO

const partsOf = (band: Band): { readonly head: Array<Block>; readonly body: Band; readonly foot: Array<Block> } => {
  const right = new Set(band.right)
  const slices = slicesOf([...band.left, ...band.right])
  const part = (blocks: ReadonlyArray<Block>): Band => ({
    left: blocks.filter((block) => !right.has(block)),
    right: blocks.filter((block) => right.has(block))
  })
  const body = sizeOf(slices.flat())
  const from = slices.length > 1 && (isHead(slices[0]!, body) || isTitle(slices[0]!, body)) ? 1 : 0
  let to = slices.length
  while (to > from + 1 && sizeOf(slices[to - 1]!) < body * SMALLER_TO_BODY_SIZE_RATIO) to--
  return {
    head: slices.slice(0, from).flat(),
    body: part(slices.slice(from, to).flat()),
    foot: slices.slice(to).flat()
  }
}

/** Returns whether a box or table at the right is read first, because it was written before all blocks next to it. */
const isBoxFirst = ({ left, right }: Band): boolean => {
  const last = Math.max(...right.map((block) => block.index))
  return right.every((block) => block.table !== undefined || block.parts !== undefined) &&
    left.every((block) => block.index > last)
}

const byColumns = (blocks: ReadonlyArray<Block>, depth = 0): Array<Block> => {
  const columns = depth < MAX_DEPTH_OF_ORDER ? columnsOf(blocks) : undefined
  if (columns === undefined) return topological(blocks)
  return columns.bands.flatMap((band, k) => {
    const end = columns.across.slice(k, k + 1)
    if (weightOfBand(band) === 0) return [...byColumns([...band.left, ...band.right], depth + 1), ...end]
    const { body, foot, head } = partsOf(band)
    const sides = isBoxFirst(body) ? [body.right, body.left] : [body.left, body.right]
    return [
      ...topological(head),
      ...sides.flatMap((side) => byColumns(side, depth + 1)),
      ...byColumns(foot, depth + 1),
      ...end
    ]
  })
}

/**
 * Returns whether the text is written from top to bottom across the columns. The order then jumps repeatedly from the
 * right column back to the left one.
 */
const isAcross = (stream: ReadonlyArray<Block>, { bands }: Columns): boolean =>
  bands.some((band) => {
    if (weightOfBand(band) === 0) return false
    const right = new Set(band.right)
    const inBand = stream.filter((block) => right.has(block) || band.left.includes(block))
    let returns = 0
    let rises = 0
    for (let k = 1; k < inBand.length; k++) {
      if (right.has(inBand[k - 1]!) && !right.has(inBand[k]!)) returns++
      if (inBand[k]!.y0 < inBand[k - 1]!.y0 - 2) rises++
    }
    return returns > 0 && rises === 0 || returns > 2
  })

const isUnfinished = ({ lines }: Block): boolean => /[\p{L}\d,;]$/u.test(lines.at(-1)?.text ?? "")
const startsInLowerCase = ({ lines }: Block): boolean => /^\p{Ll}/u.test(lines[0]?.text ?? "")

/** Returns whether blocks may continue another column, because they start or end within a sentence. */
const isColumn = (beside: ReadonlyArray<Block>): boolean =>
  startsInLowerCase(beside[0]!) || beside.at(-1)!.lines.length >= COLUMN_LINES && isUnfinished(beside.at(-1)!)

/** Returns whether a text next to other blocks continues below them, where it starts at the same left edge. */
const goesOnBelow = (text: Block, beside: ReadonlyArray<Block>, next: Block): boolean =>
  isUnfinished(text) && !isColumn(beside) && Math.abs(next.x0 - text.x0) < SAME_EDGE_POINTS &&
  next.y0 >= text.y1 - TOUCH &&
  next.y0 - text.y1 < next.lines[0]!.size && next.x1 > text.x1 + TOUCH &&
  beside.every((block) => block.x0 >= text.x1 - TOUCH && block.y1 <= next.y0 + TOUCH)

const beforeText = (ordered: ReadonlyArray<Block>): Array<Block> => {
  const blocks = [...ordered]
  if (blocks.length > MAX_SORTED_BLOCKS) return blocks
  for (let k = 2; k < blocks.length; k++) {
    const next = blocks[k]!
    if (!startsInLowerCase(next)) continue
    let from = k
    while (from > 0 && k - from < MAX_NEIGHBOURS && blocks[from - 1]!.x0 > next.x0 + TOUCH) from--
    const beside = blocks.slice(from, k)
    const text = blocks[from - 1]
    if (text === undefined || beside.length === 0 || !goesOnBelow(text, beside, next)) continue
    const top = Math.min(...beside.map((block) => block.y0))
    let at = from - 1
    while (at > 0 && blocks[at - 1]!.y0 < blocks[at]!.y0 && blocks[at - 1]!.y1 > top) at--
    blocks.splice(from, beside.length)
    blocks.splice(at, 0, ...beside)
  }
  return blocks
}

export const readingOrder = (blocks: ReadonlyArray<Block>): Array<Block> => beforeText(orderOf(blocks))

const orderOf = (blocks: ReadonlyArray<Block>): Array<Block> => {
  if (blocks.length < MIN_BLOCKS_OF_COLUMNS) return topological(blocks)
  const stream = [...blocks].sort((a, b) => a.index - b.index)
  const columns = columnsOf(stream)
  if (columns !== undefined && isAcross(stream, columns)) return byColumns(blocks)
  let wrong = 0
  let zigzag = 0
  for (let k = 1; k < stream.length; k++) {
    const a = stream[k - 1]!
    const b = stream[k]!
    const under = overlap(a.x0, a.x1, b.x0, b.x1) > TOUCH
    if (under ? b.y1 < a.y0 + 2 : b.x1 <= a.x0 + TOUCH && b.y1 < a.y0) wrong++
    const c = stream[k - 2]
    if (c !== undefined && a.x0 >= c.x1 - TOUCH && b.x1 <= a.x0 + TOUCH && b.y0 > c.y0) zigzag++
  }
  return wrong <= stream.length * HARDLY_ANY && zigzag <= stream.length * FEW
    ? settle(stream)
    : byColumns(blocks)
}
