/** Leases pages from a store, with a database function if the store has one. */
import * as Effect from "effect/Effect"
import type { JobError } from "../JobError.ts"
import { claimBy } from "./claimCall.ts"
import { type Claimed, claimPages, DEFAULT_MOST_ATTEMPTS } from "./claiming.ts"
import { takeBack } from "./returning.ts"
import type { ClaimRequest, Limits } from "./service.ts"
import type { Sql } from "./sql.ts"
import type { TurnQueue } from "./turnQueue.ts"

export const claimer = (
  sql: Sql,
  limits: Limits,
  turns: TurnQueue
): (request: ClaimRequest) => Effect.Effect<Claimed, JobError> => {
  if (sql.call === undefined) {
    return (request) => sql.transact((transaction) => claimPages(transaction, request, limits), { claiming: true })
  }
  const claim = claimBy(sql, limits, turns)
  const mostAttempts = limits.mostAttempts ?? DEFAULT_MOST_ATTEMPTS
  const tidyLost = sql.transact(Effect.fnUntraced(function*(transaction) {
    const [row] = yield* transaction.all(`SELECT $now AS now`)
    yield* takeBack(transaction, turns, Number(row!.now), mostAttempts)
  }))
  return (request) => claim(request, tidyLost)
}
