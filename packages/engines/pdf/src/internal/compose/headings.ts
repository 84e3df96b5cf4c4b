/** Sets the levels of headings by their size, the document's outline, and their section numbers. */
import { type Element, normalise } from "../layout/elements.ts"
import { add, mode } from "../page/geometry.ts"
import type { Statistics } from "./statistics.ts"

/** The lowest heading level in markdown. */
export const DEEPEST_HEADING_LEVEL = 6

const outlineDepth = ({ outline }: Statistics, text: string): number | undefined =>
  outline.size === 0 ? undefined : outline.get(normalise(text))

/** Returns the smallest depth of the section numbers of each heading size. */
const depths = (pages: ReadonlyArray<ReadonlyArray<Element>>): ReadonlyMap<number, number> => {
  const least = new Map<number, number>()
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading" || element.depth === 0) continue
      const size = Math.round(element.size)
      least.set(size, Math.min(element.depth, least.get(size) ?? element.depth))
    }
  }
  return least
}

/**
 * Sets heading levels: a larger size is a higher level. If the document has an outline, the sizes of its titles
 * determine the levels. A level does not change later, because earlier pages were already sent.
 */
export const setLevels = (
  pages: ReadonlyArray<ReadonlyArray<Element>>,
  statistics: Statistics,
  settled: boolean
): void => {
  const levels = settled ? statistics.levels : new Map(statistics.levels)
  const headings = settled ? statistics.headings : new Set(statistics.headings)
  const votes = new Map<number, Map<number, number>>()
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading") continue
      const size = Math.round(element.size)
      headings.add(size)
      const depth = outlineDepth(statistics, element.text)
      if (depth === undefined) continue
      const sizes = votes.get(size)
      if (sizes === undefined) votes.set(size, new Map([[depth, 1]]))
      else add(sizes, depth, 1)
    }
  }
  const shallowest = depths(pages)
  let level = 0
  for (const size of [...headings].sort((a, b) => b - a)) {
    const known = levels.get(size)
    const voted = votes.get(size)
    level = known ?? Math.max(level + (voted === undefined ? 1 : 0), voted === undefined ? 0 : mode(voted)!)
    if (voted !== undefined || known === undefined) {
      levels.set(size, Math.max(1, Math.min(DEEPEST_HEADING_LEVEL, level)))
    }
  }
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading" || element.level > 0) continue
      const size = Math.round(element.size)
      // Titles of equal size may have section numbers of different depth.
      const deeper = element.depth === 0 ? 0 : element.depth - (shallowest.get(size) ?? element.depth)
      element.level = outlineDepth(statistics, element.text) ?? (levels.get(size) ?? 1) + deeper
    }
  }
}
