/**
 * Finds panels next to running text, as in encyclopedias: a table of names and values, with a title, a picture and a
 * caption above. All content of a panel becomes rows of its table, so that its titles are not headings of the text.
 */
import { overlap } from "../page/geometry.ts"
import { type Block, wrap } from "./blocks.ts"
import { MAX_SORTED_BLOCKS } from "./bounds.ts"
import { cellText, type Table } from "./table.ts"

const COLUMNS = 2
const MIN_ROWS_OF_PANEL = 4

/** Maximum lines of a panel's title. More lines are text. */
const MAX_LINES_OF_PANEL_TITLE = 3

const MAX_PICTURE_SHARE_OF_PANEL_PAGE = 0.35

const isPanelTable = (table: Table | undefined): table is Table =>
  table !== undefined && table.columns === COLUMNS && table.rows >= MIN_ROWS_OF_PANEL

const middleOf = ({ y0, y1 }: Block): number => (y0 + y1) / 2

const areTitles = (blocks: ReadonlyArray<Block>, table: Table): boolean =>
  blocks.every((block) =>
    block.lines.length > 0 && block.lines.length <= MAX_LINES_OF_PANEL_TITLE &&
    overlap(block.y0, block.y1, table.y0, table.y1) <= 1
  ) && blocks.reduce((sum, block) => sum + block.lines.length, 0) <= table.rows

const joined = (block: Block, table: Table, titles: ReadonlyArray<Block>): Block => {
  const sorted = [...titles].sort((a, b) => a.y0 - b.y0)
  const above = sorted.filter((title) => middleOf(title) < middleOf(block)).length
  const cells = sorted.map(({ lines }, k) => ({
    row: k < above ? k : k + table.rows,
    column: 0,
    rowSpan: 1,
    // A cell across both columns would need HTML, which cannot contain Markdown links.
    columnSpan: 1,
    text: cellText(lines.flatMap((line) => line.pieces))
  }))
  const whole = wrap([block, ...titles])
  const grown: Table = {
    ...table,
    x0: whole.x0,
    x1: whole.x1,
    y0: whole.y0,
    y1: whole.y1,
    rows: table.rows + titles.length,
    cells: [...cells, ...table.cells.map((cell) => ({ ...cell, row: cell.row + above }))],
    used: new Set([...table.used, ...titles.flatMap((title) => title.lines)]),
    index: whole.index
  }
  return { x0: whole.x0, x1: whole.x1, y0: whole.y0, y1: whole.y1, index: whole.index, lines: [], table: grown }
}

export const panelOf = (blocks: ReadonlyArray<Block>): Block | undefined => {
  const tables = blocks.filter((block) => block.table !== undefined)
  const [block] = tables
  const titles = blocks.filter((other) => other !== block)
  return tables.length === 1 && isPanelTable(block!.table) && areTitles(titles, block!.table)
    ? joined(block!, block!.table, titles)
    : undefined
}

const titleOf = (block: Block, blocks: ReadonlyArray<Block>, height: number): Block | undefined => {
  const isAside = (other: Block) => other.x1 <= block.x0 || other.x0 >= block.x1
  const beside = blocks.filter((other) => isAside(other) && overlap(other.y0, other.y1, block.y0, block.y1) > 0)
  if (beside.reduce((sum, { lines }) => sum + lines.length, 0) < block.table!.rows) return undefined
  // A block that extends over the text belongs to both columns.
  const text = wrap(beside)
  const inColumn = blocks.filter((other) =>
    other !== block && !isAside(other) && overlap(other.x0, other.x1, text.x0, text.x1) <= 0
  )
  const [title] = inColumn
  return inColumn.length === 1 && title!.y1 < block.y0 &&
      block.y0 - title!.y1 < height * MAX_PICTURE_SHARE_OF_PANEL_PAGE
    ? title
    : undefined
}

export const joinPanels = (blocks: ReadonlyArray<Block>, height: number): ReadonlyArray<Block> => {
  if (blocks.length > MAX_SORTED_BLOCKS) return blocks
  return blocks.filter((block) => isPanelTable(block.table)).reduce((left, block) => {
    const table = block.table!
    const title = titleOf(block, left, height)
    if (title === undefined || !areTitles([title], table)) return left
    return left.flatMap((other) => other === title ? [] : other === block ? [joined(block, table, [title])] : [other])
  }, blocks)
}
