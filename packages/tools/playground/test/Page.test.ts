// The page in a real Chromium: what a person does with it, what axe and a hostile page make of it.
import { assert, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { playground } from "../../../../.config/playground.mjs"
import { needing } from "../../../common/test/components.ts"
import * as Reader from "./readerPage.ts"
import { start } from "./server.ts"

type Server = Awaited<ReturnType<typeof start>>

const wide = { width: 1300, height: 1000 }
const phone = { width: 360, height: 740 }

const open = (
  browser: Browser,
  server: Server,
  options: Omit<Parameters<typeof Reader.open>[2], "own"> = { viewport: wide }
) =>
  Reader.open(browser, server.url, {
    ...options,
    own: (url) => url.startsWith(server.url) || url.startsWith("data:")
  })

const search = async (page: Page, query = "sanderling") => {
  await page.keyboard.press("/")
  await page.keyboard.type(query)
  await page.keyboard.press("Enter")
  await page.getByText("3 results, 3 of 3 pages").waitFor()
}

describe("playground in Chromium", needing("Chromium"), () => {
  let browser: Browser
  let server: Server
  beforeAll(async () => {
    await playground()
    server = await start()
    browser = await Reader.launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it("starts with example queries, and helps if nothing matches", async () => {
    const { faults, page } = await open(browser, server)
    await page.getByText("Results come here").waitFor()
    await page.getByRole("button", { name: "how does it work" }).click()
    await page.getByText("3 results, 3 of 3 pages").waitFor()
    assert.strictEqual(await page.getByRole("searchbox").inputValue(), "how does it work")
    await page.getByRole("searchbox").fill("sanderling site:nowhere.example")
    await page.keyboard.press("Enter")
    await page.getByText("Nothing fits.").waitFor()
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("explains an empty index once, and links to what works without it", async () => {
    const empty = await start({ provider: "local" })
    const { faults, page } = await open(browser, empty, { viewport: wide, bypassCSP: true })
    await page.getByRole("button", { name: "how does it work" }).click()
    await page.getByText("There is nothing to search yet.").waitFor()
    assert.include(await page.getByRole("region", { name: "How to fill the index" }).textContent(), "npx dunlin index")
    assert.strictEqual(await page.getByText("Nothing fits.").count(), 0)
    assert.strictEqual(await page.getByRole("list", { name: "Warnings" }).count(), 0)
    assert.deepStrictEqual(await Reader.violations(page), [])
    await page.getByRole("button", { name: "Read a page instead" }).click()
    await page.getByPlaceholder("https://example.com/").waitFor()
    assert.strictEqual(await page.evaluate("document.activeElement.id"), "subject")
    assert.deepStrictEqual(faults, [])
    await page.close()
    await empty.stop()
  })

  it("searches by keyboard, and shows pages, times, and code, without external requests", async () => {
    const { faults, page } = await open(browser, server)
    await search(page)
    const frame = page.frameLocator("iframe").first()
    await frame.getByRole("heading", { name: "Waders" }).waitFor()
    assert.strictEqual(await frame.locator("td").first().textContent(), "sanderling")
    assert.deepStrictEqual(await page.locator(".hit .text mark").first().allTextContents(), ["sanderling"])
    assert.deepStrictEqual(await frame.locator("td mark").allTextContents(), ["sanderling"])
    await page.getByRole("tab", { name: "Rendered" }).focus()
    await page.keyboard.press("ArrowRight")
    await page.getByRole("region", { name: "Markdown" }).getByText("# Waders").waitFor()
    await page.getByRole("tab", { name: "Explain" }).click()
    await page.getByRole("cell", { name: /^navigation \(nav\)/ }).waitFor()
    await page.getByRole("cell", { name: /^no rule applies/ }).first().waitFor()
    await page.getByRole("paragraph").getByText("the page returned 404 Not Found").waitFor()
    await page.getByRole("cell", { name: "refine", exact: true }).waitFor()
    for (
      const [name, code] of [["JavaScript", "await fetch("], ["Dunlin", "createClient()"], ["Effect", "Effect.gen"]]
    ) {
      await page.getByRole("tab", { name: name!, exact: true }).click()
      assert.include(await page.getByRole("region", { name: `Request as ${name}` }).textContent(), code!)
    }
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("accepts keys as soon as it is loaded", async () => {
    const page = await browser.newPage()
    await page.addInitScript(() => {
      addEventListener("load", () => dispatchEvent(new KeyboardEvent("keydown", { key: "/" })))
    })
    await page.goto(server.url)
    assert.strictEqual(await page.evaluate("document.activeElement.id"), "subject")
    await page.close()
  })

  it("sends the chosen options, also for one page", async () => {
    const { faults, page } = await open(browser, server)
    await page.getByText("Options", { exact: true }).click()
    await page.locator(".help code").getByText("data", { exact: true }).first().waitFor()
    assert.notInclude((await page.locator(".help").allTextContents()).join(""), "`")
    await page.getByRole("spinbutton", { name: "limit" }).fill("2")
    await page.getByRole("checkbox", { name: "links" }).check()
    await page.getByRole("checkbox", { name: "onlyMainContent" }).uncheck()
    await page.getByRole("searchbox").fill("sanderling")
    const sent = page.waitForRequest((request) => request.url().endsWith("/v2/search"))
    await page.keyboard.press("Enter")
    assert.deepStrictEqual((await sent).postDataJSON(), {
      query: "sanderling",
      limit: 2,
      scrapeOptions: { formats: ["markdown", "links"], onlyMainContent: false }
    })
    await page.getByText("2 results, 2 of 2 pages").waitFor()
    await page.getByRole("button", { name: "Read a page" }).click()
    await page.getByRole("searchbox").fill(`${server.site}/waders`)
    await page.getByRole("button", { name: "Read", exact: true }).click()
    await page.getByText("1 result, 1 of 1 pages").waitFor()
    await page.frameLocator("iframe").first().getByRole("heading", { name: "Waders" }).waitFor()
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("explains an invalid request", async () => {
    const { page } = await open(browser, server)
    await page.getByText("Options", { exact: true }).click()
    await page.getByRole("textbox", { name: "country" }).first().fill("Atlantis")
    await page.getByRole("searchbox").fill("sanderling")
    await page.keyboard.press("Enter")
    const alert = page.getByRole("alert")
    await alert.waitFor()
    assert.include(await alert.textContent(), "country")
    await page.close()
  })

  it("prevents a hostile page from running, loading, or navigating", async () => {
    const { faults, page } = await open(browser, server)
    await search(page)
    await page.locator(".hit summary").nth(1).press("Enter")
    const frame = page.frameLocator("iframe").nth(1)
    await frame.getByRole("heading", { name: "Hostile" }).waitFor().catch(async (error: unknown) => {
      throw new Error(
        `${String(error)}\n${(await page.locator(".hit").allInnerTexts()).join("\n---\n")}\n${faults.join("\n")}`
      )
    })
    for (const link of await frame.locator("a").all()) await link.click()
    assert.isUndefined(await page.evaluate("window.hacked"))
    assert.strictEqual(await frame.locator("script, img, iframe, meta[http-equiv], base").count(), 0)
    assert.isTrue(await frame.getByRole("heading", { name: "Hostile" }).isVisible(), "the frame stays where it is")
    assert.deepStrictEqual(server.asked.filter((path) => path === "/left" || path === "/loaded.png"), [])
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("reports a page that renders too slowly, and shows it raw", async () => {
    const prepare = (page: Page) =>
      page.addInitScript(() => {
        const { postMessage } = Worker.prototype
        const lost = { isNext: false, count: 0 }
        Worker.prototype.postMessage = function(...message: [any]) {
          if (!lost.isNext) return postMessage.apply(this, message)
          lost.isNext = false
          lost.count++
        }
        Object.assign(globalThis, { lost })
      })
    const { page } = await open(browser, server, { viewport: wide, prepare })
    await search(page)
    // made with the words that the whole answer has: nothing makes it once more
    await page.frameLocator("iframe").first().locator("mark").first().waitFor()
    await page.evaluate("lost.isNext = true")
    await page.getByRole("tab", { name: "Markdown" }).first().click()
    await page.getByRole("tab", { name: "Rendered" }).first().click()
    await page.waitForFunction("lost.count === 1")
    await page.locator(".hit summary").nth(1).press("Enter")
    await Reader.reachLimits(page)
    await page.getByText("This page takes too long to display; see the raw view.").first().waitFor()
    // the one that waits behind it is shown
    await page.frameLocator("iframe").first().getByRole("heading", { name: "Hostile" }).waitFor()
    assert.strictEqual(await page.getByText("This page takes too long to display").count(), 1)
    await page.getByRole("tab", { name: "Markdown" }).first().click()
    await page.getByRole("region", { name: "Markdown" }).getByText("# Waders").waitFor()
    await page.close()
  })

  for (const colorScheme of ["light", "dark"] as const) {
    it(`passes axe, ${colorScheme}`, async () => {
      const { page } = await open(browser, server, { viewport: wide, colorScheme, bypassCSP: true })
      assert.deepStrictEqual(await Reader.violations(page), [])
      await search(page)
      await page.frameLocator("iframe").first().getByRole("heading", { name: "Waders" }).waitFor()
      for (const name of ["Key", "Options", "Answer"]) await page.getByText(name, { exact: true }).click()
      await page.getByRole("checkbox", { name: "screenshot" }).check()
      assert.deepStrictEqual(await Reader.violations(page), [])
      await page.getByRole("tab", { name: "Explain" }).first().click()
      await page.getByRole("columnheader", { name: "why" }).waitFor()
      assert.deepStrictEqual(await Reader.violations(page), [])
      await page.close()
    })
  }

  it("fits on a phone, and passes axe there", async () => {
    const { faults, page } = await open(browser, server, { viewport: phone, bypassCSP: true })
    assert.deepStrictEqual(await Reader.violations(page), [])
    await page.getByRole("searchbox").fill("sanderling")
    await page.keyboard.press("Enter")
    await page.getByText("3 results, 3 of 3 pages").waitFor()
    const first = await page.locator(".hit h2").first().boundingBox()
    assert.isBelow(first?.y ?? Infinity, phone.height / 2, "the first result is in the upper half of the screen")
    await page.getByText("Options", { exact: true }).click()
    await page.getByRole("spinbutton", { name: "limit" }).waitFor()
    assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), phone.width)
    assert.deepStrictEqual(faults, [])
    // what axe says to the frame of a page is a fault of its own in the console
    assert.deepStrictEqual(await Reader.violations(page), [])
    await page.close()
  })

  it("needs a team's key if there are teams", async () => {
    const closed = await start({ teams: [{ id: "acme", keys: ["secret-key"] }] })
    const { page } = await open(browser, closed)
    await page.getByRole("searchbox").fill("sanderling")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").getByText("UNAUTHORIZED", { exact: true }).waitFor()
    await page.getByText("Key", { exact: true }).click()
    await page.getByLabel("Key of the team").fill("secret-key")
    await page.getByRole("searchbox").focus()
    await page.keyboard.press("Enter")
    await page.getByText("3 results, 3 of 3 pages").waitFor()
    assert.notInclude(await page.getByRole("region", { name: "Request as curl" }).textContent(), "secret-key")
    await page.close()
    await closed.stop()
  })

  it("is served compressed, with a content policy, once", async () => {
    const first = await fetch(`${server.url}/`)
    assert.strictEqual(first.headers.get("content-encoding"), "gzip")
    const policy = first.headers.get("content-security-policy") ?? ""
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) {
      assert.include(policy, part)
    }
    assert.notInclude(policy, "unsafe")
    const again = await fetch(`${server.url}/`, { headers: { "if-none-match": first.headers.get("etag") ?? "" } })
    assert.strictEqual(again.status, 304)
    assert.strictEqual((await fetch(`${server.url}/`, { method: "HEAD" })).status, 200)
    assert.strictEqual((await fetch(`${server.url}/playground/other.js`)).status, 404)
  })
})
