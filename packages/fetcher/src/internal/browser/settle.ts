import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CDPSession, Page } from "playwright-core"
import { isCrash } from "./browserReasons.ts"
import { ask, type Remote } from "./calls.ts"
import { evaluate } from "./evaluate.ts"
import { isBegun, settleKey } from "./settleScript.ts"
import type { Slot } from "./slot.ts"

/** Longest wait for the parser, which a script that never arrives may hold; then what is there counts. */
const parseCap = 15_000
/** Share of the time left that the parser may use up. */
const parseShare = 0.6
/** Longest wait for the load event once the document has been parsed. */
const loadCap = 6_000
/** Longest wait for a loaded page to become quiet. */
const quietCap = 2_000
/** The same where the page or the machine is busy, as long as this share of the time left is not used up. */
const busyCap = 4_000
const busyShare = 0.5
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
/** Between two looks at whether a navigation has brought another document, or a document has been parsed. */
const navigationPause = 50

/** The part of a page that was stopped so that the page could be read. */
export type Stopped = "loading" | "scripts"

/** Whether the page answers and is coming to rest, and not another one in its place; absent without an answer. */
const isSettling = (session: Remote<CDPSession>, patience: number) =>
  Effect.timeoutOption(Effect.orElseSucceed(evaluate<boolean>(session, isBegun), () => false), patience)

/** Waits until the document has been parsed. */
const parsed = (session: Remote<CDPSession>): Effect.Effect<boolean> =>
  evaluate<boolean>(session, "document.readyState !== \"loading\"").pipe(
    Effect.orElseSucceed(() => false),
    Effect.tap((isOver) => isOver ? Effect.void : Effect.sleep(navigationPause)),
    Effect.repeat({ until: (isOver) => isOver })
  )

const stopLeaving = ({ session }: Slot, onStopped: (what: Stopped) => void) => {
  onStopped("loading")
  return Effect.ignore(ask(session, (session) => session.send("Page.stopLoading"), stopCap))
}

/** What a page is asked; one that is being left for another one that does not answer is kept, so that it answers. */
export const unlessLeft = <A, E, R>(
  slot: Slot,
  deadline: number,
  onStopped: (what: Stopped) => void,
  question: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.gen(function*() {
    const left = deadline - (yield* Clock.currentTimeMillis)
    yield* Effect.sleep(Math.min(askAfter, left * askShare))
    if (slot.isLeaving) yield* stopLeaving(slot, onStopped)
    return yield* Effect.never
  }).pipe(Effect.raceFirst(question))

/**
 * Done when another document has to be waited for, or when scripts have kept the page busy for so long that they were
 * stopped, which is `true`; never while the page comes to rest. The browser lets a document answer nothing while it is
 * being left for another one, so that is what is stopped first.
 */
const stopEndless = Effect.fnUntraced(function*(
  slot: Slot,
  left: number,
  onStopped: (what: Stopped) => void
): Effect.fn.Return<boolean> {
  const { session } = slot
  yield* Effect.sleep(Math.min(askAfter, left * askShare))
  const patience = Math.min(answerCap, left * answerShare)
  let settling = yield* isSettling(session, patience)
  if (Option.isNone(settling) && slot.isLeaving) {
    yield* stopLeaving(slot, onStopped)
    settling = yield* isSettling(session, stopCap)
  }
  if (Option.isSome(settling)) return settling.value ? yield* Effect.never : false
  const end = ask(session, (session) =>
    Promise.all([
      session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      session.send("Runtime.terminateExecution")
    ]), stopCap)
  yield* Effect.ignore(end)
  onStopped("scripts")
  // The parser, which may have waited for the script, goes on when the page gets its turn.
  yield* Effect.ignore(Effect.timeout(parsed(session), patience))
  return true
})

/**
 * Waits until a page is worth reading: the document parsed, the load event (capped), then nothing under way and text
 * that has stopped growing (capped). A page that polls for ever costs the cap, not the timeout. Then evaluates `after`
 * in the page; its value is absent when the page did not come to rest in time. Scripts that never end are stopped for
 * good, and so is a way to another page that never answers; `onStopped` is told.
 */
export const settle = Effect.fnUntraced(function*<A = undefined>(
  slot: Slot,
  deadline: number,
  onStopped: (what: Stopped) => void,
  after = "undefined"
): Effect.fn.Return<A | undefined, unknown> {
  for (let round = 0; round <= maxNavigations; round++) {
    const left = deadline - (yield* Clock.currentTimeMillis)
    if (left <= 0) return undefined
    const quiet = Math.min(quietCap, left)
    const busy = Math.max(quiet, Math.min(busyCap, left * busyShare))
    const caps = [Math.min(parseCap, left * parseShare), Math.min(loadCap, left), quiet, busy]
    const wait = `(window[${JSON.stringify(settleKey)}] || (() => Promise.resolve()))(${caps.join(", ")})`
    const outcome = yield* evaluate<A>(slot.session, `${wait}.then(() => (${after}))`).pipe(
      Effect.map(Option.some),
      Effect.raceFirst(
        Effect.map(
          stopEndless(slot, left, onStopped),
          (isOver) => isOver ? Option.some(undefined) : Option.none()
        )
      ),
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
export const settleInert = (page: Remote<Page>, deadline: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const timeout = Math.max(1, Math.min(loadCap, deadline - now))
    return Effect.ignore(ask(page, (page) => page.waitForLoadState("load", { timeout })))
  })
