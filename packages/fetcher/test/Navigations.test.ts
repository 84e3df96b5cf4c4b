import { Charset, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { layerBrowser, opened, withChromium } from "./Chromium.ts"
import { answer, type Handler, html, serve } from "./FaultServer.ts"

type Options = Partial<typeof defaultOptions>

const says = (body: string): Handler => (socket) => socket.end(answer(200, {}, html(body)))

const later = (bytes: Uint8Array): Handler => (socket) => void setTimeout(() => socket.end(bytes), 700)

const ways: Readonly<Record<string, string>> = {
  script: `<script>location.href = "/new"</script>`,
  timer: `<script>setTimeout(() => location.replace("/new"), 300)</script>`,
  request: `<script>fetch("/data").then(() => location.assign("/new"))</script>`,
  form: `<form action=/new></form><script>document.forms[0].submit()</script>`,
  click: `<a href="/new">on</a><script>onload = () => document.querySelector("a").click()</script>`,
  refresh: `<meta http-equiv=refresh content="0;url=/new">`
}

const site = serve({
  ...Object.fromEntries(Object.entries(ways).map(([way, body]) => [way, says(`old ${body}`)])),
  data: says("data"),
  new: later(answer(200, {}, html("new"))),
  blank: says(`old <meta http-equiv=refresh content="0;url=about:blank">`),
  blankScript: says(`old <script>location.replace("about:blank")</script>`),
  blankOpen: says(`old <script>open("about:blank", "_self")</script>`),
  nowhere: says(`old <script>location.href = "/silent"</script>`),
  silent: () => {},
  nothing: says(`old <script>location.href = "/empty"</script>`),
  empty: later(answer(204, { "content-length": null })),
  forEver: says(`old <script>setTimeout(() => location.reload(), 50)</script>`)
})

const PATIENCE_MS = 600_000

class Site extends Context.Service<Site, Effect.Success<typeof site>>()("test/Site") {}

/** One browser for all tests of this file, and the site. */
const layer = Layer.unwrap(Effect.map(site, (server) =>
  layerBrowser.pipe(
    Layer.provide(opened(server.target)),
    Layer.merge(Layer.succeed(Site, server))
  )))

const visit = (path: string, options: Options = {}, timeout = PATIENCE_MS) =>
  Effect.gen(function*() {
    const server = yield* Site
    const fetcher = yield* Fetcher.Fetcher
    const fetch = (path: string, timeout: number, options: Options = {}) =>
      fetcher.fetch({ url: `${server.origin}/${path}`, timeout, options: { ...defaultOptions, ...options } })
    // a short time is that of the page: the browser has started before
    if (timeout < PATIENCE_MS) yield* fetch("data", PATIENCE_MS)
    const page = yield* fetch(path, timeout, options)
    const text = /<p>(old|new)/.exec(Charset.decode(page.body, page.charset).text)?.[1]
    return { ...page, text, path: new URL(page.url).pathname }
  })

withChromium("a page that goes to another one", () => {
  it.layer(layer, { excludeTestServices: true, timeout: "10 minutes" })("one browser", (it) => {
    for (const way of Object.keys(ways)) {
      it.effect(`by ${way} is followed, and the new page is read`, () =>
        Effect.gen(function*() {
          const page = yield* visit(way)
          assert.deepStrictEqual([page.text, page.path], ["new", "/new"])
          assert.deepStrictEqual(page.redirects.map(({ url }) => new URL(url).pathname), [`/${way}`])
        }))
    }

    for (const way of ["blank", "blankScript", "blankOpen"]) {
      it.effect(`to an empty page (${way}) ends in the first page`, () =>
        Effect.gen(function*() {
          const page = yield* visit(way)
          assert.deepStrictEqual([page.text, page.path], ["old", `/${way}`])
        }))
    }

    it.effect("to a server that does not respond ends in the first page", () =>
      Effect.gen(function*() {
        const page = yield* visit("nowhere", { actions: [{ type: "scrape" }] }, 120_000)
        assert.deepStrictEqual([page.text, page.path], ["old", "/nowhere"])
        assert.include(page.actions?.scrapes[0]?.html, "<p>old")
        assert.match(page.warnings.join(), /navigated to another one that did not respond/)
      }))

    it.effect("to a page without content ends in the first page", () =>
      Effect.map(visit("nothing"), (page) => assert.deepStrictEqual([page.text, page.path], ["old", "/nothing"])))

    it.effect("without end is stopped", () =>
      Effect.gen(function*() {
        const page = yield* visit("forEver")
        assert.deepStrictEqual([page.text, page.path], ["old", "/forEver"])
      }))
  })
})
