/** Builds the sections of a text, heading by heading. */
import type { Section } from "../../Statements.ts"

const MAX_LEVELS = 6

export interface Outline {
  readonly sections: ReadonlyArray<Section>
  readonly current: () => number
  readonly open: (heading: { readonly title: string; readonly level: number; readonly start: number }) => void
}

export const make = (): Outline => {
  const sections: Array<Section> = []
  const open: Array<number | undefined> = []
  let current = -1
  return {
    sections,
    current: () => current,
    open: ({ level: found, start, title }) => {
      const level = Math.min(found, MAX_LEVELS)
      open.length = level
      const above = open.findLast((each) => each !== undefined)
      current = above ?? -1
      if (title === "") return
      current = sections.length
      open[level] = current
      sections.push({ title, level, start, path: above === undefined ? [title] : [...sections[above]!.path, title] })
    }
  }
}
