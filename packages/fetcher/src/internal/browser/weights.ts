/** Distributes pages among browsers by weight, with smooth weighted round robin as in nginx. */

interface Weighted {
  readonly weight: number
  readonly isLost: boolean
}

export const byWeight = <A extends Weighted>(all: ReadonlyArray<A>): () => A => {
  const credit = new Map<A, number>()
  return () => {
    const working = all.filter(({ isLost }) => !isLost)
    const candidates = working.length > 0 ? working : all
    let total = 0
    for (const one of candidates) {
      total += one.weight
      credit.set(one, (credit.get(one) ?? 0) + one.weight)
    }
    const best = candidates.reduce((left, right) => credit.get(right)! > credit.get(left)! ? right : left)
    credit.set(best, credit.get(best)! - total)
    return best
  }
}
