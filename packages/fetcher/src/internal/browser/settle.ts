import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import { isCrash } from "./reasons.ts"
import { settleKey } from "./settleScript.ts"

/** Longest wait for the load event once the document has been read. */
const loadCap = 6_000
/** Longest wait for a loaded page to become quiet. */
const quietCap = 2_000
/** Navigations made by scripts that are followed. */
const maxNavigations = 3

const promise = <A>(f: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: f, catch: (error) => error })

/**
 * Waits until a page is worth reading: the document parsed, the load event (capped), then nothing under way and text
 * that has stopped growing (capped). A page that polls for ever costs the cap, not the timeout.
 */
export const settle = Effect.fnUntraced(function*(page: Page, deadline: number): Effect.fn.Return<void, unknown> {
  for (let round = 0; round <= maxNavigations; round++) {
    const left = deadline - (yield* Clock.currentTimeMillis)
    if (left <= 0) return
    yield* promise(() => page.waitForLoadState("domcontentloaded", { timeout: left }))
    yield* Effect.ignore(promise(() => page.waitForLoadState("load", { timeout: Math.min(loadCap, left) })))
    const limit = Math.min(quietCap, Math.max(0, deadline - (yield* Clock.currentTimeMillis)))
    const outcome = yield* promise(() =>
      page.evaluate(`(window[${JSON.stringify(settleKey)}] || (() => true))(${limit})`)
    ).pipe(
      Effect.as("quiet" as const),
      Effect.timeoutOrElse({ duration: limit + 500, orElse: () => Effect.succeed("stuck" as const) }),
      // a context that is gone means that a script has navigated
      Effect.catch((error) => isCrash(error) ? Effect.fail(error) : Effect.succeed("navigated" as const))
    )
    if (outcome !== "navigated") return
  }
})
