import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as NodeCrypto from "node:crypto"
import type { Browser, BrowserType } from "playwright-core"
import { BrowserUnavailable } from "../../FetchError.ts"
import { find, installHint } from "./executable.ts"
import { releaseStarted } from "./release.ts"

/**
 * Nothing may leave except through the proxy: no UDP for WebRTC, no QUIC, no direct name lookups, no requests of the
 * browser's own. The rest keeps a headless browser small.
 */
const flags = [
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--disable-background-networking",
  "--disable-domain-reliability",
  "--no-pings",
  "--disable-gpu",
  "--mute-audio",
  "--disable-blink-features=AutomationControlled"
]

/**
 * Chromium takes the last of these switches only, so this repeats what playwright switches off, and adds requests that
 * a page leaves behind to be sent after it, what costs a fifth of the work of a page: a new frame host for every
 * navigation inside one site, and a renderer in reserve, which would fit one of many contexts.
 */
const disabled = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "FetchLaterAPI",
  "RenderDocument",
  "SpareRendererForSitePerProcess"
]

/**
 * Likewise. On Linux the network service has no sandbox of its own: a process of its own would only cost memory. A
 * hostile server that breaks it gains what it would have gained there.
 */
const enabled = [
  "CDPScreenshotNewSurface",
  "SkipListAccountsWithoutGaiaCookies",
  ...(process.platform === "linux" ? ["NetworkServiceInProcess2"] : [])
]

/**
 * Without a sandbox a process for drawing confines nothing, and on Linux it has a parent of its own; both would only
 * cost memory.
 */
const withoutSandbox = process.platform === "linux" ? ["--in-process-gpu", "--no-unsandboxed-zygote"] : []

/** Chromium refuses its sandbox to root. */
const isRoot = process.getuid?.() === 0
/** Said once per process, not with every restart. */
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

/** A browser that hangs is killed with the process; until then its end is waited for. */
const longestClose = "10 seconds"

/** Starts one browser that ends with the scope. */
export const launch = Effect.fnUntraced(function*(options: {
  readonly executable: string | undefined
  readonly proxy: string
  readonly flags: ReadonlyArray<string>
  readonly sandbox: boolean | undefined
}): Effect.fn.Return<Browser, BrowserUnavailable, Scope.Scope> {
  const chromium = yield* loadPlaywright
  const executablePath = yield* find(options.executable, () => chromium.executablePath())
  if (options.sandbox === undefined && isRoot && !warned) {
    warned = true
    yield* Effect.logWarning("the browser runs without its sandbox, because this process is root")
  }
  const isConfined = options.sandbox ?? !isRoot
  // Chromium knows no such switch; it tells this start from others of the process
  const mark = `--dunlin-start=${NodeCrypto.randomUUID()}`
  const start = Effect.callback<Browser, BrowserUnavailable>((resume) => {
    const stopWatch = releaseStarted(mark)
    const started = chromium.launch({
      executablePath,
      args: [
        mark,
        ...flags,
        ...(isConfined ? [] : withoutSandbox),
        `--disable-features=${disabled.join(",")}`,
        `--enable-features=${enabled.join(",")}`,
        ...options.flags
      ],
      // playwright alone would start it without
      chromiumSandbox: isConfined,
      // adds <-loopback>: without it Chromium would go to loopback addresses without asking the proxy
      proxy: { server: options.proxy },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 30_000
    }).finally(stopWatch)
    started.then((browser) => resume(Effect.succeed(browser)), (error) => resume(Effect.fail(startFailure(error))))
    // whoever waited for a browser that does not come has no time left to wait for its end
    return Effect.sync(() => {
      started.then((browser) => browser.close()).catch(() => undefined)
    })
  })
  return yield* Effect.acquireRelease(
    Effect.retry(start, { schedule: Schedule.spaced("200 millis"), times: 2 }),
    (browser) => Effect.ignore(Effect.timeout(Effect.tryPromise(() => browser.close()), longestClose)),
    { interruptible: true }
  )
})
