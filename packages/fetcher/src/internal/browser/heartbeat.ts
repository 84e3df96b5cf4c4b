/** Detects a connected browser that does not respond, because a page keeps it busy or because it was stopped. */
import * as Background from "@dunlin/common/Background"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { CDPSession } from "playwright-core"
import { ask, type Remote } from "./calls.ts"
import type { Chromium } from "./chromium.ts"
import type { Patience } from "./patience.ts"
import { mainThread } from "./processGroup.ts"

const SECONDS_BETWEEN_BEATS = 1
/** CPU time in milliseconds. A main thread that used less since the last check has stopped. */
const STOPPED_MS = 50
const FLOODED_MS = 2_000

export type Observe = <A, E>(operation: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Kills a browser that does not respond. Silence is measured in consecutive timers instead of time, because a busy
 * process may read the response late.
 */
export const watchHeartbeat = (
  chromium: Chromium,
  session: Remote<CDPSession>,
  pid: number | undefined,
  { observe, patience }: {
    readonly patience: Patience
    readonly observe: Observe
  }
): Effect.Effect<void, never, Scope.Scope> => {
  const isLate = (before: number) => {
    // A delay may be caused by the network, so it is ignored.
    if (chromium.elsewhere !== undefined) return true
    // The process table is unavailable, so every silence counts.
    if (pid === undefined || process.platform !== "linux") return false
    const { isRunnable, used } = mainThread(pid)
    const spent = used - before
    return spent < FLOODED_MS && (spent > STOPPED_MS || isRunnable)
  }
  const silence = Effect.gen(function*() {
    const before = pid === undefined ? 0 : mainThread(pid).used
    for (let seconds = 1;; seconds++) {
      yield* Effect.sleep("1 second")
      if (seconds >= patience.lateSeconds || (seconds >= patience.silentSeconds && !isLate(before))) return true
    }
  })
  const answer = observe(
    ask(session, (session) => session.send("Browser.getVersion"), (patience.lateSeconds + 5) * 1000)
  )
  const isSilent = Effect.raceFirst(Effect.as(answer, false), silence)
  const watch = Effect.gen(function*() {
    while (chromium.isAlive()) {
      if (yield* isSilent) return chromium.kill("silence")
      yield* Effect.sleep(`${SECONDS_BETWEEN_BEATS} seconds`)
    }
  })
  return Effect.asVoid(Effect.forkScoped(Background.quietly(Effect.ignore(watch))))
}
