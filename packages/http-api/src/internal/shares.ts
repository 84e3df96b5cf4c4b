/** Places of a process that teams share, of which no team can take those of all others. */
import type * as ApiError from "../ApiError.ts"

/** How a team is refused. */
export interface Refusals {
  /** The team has used its share of this number of slots. */
  readonly ofTeam: (count: number) => ApiError.ApiError
  /** All places are taken. */
  readonly ofServer: () => ApiError.ApiError
}

export interface Shares {
  /** Takes a place, or says why there is none. */
  readonly take: (team: string) => ApiError.ApiError | undefined
  readonly leave: (team: string) => void
  /** How many places are taken. */
  readonly taken: () => number
}

/**
 * A team may have as many slots as are free for the others: half of them when it is alone, a third when another team takes
 * its maximum, and so on (the dynamic thresholds of Choudhury and Hahne, 1998). There is always a slot for the next team.
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
