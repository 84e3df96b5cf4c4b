import { BrowserFetcher, EgressGuard } from "@dunlin/fetcher"
import { describe } from "@effect/vitest"
import { Layer } from "effect"
import { chromium as executable, needing } from "../../common/test/components.ts"
import { startedBy, startedHere } from "../../common/test/processes.ts"
import type * as Patience from "../src/internal/browser/patience.ts"

export { chromium as executable } from "../../common/test/components.ts"

/** Runs `tests` in a real Chromium. */
export const withChromium = (name: string, tests: () => void): void => {
  describe(name, needing("Chromium"), tests)
}

/** `TESTED_BROWSER_URL` runs the tests in a browser elsewhere, which is not started by them. */
const elsewhere = process.env.TESTED_BROWSER_URL

/** A browser that the tests start: for tests that end its processes or look at them. */
const browserHere: BrowserFetcher.Options = executable === undefined ? {} : { executable }

export const browser: BrowserFetcher.Options = {
  ...browserHere,
  ...(elsewhere === undefined ? {} : { remote: [{ url: elsewhere }] })
}

const { BrowserPatience } = await import(
  new URL("../src/internal/browser/patience.ts", import.meta.url).href
) as typeof Patience

/** Half of what a test may take: a busy machine leaves a browser no turn for longer than users would wait for one. */
const PATIENCE_SECONDS = 300

/** Lets no browser end because it starts slowly, or is silent, and no frame be missing because it responds late. */
export const patientWithBrowsers = Layer.succeed(BrowserPatience, {
  launchMs: PATIENCE_SECONDS * 1000,
  connectMs: PATIENCE_SECONDS * 1000,
  startMs: PATIENCE_SECONDS * 1000,
  silentSeconds: PATIENCE_SECONDS,
  lateSeconds: PATIENCE_SECONDS,
  framesMs: PATIENCE_SECONDS * 1000
})

/** A guard that opens these targets, for an engine that is patient with browsers. */
export const opened = (...allow: ReadonlyArray<string>) =>
  Layer.merge(EgressGuard.layer({ allow }), patientWithBrowsers)

export const layerBrowser = BrowserFetcher.layer(browser).pipe(Layer.provide(patientWithBrowsers))

/** The engine with a browser of this machine, as its users have it: it ends a browser that is silent. */
export const layerImpatientHere = BrowserFetcher.layer(browserHere)

export const layerHere = layerImpatientHere.pipe(Layer.provide(patientWithBrowsers))

/** The browsers this process has started. */
export const browsers = (): ReadonlyArray<number> => startedHere("chrom").map(({ pid }) => pid)

/** The processes of those browsers that hold a page. */
export const renderers = (): ReadonlyArray<number> =>
  startedBy(browsers()).filter(({ command }) => command.includes("--type=renderer")).map(({ pid }) => pid)
