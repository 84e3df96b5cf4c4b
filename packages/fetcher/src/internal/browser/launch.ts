/** Starts local browsers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as NodeCrypto from "node:crypto"
import { BrowserUnavailable } from "../../FetchError.ts"
import { send } from "./calls.ts"
import { type Chromium, loadPlaywright, type Started, toChromium } from "./chromium.ts"
import { find } from "./executable.ts"
import { flagsOf, KEPT_PROTECTIONS } from "./flags.ts"
import * as NpmChromium from "./npmChromium.ts"
import type { Patience } from "./patience.ts"
import { watchStarted } from "./started.ts"

const isRoot = process.getuid?.() === 0
let warned = false

const cannotStart =
  "the browser did not start; system libraries may be missing. Start its executable in a terminal to " +
  "see the error"

const noSandbox = "the browser cannot create its sandbox: allow user namespaces for this process (in Docker with a " +
  "seccomp profile), or set DUNLIN_BROWSER_SANDBOX=off if something else isolates the browser"

const TEMPORARY = "it writes its profile to the folder for temporary files (TMPDIR)"

const OF_CODE: Readonly<Record<string, readonly ["refused" | "read-only" | "full", string]>> = {
  EACCES: ["refused", `this process has no permission to execute it, or ${TEMPORARY}, which is not writable`],
  EPERM: ["refused", "the system denied permission"],
  EROFS: ["read-only", `${TEMPORARY}, which is read-only`],
  ENOSPC: ["full", `${TEMPORARY}, which is full`],
  EDQUOT: ["full", `${TEMPORARY}, whose quota is exceeded`],
  EMFILE: ["full", "this process has too many open files"],
  EAGAIN: ["full", "the limit of processes is reached"]
}

const startFailure = (error: unknown): BrowserUnavailable => {
  const output = error instanceof Error ? error.message : ""
  if (output.includes("No usable sandbox")) return new BrowserUnavailable({ detail: noSandbox, condition: "refused" })
  const code = /\b(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|EMFILE|EAGAIN)\b/.exec(output)?.[1]
  if (code !== undefined) {
    const [condition, why] = OF_CODE[code]!
    return new BrowserUnavailable({ condition, detail: `the browser did not start (${code}): ${why}` })
  }
  const library = /error while loading shared libraries: ([\w.+-]{1,80})/.exec(output)?.[1]
  return new BrowserUnavailable({
    detail: library === undefined
      ? cannotStart
      : `the browser did not start: the library ${library} is missing; install its package`
  })
}

export const Playwright = Context.Reference("@dunlin/fetcher/Playwright", { defaultValue: () => loadPlaywright })

export interface Options {
  readonly executable: string | undefined
  readonly proxy: string
  readonly flags: ReadonlyArray<string>
  readonly sandbox: boolean | undefined
  readonly patience: Pick<Patience, "launchMs">
}

export const launch = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<Chromium, BrowserUnavailable, Scope.Scope> {
  const type = yield* yield* Playwright
  const executablePath = yield* find(options.executable, () => type.executablePath())
  const environment = yield* NpmChromium.environment(executablePath)
  if (options.sandbox === undefined && isRoot && !warned) {
    warned = true
    yield* Effect.logWarning("the browser runs without its sandbox, because this process is root")
  }
  const isConfined = options.sandbox ?? !isRoot
  // Chromium ignores this unknown switch; it identifies this start among others of the process
  const mark = `--dunlin-start=${NodeCrypto.randomUUID()}`
  const start = Effect.callback<Started, BrowserUnavailable>((resume) => {
    const watch = watchStarted(mark)
    const started = type.launch({
      executablePath,
      env: { ...process.env, ...environment },
      args: [mark, ...flagsOf(isConfined, options.flags)],
      ignoreDefaultArgs: KEPT_PROTECTIONS,
      // Playwright's default is no sandbox.
      chromiumSandbox: isConfined,
      // Playwright adds <-loopback> to the bypass list. Without it, Chromium would not use the proxy for loopback
      // addresses.
      proxy: { server: options.proxy },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: options.patience.launchMs
    }).finally(watch.end)
    started.then(
      (browser) => resume(Effect.succeed(toChromium(browser, { pid: watch.process()?.pid }))),
      (error) => resume(Effect.fail(startFailure(error)))
    )
    // Cleanup runs in the background, because the request need not wait for it.
    return Effect.sync(() => {
      watch.kill()
      send(started.then((browser) => browser.close()))
    })
  })
  const { chromium } = yield* Effect.acquireRelease(
    Effect.retry(start, { schedule: Schedule.spaced("200 millis"), times: 2 }),
    ({ close }) => close,
    { interruptible: true }
  )
  return chromium
})
