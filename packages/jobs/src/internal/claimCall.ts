/** Claims pages with one call of a database function. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { JobError } from "../JobError.ts"
import { claimFunctionOf } from "./claimFunction.ts"
import { type Claimed, DEFAULT_MOST_PER_HOST, specIn } from "./claiming.ts"
import { toClaim } from "./rows.ts"
import type { ClaimRequest, Limits } from "./service.ts"
import type { Row, Sql, Value } from "./sql.ts"
import type { TurnQueue } from "./turnQueue.ts"

/** Teams whose limits a process caches. A claim for a cached team needs one database call instead of two. */
const MAX_TEAMS = 10_000

const MAX_INTEGER = 2 ** 31 - 1

export const claimBy = (sql: Sql, limits: Limits, turns: TurnQueue) => {
  const { delay = 0, mostPerHost = DEFAULT_MOST_PER_HOST, mostPerTeam, weightOf } = limits
  const hasTeamLimits = mostPerTeam !== undefined || weightOf !== undefined
  const teams = new Set<string>()
  const text = `SELECT * FROM ${claimFunctionOf(turns)}($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

  const admit = Effect.fnUntraced(function*(values: ReadonlyArray<unknown>, most: number) {
    if (turns.take === undefined) return yield* sql.call!(text, values)
    const [rows, taken] = yield* sql.shot(
      [[text, values as ReadonlyArray<Value>], yield* turns.take(most)],
      { forgettable: true }
    )
    const tokens = new Set(taken.map(({ id }) => id))
    return rows.filter(({ note, token }) => note !== "page" || tokens.has(token!))
  })

  const limitsOfTeams = () => {
    if (!hasTeamLimits) return [null, null, null]
    const names = Array.from(teams)
    return [names, names.map((team) => weightOf?.(team) ?? 1), names.map((team) => mostPerTeam?.(team) ?? Infinity)]
  }

  const claimsOf = (rows: ReadonlyArray<Row>) => {
    const specs = new Map<string, Schema.Json>()
    return rows.filter(({ note }) => note === "page").map((row) => {
      const job = String(row.job)
      if (row.spec !== null) specs.set(job, specIn(String(row.spec)))
      const lease = { gap: Number(row.gap), token: String(row.token) }
      return toClaim({ ...row, id: job }, specs.get(job)!, { ...row, attempt: Number(row.attempt) - 1 }, lease)
    })
  }

  return Effect.fnUntraced(function*(
    request: ClaimRequest,
    tidy: Effect.Effect<void, JobError>
  ): Effect.fn.Return<Claimed, JobError> {
    for (let ignoresLost = false;;) {
      const rows = yield* admit(
        [
          request.worker,
          request.most,
          Math.min(request.mostWithGap ?? MAX_INTEGER, MAX_INTEGER),
          request.lease,
          Math.min(mostPerHost, MAX_INTEGER),
          Math.ceil(delay),
          ignoresLost,
          ...limitsOfTeams()
        ],
        request.most
      )
      const [first] = rows
      if (first?.note === "lost") {
        yield* tidy
        ignoresLost = true
        continue
      }
      if (first?.note === "team") {
        if (teams.size > MAX_TEAMS) teams.clear()
        for (const { team } of rows) teams.add(String(team))
        continue
      }
      const next = rows.find(({ note }) => note === "next")
      return { claims: claimsOf(rows), next: next === undefined ? undefined : Number(next.gap) }
    }
  })
}
