import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { chromium, needing } from "../../../common/test/components.ts"
import { dormant, selfStarting } from "./fixtures/attacks.ts"

const clean = (html: string): string => {
  const page = Html.parse(html, "https://site.example/page")
  return Html.html(page, Html.everything(page)).html
}

describe("html", () => {
  for (const [attack, forbidden] of dormant) {
    it(`leaves nothing of ${attack}`, () => {
      const out = clean(attack)
      assert.notMatch(out, forbidden)
      assert.strictEqual(clean(out), out)
    })
  }

  it("leaves no address that runs in a page whose own address nobody knows", () => {
    for (
      const address of ["&#9;data:text/html,x", "da&#10;ta:text/html,x", "&#1;filesystem:x", "java&Tab;script:hit(1)"]
    ) {
      const page = Html.parse(`<a href="${address}">a</a>`)
      assert.strictEqual(Html.html(page, Html.everything(page)).html, "<a>a</a>")
    }
  })

  it("is the same when it is cleaned again", () => {
    for (const [name, attack] of selfStarting) {
      const out = clean(attack)
      assert.strictEqual(clean(out), out, name)
    }
  })
})

/** What runs when a browser shows pieces of HTML, both as part of a page and set by a script. */
const hits = (pieces: ReadonlyArray<readonly [name: string, html: string]>): ReadonlySet<string> => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-attacks-"))
  const seen = new Set<string>()
  try {
    const file = join(folder, "page.html")
    const frames = pieces.flatMap(([, html]) => [
      page(html),
      page(`<div id=target></div><script>target.innerHTML = ${JSON.stringify(html).replace(/</g, "\\u003c")}</script>`)
    ])
    writeFileSync(
      file,
      `<!doctype html><meta charset=utf-8><pre id=out></pre><script>
const names = new Set()
onmessage = (event) => { names.add(event.data); out.textContent = "HITS " + [...names].join("|") + " END" }
out.textContent = "HITS  END"
for (const html of ${JSON.stringify(frames).replace(/</g, "\\u003c")}) {
  const frame = document.createElement("iframe")
  frame.srcdoc = html
  document.body.append(frame)
}
</script>`
    )
    const { stdout } = spawnSync(
      chromium!,
      [
        "--no-sandbox",
        "--disable-gpu",
        `--user-data-dir=${join(folder, "profile")}`,
        "--virtual-time-budget=8000",
        "--dump-dom",
        pathToFileURL(file).href
      ],
      { encoding: "utf8", timeout: 300_000, maxBuffer: 50_000_000 }
    )
    const found = /HITS (.*?) END<\/pre>/.exec(stdout)
    if (found === null) throw new Error("the browser did not show the page")
    for (const name of found[1]!.split("|")) if (name !== "") seen.add(name)
    return seen
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const page = (html: string) => `<!doctype html><script>hit = (name) => top.postMessage(name, "*")</script>${html}`

describe("html in a browser", needing("Chromium"), () => {
  it("runs nothing of what runs in the page itself", () => {
    const raw = hits(selfStarting)
    // Proves that the browser tells: most attacks still work somewhere.
    assert.isAbove(raw.size, selfStarting.length * 0.6, [...raw].join(", "))
    assert.deepStrictEqual([...hits(selfStarting.map(([name, html]) => [name, clean(html)] as const))], [])
  })

  it("runs nothing of markdown that a renderer shows", async () => {
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
    assert.deepStrictEqual([...hits(shown)], [])
  })
})
