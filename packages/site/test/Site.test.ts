// The site as a reader has it who unpacked it into a folder: no server, no network, a real Chromium.
import { assert, describe, it } from "@effect/vitest"
import axe from "axe-core"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { build } from "../src/build.ts"
import { faultsOf } from "../src/check.ts"
import { readPages } from "../src/pages.ts"

const root = dirname(dirname(dirname(import.meta.dirname)))
const folder = mkdtempSync(join(tmpdir(), "dunlin-site-test-"))
const pages = readPages(root)

const places = [
  process.env.DUNLIN_BROWSER ?? "",
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/chromium"
]
const executable = places.find((place) => place !== "" && existsSync(place))

const addressOf = (path: string) => pathToFileURL(join(folder, `${path}.html`)).href

/** Opens a page; `faults` gets what the console says and what is asked of others. */
const open = async (browser: Browser, path: string, options: Parameters<Browser["newPage"]>[0] = {}) => {
  const page = await browser.newPage(options)
  // the limit of the test is the only one: a busy machine takes its time
  page.setDefaultTimeout(0)
  const faults: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`)
  })
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`))
  page.on("request", (request) => {
    if (!/^(?:file|data):/.test(request.url())) faults.push(`outside: ${request.url()}`)
  })
  await page.goto(addressOf(path))
  return { page, faults }
}

const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.addScriptTag({ content: axe.source })
  const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })") as any
  return found.violations.flatMap(({ id, nodes }: any) =>
    nodes.map(({ target }: any) => `${page.url()}: ${id}: ${target}`)
  )
}

/** One page of every kind: prose, code, tables, pictures, long ones. */
const shown = ["index", "overview", "how-to/run-the-server", "reference/settings", "benchmarks", "examples/redact"]

describe.skipIf(executable === undefined && process.env.REQUIRE_REAL !== "1")("site in a folder, in Chromium", () => {
  let browser: Browser
  beforeAll(async () => {
    await build(root, pages, folder)
    browser = await chromium.launch({ executablePath: executable!, args: ["--no-sandbox"], timeout: 0 })
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it("has only links that lead somewhere", () => {
    assert.deepStrictEqual(faultsOf(folder), [])
  })

  it("has every page as Markdown too, and lists for programs that read", () => {
    for (const { path } of pages) assert.isTrue(existsSync(join(folder, `${path}.html.md`)), path)
    const list = readFileSync(join(folder, "llms.txt"), "utf8")
    for (const [, target = ""] of list.matchAll(/\]\(([^)]+)\)/g)) {
      assert.isTrue(existsSync(join(folder, target)), target)
    }
    assert.include(readFileSync(join(folder, "llms-full.txt"), "utf8"), "# Run the server")
  })

  it("finds pages by keyboard, with the index of Dunlin", async () => {
    const { faults, page } = await open(browser, "how-to/run-the-server")
    await page.keyboard.press("/")
    await page.keyboard.type("environment variables")
    await page.locator("#found a").first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(addressOf("reference/settings"))
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("keeps the theme that was chosen", async () => {
    const { faults, page } = await open(browser, "index", { colorScheme: "light" })
    await page.getByRole("button", { name: "Dark" }).click()
    assert.strictEqual(await page.evaluate("document.documentElement.dataset.theme"), "dark")
    await page.goto(addressOf("overview"))
    assert.strictEqual(await page.evaluate("document.documentElement.dataset.theme"), "dark")
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  for (const colorScheme of ["light", "dark"] as const) {
    it(`has nothing that axe objects to, ${colorScheme}`, async () => {
      const found: Array<string> = []
      for (const path of shown) {
        const { faults, page } = await open(browser, path, { colorScheme })
        found.push(...await violations(page), ...faults)
        await page.close()
      }
      const { page } = await open(browser, "index", { colorScheme })
      await page.getByRole("searchbox").fill("redis")
      await page.locator("#found a").first().waitFor()
      found.push(...await violations(page))
      await page.close()
      assert.deepStrictEqual(found, [])
    })
  }

  it("fits on a phone", async () => {
    for (const path of shown) {
      const { faults, page } = await open(browser, path, { viewport: { width: 360, height: 740 } })
      assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), 360, path)
      assert.deepStrictEqual(faults, [])
      await page.close()
    }
  })
})
