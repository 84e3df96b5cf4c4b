import { BrowserFetcher } from "@dunlin/fetcher"
import { describe } from "@effect/vitest"
import { chromium as executable, needing } from "../../common/test/components.ts"
import { processes, startedBy } from "../../common/test/processes.ts"

export { chromium as executable } from "../../common/test/components.ts"

/** Runs `tests` in a real Chromium. */
export const withChromium = (name: string, tests: () => void): void => {
  describe(name, needing("Chromium"), tests)
}

export const layerBrowser = BrowserFetcher.layer(executable === undefined ? {} : { executable })

/** The browsers this process has started. */
export const browsers = (): ReadonlyArray<number> =>
  processes().filter(({ command, parent }) => parent === process.pid && /chrom/.test(command)).map(({ pid }) => pid)

/** The processes of those browsers that hold a page. */
export const renderers = (): ReadonlyArray<number> =>
  startedBy(browsers()).filter(({ command }) => command.includes("--type=renderer")).map(({ pid }) => pid)
