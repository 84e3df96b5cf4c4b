/** Divides the slots of a process between teams, so that no team can use all of them. */
import type * as ApiError from "../ApiError.ts"

export interface Refusals {
  readonly ofTeam: (count: number) => ApiError.ApiError
  readonly ofServer: () => ApiError.ApiError
}

export interface Shares {
  readonly take: (team: string) => ApiError.ApiError | undefined
  readonly leave: (team: string) => void
  readonly taken: () => number
}

/**
 * A team may use as many slots as are free (dynamic thresholds, Choudhury and Hahne 1998). A team that is alone uses
 * half of them, so further teams always find one.
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
