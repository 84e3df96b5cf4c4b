/** A browser that runs, whether this process has started it or it runs elsewhere. */
import * as Hurry from "@dunlin/common/Hurry"
import * as Effect from "effect/Effect"
import type { Browser, BrowserType } from "playwright-core"
import { BrowserCrashed, BrowserUnavailable } from "../../FetchError.ts"
import { ask, type Remote, remote, tell } from "./calls.ts"
import { installHint } from "./executable.ts"
import { ended, killGroup, watchForEnd } from "./processGroup.ts"

/** Why a browser has ended although nobody closed it. */
export type Death = "crash" | "silence" | "memory"
/** How a browser ends. */
export type End = Death | "closed"

/** A browser that runs, or ran. */
export interface Chromium {
  readonly browser: Remote<Browser>
  readonly version: string
  /**
   * Where a browser elsewhere reaches the proxies of this process; absent for a browser that this process has started.
   * Process ids of a browser elsewhere mean nothing here.
   */
  readonly elsewhere: Elsewhere | undefined
  readonly isAlive: () => boolean
  /** Tells once when the browser has ended, at once when it already has; returns what ends the watch. */
  readonly onEnd: (listener: (how: End) => void) => () => void
  /** Ends the browser with all its processes, at once; of a browser elsewhere, the connection to it. */
  readonly kill: (why: Death) => void
}

/** How a browser elsewhere reaches this process. */
export interface Elsewhere {
  /** Address of this process as the browser sees it, without a port. */
  readonly host: string
  /** The browser as messages name it: host and port, without a token. */
  readonly label: string
}

export interface Started {
  readonly chromium: Chromium
  /** Closes the browser as it likes to be closed; kills what is left of it. */
  readonly close: Effect.Effect<void>
}

/** How long a browser that is closed may take to end its processes, and then to be gone, before and after it is killed. */
const CLOSE_LIMIT_MS = 5_000
const KILL_LIMIT = "2 seconds"

export const loadPlaywright: Effect.Effect<BrowserType, BrowserUnavailable> = Effect.tryPromise({
  // esbuild leaves the import of a package that is not installed alone where its failure is handled
  try: () => import("playwright-core").catch((cause: unknown) => Promise.reject(cause)),
  catch: () =>
    new BrowserUnavailable({
      detail: `the package playwright-core is not installed: npm install playwright-core; then, ${installHint}`
    })
}).pipe(Effect.map((playwright) => playwright.chromium))

/** Watches a browser; `pid` is that of a process of this machine which leads the processes of the browser. */
export const toChromium = (
  browser: Browser,
  { elsewhere, pid }: { readonly pid?: number | undefined; readonly elsewhere?: Elsewhere | undefined }
): Started => {
  const handle = remote(browser)
  const endWatch = pid === undefined ? () => undefined : watchForEnd(pid)
  const listeners = new Set<(how: End) => void>()
  let end: End | undefined
  let isClosing = false
  const endAs = (how: End) => {
    if (end !== undefined) return
    end = isClosing ? "closed" : how
    for (const listener of listeners) listener(end)
    listeners.clear()
  }
  const killAll = () => {
    if (pid !== undefined) killGroup(pid)
    // a browser elsewhere closes the contexts of a connection that has ended
    else if (elsewhere !== undefined) tell(browser.close())
  }
  browser.once("disconnected", () => {
    // whatever has not followed the browser
    killAll()
    endWatch()
    endAs("crash")
  })
  const chromium: Chromium = {
    browser: handle,
    version: browser.version(),
    elsewhere,
    isAlive: () => end === undefined && browser.isConnected(),
    onEnd: (listener) => {
      if (end === undefined) listeners.add(listener)
      else listener(end)
      return () => void listeners.delete(listener)
    },
    kill: (why) => {
      killAll()
      endAs(why)
    }
  }
  const close = Effect.suspend(() => {
    isClosing = true
    const polite = end !== undefined
      ? Effect.void
      : Hurry.skipping(Effect.ignore(ask(handle, (browser) => browser.close(), CLOSE_LIMIT_MS)))
    const gone = pid === undefined ? Effect.void : Effect.ignore(Effect.timeout(ended(pid), KILL_LIMIT))
    return polite.pipe(
      Effect.andThen(Effect.sync(killAll)),
      Effect.andThen(gone),
      Effect.andThen(Effect.sync(endWatch))
    )
  })
  return { chromium, close }
}

/** Fails when the browser ends; playwright would report nothing to a page that is just opening. */
export const died = (chromium: Chromium): Effect.Effect<never, BrowserCrashed> =>
  Effect.callback((resume) => {
    const end = chromium.onEnd(() => resume(Effect.fail(new BrowserCrashed({}))))
    return Effect.sync(end)
  })

/** A session with the browser itself. */
export const openSession = (chromium: Chromium) =>
  Effect.map(ask(chromium.browser, (browser) => browser.newBrowserCDPSession()), remote)
