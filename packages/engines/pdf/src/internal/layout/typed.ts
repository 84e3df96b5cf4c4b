/**
 * Finds tables typed in a monospace font. Dashes are rules, bars separate cells, and dots lead from a name to its
 * first value.
 */
import type { Rule } from "../page/page.ts"
import type { Line, Piece } from "./line.ts"
import { textOf } from "./lines.ts"
import { EM_TO_MIDDLE_OF_LETTERS, NEARLY_ALL } from "./measures.ts"

const MIN_SIGNS_OF_RULE = 5
const MIN_DOTS_OF_LEADER = 2

/** Minimum number of bars in a row that is split into cells. */
const MIN_BARS = 2

/** Minimum number of values after a leader. An entry of a table of contents has one. */
const MIN_VALUES_BEHIND_LEADER = 2

const ruleSigns = /^[-=_+|:*]+$/
const bar = /^[|¦]$/
const leader = /^[.·…]+$/
const value = /^[-+(]?[$€£¥]?\d[\d.,]*[%)]*$/

export interface Typed {
  readonly lines: ReadonlyArray<Line>
  readonly rules: ReadonlyArray<Rule>
  readonly originals: ReadonlyMap<Line, Line>
  readonly separators: ReadonlyArray<Line>
}

const isRule = ({ pieces }: Line): boolean => {
  const signs = pieces.map(({ text }) => text).join("")
  return signs.length >= MIN_SIGNS_OF_RULE && ruleSigns.test(signs) && /-{3}|={3}|_{3}/.test(signs)
}

const part = (line: Line, pieces: Array<Piece>): Line => ({
  ...line,
  pieces,
  text: textOf(pieces, line),
  x0: pieces[0]!.x0,
  x1: pieces.at(-1)!.x1
})

const partsBetween = (line: Line, isBetween: (piece: Piece) => boolean): Array<Line> => {
  const parts: Array<Line> = []
  let open: Array<Piece> = []
  for (const piece of [...line.pieces, undefined]) {
    if (piece !== undefined && !isBetween(piece)) {
      open.push(piece)
      continue
    }
    if (open.length > 0) parts.push(part(line, open))
    open = []
  }
  return parts
}

/** Returns the values after leaders: 12 and 14 in "name ..... 12 14". */
const ledValues = (row: ReadonlyArray<Line>): ReadonlyArray<string> => {
  const pieces = row.flatMap((line) => line.pieces).sort((a, b) => a.x0 - b.x0)
  const at = pieces.findIndex(({ text }) => leader.test(text) && text.length >= MIN_DOTS_OF_LEADER)
  return at < 1 ? [] : pieces.slice(at + 1).map(({ text }) => text).filter((text) => value.test(text))
}

export const typedOf = (lines: ReadonlyArray<Line>): Typed | undefined => {
  const mono = lines.filter((line) => line.mono)
  if (mono.length === 0 || mono.length < lines.length * (1 - NEARLY_ALL)) return undefined
  const separators = mono.filter(isRule)
  const rows = new Map<number, Array<Line>>()
  for (const line of mono) {
    const key = Math.round(line.y)
    const row = rows.get(key)
    if (row === undefined) rows.set(key, [line])
    else row.push(line)
  }
  // A number with a comma, a decimal point or a currency sign is not a page number.
  const values = [...rows.values()].map(ledValues)
  const least = values.flat().some((text) => /[.,$€£¥%]/.test(text)) ? 1 : MIN_VALUES_BEHIND_LEADER
  const originals = new Map<Line, Line>()
  const rules: Array<Rule> = []
  const split = (line: Line, isBetween: (piece: Piece) => boolean): Array<Line> =>
    partsBetween(line, isBetween).map((cell) => {
      originals.set(cell, line)
      return cell
    })
  let changed = separators.length > 0
  const clean = lines.flatMap((line) => {
    if (!line.mono) return [line]
    if (separators.includes(line)) {
      rules.push({ from: line.x0, to: line.x1, at: line.y - line.size * EM_TO_MIDDLE_OF_LETTERS })
      return []
    }
    const row = rows.get(Math.round(line.y))!
    const bars = row.reduce((sum, { pieces }) => sum + pieces.filter(({ text }) => bar.test(text)).length, 0)
    const hasBars = bars >= MIN_BARS
    const isLed = ledValues(row).length >= least
    if (!hasBars && !isLed) return [line]
    changed = true
    return split(
      line,
      ({ text }) => hasBars && bar.test(text) || isLed && leader.test(text) && text.length >= MIN_DOTS_OF_LEADER
    )
  })
  return changed ? { lines: clean, rules, originals, separators } : undefined
}
