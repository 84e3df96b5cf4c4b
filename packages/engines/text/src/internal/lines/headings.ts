/** Headings that are underlined, in Markdown, reStructuredText and plain text. */
import type { Physical } from "./physical.ts"

const MIN_UNDERLINE_CHARACTERS = 3
const MAX_HEADING_CHARACTERS = 120

/** An underline is at least half as long as its heading. */
export const isUnderline = (source: string, line: Physical, underline: Physical): boolean => {
  const length = line.end - line.at
  const drawn = source.slice(underline.at, underline.end)
  return underline.container === line.container && !/\s/.test(drawn) && drawn.length >= MIN_UNDERLINE_CHARACTERS &&
    length <= MAX_HEADING_CHARACTERS && drawn.length * 2 >= length && underline.indent <= line.indent
}

const EQUALS = 0x3d
const HYPHEN = 0x2d

/** `=` underlines the first level, `-` the second, and other signs what is below. */
export const levelOf = (sign: number): number => (sign === EQUALS ? 1 : sign === HYPHEN ? 2 : 3)
