/** The places of those who watch jobs: few for what a server can bear, and none that one team could take from all others. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as ApiError from "../../ApiError.ts"

/** Watchers of one process, through WebSockets and as server-sent events; each costs a query now and then. */
const places = 1000

/** Seconds after which those who were refused may ask again: watchers come and go. */
const retryAfter = 5

const instead = "ask for the status of the job instead"

const ofTeam = (count: number) =>
  ApiError.make("RATE_LIMITED", `The team watches ${count} jobs already, its share of this server; ${instead}`, {
    retryAfter,
    details: { watching: count, retryAfterSeconds: retryAfter }
  })

const ofServer = ApiError.make("SERVICE_UNAVAILABLE", `Too many jobs are being watched; ${instead}`, { retryAfter })

export interface Watchers {
  /** Takes a place for a team until the scope closes. */
  readonly enter: (team: string) => Effect.Effect<void, ApiError.ApiError, Scope.Scope>
}

/**
 * A team may have as many places as are left for the others: half of them when it is alone, a third beside another that
 * takes what it can, and so on (the dynamic thresholds of Choudhury and Hahne, 1998). However many teams take all that
 * they may, there is one for the next.
 */
export const make = (size: number): Watchers => {
  const taken = new Map<string, number>()
  let free = size
  const leave = (team: string) =>
    Effect.sync(() => {
      free++
      const left = taken.get(team)! - 1
      if (left === 0) taken.delete(team)
      else taken.set(team, left)
    })
  const take = (team: string) =>
    Effect.suspend(() => {
      if (free === 0) return Effect.fail(ofServer)
      const own = taken.get(team) ?? 0
      if (own >= free) return Effect.fail(ofTeam(own))
      free--
      taken.set(team, own + 1)
      return Effect.void
    })
  return { enter: (team) => Effect.acquireRelease(take(team), () => leave(team)) }
}

/** Those of this process. */
export const Watchers = Context.Reference<Watchers>("@dunlin/http-api/internal/jobs/Watchers", {
  defaultValue: () => make(places)
})
