/** Finds lines that introduce the lines below them, by indentation and quotation level. */
import type { Line } from "../../Lines.ts"

interface Lead {
  readonly level: number
  readonly statement: number
  readonly container: string
  isFresh: boolean
}

export interface Leads {
  readonly of: (line: Line) => number
  /** Removes the introducing lines that do not extend beyond a line. */
  readonly pass: (line: Line) => void
  readonly add: (line: Line, statement: number) => void
  readonly clear: () => void
}

export const make = (): Leads => {
  let open: Array<Lead> = []
  const find = (line: Line): Lead | undefined =>
    line.kind === "item"
      ? open.findLast(({ level }) => level < line.level)
      : open.findLast(({ container, isFresh }) => isFresh || line.container.length > container.length)
  return {
    of: (line) => find(line)?.statement ?? -1,
    pass: (line) => {
      if (line.kind === "item") open = open.filter(({ level }) => level < line.level)
      else if (line.kind === "text") open = open.filter(({ container }) => line.container.length > container.length)
      for (const lead of open) lead.isFresh = false
    },
    add: (line, statement) => {
      open.push({ level: line.kind === "item" ? line.level : -1, statement, container: line.container, isFresh: true })
    },
    clear: () => {
      open = []
    }
  }
}
