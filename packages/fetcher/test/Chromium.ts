import { BrowserFetcher } from "@dunlin/fetcher"
import { describe } from "@effect/vitest"
import { existsSync } from "node:fs"

const places = [
  process.env.DUNLIN_BROWSER ?? "",
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/chromium",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

/** Path of an installed Chromium. */
export const executable = places.find((place) => place !== "" && existsSync(place))

const isSkipped = executable === undefined && process.env.DUNLIN_REQUIRE_REAL !== "1"

/** Runs `tests` where a Chromium is installed; elsewhere the suite is skipped by name, unless CI insists. */
export const withChromium = (name: string, tests: () => void): void => {
  describe.skipIf(isSkipped)(`${name}${isSkipped ? " (apt-get install chromium-headless-shell)" : ""}`, tests)
}

export const layerBrowser = BrowserFetcher.layer(executable === undefined ? {} : { executable })
