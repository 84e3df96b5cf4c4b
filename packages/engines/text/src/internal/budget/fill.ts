/** The order in which units fill a budget: the best passages first, then their surroundings, then whole pages. */
import * as Mirrors from "./mirrors.ts"
import type { Ranked, Unit } from "./ranked.ts"

/** Units that govern one another in a chain: items of nested lists. */
const MAX_LEADS = 6
/** More units than the largest budget has room for. */
const MAX_UNITS_OF_BUDGET = 4000

export interface Fill {
  /** Units with a word of the query that are worth quoting, best first. */
  readonly worth: ReadonlyArray<Unit>
  /** The same, and then what fills the rest; `isTaken` says what was taken so far. */
  readonly order: (isTaken: (unit: Unit) => boolean) => Iterable<Unit>
  /** A unit with those it may not be quoted without, in the order of the page. */
  readonly together: (unit: Unit) => ReadonlyArray<Unit>
}

/** `least` is the smallest score worth quoting, as a part of the best. */
export const fill = (
  { all, best }: Ranked,
  { least, textOf }: { readonly least: number; readonly textOf: (unit: Unit) => string }
): Fill => {
  const threshold = least * (best[0]?.score ?? 0)
  const seen = Mirrors.make(textOf)
  const worth: Array<Unit> = []
  const rest: Array<Unit> = []
  for (const unit of best) {
    if (worth.length === MAX_UNITS_OF_BUDGET) break
    if (unit.score < threshold) {
      rest.push(unit)
      continue
    }
    if (seen.has(unit)) continue
    seen.keep(unit)
    worth.push(unit)
  }
  const isNear = (unit: Unit, other: Unit | undefined): other is Unit =>
    other !== undefined && other.page === unit.page && other.section === unit.section

  const together = (unit: Unit): ReadonlyArray<Unit> => {
    const out = [unit]
    let first = unit
    for (let leads = 0; leads < MAX_LEADS && first.lead >= 0; leads++) {
      first = all[first.lead]!
      out.unshift(first)
    }
    const before = all[unit.at - 1]
    if (unit.isLimiting && isNear(unit, before) && !out.includes(before)) out.splice(-1, 0, before)
    const next = all[unit.at + 1]
    if (isNear(unit, next) && next.isLimiting) out.push(next)
    return out
  }

  const order = function*(isTaken: (unit: Unit) => boolean): Iterable<Unit> {
    yield* worth
    const fresh = function*(units: Iterable<Unit>): Iterable<Unit> {
      for (const unit of units) {
        if (isTaken(unit) || seen.has(unit)) continue
        yield unit
        if (isTaken(unit)) seen.keep(unit)
      }
    }
    const taken = worth.filter(isTaken)
    yield* fresh(taken.flatMap((unit) => [all[unit.at + 1], all[unit.at - 1]].filter((other) => isNear(unit, other))))
    yield* fresh(rest)
    const pages = [...new Set(taken.map(({ page }) => page))]
    const sections = new Set(taken.map(({ page, section }) => `${page} ${section}`))
    const ofPages = pages.map((page) => all.filter((unit) => unit.page === page))
    yield* fresh(ofPages.flatMap((units) => units.filter(({ page, section }) => sections.has(`${page} ${section}`))))
    yield* fresh(ofPages.flat())
  }
  return { worth, order, together }
}
