/** Converts monitors and checks to their API representation. */
import type { Monitor, MonitorCheck } from "@dunlin/schema/Monitor"
import * as DateTime from "effect/DateTime"
import type * as Schema from "effect/Schema"
import type { StoredCheck, StoredMonitor } from "./kept.ts"
import { runsPerMonth } from "./schedule.ts"
import { type NamedTarget, requestOf } from "./spec.ts"
import { normalSchedule } from "./writing.ts"

const iso = (at: number): string => DateTime.formatIso(DateTime.makeUnsafe(at))
const isoOrNull = (at: number | undefined): string | null => at === undefined ? null : iso(at)

const CREDITS_PER_SEARCH = 2
const RESULTS_PER_SEARCH = 10

const creditsOf = (target: NamedTarget): number => {
  switch (target.type) {
    case "scrape":
      return target.urls.length
    case "crawl":
      return target.crawlOptions.limit
    case "search":
      return target.queries.length * CREDITS_PER_SEARCH * Math.ceil(target.maxResults / RESULTS_PER_SEARCH)
  }
}

/** The maximum of a 32-bit integer, for typed clients. */
const MAX_ESTIMATE = 2 ** 31 - 1

export const toMonitor = (stored: StoredMonitor, feeds: Monitor["feeds"]): Monitor => {
  const request = requestOf(stored)
  const given = stored.given as { readonly [name: string]: Schema.Json }
  const schedule = normalSchedule(request.schedule)
  const perCheck = request.targets.reduce((sum, target) => sum + creditsOf(target), 0)
  const runs = stored.state === "active" ? runsPerMonth(schedule, stored.updatedAt) : 0
  return {
    id: stored.id,
    name: request.name,
    status: stored.state,
    schedule,
    nextRunAt: isoOrNull(stored.nextAt),
    lastRunAt: isoOrNull(stored.lastAt),
    currentCheckId: stored.check ?? null,
    targets: given.targets as ReadonlyArray<Schema.Json>,
    webhook: given.webhook ?? null,
    notification: given.notification ?? null,
    retentionDays: request.retentionDays,
    estimatedCreditsPerMonth: Math.min(perCheck * runs, MAX_ESTIMATE),
    lastCheckSummary: stored.summary ?? null,
    goal: request.goal ?? null,
    judgeEnabled: request.judgeEnabled,
    sensitivity: request.sensitivity,
    quietHours: request.quietHours ?? null,
    feeds,
    ...(stored.warning === undefined ? {} : { warning: stored.warning }),
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt)
  }
}

export const toCheck = (check: StoredCheck): MonitorCheck => ({
  id: check.id,
  monitorId: check.monitor,
  status: check.state,
  trigger: check.cause,
  scheduledFor: isoOrNull(check.scheduledFor),
  startedAt: iso(check.createdAt),
  finishedAt: isoOrNull(check.endedAt),
  estimatedCredits: null,
  reservedCredits: null,
  actualCredits: check.credits ?? null,
  billingStatus: check.credits === undefined ? "not_applicable" : "confirmed",
  summary: check.summary,
  error: check.error ?? null,
  createdAt: iso(check.createdAt),
  updatedAt: iso(check.endedAt ?? check.createdAt)
})
