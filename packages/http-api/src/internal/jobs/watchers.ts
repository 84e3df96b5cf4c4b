/** Limits the watchers of jobs. No team can use all slots. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as ApiError from "../../ApiError.ts"
import * as Shares from "../shares.ts"

/** WebSockets and server-sent events together. Each watcher sometimes queries the store. */
const MAX_WATCHERS = 1000

const RETRY_AFTER_SECONDS = 5

const instead = "request the job's status instead"

const ofTeam = (count: number) =>
  ApiError.make("RATE_LIMITED", `The team already watches ${count} jobs, the limit for one team; ${instead}`, {
    retryAfter: RETRY_AFTER_SECONDS,
    details: { watching: count, retryAfterSeconds: RETRY_AFTER_SECONDS }
  })

const ofServer = ApiError.make("SERVICE_UNAVAILABLE", `Too many jobs are being watched; ${instead}`, {
  retryAfter: RETRY_AFTER_SECONDS
})

export interface Watchers {
  readonly enter: (team: string) => Effect.Effect<void, ApiError.ApiError, Scope.Scope>
}

export const make = (size: number): Watchers => {
  const shares = Shares.make(size, { ofTeam, ofServer: () => ofServer })
  const take = (team: string) =>
    Effect.suspend(() => {
      const refusal = shares.take(team)
      return refusal === undefined ? Effect.void : Effect.fail(refusal)
    })
  return {
    enter: (team) => Effect.acquireRelease(take(team), () => Effect.sync(() => shares.leave(team)))
  }
}

export const Watchers = Context.Reference<Watchers>("@dunlin/http-api/internal/jobs/Watchers", {
  defaultValue: () => make(MAX_WATCHERS)
})
