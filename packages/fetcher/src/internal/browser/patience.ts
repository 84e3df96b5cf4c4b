/** Timeouts after which a browser counts as dead. */
import * as Context from "effect/Context"

export interface Patience {
  /** Milliseconds in which its program starts. A start that takes longer is tried again. */
  readonly launchMs: number
  /** Milliseconds in which a remote browser accepts a connection, and in which it opens the page that verifies it. */
  readonly connectMs: number
  /** Milliseconds in which it starts and answers its first calls, with all tries. */
  readonly startMs: number
  /** Seconds without an answer where its main thread did nothing, or nothing else. */
  readonly silentSeconds: number
  /** Seconds without an answer where it works a little: on a busy machine it is late, and a new one would be later. */
  readonly lateSeconds: number
}

/** The timeouts in use. Tests that do not stop a browser set longer ones, for busy machines. */
export const BrowserPatience = Context.Reference<Patience>("@dunlin/fetcher/BrowserPatience", {
  defaultValue: () => ({ launchMs: 30_000, connectMs: 30_000, startMs: 60_000, silentSeconds: 3, lateSeconds: 10 })
})
