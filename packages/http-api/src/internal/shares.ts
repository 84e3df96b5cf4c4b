/** Divides the slots of a process between teams, so that no team can use all of them. */
import type * as ApiError from "../ApiError.ts"

/** The errors for rejected teams. */
export interface Refusals {
  /** Returns the error for a team that already uses its share of this number of slots. */
  readonly ofTeam: (count: number) => ApiError.ApiError
  /** All slots are taken. */
  readonly ofServer: () => ApiError.ApiError
}

export interface Shares {
  /** Takes a slot, or returns the error. */
  readonly take: (team: string) => ApiError.ApiError | undefined
  readonly leave: (team: string) => void
  /** Number of slots in use. */
  readonly taken: () => number
}

/**
 * Creates the shares. A team may use as many slots as it leaves free. If it is the only team, this is half of all
 * slots; if another team also uses its maximum, it is a third, and so on (dynamic thresholds, Choudhury and Hahne,
 * 1998). A slot for a further team is therefore always free.
 */
export const make = (size: number, { ofServer, ofTeam }: Refusals): Shares => {
  const taken = new Map<string, number>()
  let free = size
  return {
    take: (team) => {
      if (free === 0) return ofServer()
      const own = taken.get(team) ?? 0
      if (own >= free) return ofTeam(own)
      free--
      taken.set(team, own + 1)
      return undefined
    },
    leave: (team) => {
      free++
      const left = taken.get(team)! - 1
      if (left === 0) taken.delete(team)
      else taken.set(team, left)
    },
    taken: () => size - free
  }
}
