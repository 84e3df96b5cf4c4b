/** Implements `client.monitors` with a store of monitors, and a worker that runs their checks in this process. */
import * as EgressHttpClient from "@dunlin/fetcher/EgressHttpClient"
import { JobError, TooManyMonitors, UnknownMonitor } from "@dunlin/jobs/JobError"
import * as JobRunner from "@dunlin/jobs/JobRunner"
import * as JobStore from "@dunlin/jobs/JobStore"
import * as Monitors from "@dunlin/jobs/Monitors"
import * as SqliteJobStore from "@dunlin/jobs/SqliteJobStore"
import * as Caller from "@dunlin/pipeline/Caller"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Limits from "@dunlin/schema/Limits"
import * as Monitor from "@dunlin/schema/Monitor"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Change, CheckDetail, Monitor as ClientMonitor, PartOptions } from "../ClientMonitors.ts"
import type { Services } from "../Services.ts"
import { ClientJobs } from "./clientJobs.ts"
import { JobsFile } from "./jobsFile.ts"
import { strict } from "./strict.ts"

const caller = Caller.local
const { team } = caller

/** Short, because another process takes over unfinished checks, or they are repeated. */
const DRAIN = "2 seconds"
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

const stored = Layer.unwrap(
  Effect.map(JobsFile, (file) => file === undefined ? JobStore.layerMemory() : SqliteJobStore.layer({ file }))
)

const working = JobRunner.layer({ drain: DRAIN }).pipe(
  Layer.provide(EgressHttpClient.layer()),
  Layer.provideMerge(stored)
)

/** A failed opening is not cached, so that the next call tries again. */
const opening = Effect.gen(function*() {
  const services = yield* Effect.context<Services>()
  const jobs = yield* ClientJobs
  return yield* Layer.buildWithScope(working, jobs.scope).pipe(
    Effect.provideContext(services),
    Effect.tapError(() => Effect.sync(() => jobs.opened = undefined)),
    Effect.uninterruptible
  )
})

const opened = Effect.gen(function*() {
  const services = yield* Effect.context<Services | ClientJobs>()
  const jobs = Context.get(services, ClientJobs)
  if (jobs.opened === undefined) {
    const once = yield* Effect.cached(Effect.provideContext(opening, services))
    jobs.opened ??= once
  }
  return yield* jobs.opened
})

const unknown = new JobError({ reason: new UnknownMonitor() })
const isThere = <A>(value: A | undefined): Effect.Effect<A, JobError> =>
  value === undefined ? Effect.fail(unknown) : Effect.succeed(value)

const viewOf = (monitor: Monitors.StoredMonitor, warnings: ReadonlyArray<string> = []): ClientMonitor => {
  const { feeds: _, ...view } = Monitors.toMonitor(monitor, { atom: "", json: "" })
  const allWarnings = [...view.warning === undefined ? [] : [view.warning], ...warnings]
  return allWarnings.length === 0 ? view : { ...view, warning: allWarnings.join(" ") }
}

const numberIn = (name: "limit" | "offset", value: number | undefined, least: number, otherwise: number) =>
  value === undefined || (Number.isSafeInteger(value) && value >= least)
    ? Effect.succeed(value ?? otherwise)
    : Effect.fail(InvalidRequest.at([name], `a whole number of at least ${least}`))

const partOf = ({ limit, offset }: PartOptions) =>
  Effect.all({
    limit: Effect.map(numberIn("limit", limit, 1, DEFAULT_LIMIT), (value) => Math.min(value, MAX_LIMIT)),
    offset: numberIn("offset", offset, 0, 0)
  })

export const create = Effect.fnUntraced(function*(input: Monitor.MonitorRequestInput) {
  yield* Monitor.decode(input, strict)
  const created = yield* Monitors.create({ caller, input })
  if (created === undefined) {
    return yield* new JobError({ reason: new TooManyMonitors({ limit: Limits.monitor.perTeam }) })
  }
  return viewOf(created.monitor, created.warnings)
})

export const list = (options: PartOptions) =>
  Effect.flatMap(
    partOf(options),
    (part) => Effect.map(Monitors.list({ team, ...part }), (all) => all.map((monitor) => viewOf(monitor)))
  )

const found = (monitor: string) => Effect.flatMap(Monitors.get({ team, monitor }), isThere)

export const get = (monitor: string) => Effect.map(found(monitor), (stored) => viewOf(stored))

const changeable: ReadonlyArray<string> = [...Monitors.fields, "status"]

export const update = Effect.fnUntraced(function*(monitor: string, change: Change) {
  const wrong = Object.keys(change).find((name) => !changeable.includes(name))
  if (wrong !== undefined) return yield* InvalidRequest.at([wrong], `one of ${changeable.join(", ")}`)
  if (!["active", "paused", undefined].includes(change.status)) {
    return yield* InvalidRequest.at(["status"], "active or paused")
  }
  const updated = yield* isThere(yield* Monitors.update({ caller, monitor, input: change }))
  return viewOf(updated.monitor, updated.warnings)
})

export const remove = (monitor: string) =>
  Effect.flatMap(Monitors.remove({ team, monitor }), (isRemoved) => isRemoved ? Effect.void : Effect.fail(unknown))

export const run = (monitor: string) =>
  Effect.map(Effect.flatMap(Monitors.run({ caller, monitor }), isThere), Monitors.toCheck)

export const checks = Effect.fnUntraced(function*(monitor: string, options: PartOptions) {
  const part = yield* partOf(options)
  yield* found(monitor)
  return (yield* Monitors.checks({ team, monitor, ...part })).map(Monitors.toCheck)
})

export const check = Effect.fnUntraced(function*(monitor: string, id: string, options: PartOptions) {
  const { limit, offset: skip } = yield* partOf(options)
  const { check, next, pages } = yield* isThere(yield* Monitors.check({ team, monitor, check: id, skip, limit }))
  return { ...Monitors.toCheck(check), pages, ...(next === undefined ? {} : { next }) } satisfies CheckDetail
})

export const changes = Effect.fnUntraced(function*(monitor: string, options: PartOptions) {
  const { limit } = yield* partOf(options)
  const { token } = yield* found(monitor)
  return (yield* isThere(yield* Monitors.feed({ monitor, token, limit }))).changes
})

export const within = <A, E, R>(effect: Effect.Effect<A, E, R | JobStore.JobStore>) =>
  Effect.flatMap(opened, (context) => Effect.provideContext(effect, context))
