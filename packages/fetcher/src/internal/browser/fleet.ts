/**
 * The browsers of one engine: one that all teams share, one for teams under suspicion, and one for each page that was
 * there when a browser died.
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Fault from "@dunlin/common/Fault"
import * as Health from "@dunlin/common/Health"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import type { BrowserCrashed, BrowserUnavailable } from "../../FetchError.ts"
import type { Death } from "./launch.ts"
import * as pool from "./pool.ts"

/** How long a team shares no browser with others after a page of it has ended a browser that it had alone. */
const SUSPICION_MS = 10 * 60_000
/** Teams that are remembered as suspects. */
const MAX_SUSPECTS = 1_000
/** Pages that are tried again alone at the same time: each costs a browser of about 150 MB. */
const MIN_PAGES_ALONE = 2
/** How the death of a browser is reported. */
const FAULTS: { readonly [Cause in Death]: Fault.Fault } = {
  crash: Fault.make("down", "it crashed"),
  silence: Fault.make("silent", "it does not answer"),
  memory: Fault.make("full", "it used more memory than it may")
}
/** Between two attempts to start a browser anew. */
const RESTART_PAUSE = "2 seconds"

const deaths = Metric.counter("dunlin_browser_deaths_total", {
  description: "Browsers that ended although nobody closed them, by cause: crash, silence, memory",
  incremental: true
})
const up = Metric.gauge("dunlin_browser_up", {
  description: "1 while the browser answers or is not needed, 0 from its death until another one answers"
})

const ofStart = (error: BrowserUnavailable | BrowserCrashed): Fault.Fault =>
  error._tag === "BrowserUnavailable" ? Fault.make("refused", error.detail) : Fault.make("silent", "it does not start")

type Options = Omit<pool.Options, "permits" | "onStart" | "onFailedStart" | "onDeath">

export const make = Effect.fnUntraced(function*(options: Options) {
  const scope = yield* Effect.scope
  const part = yield* Health.part({
    part: "browser",
    consequence: "pages that need a browser fail, and others lack what their scripts add"
  })
  const permits = FairSemaphore.makeUnsafe(options.size, { keepsLast: true })
  const permitsAlone = FairSemaphore.makeUnsafe(Math.max(MIN_PAGES_ALONE, Math.ceil(options.size / 3)), {
    keepsLast: true
  })
  const suspects = new Map<string, number>()
  const counted = (cause: Death) =>
    Effect.andThen(
      Effect.logWarning(`browser ended (${cause}); its pages are retried alone`),
      Metric.update(Metric.withAttributes(deaths, { cause }), 1)
    )

  let restart: Effect.Effect<unknown> = Effect.void
  const shared = yield* pool.make({
    ...options,
    permits,
    onFailedStart: (error) => part.lost(ofStart(error)),
    onStart: Effect.andThen(part.back, Metric.update(up, 1)),
    onDeath: (why) =>
      counted(why).pipe(
        Effect.andThen(Metric.update(up, 0)),
        Effect.andThen(part.lost(FAULTS[why])),
        Effect.andThen(Effect.suspend(() => Effect.forkIn(restart, scope)))
      )
  })
  // started before somebody needs it, so that whoever looks knows whether it can be started
  restart = Effect.ignore(Effect.retry(shared.browser, Schedule.spaced(RESTART_PAUSE)))
  const ofSuspects = yield* pool.make({ ...options, permits, onStart: Effect.void, onDeath: counted })

  const suspect = (tenant: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      // a program that serves nobody but itself has nobody to be kept from
      if (tenant === FairSemaphore.Tenant.defaultValue()) return
      suspects.delete(tenant)
      if (suspects.size >= MAX_SUSPECTS) suspects.delete(suspects.keys().next().value!)
      suspects.set(tenant, now + SUSPICION_MS)
    })

  /** The pages that a team may use. */
  const slots: Effect.Effect<pool.Slots> = Effect.gen(function*() {
    const until = suspects.get(yield* FairSemaphore.Tenant)
    return until !== undefined && until > (yield* Clock.currentTimeMillis) ? ofSuspects : shared
  })

  /** Runs a visit in a browser that has no other page. One that dies with it makes its team a suspect. */
  const alone = <A, E, R>(visit: (slots: pool.Slots) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    permitsAlone.withPermit(Effect.gen(function*() {
      const tenant = yield* FairSemaphore.Tenant
      const child = yield* Scope.fork(scope)
      const slots = yield* Scope.provide(
        pool.make({
          ...options,
          size: 1,
          permits: FairSemaphore.makeUnsafe(1),
          keepOpen: Duration.infinity,
          onStart: Effect.void,
          onDeath: (why) => Effect.andThen(counted(why), suspect(tenant))
        }),
        child
      )
      // nobody waits for the end of a browser whose page was read
      return yield* Effect.ensuring(
        visit(slots),
        Effect.forkIn(Effect.uninterruptible(Scope.close(child, Exit.void)), scope)
      )
    }))

  return { slots, alone }
})
