/** Sets the levels of headings by the rank of their style, the document's outline and tags, and their section numbers. */
import { type Element, normalise } from "../layout/elements.ts"
import { CAPITALS_RANK, isCapital } from "../layout/typography.ts"
import { add, mode } from "../page/geometry.ts"
import type { Statistics } from "./statistics.ts"

export const DEEPEST_HEADING_LEVEL = 6

const outlineDepth = ({ outline }: Statistics, text: string): number | undefined =>
  outline.size === 0 ? undefined : outline.get(normalise(text))

const shallowestOf = (pages: ReadonlyArray<ReadonlyArray<Element>>): ReadonlyMap<number, number> => {
  const least = new Map<number, number>()
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading" || element.depth === 0) continue
      const rank = element.prominence
      least.set(rank, Math.min(element.depth, least.get(rank) ?? element.depth))
    }
  }
  return least
}

const MIN_LETTERS_OF_CAPITALS = 6
const MIN_HEADINGS_IN_CAPITALS = 2

type Heading = Extract<Element, { kind: "heading" }>

/**
 * Titles in capitals are a separate level if the first heading of their style has capitals, several do, and no
 * heading with capitals is numbered together with one without.
 */
const rankCapitals = (headings: ReadonlyArray<Heading>, levels: ReadonlyMap<number, number>): void => {
  const groups = new Map<number, Array<Heading>>()
  for (const heading of headings) {
    const plain = heading.prominence - (isCapital(heading.text) ? CAPITALS_RANK : 0)
    const group = groups.get(plain)
    if (group === undefined) groups.set(plain, [heading])
    else group.push(heading)
  }
  for (const [plain, group] of groups) {
    const [capital, other] = [true, false].map((is) => group.filter(({ text }) => isCapital(text) === is))
    if (capital!.length === 0) continue
    const long = capital!.filter(({ text }) => text.replace(/\P{Lu}/gu, "").length >= MIN_LETTERS_OF_CAPITALS)
    const depths = new Set(capital!.map(({ depth }) => depth))
    const isLevel = levels.has(plain + CAPITALS_RANK) ||
      long.length >= MIN_HEADINGS_IN_CAPITALS && capital!.includes(group[0]!) &&
        !other!.some(({ depth }) => depth > 0 && depths.has(depth))
    if (!isLevel) { for (const heading of capital!) heading.prominence = plain }
  }
}

export const setLevels = (
  pages: ReadonlyArray<ReadonlyArray<Element>>,
  statistics: Statistics,
  settled: boolean
): void => {
  const levels = settled ? statistics.levels : new Map(statistics.levels)
  const headings = settled ? statistics.headings : new Set(statistics.headings)
  rankCapitals(
    pages.flatMap((elements) =>
      elements.flatMap((element) => element.kind === "heading" && element.level === 0 ? [element] : [])
    ),
    levels
  )
  const votes = new Map<number, Map<number, number>>()
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading") continue
      const rank = element.prominence
      headings.add(rank)
      // Tags of other pages may declare a level for the same style.
      const declared = element.level > 0 ? element.level : undefined
      const depth = declared ?? outlineDepth(statistics, element.text)
      if (depth === undefined) continue
      const depths = votes.get(rank)
      if (depths === undefined) votes.set(rank, new Map([[depth, 1]]))
      else add(depths, depth, 1)
    }
  }
  const shallowest = shallowestOf(pages)
  let level = 0
  let counted: { readonly depth: number; readonly level: number } | undefined
  for (const rank of [...headings].sort((a, b) => Math.floor(b) - Math.floor(a))) {
    const known = levels.get(rank)
    const voted = votes.get(rank)
    const depth = shallowest.get(rank)
    if (known !== undefined) level = known
    else if (voted !== undefined) level = Math.max(level, mode(voted)!)
    // Section numbers are stronger evidence than styles.
    else if (depth !== undefined && counted !== undefined) {
      level = Math.max(1, counted.level + depth - counted.depth)
    } else level++
    if (depth !== undefined) counted ??= { depth, level }
    if (voted !== undefined || known === undefined) {
      levels.set(rank, Math.max(1, Math.min(DEEPEST_HEADING_LEVEL, level)))
    }
  }
  for (const elements of pages) {
    for (const element of elements) {
      if (element.kind !== "heading" || element.level > 0) continue
      const rank = element.prominence
      // Titles of one style may have section numbers of different depths.
      const deeper = element.depth === 0 ? 0 : element.depth - (shallowest.get(rank) ?? element.depth)
      element.level = outlineDepth(statistics, element.text) ?? (levels.get(rank) ?? 1) + deeper
    }
  }
}
