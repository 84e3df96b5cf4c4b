// The search box of a site as its reader has it: static files, a strict content security policy, and a real Chromium.
import * as FrozenIndex from "@dunlin/providers/FrozenIndex"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { searchBox, target as scripts } from "../../../../.config/searchBox.mjs"
import { needing } from "../../../common/test/components.ts"
import * as Reader from "../../playground/test/readerPage.ts"

const base = "https://docs.example/v2/"

const guide = [
  "# Guide",
  "## Pressure {#pressure}\n\nThe valve opens at 40 bar.",
  "## Cleaning {#cleaning}\n\nRinse the <b>filter</b> with water."
].join("\n\n")

const freeze = async (extra: string): Promise<Files> => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-box-"))
  const filename = join(folder, "index.sqlite")
  try {
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const index = yield* LocalIndex.make({ filename })
      yield* index.add([
        { url: `${base}guide/`, title: "Guide", text: guide, language: "en" },
        { url: `${base}pumps/`, title: "Pumps", text: `All about pumps. ${extra}`, language: "en" }
      ])
      yield* index.optimize
    })))
    return await FrozenIndex.freezeFolder(filename, { base, root: "../" })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'"

const pageOf = (site: string, scheme: string) =>
  `<!doctype html><html lang="en"><meta name="color-scheme" content="${scheme}"><title>Docs</title>
<link rel="icon" href="data:,"><script type="module" src="/${site}/search/dunlin-search.js"></script>
<header><dunlin-search hotkeys label="Search the manual"></dunlin-search></header><main><h1>Docs</h1></main></html>`

type Files = ReadonlyMap<string, Uint8Array>

/** The files of the search on each site of the server. Sites named `light` and `dark` have no policy: axe needs a script. */
const sites = new Map<string, Files>()
let server: Server
let origin = ""

const scriptOf = (name: string): Uint8Array | undefined =>
  readdirSync(scripts).includes(name) ? readFileSync(join(scripts, name)) : undefined

const serve = async (): Promise<void> => {
  server = createServer((request, response) => {
    const [, site = "", folder, ...names] = new URL(request.url ?? "", "http://host/").pathname.split("/")
    const name = names.join("/")
    const isPage = folder !== "search"
    const file = isPage ? undefined : scriptOf(name) ?? sites.get(site)?.get(name)
    const type = isPage ? "text/html" : name.endsWith(".js") ? "text/javascript" : "application/octet-stream"
    response.writeHead(isPage || file !== undefined ? 200 : 404, {
      "content-type": type,
      ...(/^(?:light|dark)$/.test(site) ? {} : { "content-security-policy": policy })
    })
    response.end(isPage ? pageOf(site, site === "dark" ? "dark" : "light") : file)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe("search box in Chromium", needing("Chromium"), () => {
  let browser: Browser
  beforeAll(async () => {
    await searchBox()
    const files = await freeze("They lift water.")
    for (const site of ["docs", "light", "dark", "renewed"]) sites.set(site, files)
    await serve()
    browser = await Reader.launch()
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
    server?.closeAllConnections()
  })

  const open = (path = "/docs/") =>
    Reader.open(browser, `${origin}${path}`, { own: (url) => url.startsWith(origin) || url.startsWith("data:") })

  const field = (page: Page) => page.getByRole("combobox", { name: "Search the manual" })

  const active = (page: Page) =>
    page.evaluate(`(() => {
      const root = document.querySelector("dunlin-search").shadowRoot
      const id = root.querySelector("input").getAttribute("aria-activedescendant")
      return id === null ? "" : root.getElementById(id).querySelector(".title").textContent
    })()`) as Promise<string>

  it("leads by keyboard to the matching section of a deployed site", async () => {
    const { faults, page } = await open()
    await page.keyboard.press("/")
    // at once: the results of each letter would replace those of the letter before, and the option that is active
    await page.keyboard.insertText("rinse filters")
    const section = page.getByRole("option", { name: /^Cleaning/ })
    await section.waitFor()
    assert.deepStrictEqual(await section.locator("mark").allTextContents(), ["Rinse", "filter"])
    assert.strictEqual(await field(page).getAttribute("aria-expanded"), "true")
    assert.strictEqual(await active(page), "")
    await page.keyboard.press("ArrowDown")
    assert.strictEqual(await active(page), "Guide")
    await page.keyboard.press("ArrowDown")
    assert.strictEqual(await active(page), "Cleaning")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${origin}/docs/guide/#cleaning`)
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("opens the first page if Enter is pressed before the results arrive", async () => {
    const { faults, page } = await open()
    await page.keyboard.press("Control+K")
    await page.keyboard.type("pumps")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${origin}/docs/pumps/`)
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("lets the page handle a chosen link", async () => {
    const { faults, page } = await open()
    await page.evaluate(`document.addEventListener("dunlin-search-select", (event) => {
      event.preventDefault()
      globalThis.taken = event.detail
    })`)
    await field(page).fill("valve")
    await page.getByRole("option", { name: /^Pressure/ }).click()
    assert.deepStrictEqual(await page.evaluate("taken"), {
      query: "valve",
      url: `${origin}/docs/guide/#pressure`,
      title: "Pressure"
    })
    assert.strictEqual(page.url(), `${origin}/docs/`)
    assert.strictEqual(await page.getByRole("listbox").count(), 0)
    await field(page).press("ArrowDown")
    await page.getByRole("listbox").waitFor()
    await field(page).press("Escape")
    assert.strictEqual(await page.getByRole("listbox").count(), 0)
    assert.strictEqual(await field(page).inputValue(), "valve")
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("fits its list into a narrow window, on either side of the field", async () => {
    const { faults, page } = await open()
    await page.setViewportSize({ width: 320, height: 600 })
    for (const side of ["start", "end"]) {
      await page.evaluate(`document.querySelector("dunlin-search").setAttribute("align", "${side}")`)
      await page.evaluate(`document.querySelector("header").style.textAlign = "${side}"`)
      await field(page).fill(side === "start" ? "water" : "filter")
      await page.getByRole("option").first().waitFor()
      const box = await page.getByRole("listbox").boundingBox()
      assert.isAtLeast(box?.x ?? -1, 0)
      assert.isAtMost((box?.x ?? 0) + (box?.width ?? 0), 320)
      assert.strictEqual(await page.evaluate("document.documentElement.scrollWidth"), 320)
      await field(page).press("Escape")
    }
    assert.deepStrictEqual(faults, [])
    await page.close()
  })

  it("passes axe in light and dark, with results and without", async () => {
    const found: Array<string> = []
    for (const path of ["/light/", "/dark/"]) {
      const { faults, page } = await open(path)
      found.push(...await Reader.violations(page, false))
      await field(page).fill("water")
      await page.getByRole("option").first().waitFor()
      await field(page).press("ArrowDown")
      found.push(...await Reader.violations(page, false))
      await field(page).fill("zzqqxx")
      await page.getByRole("status").getByText("No page was found for “zzqqxx”.").waitFor()
      found.push(...await Reader.violations(page, false), ...faults)
      await page.close()
    }
    assert.deepStrictEqual(found, [])
  })

  it("names the file that cannot be loaded, and searches as soon as it can be", async () => {
    const { page } = await open("/new/")
    await field(page).fill("valve")
    await page.getByText(`${origin}/new/search/search.json cannot be loaded: the server returned 404`).first().waitFor()
    sites.set("new", sites.get("docs")!)
    await field(page).fill("valves")
    await page.getByRole("option", { name: /^Pressure/ }).waitFor()
    await page.close()
  })

  it("reads the new version after the files of the old one are deleted", async () => {
    const { page } = await open("/renewed/")
    const opened = page.waitForResponse((response) => response.url().endsWith("/index.bin"))
    await field(page).focus()
    await opened
    sites.set("renewed", await freeze("They lift petroleum."))
    await field(page).fill("petroleum")
    await page.getByRole("option", { name: /^Pumps/ }).waitFor()
    await page.close()
  })
})
