/** Implements `/v2/team/activity` and `/v2/team/threat-protection`. */
import type { Job, Kind } from "@dunlin/jobs/Job"
import { JobStore } from "@dunlin/jobs/JobStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ApiError from "../../ApiError.ts"
import * as Team from "../../Team.ts"
import { fromJobError } from "../jobs/answers.ts"
import { operation } from "../operation.ts"
import { json } from "../respond.ts"

const DEFAULT_LIMIT_OF_ACTIVITY = 50
const MAX_LIMIT = 100

/** Some of these jobs are webhooks and feedback, which are not listed. */
const MAX_READ = 1000

const endpoints: { readonly [K in Kind]?: string } = {
  batch: "batch_scrape",
  crawl: "crawl",
  extract: "extract",
  monitor: "monitor",
  agent: "agent"
}

const targetOf = ({ spec }: Job): string | null => {
  const { request } = spec as {
    readonly request?: { readonly url?: string; readonly name?: string; readonly prompt?: string }
  }
  return request?.url ?? request?.name ?? request?.prompt ?? null
}

export const activity = operation({ name: "activity", metered: false }, ({ request, team }) =>
  Effect.gen(function*() {
    const parameters = new URL(request.url, "http://localhost").searchParams
    const requested = Number(parameters.get("limit") ?? DEFAULT_LIMIT_OF_ACTIVITY)
    if (!Number.isInteger(requested) || requested < 1) {
      return yield* ApiError.make("BAD_REQUEST", "limit: expected a whole number of at least 1")
    }
    const limit = Math.min(requested, MAX_LIMIT)
    const endpoint = parameters.get("endpoint")
    const cursor = parameters.get("cursor")
    const store = yield* JobStore
    const all = yield* Effect.mapError(store.list({ team: team.id, limit: MAX_READ }), fromJobError)
    const found = all.filter(({ kind }) =>
      endpoints[kind] !== undefined && (endpoint === null || endpoints[kind] === endpoint)
    )
    // The cursor is the id of the last entry. Its job may have expired since.
    const from = cursor === null ? 0 : found.findIndex(({ id }) => id === cursor) + 1
    if (cursor !== null && from === 0) {
      return yield* ApiError.make("BAD_REQUEST", "cursor: unknown or expired; omit it to start with the newest job")
    }
    const page = found.slice(from, from + limit)
    const hasMore = found.length > from + limit
    return json({
      success: true,
      data: page.map((job) => ({
        id: job.id,
        endpoint: endpoints[job.kind],
        api_version: "v2",
        status: job.state,
        created_at: DateTime.formatIso(DateTime.makeUnsafe(job.createdAt)),
        target: targetOf(job),
        creditsUsed: job.credits
      })),
      cursor: hasMore ? page.at(-1)!.id : null,
      has_more: hasMore,
      warning: "Single scrapes, searches and maps are in the audit log only."
    })
  }))

export const threatPolicy = operation({ name: "threat-policy", metered: false }, ({ team }) =>
  Effect.sync(() => {
    const { allowOverrides, enabled, enforced, policy } = Team.toCaller(team).features.threatProtection
    return json({
      success: true,
      data: { enabled, enforced, allowRequestOverrides: allowOverrides, policy }
    })
  }))

export const changeThreatPolicy = operation({ name: "threat-policy", metered: false }, () =>
  Effect.fail(
    ApiError.make("FORBIDDEN", "The server's teams file sets the threat policy; ask the operator")
  ))

/** Clients read this list before a search. It is always empty. */
export const catalogue = operation(
  { name: "catalogue", metered: false },
  () => Effect.succeed(json({ success: true, cohorts: [], warning: "This server has no data provider catalog." }))
)
