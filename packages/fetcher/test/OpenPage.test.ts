import { EgressGuard, Fetcher, FetchError, NavigationGuard, Profiles } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import { layerBrowser, withChromium } from "./Chromium.ts"

const page = (body: string) => `<!doctype html><title>Shop</title>${body}`

const pages: Readonly<Record<string, string>> = {
  "/": page(`<button id=more>More</button><input id=name><ul id=list><li>one</li><li>two</li></ul>
    <a href="/next">on</a><script>more.onclick = () => { list.innerHTML += "<li>three</li>" }
    document.cookie = "seen=yes; path=/; max-age=3600"</script>`),
  "/next": "<!doctype html><title>Next</title><h1>Next</h1>",
  "/forbidden": "<!doctype html><title>Forbidden</title>"
}

/** The site, and the requests that it got. */
const site = Effect.acquireRelease(
  Effect.promise(() => {
    const asked: Array<string> = []
    const server = NodeHttp.createServer((request, response) => {
      asked.push(request.url ?? "")
      const body = pages[request.url ?? ""]
      response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html" }).end(body)
    })
    return new Promise<{ readonly server: NodeHttp.Server; readonly asked: Array<string> }>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve({ server, asked }))
    )
  }),
  ({ server }) =>
    Effect.promise(() => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    })
).pipe(Effect.map(({ asked, server }) => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, host, origin: `http://${host}` }
}))

class Site extends Context.Service<Site, { readonly asked: Array<string>; readonly origin: string }>()("test/Site") {}

const layer = Layer.unwrap(Effect.map(site, ({ asked, host, origin }) =>
  layerBrowser.pipe(
    Layer.provide(EgressGuard.layer({ allow: [host] })),
    Layer.provideMerge(Layer.merge(Layer.succeed(Site, { asked, origin }), Profiles.layerMemory))
  )))

const open = (path: string, options: Partial<Fetcher.FetchOptions> = {}) =>
  Effect.gen(function*() {
    const { origin } = yield* Site
    const fetcher = yield* Fetcher.Fetcher
    return yield* fetcher.open!({
      url: `${origin}${path}`,
      options: { ...defaultOptions, ...options },
      timeout: "10 minutes",
      life: "5 minutes"
    })
  })

/** Longer than a busy machine takes. Only endless code is stopped, after a separate limit. */
const timeout = "10 minutes"

withChromium("pages that stay open", () => {
  it.layer(layer, { excludeTestServices: true, timeout: "10 minutes" })("one browser", (it) => {
    it.effect("stores the changes of earlier calls in the page", () =>
      Effect.scoped(Effect.gen(function*() {
        const { origin } = yield* Site
        const opened = yield* open("/", { actions: [{ type: "click", selector: "#more", all: false }] })
        const first = yield* opened.run({ code: "document.querySelectorAll('li').length", timeout })
        assert.deepInclude(first, { value: 3, stderr: "", isKilled: false, url: `${origin}/` })
        const { results, url } = yield* opened.act({
          actions: [
            { type: "click", selector: "#more", all: false },
            { type: "executeJavascript", script: "list.children.length" },
            { type: "click", selector: "a", all: false }
          ],
          timeout
        })
        assert.deepStrictEqual(results.javascriptReturns, [{ type: "number", value: 4 }])
        assert.strictEqual(url, `${origin}/next`)
        assert.strictEqual((yield* opened.run({ code: "document.title", timeout })).value, "Next")
      })))

    it.effect("runs code that controls the page, and returns its logs and its value", () =>
      Effect.scoped(Effect.gen(function*() {
        const { origin } = yield* Site
        const opened = yield* open("/")
        const code = `
          await page.click("#more")
          await page.locator("#name").fill("Ada")
          const items = await page.locator("li").allTextContents()
          console.log("items", items.length)
          const name = await page.evaluate((id) => document.getElementById(id).value, "name")
          await page.goto("${origin}/next")
          ;({ items, name, title: await page.title() })`
        const ran = yield* opened.run({ code, timeout })
        assert.deepInclude(ran, {
          stderr: "",
          url: `${origin}/next`,
          stdout: "items 3",
          value: { items: ["one", "two", "three"], name: "Ada", title: "Next" }
        })
      })))

    it.effect("gives code no access except the methods of the page", () =>
      Effect.scoped(Effect.gen(function*() {
        const { asked, origin } = yield* Site
        const opened = yield* open("/")
        const stderr = (code: string) => Effect.map(opened.run({ code, timeout }), (ran) => ran.stderr)
        assert.match(yield* stderr(`await page.goto("file:///etc/passwd")`), /only http and https URLs/)
        assert.match(yield* stderr(`await page.screenshot({ path: "x.png" })`), /page\.screenshot is not available/)
        assert.match(yield* stderr(`await page.context().cookies()`), /page\.context is not available/)
        assert.match(
          yield* stderr(`void page.title; await __dunlinCall([["context"], ["cookies"]])`),
          /page\.context is not available/
        )
        assert.match(
          yield* stderr(`void page.title; await __dunlinCall([["constructor", "return process"]])`),
          /is not available/
        )
        assert.match(yield* stderr(`await page.title(); process.exit(1)`), /process is not defined/)
        asked.length = 0
        assert.match(yield* stderr(`await page.title(); await fetch("${origin}/forbidden")`), /Failed to fetch/)
        assert.notInclude(asked, "/forbidden")
      })))

    it.effect("reports what code threw, and stops endless code", () =>
      Effect.scoped(Effect.gen(function*() {
        const opened = yield* open("/")
        const thrown = yield* opened.run({ code: "nothing.here", timeout })
        assert.match(thrown.stderr, /^ReferenceError: nothing is not defined/)
        for (const code of ["for (;;) {}", "await page.title(); for (;;) {}", "new Promise(() => {})"]) {
          const ran = yield* opened.run({ code, timeout: "2 seconds" })
          assert.deepInclude(ran, { isKilled: true, value: null }, `${code}: ${ran.stderr}`)
        }
        assert.strictEqual((yield* opened.run({ code: "document.title", timeout })).value, "Shop")
      })))

    it.effect("checks the guards for every URL of a call, and stays usable after a refusal", () =>
      Effect.scoped(Effect.gen(function*() {
        const { asked, origin } = yield* Site
        const check = (url: string) =>
          url.endsWith("/forbidden")
            ? Effect.fail(new FetchError.NavigationRefused({ detail: "not there" }))
            : Effect.void
        const opened = yield* Effect.provideService(open("/"), NavigationGuard.NavigationGuard, { check })
        asked.length = 0
        const refused = yield* Effect.flip(opened.run({ code: "void (location.href = '/forbidden')", timeout }))
        assert.strictEqual(refused.reason._tag, "NavigationRefused")
        const closed = yield* opened.run({ code: `await page.goto("http://127.0.0.1:9/")`, timeout }).pipe(
          Effect.result
        )
        assert.match(JSON.stringify(closed), /EgressBlocked|ERR_/)
        assert.notInclude(asked, "/forbidden")
        const ran = yield* opened.run({ code: `await page.goto("${origin}/next"); await page.title()`, timeout })
        assert.strictEqual(ran.value, "Next")
      })))

    it.effect("saves its profile on request, and locks it until then", () =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        const profile = { name: "shop", saveChanges: true }
        const opened = yield* Scope.provide(open("/", { profile }), scope)
        const busy = yield* Effect.flip(Effect.scoped(open("/", { profile })))
        assert.deepInclude(busy.reason, { _tag: "ProfileError", kind: "busy" })
        yield* opened.run({ code: "localStorage.setItem('cart', '3')", timeout })
        yield* opened.save
        yield* Scope.close(scope, Exit.void)
        const kept = yield* Effect.scoped(
          Effect.flatMap(
            open("/", { profile: { ...profile, saveChanges: false } }),
            (again) => again.run({ code: "document.cookie + localStorage.getItem('cart')", timeout })
          )
        )
        assert.strictEqual(kept.value, "seen=yes3")
      }))
  })
})
