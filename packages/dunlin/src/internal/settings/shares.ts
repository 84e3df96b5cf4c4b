/** Divides the pages that are read in parallel among this process and its further ones. */
export interface Shares {
  /** Pages of this process. It has all pages while no other process works. */
  readonly own: () => number
  /** Pages of each further process. */
  readonly each: number
  /** Sets the number of further processes that work. */
  readonly divideAmong: (processes: number) => void
}

/**
 * Divides `workers` pages among this process and up to `max` further ones. While they work, this process must not take
 * their share: a host has a limit of pages over all processes, so it could take all pages of a crawl.
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
