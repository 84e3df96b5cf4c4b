import { BrowserFetcher } from "@dunlin/fetcher"
import { describe } from "@effect/vitest"
import { executable, isMissing } from "../../common/test/chromium.ts"
import { processes, startedBy } from "../../common/test/processes.ts"

export { executable } from "../../common/test/chromium.ts"

/** Runs `tests` where a Chromium is installed; elsewhere the suite is skipped by name, unless CI insists. */
export const withChromium = (name: string, tests: () => void): void => {
  describe.skipIf(isMissing)(`${name}${isMissing ? " (apt-get install chromium-headless-shell)" : ""}`, tests)
}

export const layerBrowser = BrowserFetcher.layer(executable === undefined ? {} : { executable })

/** The browsers this process has started. */
export const browsers = (): ReadonlyArray<number> =>
  processes().filter(({ command, parent }) => parent === process.pid && /chrom/.test(command)).map(({ pid }) => pid)

/** The processes of those browsers that hold a page. */
export const renderers = (): ReadonlyArray<number> =>
  startedBy(browsers()).filter(({ command }) => command.includes("--type=renderer")).map(({ pid }) => pid)
