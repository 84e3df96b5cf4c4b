/**
 * Writes tables as blocks. Data become GFM rows, and code with line numbers becomes a code block. Of a layout table,
 * only the content of the cells is written.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { textOf } from "../tape/tape.ts"
import { codeOfCells, isGutter, isLineCell } from "./code.ts"
import type { Blocks, Emitter } from "./emitter.ts"
import { type Cell, isDataTable, layout, tableMarkdown, type TableShape } from "./grids.ts"
import { toHtml } from "./serialize.ts"
import type { Words } from "./words.ts"

/** Minimum rows of a table with a title: the title, the header and one row. */
const ROWS_OF_A_TITLED_TABLE = 3

const READ_OF_CELL_IN_CHARACTERS = 200

const titleOf = ({ isKept, tape }: Emitter, { rows }: TableShape): Cell | undefined => {
  const second = rows.at(1)
  if (rows.length < ROWS_OF_A_TITLED_TABLE || second === undefined || second.cells.length < 2) return undefined
  const { cells } = rows.at(0)!
  const written = cells.filter((c) => isKept(c.node) && /\S/.test(textOf(tape, c.node, READ_OF_CELL_IN_CHARACTERS)))
  const only = written[0]
  if (written.length !== 1 || only === undefined || only !== cells[0]) return undefined
  if (cells.length === 1 && only.columns < 2 || only.rows > 1) return undefined
  return second.cells.slice(1).every((c) => tape.tag[c.node] === Tags.TH) ? only : undefined
}

const codeCells = ({ isKept, tape }: Emitter, { rows }: TableShape): ReadonlyArray<number> => {
  const lines = [...rows.nodes].filter((node) => !isGutter(tape, node))
  return lines.every((node) => isKept(node) && isLineCell(tape, node)) ? lines : []
}

export const tableWriter = (emitter: Emitter, words: Words, blocks: Blocks): (i: number) => void => {
  const { isKept, options, paragraph, release, tape, writer } = emitter
  const { faithful, keep, resolve } = options

  const cell = (i: number): string => {
    if (!isKept(i)) return ""
    const run = emitter.run()
    words.cell(i, run)
    const s = run.isEmpty ? "" : run.render({ cell: true, single: false })
    release(run)
    return s
  }

  const caption = (i: number): void => {
    const run = emitter.run()
    words.children(i, run)
    paragraph(run)
  }

  const parts = (shape: TableShape): void => {
    for (const part of shape.parts) {
      const id = tape.tag[part]!
      if (id === Tags.TD || id === Tags.TH) {
        if (isKept(part) && !isGutter(tape, part)) blocks.flow(part)
      } else if (id === Tags.CAPTION) caption(part)
      else blocks.single(part)
    }
  }

  /**
   * Writes content outside of the cells of a table: before the table, or after it if the content follows the last
   * row.
   */
  const loose = ({ parts, rows: { nodes } }: TableShape, isAfter: boolean): void => {
    const last = nodes[nodes.length - 1]!
    for (const part of parts) {
      const id = tape.tag[part]!
      if (id !== Tags.TD && id !== Tags.TH && id !== Tags.CAPTION && part > last === isAfter) blocks.single(part)
    }
  }

  return (i) => {
    const shape = layout(tape, i, isKept)
    const isNumbered = shape.rows.nodes.some((node) => isGutter(tape, node))
    if (faithful && !isNumbered && shape.rows.length <= 1 && !isDataTable(tape, i, shape, isKept)) {
      writer.write(toHtml(tape, { keep, roots: [i], resolve, budget: options.budget, exact: true }).html)
      return
    }
    const lines = isNumbered ? codeCells(emitter, shape) : []
    if (lines.length > 0) {
      writer.write(codeOfCells(tape, lines, emitter.options.written))
      return
    }
    if (isNumbered || !isDataTable(tape, i, shape, isKept)) {
      parts(shape)
      return
    }
    if (shape.caption >= 0) caption(shape.caption)
    const title = faithful ? undefined : titleOf(emitter, shape)
    if (title !== undefined) blocks.flow(title.node)
    loose(shape, false)
    writer.write(tableMarkdown(tape, shape.rows, title === undefined ? 0 : 1, cell, faithful))
    loose(shape, true)
  }
}
