/** A browser that is connected may yet answer nobody, because a page keeps it busy or because it was stopped. */
import * as Background from "@dunlin/common/Background"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { CDPSession } from "playwright-core"
import { ask, type Remote } from "./calls.ts"
import type { Chromium } from "./launch.ts"
import { mainThread } from "./processGroup.ts"

/** Seconds between an answer and the next question. */
const SECONDS_BETWEEN_BEATS = 1
/** Seconds without an answer after which a browser counts as dead. */
const SILENT_SECONDS = 3
/** The same for a browser that gets no processor: one of a busy machine, which would not start faster again. */
const STARVED_SECONDS = 15
/** Less than this share of a processor, while it waits for one, means that others have it. */
const STARVED_SHARE = 0.15

/**
 * Kills a browser that does not answer, until the scope ends. Silence is counted in timers that ended one after the
 * other, so that an answer which this process was too busy to read still counts.
 */
export const watchHeartbeat = (
  chromium: Chromium,
  session: Remote<CDPSession>,
  pid: number | undefined
): Effect.Effect<void, never, Scope.Scope> => {
  const isStarved = (before: number, seconds: number) => {
    if (pid === undefined) return false
    const { isRunnable, used } = mainThread(pid)
    return isRunnable && used - before < seconds * 1000 * STARVED_SHARE
  }
  const silence = Effect.gen(function*() {
    const before = pid === undefined ? 0 : mainThread(pid).used
    for (let seconds = 1;; seconds++) {
      yield* Effect.sleep("1 second")
      if (seconds >= STARVED_SECONDS || (seconds >= SILENT_SECONDS && !isStarved(before, seconds))) return true
    }
  })
  const answer = ask(session, (session) => session.send("Browser.getVersion"), (STARVED_SECONDS + 5) * 1000)
  const isSilent = Effect.raceFirst(Effect.as(answer, false), silence)
  const watch = Effect.gen(function*() {
    while (chromium.isAlive()) {
      if (yield* isSilent) return chromium.kill("silence")
      yield* Effect.sleep(`${SECONDS_BETWEEN_BEATS} seconds`)
    }
  })
  return Effect.asVoid(Effect.forkScoped(Background.quietly(Effect.ignore(watch))))
}
