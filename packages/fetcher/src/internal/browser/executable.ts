import * as Effect from "effect/Effect"
import * as NodeFs from "node:fs"
import { BrowserUnavailable } from "../../FetchError.ts"
import * as NpmChromium from "./npmChromium.ts"

/** Paths of browsers. Headless builds come first, because they start faster and need half the memory. */
const places: Readonly<Record<string, ReadonlyArray<string>>> = {
  linux: [
    // The file in /usr/bin is a shell wrapper, which would be the parent process of the browser.
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/headless_shell",
    "/usr/bin/chrome-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/usr/bin/google-chrome"
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe"
  ]
}

export const installHint =
  "this request requires a browser, and none is installed; install one (Linux x64, without root: npm install " +
  `${NpmChromium.packageName}; Debian: apt-get install chromium-headless-shell; anywhere: npx playwright-core install ` +
  "chromium-headless-shell), or set DUNLIN_BROWSER to the path of a Chromium"

/** Some systems mount `/dev/null` over a program to hide it. */
const isProgram = (path: string): boolean => {
  try {
    NodeFs.accessSync(path, NodeFs.constants.X_OK)
    return NodeFs.statSync(path).isFile()
  } catch {
    return false
  }
}

const wrapper = "/usr/bin/chromium-headless-shell"

export const find = (
  wanted: string | undefined,
  downloaded: () => string
): Effect.Effect<string, BrowserUnavailable> =>
  Effect.suspend(() => {
    if (wanted !== undefined && wanted !== "") {
      const real = wanted === wrapper && isProgram(places.linux![0]!) ? places.linux![0]! : wanted
      return isProgram(real)
        ? Effect.succeed(real)
        : Effect.fail(
          new BrowserUnavailable({
            detail: `the configured browser ${real} does not exist or cannot be executed; ${installHint}`
          })
        )
    }
    const installed = (places[process.platform] ?? []).find(isProgram)
    if (installed !== undefined) return Effect.succeed(installed)
    return Effect.try({ try: downloaded, catch: () => undefined }).pipe(
      Effect.filterOrFail(isProgram),
      Effect.catch(() => NpmChromium.find),
      Effect.filterOrFail((path) => path !== undefined, () => new BrowserUnavailable({ detail: installHint })),
      Effect.mapError((error) => error ?? new BrowserUnavailable({ detail: installHint }))
    )
  })
