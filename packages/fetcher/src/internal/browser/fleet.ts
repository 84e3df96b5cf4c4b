/**
 * Manages the browsers of one engine: one for all teams, one for suspected teams, and one for each retry after a
 * crash. Remote browsers share pages by weight.
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Health from "@dunlin/common/Health"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Scope from "effect/Scope"
import type { BrowserCrashed, BrowserUnavailable } from "../../FetchError.ts"
import type { Death } from "./chromium.ts"
import { makeMembers, type Member, type Source } from "./members.ts"
import * as pool from "./pool.ts"

const SUSPICION_MS = 10 * 60_000
const MAX_SUSPECTS = 1_000
/** A separate browser needs about 150 MB, so only a third of a larger fleet's pages may be in separate browsers. */
const MIN_PAGES_ALONE = 2
const deaths = Metric.counter("dunlin_browser_deaths_total", {
  description: "Browsers that ended unexpectedly, by cause: crash, silence, memory",
  incremental: true
})
/** A healthy browser returns its version within milliseconds. */
const SLOW_AFTER = "1 second"

type Options = Omit<pool.Options, "open" | "permits" | "onStart" | "onFailedStart" | "onDeath" | "observe"> & {
  readonly sources: ReadonlyArray<Source>
}

export const make = Effect.fnUntraced(function*(options: Options) {
  const scope = yield* Effect.scope
  const part = yield* Health.part({
    part: "browser",
    consequence: "pages that require a browser fail, and other pages lack content added by scripts",
    slowAfter: SLOW_AFTER
  })
  const permits = FairSemaphore.makeUnsafe(options.size, { keepsLast: true })
  const permitsAlone = FairSemaphore.makeUnsafe(Math.max(MIN_PAGES_ALONE, Math.ceil(options.size / 3)), {
    keepsLast: true
  })
  const suspects = new Map<string, number>()
  const counted = (cause: Death) =>
    Effect.andThen(
      Effect.logWarning(`browser ended (${cause}); its pages are retried one at a time`),
      Metric.update(Metric.withAttributes(deaths, { cause }), 1)
    )

  const { members, next } = yield* makeMembers(options.sources, {
    pool: { ...options, permits, observe: part.observe },
    part,
    onDeath: counted
  })
  const open: pool.Options["open"] = Effect.suspend(() => tried((member) => member.open))
  const tried = <A, E, R>(use: (member: Member) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.firstSuccessOf(members.map(() => Effect.suspend(() => use(next()))))
  const ofSuspects = yield* pool.make({ ...options, open, permits, onStart: Effect.void, onDeath: counted })

  const suspect = (tenant: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      // Without teams, there is no one to isolate.
      if (tenant === FairSemaphore.Tenant.defaultValue()) return
      suspects.delete(tenant)
      if (suspects.size >= MAX_SUSPECTS) suspects.delete(suspects.keys().next().value!)
      suspects.set(tenant, now + SUSPICION_MS)
    })

  const slots: Effect.Effect<pool.Slots, BrowserUnavailable | BrowserCrashed> = Effect.gen(function*() {
    const until = suspects.get(yield* FairSemaphore.Tenant)
    if (until !== undefined && until > (yield* Clock.currentTimeMillis)) return ofSuspects
    if (members.length === 1) return members[0]!.shared
    return yield* tried(({ shared }) => Effect.as(shared.browser, shared))
  })

  const alone = <A, E, R>(visit: (slots: pool.Slots) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    permitsAlone.withPermit(Effect.gen(function*() {
      const tenant = yield* FairSemaphore.Tenant
      const child = yield* Scope.fork(scope)
      const slots = yield* Scope.provide(
        pool.make({
          ...options,
          open,
          size: 1,
          permits: FairSemaphore.makeUnsafe(1),
          keepOpen: Duration.infinity,
          onStart: Effect.void,
          onDeath: (why) => Effect.andThen(counted(why), suspect(tenant))
        }),
        child
      )
      return yield* Effect.ensuring(
        visit(slots),
        Effect.forkIn(Effect.uninterruptible(Scope.close(child, Exit.void)), scope)
      )
    }))

  return { slots, alone }
})
