/** Work that pages of strangers cause before an engine is chosen: counted steps, not time. */
import { Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { RawPage } from "@dunlin/schema/RawPage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { applied, exceeds } from "../../common/test/backtracks.ts"

const SCRIPT = "<script>run()</script>"

/** The start of a page, and the part that it repeats. */
const hostile: Readonly<Record<string, readonly [head: string, part: string]>> = {
  "frames without an end": ["", "<iframe "],
  "frames without a URL": [SCRIPT, "<iframe src="],
  "many frames": [SCRIPT, "<iframe src=//other.example/>"],
  "noscript elements without an end": ["<iframe src=/a>", "<noscript "],
  "shadow roots without an end": ["", "<template shadowrootmode "],
  "nested shadow roots": ["", "<template shadowrootmode=open>"],
  "nested shadow roots with links": ["", "<template shadowrootmode=open><link "],
  "embedded pages": ["<iframe srcdoc=x>", " srcdoc='<"],
  "embedded pages in two kinds of quotes": ["<iframe ", " srcdoc=\"a srcdoc='b"],
  "a frame of a framework in a frame": [`${SCRIPT}<p `, "<turbo-frame "],
  "roots in one tag": [`${SCRIPT}<p `, "id=root "],
  "placeholders in one tag": [`${SCRIPT}<p `, "class='a "],
  "types of one script": ["<script ", " type=\""],
  "words for a loading page": [SCRIPT, "loading "],
  "white space": [`${SCRIPT}enable`, " "],
  "script assignments": ["<script>", "location  "],
  "elements without an end": [SCRIPT, "<a"]
}

/** The same for the data of frameworks. Each page is fetched twice: rendered, then read from its data. */
const hostileData: Readonly<Record<string, readonly [head: string, part: string]>> = {
  "scripts without an end": ["", "<script "],
  "data without an end": ["", "<script type=application/json>"],
  "types in one script": ["<script ", "type=application/json "],
  "assignments without an end": ["<script>", "window.__NUXT__={"],
  "assignments of strings without an end": ["<script>", "window.__DATA__=\""],
  "streams without an end": ["<script>", "__next_f.push([1,\""],
  "islands without an end": ["", "<astro-island "],
  "islands with open properties": ["", "<astro-island props=\""],
  "heads without an end": ["", "<head "],
  "comments in Markdown": ["", "<!--"]
}

/** Characters of a page, the shortest text whose expressions are counted, and their steps. */
const PAGE_CHARACTERS = 20_000
const SHORTEST = 1_000
const STEPS = 60_000
const STEPS_PER_CHARACTER = 64

/** A fetcher whose engines return the page of the request's URL. */
const pages = new Map<string, string>()
const engine = (name: "http" | "browser"): Fetcher.Fetcher["Service"] => ({
  recheck: () => Effect.void,
  fetch: ({ url }) =>
    Effect.succeed(
      new RawPage({
        sourceUrl: url,
        url,
        status: 200,
        headers: {},
        contentType: "text/html",
        body: new TextEncoder().encode(pages.get(url)),
        redirects: [],
        fetchedAt: 0,
        engine: name,
        proxyUsed: "basic",
        warnings: []
      })
    )
})
const engines = { http: engine("http"), browser: engine("browser") }
const byPage = Fetcher.make({ ...engines, markdown: false })
const byData = Fetcher.make(engines)

const fetchPage = (body: string, fetcher = byPage) => {
  const url = `https://site-${body.length}-${body.slice(0, 40).replace(/\W/g, "")}.example/page`
  pages.set(url, body)
  return fetcher.fetch({ url, timeout: "10 seconds", options: defaultOptions, needs: { markdown: true } })
}

describe("the decision between the engines", () => {
  it("takes linear time for hostile pages", async () => {
    await Effect.runPromise(fetchPage("<p>loads the engines</p>"))
    for (const [name, [head, part]] of Object.entries(hostile)) {
      const body = head + part.repeat(PAGE_CHARACTERS / part.length)
      const expressions = applied(SHORTEST, () => void Effect.runSync(fetchPage(body)))
      for (const one of expressions) {
        if (exceeds(one, STEPS + STEPS_PER_CHARACTER * one.text.length)) assert.fail(`${name}: ${one.source}`)
      }
    }
  })

  it("takes linear time for hostile data", async () => {
    await Effect.runPromise(fetchPage("<p>loads the engines</p>", byData))
    for (const [name, [head, part]] of Object.entries(hostileData)) {
      const body = `<script>run()</script>${head}${part.repeat(PAGE_CHARACTERS / part.length)}`
      const expressions = applied(SHORTEST, () => {
        Effect.runSync(fetchPage(body, byData))
        Effect.runSync(fetchPage(body, byData))
      })
      for (const one of expressions) {
        if (exceeds(one, STEPS + STEPS_PER_CHARACTER * one.text.length)) assert.fail(`${name}: ${one.source}`)
      }
    }
  })

  it.effect("finds the scripts of a page whose letters change length in lower case", () =>
    Effect.gen(function*() {
      const page = yield* fetchPage(`<p>${"İstanbul ".repeat(8)}</p><div id=root></div>${SCRIPT}`)
      assert.deepStrictEqual([page.engine, page.engineReason], ["browser", "placeholder"])
    }))

  it.effect("uses a browser for a page with more frames than are examined", () =>
    Effect.gen(function*() {
      const words = `<p>${"word ".repeat(100)}</p>`
      const few = yield* fetchPage(words + "<iframe src=https://maps.example/></iframe>".repeat(20) + SCRIPT)
      const many = yield* fetchPage(words + "<iframe src=https://maps.example/></iframe>".repeat(300) + SCRIPT)
      assert.deepStrictEqual([few.engine, many.engineReason], ["http", "parts"])
    }))

  it.effect("uses a browser if a short script requests and shows data, after any text", () =>
    Effect.gen(function*() {
      const article = `<main>${"<p>Words that somebody wrote about the coast.</p>".repeat(100)}</main>`
      const engineOf = (script: string) =>
        Effect.map(fetchPage(`<p>${pages.size}</p>${article}<script>${script}</script>`), ({ engine }) => engine)
      const shows = "fetch('/comments').then((r) => r.text()).then((t) => { comments.innerHTML = t })"
      assert.strictEqual(yield* engineOf(shows), "browser")
      assert.strictEqual(yield* engineOf(`form.addEventListener("submit", () => ${shows})`), "http")
      assert.strictEqual(yield* engineOf("fetch('/views')"), "http")
      assert.strictEqual(yield* engineOf(`${shows};${" ".repeat(5_000)}`), "http")
    }))
})
