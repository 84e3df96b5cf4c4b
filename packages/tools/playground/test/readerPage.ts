/** A page in a real Chromium as a reader has it, for the tests of what people look at. */
import axe from "axe-core"
import { type Browser, chromium, type Page } from "playwright-core"
import { chromium as executable, chromiumEnvironment } from "../../../common/test/components.ts"

/** Starts it. Only the limit of a test ends what it waits for: a busy machine takes its time. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: executable!, env: chromiumEnvironment, args: ["--no-sandbox"], timeout: 0 })

/** Milliseconds Playwright waits for something: less than a test may take, so that its error says what did not come. */
const patience = 500_000

/** Milliseconds from which on a timer of a page is a limit to its work, which a busy machine could reach. */
const limit = 10_000

/** Opens an address, whose own limits of time end nothing; `faults` gets what the console says, and what is asked of addresses that are not `own`. */
export const open = async (
  browser: Browser,
  url: string,
  { own, prepare, ...options }: Parameters<Browser["newPage"]>[0] & {
    readonly own: (url: string) => boolean
    /** What is done before the address is asked for. */
    readonly prepare?: (page: Page) => Promise<unknown>
  }
) => {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(patience)
  await page.addInitScript((limit) => {
    const { clearTimeout: clear, setTimeout: set } = globalThis
    const limits = new Map<number, () => void>()
    let last = 0
    const patient = (task: () => void, delay?: number, ...rest: Array<unknown>) => {
      if (delay === undefined || delay < limit) return set(task, delay, ...rest)
      limits.set(--last, task)
      return last
    }
    const patientClear = (id?: number) => {
      if (id === undefined || !limits.delete(id)) clear(id)
    }
    const reachLimits = () => {
      for (const [id, task] of Array.from(limits)) {
        limits.delete(id)
        task()
      }
    }
    Object.assign(globalThis, { setTimeout: patient, clearTimeout: patientClear, reachLimits })
  }, limit)
  const faults: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`)
  })
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`))
  page.on("request", (request) => {
    if (!own(request.url())) faults.push(`outside: ${request.url()}`)
  })
  await prepare?.(page)
  await page.goto(url)
  return { page, faults }
}

/** Lets the limits of time be over that stand at this moment on a page that {@link open} opened. */
export const reachLimits = (page: Page): Promise<void> => page.evaluate("reachLimits()")

/** What axe objects to, a line for each place. `preload` is for pages that may ask for their style sheets again. */
export const violations = async (page: Page, preload = true): Promise<ReadonlyArray<string>> => {
  await page.addScriptTag({ content: axe.source })
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], preload: ${preload} })`
  ) as {
    readonly violations: ReadonlyArray<{ readonly id: string; readonly nodes: ReadonlyArray<{ target: unknown }> }>
  }
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()}: ${id}: ${target}`))
}
