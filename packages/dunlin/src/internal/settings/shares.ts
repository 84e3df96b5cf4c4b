/** Divides the pages that are read in parallel between this process and its additional ones. */
export interface Shares {
  /** While no other process works, this one has all pages. */
  readonly own: () => number
  readonly each: number
  readonly divideAmong: (processes: number) => void
}

/**
 * Divides `workers` pages between this process and up to `max` additional ones. A host's page limit applies to all
 * processes together, so this process must not use the share of the others.
 */
export const make = (workers: number, max: number): Shares => {
  const each = Math.max(1, Math.floor(workers / (max + 1)))
  let others = 0
  return {
    own: () => Math.max(1, workers - others * each),
    each,
    divideAmong: (processes) => {
      others = processes
    }
  }
}
