/** Writes each note as a footnote definition at its position. Sidenotes follow at the end of the page. */
import * as Tags from "../tape/tags.ts"
import type { Blocks, Emitter } from "./emitter.ts"

const INDENT_OF_NOTE = 4

export interface Notes {
  readonly write: (i: number) => boolean
  readonly writeSidenotes: () => void
}

export const noteWriter = ({ footnotes, isKept, tape, writer }: Emitter, blocks: Blocks): Notes => {
  const { end, tag } = tape
  const { notes, sidenotes, silent } = footnotes

  const note = (i: number, label: string): void =>
    writer.inside({ first: `[^${label}]: `, rest: " ".repeat(INDENT_OF_NOTE), used: false }, () => {
      if (tag[i] !== Tags.TR) return blocks.flow(i)
      for (let c = i + 1; c < end[i]!; c = end[c]!) {
        if (tag[c] !== Tags.TEXT && isKept(c) && !silent.has(c)) blocks.flow(c)
      }
    })

  const writeRows = (table: number): boolean => {
    const rows = [...notes].filter(([row]) => tag[row] === Tags.TR && row > table && row < end[table]!)
    for (const [row, label] of rows) note(row, label)
    return rows.length > 0
  }

  return {
    write: (i) => {
      if (silent.has(i)) return true
      if (notes.size === 0 || tag[i] === Tags.LI) return false
      const label = notes.get(i)
      if (label !== undefined) note(i, label)
      return label !== undefined || tag[i] === Tags.TABLE && writeRows(i)
    },
    writeSidenotes: () => sidenotes.forEach((label, i) => note(i, label))
  }
}
