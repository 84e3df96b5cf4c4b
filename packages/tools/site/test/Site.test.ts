// The site as a reader has it who unpacked it into a folder: no server, no network, a real Chromium.
import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { needing } from "../../../common/test/components.ts"
import * as Reader from "../../playground/test/readerPage.ts"
import { build } from "../src/build.ts"
import { faultsOf } from "../src/check.ts"
import { type Page, readPages } from "../src/pages.ts"
import { sectionsOf } from "../src/sections.ts"

const root = dirname(dirname(dirname(dirname(import.meta.dirname))))
const folder = mkdtempSync(join(tmpdir(), "dunlin-site-test-"))

/** One module of the API, as its page is made of declarations: these are in the repository before any build. */
const module: Page = {
  path: "api/pumps/Pump",
  title: "Pump (@pumps/pump)",
  section: "API",
  description: "Moves water.",
  keywords: [],
  markdown: [
    "# Pump\n",
    "## models\n",
    "### Pump\n",
    "Moves **water**, as `flow` says.\n",
    "```ts\ninterface Pump {\n  readonly flow: number\n}\n```\n",
    "<details><summary>the declaration, 41 lines</summary>\n",
    "```ts\ndeclare const make: (options: { readonly flow: number }) => Pump\n```\n",
    "</details>\n"
  ].join("\n")
}

const pages = [...readPages(root), module]

const addressOf = (path: string) => pathToFileURL(join(folder, `${path}.html`)).href

const open = (browser: Browser, path: string, options: Parameters<Browser["newPage"]>[0] = {}) =>
  Reader.open(browser, addressOf(path), { ...options, own: (url) => /^(?:file|data):/.test(url) })

/** One page of every kind: prose, code, tables, pictures, diagrams, lists, reports, declarations. */
const shown = [
  "index",
  "overview",
  "how-to/run-the-server",
  "reference/settings",
  "explanation/architecture",
  "benchmarks",
  "benchmarks-in-full",
  "packages/fetcher",
  "examples/redact",
  module.path
]

const phone = { width: 360, height: 740 }

describe("site in a folder, in Chromium", needing("Chromium"), () => {
  let browser: Browser
  beforeAll(async () => {
    await build(root, pages, folder)
    browser = await Reader.launch()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it("has only valid links", () => {
    assert.deepStrictEqual(faultsOf(folder), [])
  })

  it("has every page as Markdown too, and lists for programs", () => {
    for (const { path } of pages) assert.isTrue(existsSync(join(folder, `${path}.html.md`)), path)
    const list = readFileSync(join(folder, "llms.txt"), "utf8")
    for (const [, target = ""] of list.matchAll(/\]\(([^)]+)\)/g)) {
      assert.isTrue(existsSync(join(folder, target)), target)
    }
    assert.include(readFileSync(join(folder, "llms-full.txt"), "utf8"), "# Run the server")
  })

  it("finds pages by keyboard, with the index of Dunlin", async () => {
    const { faults, page } = await open(browser, "how-to/run-the-server")
    await page.keyboard.press("Control+K")
    await page.keyboard.type("a search that is replaced")
    await page.keyboard.press("Control+K")
    // at once: the results of each letter would replace those of the letter before, and with them the focus
    await page.keyboard.insertText("environment variables")
    await page.locator("#found a").first().getByText("Settings", { exact: true }).first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(addressOf("reference/settings"))
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("links to the part that answers, and marks the words of the query", async () => {
    const { faults, page } = await open(browser, "index")
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill("chromium sandbox in a container")
    const first = page.locator("#found a").first()
    await first.locator("mark").first().waitFor()
    await first.click()
    await page.waitForURL(`${addressOf("how-to/run-the-server")}#with-docker`)
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("answers chosen or typed questions on the front page", async () => {
    const { faults, page } = await open(browser, "index")
    await page.getByRole("button", { name: "remvoe emails" }).click()
    const first = page.locator("#answers a").first()
    await first.getByText("Redact and forget").waitFor()
    assert.isAtMost(await page.locator("#answers a").count(), 4)
    await page.getByRole("searchbox", { name: "A question about Dunlin" }).fill("environment variables")
    await first.getByText("Settings").waitFor()
    await first.click()
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor()
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("reports an empty result, and links to all pages", async () => {
    const { faults, page } = await open(browser, "index")
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill("zzqqxx")
    await page.getByText("Nothing was found for").waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(addressOf("overview"))
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("copies code", async () => {
    const { faults, page } = await open(browser, "index", { permissions: ["clipboard-read", "clipboard-write"] })
    await page.getByRole("button", { name: "Copy" }).first().click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    assert.strictEqual(
      (await page.evaluate("navigator.clipboard.readText()") as string).trim(),
      "npm install dunlin effect"
    )
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("has a heading for every section that the search returns", async () => {
    for (const { markdown, path } of pages) {
      const html = readFileSync(join(folder, `${path}.html`), "utf8")
      for (const { id } of sectionsOf(markdown)) {
        if (id !== "") assert.include(html, ` id="${id}"`, path)
      }
    }
  })

  it("remembers the chosen theme", async () => {
    const { faults, page } = await open(browser, "index", { colorScheme: "light" })
    await page.getByRole("button", { name: "Dark" }).click()
    assert.strictEqual(await page.evaluate("document.documentElement.dataset.theme"), "dark")
    await page.goto(addressOf("overview"))
    assert.strictEqual(await page.evaluate("document.documentElement.dataset.theme"), "dark")
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  for (const colorScheme of ["light", "dark"] as const) {
    it(`passes axe, ${colorScheme}`, async () => {
      const found: Array<string> = []
      for (const path of shown) {
        const { faults, page } = await open(browser, path, { colorScheme })
        found.push(...await Reader.violations(page, false), ...faults)
        await page.close()
      }
      for (const viewport of [undefined, phone]) {
        const { faults, page } = await open(
          browser,
          "index",
          viewport === undefined ? { colorScheme } : { colorScheme, viewport }
        )
        await page.getByRole("searchbox", { name: "Search the documentation" }).fill("redis")
        await page.locator("#found a").first().waitFor()
        found.push(...await Reader.violations(page, false), ...faults)
        await page.close()
      }
      assert.deepStrictEqual(found, [])
    })
  }

  it("fits on a phone, and passes axe there", async () => {
    const found: Array<string> = []
    for (const path of shown) {
      const { faults, page } = await open(browser, path, { viewport: phone })
      assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), phone.width, path)
      found.push(...await Reader.violations(page, false), ...faults)
      await page.close()
    }
    assert.deepStrictEqual(found, [])
  })
})
