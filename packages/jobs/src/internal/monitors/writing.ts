/** Validates a caller's request, and converts it to stored data. */
import { type Caller, check as checkCaller } from "@dunlin/pipeline/Caller"
import * as Selectors from "@dunlin/pipeline/Selectors"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Monitor from "@dunlin/schema/Monitor"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { checkWebhook } from "../reachable.ts"
import * as Scope from "../scope.ts"
import * as Schedule from "./schedule.ts"
import type { NamedTarget, Request } from "./spec.ts"

interface Fields {
  readonly [name: string]: unknown
}

export const written = Object.keys(Monitor.MonitorRequest.fields)

export const normalSchedule = ({ cron = "", timezone }: Request["schedule"]): Schedule.Schedule => ({ cron, timezone })

/** A check must read the current page, so the cache is disabled unless the caller enables it. */
const withFreshPages = (target: Fields): Fields =>
  target.type === "search" ? target : {
    ...target,
    scrapeOptions: { maxAge: 0, ...(Predicate.isObject(target.scrapeOptions) ? target.scrapeOptions : {}) }
  }

const named = (targets: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const taken = new Set<unknown>()
  return targets.map((target, at) => {
    if (!Predicate.isObject(target) || Array.isArray(target)) return target
    const fields = target as Fields
    let id = typeof fields.id === "string" && fields.id !== "" && !taken.has(fields.id) ? fields.id : `target-${at + 1}`
    while (taken.has(id)) id = `${id}-${at + 1}`
    taken.add(id)
    return { ...fields, id }
  })
}

const prepared = (input: Fields): Fields => {
  const { targets } = input
  if (!Array.isArray(targets)) return input
  const fresh = (target: unknown) =>
    Predicate.isObject(target) && !Array.isArray(target) ? withFreshPages(target as Fields) : target
  return { ...input, targets: named(targets).map(fresh) }
}

const checkTarget = Effect.fnUntraced(function*(caller: Caller, target: Monitor.Target, at: number) {
  if (target.type === "search") return
  yield* Selectors.check(target.scrapeOptions, ["targets", String(at), "scrapeOptions"])
  yield* checkCaller(caller, target.scrapeOptions)
  if (target.scrapeOptions.zeroDataRetention) {
    return yield* InvalidRequest.at(
      ["targets", at, "scrapeOptions", "zeroDataRetention"],
      "false: a monitor has to store the page it compares with"
    )
  }
  if (target.type === "crawl") yield* Scope.make({ ...target.crawlOptions, url: target.url, zeroDataRetention: false })
})

export interface Written {
  readonly given: Schema.Json
  readonly request: Request
  readonly warnings: ReadonlyArray<string>
}

export const write = Effect.fnUntraced(function*(caller: Caller, input: unknown) {
  const fields = Predicate.isObject(input) && !Array.isArray(input) ? prepared(input as Fields) : input
  const { request, warnings } = yield* Monitor.decode(fields)
  const schedule = Schedule.read(request.schedule)
  if ("field" in schedule) return yield* InvalidRequest.at(["schedule", schedule.field], schedule.expected)
  const zone = request.quietHours?.timezone
  if (zone !== undefined && Option.isNone(DateTime.zoneMakeNamed(zone))) {
    return yield* InvalidRequest.at(["quietHours", "timezone"], "the IANA name of a time zone, such as Europe/Berlin")
  }
  yield* checkWebhook(request.webhook === undefined ? undefined : { ...request.webhook, events: [] })
  yield* Effect.forEach(request.targets, (target, at) => checkTarget(caller, target, at), { discard: true })
  const given = Object.fromEntries(
    Object.entries(fields as Fields).filter(([name]) => written.includes(name))
  ) as unknown as Schema.Json
  return {
    given,
    request: { ...request, schedule, targets: request.targets as ReadonlyArray<NamedTarget> },
    warnings: [
      ...warnings,
      ...(request.notification === undefined
        ? []
        : ["notification: this server sends no email; use webhook, or the monitor's feeds."])
    ]
  } satisfies Written
})
