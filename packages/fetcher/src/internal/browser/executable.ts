import * as Effect from "effect/Effect"
import * as NodeFs from "node:fs"
import { BrowserUnavailable } from "../../FetchError.ts"

/** Headless builds first: they start faster and need half the memory. */
const places: Readonly<Record<string, ReadonlyArray<string>>> = {
  linux: [
    // the file in /usr/bin is a shell wrapper that stays between us and the browser
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

/** Told to a caller whose request needs a browser when there is none. */
export const installHint =
  "a browser is needed for this request and none was found: install one (Debian: apt-get install " +
  "chromium-headless-shell; anywhere: npx playwright-core install chromium-headless-shell) or set DUNLIN_BROWSER to " +
  "the path of a Chromium"

const wrapper = "/usr/bin/chromium-headless-shell"

/** The Chromium to start: the one asked for, else the first that is installed, else playwright's own download. */
export const find = (
  wanted: string | undefined,
  downloaded: () => string
): Effect.Effect<string, BrowserUnavailable> =>
  Effect.suspend(() => {
    if (wanted !== undefined && wanted !== "") {
      const real = wanted === wrapper && NodeFs.existsSync(places.linux![0]!) ? places.linux![0]! : wanted
      return NodeFs.existsSync(real)
        ? Effect.succeed(real)
        : Effect.fail(new BrowserUnavailable({ detail: `the configured browser does not exist; ${installHint}` }))
    }
    const installed = (places[process.platform] ?? []).find((path) => NodeFs.existsSync(path))
    if (installed !== undefined) return Effect.succeed(installed)
    return Effect.try({ try: downloaded, catch: () => new BrowserUnavailable({ detail: installHint }) }).pipe(
      Effect.filterOrFail((path) => NodeFs.existsSync(path), () => new BrowserUnavailable({ detail: installHint }))
    )
  })
