import * as Hurry from "@dunlin/common/Hurry"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as NodeCrypto from "node:crypto"
import type { Browser, BrowserType } from "playwright-core"
import { BrowserCrashed, BrowserUnavailable } from "../../FetchError.ts"
import { ask, type Remote, remote, tell } from "./calls.ts"
import { find, installHint } from "./executable.ts"
import { flagsOf, KEPT_PROTECTIONS } from "./flags.ts"
import * as NpmChromium from "./npmChromium.ts"
import { ended, killGroup, watchForEnd } from "./processGroup.ts"
import { watchStarted } from "./started.ts"

/** Why a browser has ended although nobody closed it. */
export type Death = "crash" | "silence" | "memory"
/** How a browser ends. */
export type End = Death | "closed"

/** A browser that runs, or ran. */
export interface Chromium {
  readonly browser: Remote<Browser>
  readonly version: string
  readonly isAlive: () => boolean
  /** Tells once when the browser has ended, at once when it already has; returns what ends the watch. */
  readonly onEnd: (listener: (how: End) => void) => () => void
  /** Ends the browser with all its processes, at once. */
  readonly kill: (why: Death) => void
}

/** Chromium refuses its sandbox to root. */
const isRoot = process.getuid?.() === 0
/** Logged once per process, not with every restart. */
let warned = false

export const loadPlaywright: Effect.Effect<BrowserType, BrowserUnavailable> = Effect.tryPromise({
  // esbuild leaves the import of a package that is not installed alone where its failure is handled
  try: () => import("playwright-core").catch((cause: unknown) => Promise.reject(cause)),
  catch: () =>
    new BrowserUnavailable({
      detail: `the package playwright-core is not installed: npm install playwright-core; then, ${installHint}`
    })
}).pipe(Effect.map((playwright) => playwright.chromium))

const cannotStart = "the browser was found but does not start; libraries may be missing"

const noSandbox =
  "the browser was found but may not build its sandbox here: allow this process user namespaces (in Docker by a " +
  "seccomp profile), or set DUNLIN_BROWSER_SANDBOX=off where something else confines the browser"

/** The cure that what the browser printed asks for. */
const startFailure = (error: unknown): BrowserUnavailable => {
  const output = error instanceof Error ? error.message : ""
  if (output.includes("No usable sandbox")) return new BrowserUnavailable({ detail: noSandbox })
  const library = /error while loading shared libraries: ([\w.+-]{1,80})/.exec(output)?.[1]
  return new BrowserUnavailable({
    detail: library === undefined
      ? cannotStart
      : `the browser was found but does not start: the library ${library} is missing`
  })
}

/** How long a browser may take to start, on a machine that has more to do. */
const START_LIMIT_MS = 30_000
/** How long a browser that is closed may take to end its processes, and then to be gone, before and after it is killed. */
const CLOSE_LIMIT_MS = 5_000
const KILL_LIMIT = "2 seconds"

interface Options {
  readonly executable: string | undefined
  readonly proxy: string
  readonly flags: ReadonlyArray<string>
  readonly sandbox: boolean | undefined
}

interface Started {
  readonly chromium: Chromium
  /** Closes the browser as it likes to be closed; kills what is left of it. */
  readonly close: Effect.Effect<void>
}

const toChromium = (browser: Browser, pid: number | undefined): Started => {
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

/** Starts one browser that ends with the scope. */
export const launch = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<Chromium, BrowserUnavailable, Scope.Scope> {
  const type = yield* loadPlaywright
  const executablePath = yield* find(options.executable, () => type.executablePath())
  const environment = yield* NpmChromium.environment(executablePath)
  if (options.sandbox === undefined && isRoot && !warned) {
    warned = true
    yield* Effect.logWarning("the browser runs without its sandbox, because this process is root")
  }
  const isConfined = options.sandbox ?? !isRoot
  // Chromium knows no such switch; it tells this start from others of the process
  const mark = `--dunlin-start=${NodeCrypto.randomUUID()}`
  const start = Effect.callback<Started, BrowserUnavailable>((resume) => {
    const watch = watchStarted(mark)
    const started = type.launch({
      executablePath,
      env: { ...process.env, ...environment },
      args: [mark, ...flagsOf(isConfined, options.flags)],
      ignoreDefaultArgs: KEPT_PROTECTIONS,
      // playwright alone would start it without
      chromiumSandbox: isConfined,
      // adds <-loopback>: without it Chromium would go to loopback addresses without asking the proxy
      proxy: { server: options.proxy },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: START_LIMIT_MS
    }).finally(watch.end)
    started.then(
      (browser) => resume(Effect.succeed(toChromium(browser, watch.process()?.pid))),
      (error) => resume(Effect.fail(startFailure(error)))
    )
    // the request that waited for the start has no time left to wait for the end
    return Effect.sync(() => {
      watch.kill()
      tell(started.then((browser) => browser.close()))
    })
  })
  const { chromium } = yield* Effect.acquireRelease(
    Effect.retry(start, { schedule: Schedule.spaced("200 millis"), times: 2 }),
    ({ close }) => close,
    { interruptible: true }
  )
  return chromium
})

/** Fails when the browser ends; playwright would report nothing to a page that is just opening. */
export const died = (chromium: Chromium): Effect.Effect<never, BrowserCrashed> =>
  Effect.callback((resume) => {
    const end = chromium.onEnd(() => resume(Effect.fail(new BrowserCrashed({}))))
    return Effect.sync(end)
  })

/** A session with the browser itself. */
export const openSession = (chromium: Chromium) =>
  Effect.map(ask(chromium.browser, (browser) => browser.newBrowserCDPSession()), remote)
