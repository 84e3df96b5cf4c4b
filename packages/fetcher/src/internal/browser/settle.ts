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
/** Navigations made by scripts that are followed. */
const maxNavigations = 3
/** Between two looks at whether a navigation has brought another document. */
const navigationPause = 50

/**
 * Waits until a page is worth reading: the document parsed, the load event (capped), then nothing under way and text
 * that has stopped growing (capped). A page that polls for ever costs the cap, not the timeout. Then evaluates `after`
 * in the page; its value is absent when the page did not come to rest in time.
 */
export const settle = Effect.fnUntraced(function*<A = undefined>(
  session: CDPSession,
  deadline: number,
  after = "undefined"
): Effect.fn.Return<A | undefined, unknown> {
  for (let round = 0; round <= maxNavigations; round++) {
    const left = deadline - (yield* Clock.currentTimeMillis)
    if (left <= 0) return undefined
    const caps = [Math.min(parseCap, left * parseShare), Math.min(loadCap, left), Math.min(quietCap, left)]
    const wait = `(window[${JSON.stringify(settleKey)}] || (() => Promise.resolve()))(${caps.join(", ")})`
    const outcome = yield* evaluate<A>(session, `${wait}.then(() => (${after}))`).pipe(
      Effect.map(Option.some),
      // a loop without end; nothing else can be done with the page either
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
