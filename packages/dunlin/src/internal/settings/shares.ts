/** Divides the pages that are read in parallel between this process and its additional ones. */
export interface Shares {
  /** Returns the number of pages of this process. While no other process works, it has all pages. */
  readonly own: () => number
  /** Pages of each further process. */
  readonly each: number
  /** Sets the number of additional processes that work. */
  readonly divideAmong: (processes: number) => void
}

/**
 * Divides `workers` pages between this process and up to `max` additional ones. While these work, this process must
 * not use their share. A host's page limit applies to all processes together, so this process could otherwise use it
 * completely.
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
