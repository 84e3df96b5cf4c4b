/** Sets the timeouts after which a browser counts as dead. */
import * as Context from "effect/Context"

export interface Patience {
  /** The maximum milliseconds for the program to start. A slower start is retried. */
  readonly launchMs: number
  /**
   * The maximum milliseconds in which a remote browser accepts a connection, and in which it opens the page that
   * verifies it.
   */
  readonly connectMs: number
  /** The maximum milliseconds in which a browser starts and responds to its first calls, with all tries. */
  readonly startMs: number
  /** The maximum seconds without a response while the browser's main thread is idle, or works without a break. */
  readonly silentSeconds: number
  /**
   * The maximum seconds without a response while the main thread works a little. On a busy machine the response is
   * late, and that of a new browser would be later.
   */
  readonly lateSeconds: number
  /** Maximum milliseconds for reading all frames of a page. */
  readonly framesMs: number
}

/** The timeouts in use. Tests that do not stop a browser set longer ones, for busy machines. */
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
