/** Compares the turns of two commits in one row. */
import { median } from "../measure.ts"

export interface Outcome {
  readonly base: number
  readonly own: number
  readonly lowest: number
  readonly ratio: number
  readonly from: number
  readonly to: number
}

/** Ratio of processor time to the base above which a row is reported. */
const DEARER = 1.1

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.round((sorted.length - 1) * share)] ?? 0

export const outcomeOf = (base: ReadonlyArray<number>, own: ReadonlyArray<number>): Outcome => {
  const ratios = own.map((value, turn) => value / base[turn]!).toSorted((one, other) => one - other)
  const [lowestOfBase, lowestOfOwn] = [Math.min(...base), Math.min(...own)]
  return {
    base: lowestOfBase,
    own: lowestOfOwn,
    lowest: lowestOfOwn / lowestOfBase,
    ratio: median(ratios),
    from: quantile(ratios, 0.25),
    to: quantile(ratios, 0.75)
  }
}

/** One busy turn must not report a row, so both the lowest turns and the median must be slower. */
export const isDearer = ({ lowest, ratio }: Outcome): boolean => Math.min(lowest, ratio) > DEARER
