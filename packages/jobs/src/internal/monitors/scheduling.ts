import * as Background from "@dunlin/common/Background"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import type { Caller } from "@dunlin/pipeline/Caller"
import * as Effect from "effect/Effect"
import type { JobStore } from "../service.ts"
import type { Monitors, StoredMonitor } from "./kept.ts"
import { next } from "./schedule.ts"
import { jobsOf, requestOf, scheduledCheck } from "./spec.ts"
import { normalSchedule } from "./writing.ts"

export type CallerOf = (team: string) => Caller | undefined

const LOOK_INTERVAL = "1 second"

const PURGE_INTERVAL = "1 minute"

const MAX_BEGUN = 64

const MILLISECONDS_PER_DAY = 86_400_000

export const retentionOf = (monitor: StoredMonitor): number => requestOf(monitor).retentionDays * MILLISECONDS_PER_DAY

const storedCaller = ({ caller }: StoredMonitor): Caller => caller as unknown as Caller

const isPaid = Effect.fnUntraced(function*(team: string) {
  const ledger = yield* CreditLedger
  const balance = yield* Effect.option(ledger.balance(team))
  // If the ledger does not respond, the check starts. Each of its pages then reserves credits separately.
  return balance._tag === "None" || balance.value.unlimited || balance.value.available > 0
})

export const begin = Effect.fnUntraced(
  function*(monitors: Monitors, monitor: StoredMonitor, { caller, check, ...how }: {
    readonly caller: Caller
    readonly check: string
    readonly cause: "scheduled" | "manual"
    readonly scheduledFor: number | undefined
    readonly nextAt: number | undefined
  }) {
    const skipped = (yield* isPaid(monitor.team))
      ? undefined
      : { state: "skipped_no_credits" as const, why: "The team has no credits left." }
    return yield* monitors.begin({
      monitor: monitor.id,
      check,
      retention: retentionOf(monitor),
      jobs: skipped === undefined ? jobsOf(check, monitor, caller) : [],
      skipped,
      ...how
    })
  }
)

const pause = (monitors: Monitors, monitor: StoredMonitor, warning: string) =>
  monitors.update({
    team: monitor.team,
    monitor: monitor.id,
    state: "paused",
    given: monitor.given,
    spec: monitor.spec,
    caller: monitor.caller,
    nextAt: undefined,
    warning
  })

const beginDue = Effect.fnUntraced(function*(
  monitors: Monitors,
  monitor: StoredMonitor,
  now: number,
  callerOf: CallerOf | undefined
) {
  const caller = callerOf === undefined ? storedCaller(monitor) : callerOf(monitor.team)
  if (caller === undefined) {
    return yield* pause(monitors, monitor, "The monitor's team does not exist on this server.")
  }
  const scheduledFor = monitor.nextAt!
  return yield* begin(monitors, monitor, {
    caller,
    check: scheduledCheck(monitor.id, scheduledFor),
    cause: "scheduled",
    scheduledFor,
    nextAt: next(normalSchedule(requestOf(monitor).schedule), now)
  })
})

export const look = Effect.fnUntraced(function*(monitors: Monitors, callerOf?: CallerOf) {
  yield* monitors.finish
  const { monitors: due, now } = yield* monitors.due(MAX_BEGUN)
  // If one check cannot start, the others still do.
  yield* Effect.forEach(due, (monitor) => Effect.ignore(beginDue(monitors, monitor, now, callerOf)), { discard: true })
})

export const scheduling = Effect.fnUntraced(
  function*({ monitors }: JobStore["Service"], callerOf: CallerOf | undefined) {
    if (monitors === undefined) return
    const purge = Effect.gen(function*() {
      while ((yield* monitors.purge) > 0) yield* Effect.yieldNow
    })
    yield* Effect.forkScoped(
      Background.quietly(
        Effect.forever(Effect.andThen(Effect.ignore(look(monitors, callerOf)), Effect.sleep(LOOK_INTERVAL)))
      )
    )
    yield* Effect.forkScoped(
      Background.quietly(Effect.forever(Effect.andThen(Effect.ignore(purge), Effect.sleep(PURGE_INTERVAL))))
    )
  }
)
