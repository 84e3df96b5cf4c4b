import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { chromium as playwright } from "playwright-core"
import { chromium, chromiumEnvironment, needing } from "../../../common/test/components.ts"
import { dormant, selfStarting } from "./fixtures/attacks.ts"

const clean = (html: string): string => {
  const page = Html.parse(html, "https://site.example/page")
  return Html.html(page, Html.everything(page)).html
}

describe("html", () => {
  for (const [attack, forbidden] of dormant) {
    it(`contains nothing of ${attack}`, () => {
      const out = clean(attack)
      assert.notMatch(out, forbidden)
      assert.strictEqual(clean(out), out)
    })
  }

  it("contains no executable URL if the page's URL is unknown", () => {
    for (
      const address of ["&#9;data:text/html,x", "da&#10;ta:text/html,x", "&#1;filesystem:x", "java&Tab;script:hit(1)"]
    ) {
      const page = Html.parse(`<a href="${address}">a</a>`)
      assert.strictEqual(Html.html(page, Html.everything(page)).html, "<a>a</a>")
    }
  })

  it("is unchanged by a second cleaning", () => {
    for (const [name, attack] of selfStarting) {
      const out = clean(attack)
      assert.strictEqual(clean(out), out, name)
    }
  })
})

/** Milliseconds of the browser's own clock that a page has; it runs them as fast as it can. */
const VIRTUAL_TIME_MS = 8000

/** The attacks that run when a browser shows pieces of HTML, both as part of a page and set by a script. */
const hits = async (
  pieces: ReadonlyArray<readonly [name: string, html: string]>
): Promise<ReadonlyArray<string>> => {
  const frames = pieces.flatMap(([, html]) => [
    page(html),
    page(`<div id=target></div><script>target.innerHTML = ${JSON.stringify(html).replace(/</g, "\\u003c")}</script>`)
  ])
  const browser = await playwright.launch({
    executablePath: chromium!,
    env: chromiumEnvironment,
    args: ["--no-sandbox", "--disable-gpu", "--in-process-gpu"],
    timeout: 0
  })
  try {
    const shown = await browser.newPage()
    const clock = await shown.context().newCDPSession(shown)
    const expired = new Promise((resolve) => clock.once("Emulation.virtualTimeBudgetExpired", resolve))
    const content = `<!doctype html><meta charset=utf-8><pre id=out>[]</pre><script>
const names = new Set()
onmessage = ({ data }) => out.textContent = JSON.stringify([...names.add(data)])
for (const html of ${JSON.stringify(frames).replace(/</g, "\\u003c")}) {
  const frame = document.createElement("iframe")
  frame.srcdoc = html
  document.body.append(frame)
}
</script>`
    await shown.setContent(content, { timeout: 0, waitUntil: "commit" })
    await clock.send("Emulation.setVirtualTimePolicy", {
      policy: "pauseIfNetworkFetchesPending",
      budget: VIRTUAL_TIME_MS
    })
    await expired
    return JSON.parse(await shown.locator("#out").textContent({ timeout: 0 }) ?? "")
  } finally {
    await browser.close()
  }
}

const page = (html: string) => `<!doctype html><script>hit = (name) => top.postMessage(name, "*")</script>${html}`

describe("html in a browser", needing("Chromium"), () => {
  it("runs no script of a cleaned page", async () => {
    const raw = await hits(selfStarting)
    // Proves that the browser reports hits: most attacks still work somewhere.
    assert.isAbove(raw.length, selfStarting.length * 0.6, raw.join(", "))
    assert.deepStrictEqual(await hits(selfStarting.map(([name, html]) => [name, clean(html)] as const)), [])
  })

  it("runs no script of rendered markdown", async () => {
    const { micromark } = await import("micromark")
    const { gfm, gfmHtml } = await import("micromark-extension-gfm")
    const shown = selfStarting.map(([name, html]) => {
      const parsed = Html.parse(html, "https://site.example/page")
      const { markdown } = Html.markdown(parsed, Html.everything(parsed))
      return [
        name,
        micromark(markdown, {
          extensions: [gfm()],
          htmlExtensions: [gfmHtml()],
          allowDangerousHtml: true,
          allowDangerousProtocol: true
        })
      ] as const
    })
    assert.deepStrictEqual(await hits(shown), [])
  })
})
