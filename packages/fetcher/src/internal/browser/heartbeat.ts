/** Detects a connected browser that does not respond, because a page keeps it busy or because it was stopped. */
import * as Background from "@dunlin/common/Background"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { CDPSession } from "playwright-core"
import { ask, type Remote } from "./calls.ts"
import type { Chromium } from "./chromium.ts"
import { mainThread } from "./processGroup.ts"

/** Seconds between a response and the next request. */
const SECONDS_BETWEEN_BEATS = 1
/** Seconds without a response after which a browser counts as dead if its main thread was idle or fully busy. */
const SILENT_SECONDS = 3
/** The same for a browser with little CPU time: on a busy machine it is late, and a new one would be slower. */
const LATE_SECONDS = 10
/**
 * CPU milliseconds of a main thread during a silence: below it the thread has stopped, above it a page keeps it busy.
 */
const STOPPED_MS = 50
const FLOODED_MS = 2_000

export type Observe = <A, E>(operation: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * Kills a browser that does not respond, until the scope closes. Silence is measured by consecutive timers, so that a
 * response counts even if this process was too busy to read it.
 */
export const watchHeartbeat = (
  chromium: Chromium,
  session: Remote<CDPSession>,
  pid: number | undefined,
  /**
   * Measures the response time.
   * 2753/| network delays say nothing about a remote browser
   * 2754/| without a process table every silence counts
   */
  observe: Observe
): Effect.Effect<void, never, Scope.Scope> => {
  const isLate = (before: number) => {
    // a network is late as well, and says nothing about a browser elsewhere
    if (chromium.elsewhere !== undefined) return true
    // without a process table every silence counts
    if (pid === undefined || process.platform !== "linux") return false
    const { isRunnable, used } = mainThread(pid)
    const spent = used - before
    return spent < FLOODED_MS && (spent > STOPPED_MS || isRunnable)
  }
  const silence = Effect.gen(function*() {
    const before = pid === undefined ? 0 : mainThread(pid).used
    for (let seconds = 1;; seconds++) {
      yield* Effect.sleep("1 second")
      if (seconds >= LATE_SECONDS || (seconds >= SILENT_SECONDS && !isLate(before))) return true
    }
  })
  const answer = observe(ask(session, (session) => session.send("Browser.getVersion"), (LATE_SECONDS + 5) * 1000))
  const isSilent = Effect.raceFirst(Effect.as(answer, false), silence)
  const watch = Effect.gen(function*() {
    while (chromium.isAlive()) {
      if (yield* isSilent) return chromium.kill("silence")
      yield* Effect.sleep(`${SECONDS_BETWEEN_BEATS} seconds`)
    }
  })
  return Effect.asVoid(Effect.forkScoped(Background.quietly(Effect.ignore(watch))))
}
