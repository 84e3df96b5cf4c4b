/**
 * Monitors: pages, sites and queries that are checked on a schedule. Each change is reported once.
 *
 * A **monitor** belongs to a team and has a schedule (cron with a time zone, or words), targets, and optionally a
 * webhook. Its changes are also a feed. A **check** is one run of a monitor: a job whose pages are the URLs, sites
 * and queries of the targets. Leases, host limits, team limits and credits therefore apply as for every job. A
 * **change** is a page that differs from its stored version, a page that no longer exists, or a new result of a
 * query.
 *
 * Three rules ensure that a change is reported once, even if processes are killed:
 *
 * 1. The store starts a check, advances its schedule, and stores its jobs in one transaction. The id of a scheduled
 *    check follows from its time, so two processes start the same check.
 * 2. One transaction stores the observation of a page together with its new version, once per check and page. A
 *    worker that reads the page again finds the stored observation.
 * 3. The event of a change has the key of its page and is queued before the page is settled. Adding the same key
 *    again has no effect. Deliveries carry it as `webhookId`, so a receiver that died after its response can
 *    recognise a repeated delivery.
 *
 * Small differences are measured from the last reported version, so they add up until they reach the `minimum`.
 *
 * **Files**: `internal/monitors` contains the schedule (`schedule`, `quiet`), storage (`kept`, `monitorTables`,
 * `monitorStore`, `monitorRows`, `monitorPurging`), checks (`scheduling`, `spec`, `working`, `observing`, `judging`),
 * and notifications (`telling`).
 *
 * @since 0.3.0
 */
import type { Caller } from "@dunlin/pipeline/Caller"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import type * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Limits from "@dunlin/schema/Limits"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { randomBytes, randomUUID } from "node:crypto"
import type { StoredMonitor } from "./internal/monitors/kept.ts"
import { next } from "./internal/monitors/schedule.ts"
import * as Scheduling from "./internal/monitors/scheduling.ts"
import { requestOf } from "./internal/monitors/spec.ts"
import { toPage } from "./internal/monitors/telling.ts"
import { toCheck, toMonitor } from "./internal/monitors/views.ts"
import { normalSchedule, write, written } from "./internal/monitors/writing.ts"
import { JobError, StoreUnavailable } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"

export type {
  CheckState,
  KnownPage,
  Monitors,
  Observation,
  StoredCheck,
  StoredMonitor,
  StoredResult
} from "./internal/monitors/kept.ts"

export { ChangeJudge, type Judge, type Judged } from "./internal/monitors/judging.ts"

export {
  /**
   * Works on a page of a check. The content is compared and stored before the page is settled.
   *
   * @category running
   * @since 0.3.0
   */
  work
} from "./internal/monitors/working.ts"

/**
 * One monitor of a team.
 *
 * @category models
 * @since 0.3.0
 */
export interface Target {
  readonly team: string
  readonly monitor: string
}

/**
 * A monitor, with warnings for its creator.
 *
 * @category models
 * @since 0.3.0
 */
export interface Stored {
  readonly monitor: StoredMonitor
  readonly warnings: ReadonlyArray<string>
}

const BYTES_OF_TOKEN = 24

/** Custom job stores may not support monitors. */
const ofStore = Effect.flatMap(JobStore, ({ monitors }) =>
  monitors === undefined
    ? Effect.fail(new JobError({ reason: new StoreUnavailable({ cause: "the job store does not support monitors" }) }))
    : Effect.succeed(monitors))

/**
 * Creates a monitor. Fails with `InvalidRequest` if the input is invalid, and with `ScrapeError` if the team is not
 * allowed to scrape with these options. Returns `undefined` if the team has the maximum number of monitors.
 *
 * @category running
 * @since 0.3.0
 */
export const create = Effect.fn("Monitors.create")(function*({ caller, id = randomUUID(), input }: {
  readonly caller: Caller
  /** Id chosen by the caller. The same id again returns the same monitor. @default a random UUID */
  readonly id?: string | undefined
  readonly input: unknown
}): Effect.fn.Return<Stored | undefined, InvalidRequest.InvalidRequest | JobError | ScrapeError, JobStore> {
  const monitors = yield* ofStore
  const { given, request, warnings } = yield* write(caller, input)
  const isCreated = yield* monitors.create({
    id,
    team: caller.team,
    given,
    spec: request as unknown as Schema.Json,
    caller: caller as unknown as Schema.Json,
    token: randomBytes(BYTES_OF_TOKEN).toString("base64url"),
    nextAt: next(normalSchedule(request.schedule), yield* Clock.currentTimeMillis)
  }, Limits.monitor.perTeam)
  const monitor = isCreated ? yield* monitors.get({ team: caller.team, monitor: id }) : undefined
  return monitor === undefined ? undefined : { monitor, warnings }
})

const merged = ({ given }: StoredMonitor, input: { readonly [name: string]: unknown }) =>
  Object.fromEntries(
    Object.entries({ ...given as object, ...input }).filter(([name, value]) => value !== null && name !== "status")
  )

/**
 * Changes a monitor: its `status`, and any field of the request. A paused monitor keeps its state. Returns
 * `undefined` for an unknown monitor.
 *
 * @category running
 * @since 0.3.0
 */
export const update = Effect.fn("Monitors.update")(function*({ caller, input, monitor: id }: {
  readonly caller: Caller
  readonly monitor: string
  readonly input: unknown
}): Effect.fn.Return<Stored | undefined, InvalidRequest.InvalidRequest | JobError | ScrapeError, JobStore> {
  const monitors = yield* ofStore
  const before = yield* monitors.get({ team: caller.team, monitor: id })
  if (before === undefined) return undefined
  const fields = Predicate.isObject(input) && !Array.isArray(input) ? input as { readonly [name: string]: unknown } : {}
  const { given, request, warnings } = yield* write(caller, merged(before, fields))
  const state = fields.status === "paused" || fields.status === "active" ? fields.status : before.state
  const schedule = normalSchedule(request.schedule)
  const previous = normalSchedule(requestOf(before).schedule)
  const isSame = state === before.state && schedule.cron === previous.cron && schedule.timezone === previous.timezone
  yield* monitors.update({
    team: caller.team,
    monitor: id,
    state,
    given,
    spec: request as unknown as Schema.Json,
    caller: caller as unknown as Schema.Json,
    nextAt: state === "paused" ? undefined : isSame ? before.nextAt : next(schedule, yield* Clock.currentTimeMillis),
    warning: undefined
  })
  const monitor = yield* monitors.get({ team: caller.team, monitor: id })
  return monitor === undefined ? undefined : { monitor, warnings }
})

/**
 * The writable fields of a monitor, except `status`.
 *
 * @category constants
 * @since 0.3.0
 */
export const fields: ReadonlyArray<string> = written

/**
 * @category running
 * @since 0.3.0
 */
export const get = (target: Target): Effect.Effect<StoredMonitor | undefined, JobError, JobStore> =>
  Effect.flatMap(ofStore, (monitors) => monitors.get(target))

/**
 * Returns the monitors of a team, newest first.
 *
 * @category running
 * @since 0.3.0
 */
export const list = (request: { readonly team: string; readonly limit: number; readonly offset: number }) =>
  Effect.flatMap(ofStore, (monitors) => monitors.list(request))

/**
 * Deletes a monitor and its state, and ends its running check. Returns false for an unknown monitor.
 *
 * @category running
 * @since 0.3.0
 */
export const remove = Effect.fn("Monitors.remove")(function*(
  target: Target
): Effect.fn.Return<boolean, JobError, JobStore> {
  const store = yield* JobStore
  const monitors = yield* ofStore
  const removed = yield* monitors.remove(target)
  if (removed?.check !== undefined) yield* Effect.ignore(store.cancel({ team: target.team, job: removed.check }))
  return removed !== undefined
})

/**
 * Starts a check now, or returns the running one. Returns `undefined` for an unknown monitor.
 *
 * @category running
 * @since 0.3.0
 */
export const run = Effect.fn("Monitors.run")(function*({ caller, monitor: id }: {
  readonly caller: Caller
  readonly monitor: string
}) {
  const monitors = yield* ofStore
  const target = { team: caller.team, monitor: id }
  const monitor = yield* monitors.get(target)
  if (monitor === undefined) return undefined
  const check = randomUUID()
  const begun = yield* Scheduling.begin(monitors, monitor, {
    caller,
    check,
    cause: "manual",
    scheduledFor: undefined,
    nextAt: undefined
  })
  return yield* monitors.check({ ...target, check: begun._tag === "Overlap" ? begun.check : check })
})

/**
 * Returns the checks of a monitor, newest first.
 *
 * @category running
 * @since 0.3.0
 */
export const checks = (
  request: Target & { readonly limit: number; readonly offset: number; readonly state?: string | undefined }
) => Effect.flatMap(ofStore, (monitors) => monitors.checks(request))

/**
 * Returns a check with one page of its results.
 *
 * @category running
 * @since 0.3.0
 */
export const check = Effect.fn("Monitors.check")(function*(
  request: Target & {
    readonly check: string
    readonly skip: number
    readonly limit: number
    readonly status?: string | undefined
  }
) {
  const monitors = yield* ofStore
  const found = yield* monitors.check(request)
  if (found === undefined) return undefined
  const results = yield* monitors.results({ ...request, limit: request.limit + 1 })
  return {
    check: found,
    pages: results.slice(0, request.limit).map(toPage),
    next: results.length > request.limit ? request.skip + request.limit : undefined
  }
})

/**
 * Returns the newest changes of a monitor to anyone with its token. Returns `undefined` for a wrong token.
 *
 * @category running
 * @since 0.3.0
 */
export const feed = Effect.fn("Monitors.feed")(function*(
  request: { readonly monitor: string; readonly token: string; readonly limit: number }
) {
  const monitors = yield* ofStore
  const found = yield* monitors.changes(request)
  return found === undefined ? undefined : { monitor: found.monitor, changes: found.results.map(toPage) }
})

export {
  /**
   * Converts a check to its API representation.
   *
   * @category conversions
   * @since 0.3.0
   */
  toCheck,
  /**
   * Converts a monitor to its API form. `feeds` are the URLs of its change feeds.
   *
   * @category conversions
   * @since 0.3.0
   */
  toMonitor
}
