import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CDPSession, Page } from "playwright-core"
import { evaluate } from "./evaluate.ts"
import { isCrash } from "./reasons.ts"
import { settleKey } from "./settleScript.ts"

/** Longest wait for the parser, which a script that never arrives may hold; then what is there counts. */
const parseCap = 15_000
/** Share of the time left that the parser may use up. */
const parseShare = 0.6
/** Longest wait for the load event once the document has been parsed. */
const loadCap = 6_000
/** Longest wait for a loaded page to become quiet. */
const quietCap = 2_000
/** How long the page's own clock may be late before it counts as stuck. */
const lateness = 500
/** A page is asked whether it still answers after this time, or this share of the time left. */
const askAfter = 15_000
const askShare = 0.5
/** Longest time for that answer, in which a busy machine gets round to any page; or this share of the time left. */
const answerCap = 10_000
const answerShare = 0.25
/** Longest time for the end of the scripts. */
const stopCap = 2_000
/** Navigations made by scripts that are followed. */
const maxNavigations = 3
/** Between two looks at whether a navigation has brought another document. */
const navigationPause = 50

/** Done when scripts have kept the page busy for so long that they were stopped; never when the page still answers. */
const stopEndless = Effect.fnUntraced(function*(session: CDPSession, left: number) {
  yield* Effect.sleep(Math.min(askAfter, left * askShare))
  const answers = yield* Effect.timeoutOption(
    Effect.exit(evaluate(session, "1")),
    Math.min(answerCap, left * answerShare)
  )
  if (Option.isSome(answers)) return yield* Effect.never
  const stop = Effect.tryPromise(() =>
    Promise.all([
      session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      session.send("Runtime.terminateExecution")
    ])
  )
  yield* Effect.ignore(Effect.timeout(stop, stopCap))
})

/**
 * Waits until a page is worth reading: the document parsed, the load event (capped), then nothing under way and text
 * that has stopped growing (capped). A page that polls for ever costs the cap, not the timeout. Then evaluates `after`
 * in the page; its value is absent when the page did not come to rest in time. Scripts that never end are stopped for
 * good, which `onStopped` is told.
 */
export const settle = Effect.fnUntraced(function*<A = undefined>(
  session: CDPSession,
  deadline: number,
  onStopped: () => void,
  after = "undefined"
): Effect.fn.Return<A | undefined, unknown> {
  for (let round = 0; round <= maxNavigations; round++) {
    const left = deadline - (yield* Clock.currentTimeMillis)
    if (left <= 0) return undefined
    const caps = [Math.min(parseCap, left * parseShare), Math.min(loadCap, left), Math.min(quietCap, left)]
    const wait = `(window[${JSON.stringify(settleKey)}] || (() => Promise.resolve()))(${caps.join(", ")})`
    const outcome = yield* evaluate<A>(session, `${wait}.then(() => (${after}))`).pipe(
      Effect.map(Option.some),
      Effect.raceFirst(Effect.map(stopEndless(session, left), () => {
        onStopped()
        return Option.some(undefined)
      })),
      Effect.timeoutOrElse({ duration: left + lateness, orElse: () => Effect.succeed(Option.some(undefined)) }),
      // a context that is gone means that a script has navigated
      Effect.catch((error) => isCrash(error) ? Effect.fail(error) : Effect.succeed(Option.none()))
    )
    if (Option.isSome(outcome)) return outcome.value
    yield* Effect.sleep(navigationPause)
  }
  return undefined
})

/** Whether a document with these headers runs no scripts: then none of its timers ever fires, not even ours. */
export const isInert = (headers: Readonly<Record<string, string>>): boolean =>
  (headers["content-security-policy"] ?? "").split(/[;,]/).some((directive) =>
    /^\s*sandbox(?:\s|$)/i.test(directive) && !/\sallow-scripts(?:\s|$)/i.test(directive)
  )

/** The same for a document without scripts, which is worth reading once it is loaded. */
export const settleInert = (page: Page, deadline: number): Effect.Effect<void> =>
  Effect.flatMap(
    Clock.currentTimeMillis,
    (now) =>
      Effect.ignore(Effect.tryPromise(() =>
        page.waitForLoadState("load", { timeout: Math.max(1, Math.min(loadCap, deadline - now)) })
      ))
  )
