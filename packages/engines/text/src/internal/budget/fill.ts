/**
 * Orders the units that fill a budget. A unit's value is its own score, or that of a better unit nearby, reduced by
 * distance. So the neighbours of the best units come before weak matches, then the rest of their sections.
 */
import * as Mirrors from "./mirrors.ts"
import type { Ranked, Unit } from "./ranked.ts"

const MAX_LEADS = 6
const MAX_UNITS_OF_BUDGET = 4000

const MAX_SEEDS = 400
const MAX_STEPS_FROM_SEED = 6
const SHARE_OF_SCORE_PER_STEP = 0.7

export interface Fill {
  readonly worth: ReadonlyArray<Unit>
  /** The units by descending value. `isTaken` tells whether a unit is already included. */
  readonly order: (isTaken: (unit: Unit) => boolean) => Iterable<Unit>
  readonly together: (unit: Unit) => ReadonlyArray<Unit>
}

export const fill = (
  { all, best }: Ranked,
  { least, textOf }: { readonly least: number; readonly textOf: (unit: Unit) => string }
): Fill => {
  const threshold = least * (best[0]?.score ?? 0)
  const seen = Mirrors.make(textOf)
  const worth: Array<Unit> = []
  for (const unit of best) {
    if (worth.length === MAX_UNITS_OF_BUDGET || unit.score < threshold) break
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

  const spread = (): ReadonlyMap<Unit, number> => {
    const values = new Map<Unit, number>()
    const raise = (unit: Unit, value: number) => {
      if (value > (values.get(unit) ?? 0)) values.set(unit, value)
    }
    for (const seed of best.slice(0, MAX_SEEDS)) {
      raise(seed, seed.score)
      for (const step of [1, -1]) {
        let value = seed.score
        for (let steps = 1; steps <= MAX_STEPS_FROM_SEED; steps++) {
          const unit = all[seed.at + step * steps]
          if (!isNear(seed, unit)) break
          value *= SHARE_OF_SCORE_PER_STEP
          raise(unit, value)
        }
      }
    }
    return values
  }

  const order = function*(isTaken: (unit: Unit) => boolean): Iterable<Unit> {
    const taken = Mirrors.make(textOf)
    const sorted = [...spread()].toSorted(([one, x], [other, y]) => y - x || one.at - other.at).map(([unit]) => unit)
    const pages = new Set(sorted.map(({ page }) => page))
    for (const units of [sorted, ...[...pages].map((page) => all.filter((unit) => unit.page === page))]) {
      for (const unit of units) {
        if (isTaken(unit) || taken.has(unit)) continue
        yield unit
        if (isTaken(unit)) taken.keep(unit)
      }
    }
  }
  return { worth, order, together }
}
