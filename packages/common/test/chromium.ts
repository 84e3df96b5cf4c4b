/** The Chromium that is installed, for the tests that need a real one. */
import { existsSync } from "node:fs"

const places = [
  process.env.DUNLIN_BROWSER ?? "",
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/chromium",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

/** Its path. */
export const executable = places.find((place) => place !== "" && existsSync(place))

/** Its tests are skipped where there is none, unless CI insists. */
export const isMissing = executable === undefined && process.env.REQUIRE_REAL !== "1"
