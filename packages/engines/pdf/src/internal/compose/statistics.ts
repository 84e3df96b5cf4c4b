/** Determines the usual text style of a document from its letters: size, weight, slant and monospace. */
import type { Style } from "../layout/elements.ts"
import type { Frame } from "../layout/frame.ts"
import { NEARLY_ALL, NEXT_LINE, usualOf } from "../layout/measures.ts"
import { typographyOf } from "../layout/typography.ts"
import { add, mode } from "../page/geometry.ts"

export interface Statistics {
  readonly sizes: Map<number, number>
  readonly fonts: Map<string, number>
  readonly colors: Map<number, number>
  readonly styles: Map<string, { all: number; prose: number }>
  readonly monoSizes: Map<number, number>
  letters: number
  bold: number
  italic: number
  mono: number
  readonly headings: Set<number>
  readonly levels: Map<number, number>
  readonly outline: ReadonlyMap<string, number>
  readonly hyphenated: Set<string>
}

export const empty = (outline: ReadonlyMap<string, number>): Statistics => ({
  sizes: new Map(),
  fonts: new Map(),
  colors: new Map(),
  styles: new Map(),
  monoSizes: new Map(),
  letters: 0,
  bold: 0,
  italic: 0,
  mono: 0,
  headings: new Set(),
  levels: new Map(),
  outline,
  hyphenated: new Set()
})

export const count = (statistics: Statistics, frame: Frame): void => {
  for (const line of frame.lines) {
    const letters = line.text.length
    add(line.mono ? statistics.monoSizes : statistics.sizes, line.size, letters)
    statistics.letters += letters
    // The first piece may be a bullet in its own font.
    for (const { color, font, text } of line.pieces) {
      add(statistics.fonts, font.name, text.length)
      if (color !== undefined) add(statistics.colors, color, text.length)
    }
    if (line.bold) statistics.bold += letters
    if (line.italic) statistics.italic += letters
    if (line.mono) statistics.mono += letters
  }
  countStyles(statistics, frame)
}

const MIN_LETTERS_OF_RUNNING_LINE = 40

const COMPARED_LINES = 4

const countStyles = ({ styles }: Statistics, { lines }: Frame): void => {
  const sorted = [...lines].sort((a, b) => a.y - b.y)
  const keys = sorted.map(typographyOf)
  for (const [k, line] of sorted.entries()) {
    const known = styles.get(keys[k]!) ?? { all: 0, prose: 0 }
    known.all += line.text.length
    styles.set(keys[k]!, known)
    if (line.text.length < MIN_LETTERS_OF_RUNNING_LINE) continue
    for (let next = k + 1; next < Math.min(sorted.length, k + 1 + COMPARED_LINES); next++) {
      const other = sorted[next]!
      if (keys[next] !== keys[k] || other.y - line.y > line.size * NEXT_LINE || other.y - line.y < 1) continue
      if (Math.abs(other.x0 - line.x0) > line.size * 2) continue
      known.prose += line.text.length
      break
    }
  }
}

const MIN_PROSE_SHARE = 0.3
const MIN_LETTERS_OF_PARAGRAPH_STYLE = 200

const proseOf = ({ styles }: Statistics): ReadonlySet<string> =>
  new Set(
    [...styles].flatMap(([key, { all, prose }]) =>
      prose > MIN_LETTERS_OF_PARAGRAPH_STYLE && prose > all * MIN_PROSE_SHARE ? [key] : []
    )
  )

const BOLD_SHARE = 0.5
const ITALIC_SHARE = 0.15

export const styleOf = (statistics: Statistics): Style => ({
  // Code is often smaller than the surrounding text, and a document may have more code than text.
  body: usualOf(statistics.mono > statistics.letters * NEARLY_ALL ? statistics.monoSizes : statistics.sizes),
  bold: statistics.bold > statistics.letters * BOLD_SHARE,
  italic: statistics.italic > statistics.letters * ITALIC_SHARE,
  mono: statistics.mono > statistics.letters * NEARLY_ALL,
  outline: statistics.outline,
  font: mode(statistics.fonts) ?? "",
  color: mode(statistics.colors),
  prose: proseOf(statistics)
})

export const sameStyle = (a: Style, b: Style): boolean =>
  a.body === b.body && a.bold === b.bold && a.italic === b.italic && a.mono === b.mono && a.outline === b.outline &&
  a.font === b.font && a.color === b.color && a.prose.size === b.prose.size && [...a.prose].every((key) =>
    b.prose.has(key)
  )
