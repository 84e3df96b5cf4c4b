/** Finds the authors of a paper: names, institutes and addresses between title and text, in columns or rows. */
import { overlap } from "../page/geometry.ts"
import { type Block, blockOf, wrap } from "./blocks.ts"
import { CANDIDATES, MAX_LINES_OF_LAYOUT } from "./bounds.ts"
import type { Frame } from "./frame.ts"
import type { Line } from "./line.ts"
import {
  LARGER_TO_BODY_SIZE_RATIO,
  NEXT_LINE,
  SAME_ROW_EM,
  sizeOfMost,
  SMALLER_TO_BODY_SIZE_RATIO
} from "./measures.ts"
import { date } from "./titles.ts"

const address = /\S@\S/
const institute =
  /universi|institut|departe?ment|school of|laborator|college|facult|academ|\b(?:inc|ltd|gmbh|llc)\b|association|hospital|ministr/i
const name = /^(?:\p{Lu}[\p{L}.'’-]* ){1,3}(?:(?:de|van|von|der|la) )*\p{Lu}[\p{L}'’-]+ ?(?:[*∗†‡§\d,]{1,8})?$/u
const begins =
  /^(?:a ?b ?s ?t ?r ?a ?c ?t|(?:executive )?summary|introduction|keywords|zusammenfassung|einleitung|kurzfassung|résumé|resumen|resumo|(?:1|i)\.?\s+(?:introduction|einleitung|overview|background|motivation))(?!\p{L})/iu

/** Maximum lines of a column with a name and an institute. A longer column is text. */
const MAX_LINES_OF_NAME = 10

const TITLE_PART = 0.45
const NAMES_PART = 0.6

const between = ({ height, lines }: Frame): ReadonlyArray<Line> => {
  const sorted = [...lines].sort((a, b) => a.y - b.y || a.x0 - b.x0)
  const largest = lines.reduce((most, line) => line.y < height * TITLE_PART ? Math.max(most, line.size) : most, 0)
  if (largest < sizeOfMost(lines) * LARGER_TO_BODY_SIZE_RATIO) return []
  const title = sorted.filter((line) =>
    line.size > largest * SMALLER_TO_BODY_SIZE_RATIO && line.y < height * TITLE_PART
  ).at(-1)!
  const below = sorted.filter((line) => line.y > title.y + 1)
  const end = below.find((line) => begins.test(line.text))
  if (end === undefined || end.y > height * NAMES_PART) return []
  return below.filter((line) => line.y < end.y - end.size * SAME_ROW_EM)
}

const cellsOf = (lines: ReadonlyArray<Line>): Array<Block> => {
  const cells: Array<Array<Line>> = []
  for (const line of lines) {
    const cell = cells.find((other) => {
      const last = other.at(-1)!
      return overlap(last.x0, last.x1, line.x0, line.x1) > 0 &&
        line.y - last.y < Math.max(line.size, last.size) * NEXT_LINE
    })
    if (cell === undefined) cells.push([line])
    else cell.push(line)
  }
  return cells.map((cell) => ({ ...blockOf(cell), set: true }))
}

export const bylineOf = (frame: Frame): Block | undefined => {
  if (frame.number !== 1 || frame.lines.length > MAX_LINES_OF_LAYOUT) return undefined
  const lines = between(frame)
  if (lines.length === 0 || lines.length > CANDIDATES) return undefined
  const cells = cellsOf(lines)
  if (cells.some((cell) => cell.lines.length > MAX_LINES_OF_NAME)) return undefined
  const beside = cells.some((cell) =>
    cells.some((other) => other !== cell && overlap(cell.y0, cell.y1, other.y0, other.y1) > 0)
  )
  const areNames = beside && lines.every(({ text }) => name.test(text) || date.test(text))
  if (!areNames && !lines.some(({ text }) => address.test(text) || beside && institute.test(text))) {
    return undefined
  }
  cells.sort((a, b) => Math.abs(a.y0 - b.y0) < a.lines[0]!.size * SAME_ROW_EM ? a.x0 - b.x0 : a.y0 - b.y0)
  return wrap(cells)
}
