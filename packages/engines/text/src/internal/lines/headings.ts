/** Finds headings that are underlined, in Markdown, reStructuredText and plain text. */
import * as Unit from "../../Unit.ts"
import type { Physical } from "./physical.ts"

const MIN_UNDERLINE_CHARACTERS = 3
const MAX_CHARACTERS_OF_UNDERLINED_HEADING = 120

/** Returns whether a line underlines a heading. It must be at least half as long as the heading. */
export const isUnderline = (source: string, line: Physical, underline: Physical): boolean => {
  const length = line.end - line.at
  const drawn = source.slice(underline.at, underline.end)
  return underline.container === line.container && !/\s/.test(drawn) && drawn.length >= MIN_UNDERLINE_CHARACTERS &&
    length <= MAX_CHARACTERS_OF_UNDERLINED_HEADING && drawn.length * 2 >= length && underline.indent <= line.indent
}

export const levelOf = (sign: number): number => (sign === Unit.EQUALS ? 1 : sign === Unit.HYPHEN ? 2 : 3)
