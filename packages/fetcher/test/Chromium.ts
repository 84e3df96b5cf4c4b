import { BrowserFetcher } from "@dunlin/fetcher"
import { describe } from "@effect/vitest"
import { chromium as executable, needing } from "../../common/test/components.ts"
import { processes, startedBy } from "../../common/test/processes.ts"

export { chromium as executable } from "../../common/test/components.ts"

/** Runs `tests` in a real Chromium. */
export const withChromium = (name: string, tests: () => void): void => {
  describe(name, needing("Chromium"), tests)
}

/** `TESTED_BROWSER_URL` runs the tests in a browser elsewhere, which is not started by them. */
const elsewhere = process.env.TESTED_BROWSER_URL

export const browser: BrowserFetcher.Options = {
  ...(executable === undefined ? {} : { executable }),
  ...(elsewhere === undefined ? {} : { remote: [{ url: elsewhere }] })
}

export const layerBrowser = BrowserFetcher.layer(browser)

/** The browsers this process has started. */
export const browsers = (): ReadonlyArray<number> =>
  processes().filter(({ command, parent }) => parent === process.pid && /chrom/.test(command)).map(({ pid }) => pid)

/** The processes of those browsers that hold a page. */
export const renderers = (): ReadonlyArray<number> =>
  startedBy(browsers()).filter(({ command }) => command.includes("--type=renderer")).map(({ pid }) => pid)
