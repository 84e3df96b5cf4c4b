/** Sets the timeouts after which a browser counts as dead. */
import * as Context from "effect/Context"

export interface Patience {
  readonly launchMs: number
  readonly connectMs: number
  readonly startMs: number
  /** The maximum silence while the main thread is idle or constantly busy. */
  readonly silentSeconds: number
  /**
   * The maximum silence while the main thread uses a little CPU. On a busy machine, a replacement would respond even
   * later.
   */
  readonly lateSeconds: number
  readonly framesMs: number
}

export const BrowserPatience = Context.Reference<Patience>("@dunlin/fetcher/BrowserPatience", {
  defaultValue: () => ({
    launchMs: 30_000,
    connectMs: 30_000,
    startMs: 60_000,
    silentSeconds: 3,
    lateSeconds: 10,
    framesMs: 10_000
  })
})
