export interface Shares {
  readonly own: () => number
  readonly each: number
  readonly divideAmong: (processes: number) => void
}

/**
 * Divides `workers` pages between this process and up to `max` further ones. A host's limit applies to all of them,
 * so this process must leave the others their share.
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
