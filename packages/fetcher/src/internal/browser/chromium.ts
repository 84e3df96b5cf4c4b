/** Controls a running browser, either local or remote. */
import * as Hurry from "@dunlin/common/Hurry"
import * as Effect from "effect/Effect"
import type { Browser, BrowserType } from "playwright-core"
import { BrowserCrashed, BrowserUnavailable } from "../../FetchError.ts"
import { ask, type Remote, remote, send } from "./calls.ts"
import { installHint } from "./executable.ts"
import { ended, killGroup, watchForEnd } from "./processGroup.ts"

export type Death = "crash" | "silence" | "memory"
export type End = Death | "closed"

export interface Chromium {
  readonly browser: Remote<Browser>
  readonly version: string
  /**
   * The address at which a remote browser reaches this process's proxies; absent for a local browser. Process ids of a
   * remote browser have no meaning on this machine.
   */
  readonly elsewhere: Elsewhere | undefined
  readonly isAlive: () => boolean
  readonly onEnd: (listener: (how: End) => void) => () => void
  readonly kill: (why: Death) => void
}

export interface Elsewhere {
  /** The host of this process as the browser sees it, without a port. */
  readonly host: string
  readonly label: string
}

export interface Started {
  readonly chromium: Chromium
  readonly close: Effect.Effect<void>
}

const CLOSE_LIMIT_MS = 5_000
const KILL_LIMIT = "2 seconds"

export const loadPlaywright: Effect.Effect<BrowserType, BrowserUnavailable> = Effect.tryPromise({
  // esbuild does not bundle an import whose rejection is handled, so a missing package is reported at run time.
  try: () => import("playwright-core").catch((cause: unknown) => Promise.reject(cause)),
  catch: () =>
    new BrowserUnavailable({
      detail: `the package playwright-core is not installed: npm install playwright-core; then, ${installHint}`
    })
}).pipe(Effect.map((playwright) => playwright.chromium))

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
    else if (elsewhere !== undefined) send(browser.close())
  }
  browser.once("disconnected", () => {
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

/** Playwright does not report the end of the browser to a page that is being opened. */
export const died = (chromium: Chromium): Effect.Effect<never, BrowserCrashed> =>
  Effect.callback((resume) => {
    const end = chromium.onEnd(() => resume(Effect.fail(new BrowserCrashed({}))))
    return Effect.sync(end)
  })

export const openSession = (chromium: Chromium) =>
  Effect.map(ask(chromium.browser, (browser) => browser.newBrowserCDPSession()), remote)
