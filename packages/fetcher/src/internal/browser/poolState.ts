import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Browser } from "playwright-core"
import { BrowserCrashed } from "../../FetchError.ts"
import { promise } from "./promise.ts"
import type { Slot } from "./slot.ts"

/** What one pool has open, and how much of it is wanted. */
export interface PoolState {
  /** The browser that runs, with the contexts in which a page has started a worker that outlives its page. */
  current:
    | { readonly browser: Browser; readonly scope: Scope.Closeable; readonly withSharedWorker: Set<string> }
    | undefined
  /** Pages that nobody uses, the longest unused first. */
  idle: Array<Slot>
  readonly open: Set<Slot>
  /** Requests of a kind that run, and pages of a kind that are being opened. */
  readonly running: Map<string, number>
  readonly opening: Map<string, number>
  /** Permits that are taken, and the most of them since the last look at what is open. */
  taken: number
  mostTaken: number
}

export const empty = (): PoolState => ({
  current: undefined,
  idle: [],
  open: new Set(),
  running: new Map(),
  opening: new Map(),
  taken: 0,
  mostTaken: 0
})

/** How long a context may take to close before its browser is given up. */
const closingPatience = "8 seconds"

/** Fails when the browser dies; a page that is being opened then would never be told. */
export const died = (browser: Browser): Effect.Effect<never, BrowserCrashed> =>
  Effect.callback((resume) => {
    const fail = () => resume(Effect.fail(new BrowserCrashed({})))
    browser.once("disconnected", fail)
    if (!browser.isConnected()) fail()
    return Effect.sync(() => browser.off("disconnected", fail))
  })

/** Counts one more, or one less, of a kind that has a name. */
export const count = (map: Map<string, number>, key: string | undefined, change: 1 | -1) => {
  if (key === undefined) return
  const changed = (map.get(key) ?? 0) + change
  if (changed === 0) map.delete(key)
  else map.set(key, changed)
}

/** Ends a browser, and knows nothing of its pages any more. */
export const forget = (state: PoolState, browser: Browser) => {
  state.idle = state.idle.filter((slot) => slot.browser !== browser)
  for (const slot of state.open) if (slot.browser === browser) state.open.delete(slot)
  if (state.current?.browser !== browser) return Effect.void
  const { scope } = state.current
  state.current = undefined
  return Scope.close(scope, Exit.void)
}

/** Closes a page with its context. */
export const close = (state: PoolState, slot: Slot) => {
  state.open.delete(slot)
  state.current?.withSharedWorker.delete(slot.contextId)
  return Effect.ignore(Effect.timeoutOrElse(promise(() => slot.context.close()), {
    duration: closingPatience,
    // a context that cannot be closed would keep its processes for ever
    orElse: () => Effect.ignore(forget(state, slot.browser))
  }))
}
