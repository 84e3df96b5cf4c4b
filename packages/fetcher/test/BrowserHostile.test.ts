import { FairSemaphore } from "@dunlin/common"
import { BrowserFetcher, Charset, Fetcher, HttpFetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as NodeZlib from "node:zlib"
import { layerBrowser, opened, withChromium } from "./Chromium.ts"
import { answer, type Handler, serve } from "./FaultServer.ts"

type Options = Partial<typeof defaultOptions>
type Action = (typeof defaultOptions.actions)[number]

const document = (body: string) => `<!doctype html><title>t</title><body style="margin:0">${body}`

/** The site of the pages below: one page of its own for each visit, and what they lead to. */
const handlers: Record<string, Handler> = {
  other: (socket) => socket.end(answer(200, {}, document("<h1>other</h1>"))),
  arriving: (socket) => {
    const html = document(`<p id=first>first</p>${" ".repeat(5_000)}<p>second</p>`)
    const bytes = answer(200, {}, html)
    socket.write(bytes.subarray(0, bytes.length - 20))
    setTimeout(() => socket.end(bytes.subarray(bytes.length - 20)), 1_000)
  },
  picture: (socket) =>
    socket.end(
      answer(
        200,
        { "content-type": "image/svg+xml" },
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
      )
    )
}

class Site extends Context.Service<Site, { readonly origin: string; readonly target: string }>()("test/Site") {}

/** A browser that may reach the site. */
const layer = Layer.unwrap(Effect.map(serve(handlers), (server) =>
  layerBrowser.pipe(
    Layer.provide(opened(server.target)),
    Layer.merge(Layer.succeed(Site, server))
  )))

let visits = 0

const visit = (body: string, options: Options, headers: Parameters<typeof answer>[1] = {}, timeout = 600_000) =>
  Effect.gen(function*() {
    const path = `page${++visits}`
    handlers[path] = (socket) => socket.end(answer(200, headers, document(body)))
    const { origin } = yield* Site
    const fetcher = yield* Fetcher.Fetcher
    const page = yield* fetcher.fetch({ url: `${origin}/${path}`, timeout, options: { ...defaultOptions, ...options } })
    return { ...page, text: Charset.decode(page.body, page.charset).text }
  })

/** Runs a visit in a browser of its own, which it may take along. */
const alone = <A, E>(effect: Effect.Effect<A, E, Fetcher.Fetcher | Site>) => Effect.provide(effect, Layer.fresh(layer))

const act = (body: string, actions: ReadonlyArray<Action>, timeout?: number) => visit(body, { actions }, {}, timeout)
const script = (text: string): Action => ({ type: "executeJavascript", script: text })
const click = (selector: string): Action => ({ type: "click", selector, all: false })
const fullPage: Action = { type: "screenshot", fullPage: true }
const scrape: Action = { type: "scrape" }

const pngSize = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Its colour: the first byte of a row names its filter, which changes nothing for the first pixel. */
const firstPixel = (png: Uint8Array) => {
  const data = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const parts: Array<Buffer> = []
  for (let at = 8; at < data.length; at += 12 + data.readUInt32BE(at)) {
    if (data.toString("latin1", at + 4, at + 8) === "IDAT") {
      parts.push(data.subarray(at + 8, at + 8 + data.readUInt32BE(at)))
    }
  }
  return [...NodeZlib.inflateSync(Buffer.concat(parts)).subarray(1, 4)]
}

const failureOf = (effect: ReturnType<typeof visit>) =>
  Effect.map(
    Effect.flip(effect),
    ({ reason }) => reason._tag === "ActionError" ? `${reason.index}: ${reason.detail}` : reason._tag
  )

withChromium("a site that speaks to the browser behind the page", () => {
  it.live("does not make it bypass the proxy or skip the next page", () =>
    Effect.gen(function*() {
      const plain = answer(200, {}, document("plain"))
      const asksForPassword = { "proxy-authenticate": "Basic realm=\"egress\"" }
      const server = yield* serve({
        refused: (socket) => socket.end(answer(407, {}, document("refused"))),
        asked: (socket) => socket.end(answer(407, asksForPassword, document("asked"))),
        cleared: (socket) => socket.end(answer(200, { "clear-site-data": "\"*\"" }, document("cleared"))),
        next: (socket) => socket.end(plain)
      })
      const layer = layerBrowser.pipe(Layer.provide(opened(server.target)))
      const statuses = yield* Effect.gen(function*() {
        const fetcher = yield* Fetcher.Fetcher
        return yield* Effect.forEach(
          ["next", "refused", "next", "asked", "next", "cleared", "next"],
          (path) => fetcher.fetch({ url: `${server.origin}/${path}`, timeout: "10 minutes", options: defaultOptions })
        )
      }).pipe(Effect.map((pages) => pages.map(({ status }) => status)), Effect.provide(layer))
      assert.deepStrictEqual(statuses, [200, 407, 200, 407, 200, 200, 200])
    }).pipe(Effect.scoped))
})

withChromium("memory", () => {
  it.live("of a page is limited, without an effect on other pages", () =>
    Effect.gen(function*() {
      const hoard = `<script>
        const kept = []
        setInterval(() => { if (kept.length < 20) kept.push(new Uint8Array(32 * 1024 * 1024).fill(1)) }, 50)
      </script>`
      const server = yield* serve({
        page: (socket) => socket.end(answer(200, {}, document(hoard))),
        other: (socket) => socket.end(answer(200, {}, document("modest")))
      })
      const fetcher = yield* BrowserFetcher.make({ maxMemory: 400 * 1024 * 1024 }).pipe(
        Effect.provide(opened(server.target))
      )
      const get = (path: string, waitFor: number) =>
        fetcher.fetch({
          url: `${server.origin}/${path}`,
          timeout: 600_000,
          options: { ...defaultOptions, waitFor, actions: waitFor > 0 ? [script("1")] : [] }
        })
      assert.strictEqual((yield* Effect.flip(get("page", 120_000))).reason._tag, "BrowserCrashed")
      assert.include(Charset.decode((yield* get("other", 0)).body).text, "modest")
    }).pipe(Effect.scoped))
})

withChromium("memory of the browser", () => {
  it.live("filled by a page is limited, without an effect on other teams", () =>
    Effect.gen(function*() {
      // blobs are kept by the browser, where no limit of a page counts them
      const blobs = `<script>
        const kept = []
        setInterval(() => { if (kept.length < 60) kept.push(new Blob([new Uint8Array(32 * 1024 * 1024).fill(1)])) }, 50)
      </script>`
      const server = yield* serve({
        page: (socket) => socket.end(answer(200, {}, document(blobs))),
        other: (socket) => socket.end(answer(200, {}, document("modest")))
      })
      const fetcher = yield* BrowserFetcher.make({ maxBrowserMemory: 500 * 1024 * 1024 }).pipe(
        Effect.provide(opened(server.target))
      )
      const get = (path: string, waitFor: number, team: string) =>
        fetcher.fetch({ url: `${server.origin}/${path}`, timeout: 600_000, options: { ...defaultOptions, waitFor } })
          .pipe(
            Effect.map(({ status }) => `${status}`),
            Effect.catch(({ reason }) => Effect.succeed(reason._tag)),
            Effect.provideService(FairSemaphore.Tenant, team)
          )
      const [hostile, ...others] = yield* Effect.all([
        get("page", 120_000, "attacker"),
        Effect.forEach(Array.from({ length: 5 }), () => get("other", 1_000, "one")),
        Effect.forEach(Array.from({ length: 5 }), () => get("other", 1_000, "two"))
      ], { concurrency: 3 })
      assert.deepStrictEqual([hostile, new Set(others.flat())], ["BrowserCrashed", new Set(["200"])])
    }).pipe(Effect.scoped))
})

withChromium("a profile", () => {
  const basket = `const open = indexedDB.open("shop", 1)
    open.onupgradeneeded = () => open.result.createObjectStore("basket")
    await new Promise((resolve) => { open.onsuccess = resolve })
    const basket = open.result.transaction("basket", "readwrite").objectStore("basket")
    const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })`

  it.live("stores no databases of a page above the profile's limit, with a warning", () =>
    Effect.gen(function*() {
      const server = yield* serve({ page: (socket) => socket.end(answer(200, {}, document("hoard"))) })
      const fetcher = yield* BrowserFetcher.make().pipe(Effect.provide(opened(server.target)))
      const run = (text: string) =>
        fetcher.fetch({
          url: `${server.origin}/page`,
          timeout: 600_000,
          options: {
            ...defaultOptions,
            actions: [script(`${basket}\n${text}`)],
            profile: { name: "mine", saveChanges: true } as NonNullable<typeof defaultOptions.profile>
          }
        })
      const hoarded = yield* run(
        `for (let i = 0; i < 10; i++) {
          const bytes = new Uint8Array(5e6)
          for (let at = 0; at < bytes.length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536))
          await done(open.result.transaction("basket", "readwrite").objectStore("basket").put(bytes, i))
        }
        localStorage.kept = "yes"`
      )
      assert.match(hoarded.warnings.join(), /saved without databases: the page stores more than 2 MiB/)
      const next = yield* run(`return [await done(basket.count()), localStorage.kept]`)
      assert.deepStrictEqual(next.actions!.javascriptReturns[0]!.value, [0, "yes"])
    }).pipe(Effect.scoped))

  it.live("restores databases of the page too", () =>
    Effect.gen(function*() {
      const server = yield* serve({ page: (socket) => socket.end(answer(200, {}, document("shop"))) })
      const fetcher = yield* BrowserFetcher.make().pipe(Effect.provide(opened(server.target)))
      const run = (text: string) =>
        fetcher.fetch({
          url: `${server.origin}/page`,
          timeout: 600_000,
          options: {
            ...defaultOptions,
            actions: [script(`${basket}\n${text}`)],
            profile: { name: "mine", saveChanges: true } as NonNullable<typeof defaultOptions.profile>
          }
        }).pipe(Effect.map((page) => page.actions!.javascriptReturns[0]!.value))
      yield* run(`return await done(basket.put({ apples: 3 }, "items"))`)
      assert.deepStrictEqual(yield* run(`return await done(basket.get("items"))`), { apples: 3 })
    }).pipe(Effect.scoped))
})

withChromium("the caller's headers", () => {
  it.live("follow a redirect to another origin as over HTTP, except possible credentials", () =>
    Effect.gen(function*() {
      const other = yield* serve({
        page: (socket, { headers }) =>
          socket.end(
            answer(
              200,
              {},
              document(`${headers.get("pragma")} ${headers.get("x-api-key")} ${headers.get("authorization")}`)
            )
          )
      })
      const server = yield* serve({
        page: (socket) => socket.end(answer(302, { location: `${other.origin}/page` }))
      })
      const options = {
        ...defaultOptions,
        headers: { "X-Api-Key": "mine", Pragma: "no-cache", Authorization: "Bearer secret" }
      }
      const engines = [HttpFetcher.layer(), layerBrowser]
      for (const engine of engines) {
        const page = yield* Effect.flatMap(
          Fetcher.Fetcher,
          (fetcher) => fetcher.fetch({ url: `${server.origin}/page`, timeout: 600_000, options })
        ).pipe(
          Effect.provide(engine.pipe(Layer.provide(opened(server.target, other.target))))
        )
        assert.include(Charset.decode(page.body, page.charset).text, "no-cache undefined undefined")
      }
    }).pipe(Effect.scoped))
})

withChromium("pages of one browser", () => {
  it.layer(layer, { excludeTestServices: true, timeout: "10 minutes" })("one browser", (it) => {
    describe("a hostile page", () => {
      it.effect("is read although it blocks all scripts, also those of the engine", () =>
        Effect.gen(function*() {
          const options = { actions: [script("1 + 1"), fullPage, scrape] }
          const page = yield* visit("<p>inert</p><script>document.write('ran')</script>", options, {
            "content-security-policy": "default-src 'none'; sandbox"
          })
          assert.include(page.text, "<p>inert</p>")
          assert.notInclude(page.text, "<p>inert</p>ran")
          assert.deepStrictEqual(page.actions!.javascriptReturns, [{ type: "number", value: 2 }])
        }))

      it.effect("does not break the reader of a script's value", () =>
        Effect.gen(function*() {
          const page = yield* act("<script>JSON.stringify = () => 'no JSON'</script>", [script("({ a: 1 })"), scrape])
          assert.deepStrictEqual(page.actions!.javascriptReturns, [{ type: "object", value: null }])
        }))

      it.effect("cannot extend a request beyond its timeout with an endless value", () =>
        Effect.gen(function*() {
          const endless = script("({ toJSON() { for (;;) {} } })")
          assert.match(
            yield* alone(failureOf(act("x", [endless], 3_000))),
            /^(Timeout|0: the script did not end in time)$/
          )
        }))

      it.effect("is left although it asks for confirmation", () =>
        Effect.gen(function*() {
          const page = yield* act(
            "<script>onbeforeunload = (event) => event.preventDefault()</script><a id=go href=/other>go</a>",
            [click("#go"), scrape]
          )
          assert.include(page.text, "<h1>other</h1>")
        }))
    })

    describe("the value of a script", () => {
      it.effect("is JSON if JSON can represent it", () =>
        Effect.gen(function*() {
          const scripts = ["-0", "NaN", "12n", "new Date(0)", "const a = {}; a.a = a; a", "() => 1", "''"]
          const page = yield* act("x", scripts.map(script))
          assert.deepStrictEqual(page.actions!.javascriptReturns, [
            { type: "number", value: 0 },
            { type: "number", value: null },
            { type: "bigint", value: "12" },
            { type: "date", value: "1970-01-01T00:00:00.000Z" },
            { type: "object", value: null },
            { type: "function", value: null },
            { type: "string", value: "" }
          ])
        }))

      it.effect("is limited in size", () =>
        Effect.gen(function*() {
          for (const text of ["Array(2e6).fill('0123456789')", "'x'.repeat(2e7)"]) {
            assert.match(
              yield* alone(failureOf(act("x", [script(text)]))),
              /^0: the script's result is longer than \d+ bytes$/
            )
          }
        }))
    })

    describe("a failed action reports the obstacle", () => {
      const body = `<div style="position:fixed;inset:0;background:#fff;z-index:9"></div><button id=under>under</button>`
      const cases: Readonly<Record<string, readonly [expected: string, body: string, action: Action]>> = {
        "something over it": ["another element covers it", body, click("#under")],
        "a script that leaves": [
          "the page navigated away before the action was done",
          "x",
          script("location.href = '/other'; await new Promise(() => {})")
        ]
      }
      for (const [name, [expected, page, action]] of Object.entries(cases)) {
        it.effect(
          name,
          () => Effect.map(failureOf(act(page, [action])), (found) => assert.strictEqual(found, `0: ${expected}`))
        )
      }
    })

    describe("a document that is still loading", () => {
      it.effect("is scraped completely", () =>
        Effect.gen(function*() {
          const page = yield* act("start", [
            script("setTimeout(() => { location.href = '/arriving' })"),
            { type: "wait", selector: "#first" },
            scrape
          ])
          assert.include(page.actions!.scrapes[0]!.html, "<p>second</p>")
        }))
    })

    describe("a full-page screenshot", () => {
      it.effect("shows sticky elements at the top", () =>
        Effect.gen(function*() {
          const page = yield* act(
            `<div style="position:sticky;top:0;height:50px;background:#f00"></div><div style="height:3000px"></div>`,
            [script("scrollTo(0, 900)"), fullPage, script("scrollY")]
          )
          assert.deepStrictEqual(firstPixel(page.actions!.screenshots[0]!.bytes), [255, 0, 0])
          assert.strictEqual(page.actions!.javascriptReturns[1]!.value, 900)
        }))

      it.effect("shows content that loads on scrolling, and restores the scroll position", () =>
        Effect.gen(function*() {
          const page = yield* act(
            `<div style="height:9000px">long</div><img loading=lazy src=/picture><p id=end>hidden</p><script>
              new IntersectionObserver(([entry]) => { if (entry.isIntersecting) end.textContent = "revealed" }).observe(end)
            </script>`,
            [script("scrollTo(0, 500)"), fullPage, script("[scrollY, document.images[0].complete, end.textContent]")]
          )
          assert.deepStrictEqual(page.actions!.javascriptReturns[1]!.value, [500, true, "revealed"])
          assert.isAbove(pngSize(page.actions!.screenshots[0]!.bytes).height, 9_000)
        }))

      it.effect("has the width of the window, and a limited height", () =>
        Effect.gen(function*() {
          const wide = yield* act("<div style='width:30000px;height:2000px'>wide</div>", [fullPage])
          assert.deepStrictEqual(pngSize(wide.actions!.screenshots[0]!.bytes), { width: 1280, height: 2000 })
          const endless = yield* act(
            `<div id=list></div><script>
              const add = () => { const item = document.createElement("div"); item.style.height = "2000px"; list.append(item) }
              add()
              onscroll = add
            </script>`,
            [fullPage]
          )
          const { height } = pngSize(endless.actions!.screenshots[0]!.bytes)
          assert.isAbove(height, 2_000)
          assert.isAtMost(height, 16_000)
        }))
    })

    describe("a scrolled page", () => {
      it.effect("is printed from its top, and its scroll position is restored", () =>
        Effect.gen(function*() {
          const body =
            `<div style="height:3000px"></div><script>onbeforeprint = () => { window.printed = scrollY }</script>`
          const down: Action = { type: "scroll", direction: "down" }
          const print: Action = { type: "pdf", format: "A4", landscape: false, scale: 1 }
          const page = yield* act(body, [down, print, script("[window.printed, scrollY === innerHeight]")])
          assert.deepStrictEqual(page.actions?.javascriptReturns.map(({ value }) => value), [[0, true]])
        }))
    })
  })
})
