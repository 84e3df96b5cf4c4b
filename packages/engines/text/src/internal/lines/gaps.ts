/**
 * Finds terms with their description on the same line, as manuals list options: `-b Binary mode.` with further lines
 * below "Binary".
 */
import type { Physical } from "./physical.ts"

const TAB_STOPS = [8, 4] as const
/** Number of characters in which the gap after a term is searched. */
const CHARACTERS_READ_FOR_TERM = 120
const MAX_CHARACTERS_OF_TERM = 48

const gap = /\S(?:\t+| {2,})(?=\S)/

const columnsOf = (text: string, stop: number): number => {
  let columns = 0
  for (const sign of text) columns += sign === "\t" ? stop - columns % stop : 1
  return columns
}

export const continuesDescription = (source: string, term: Physical, line: Physical): boolean => {
  // The further lines of a description are indented.
  if (term.container !== "" || line.container !== "" || line.at === line.start) return false
  const head = source.slice(term.start, Math.min(term.end, term.start + CHARACTERS_READ_FOR_TERM))
  const found = gap.exec(head.slice(term.at - term.start))
  if (found === null || found.index > MAX_CHARACTERS_OF_TERM) return false
  const before = head.slice(0, term.at - term.start + found.index + found[0].length)
  const lead = source.slice(line.start, line.at)
  return TAB_STOPS.some((stop) => columnsOf(before, stop) === columnsOf(lead, stop))
}
