import { Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import { layer, page, routes, Site } from "./browserSite.ts"
import { withChromium } from "./Chromium.ts"

const header = "<header>Waders of the coast</header><div id=app></div><footer>Footer</footer>"

/** The delay that the query of a URL names, in milliseconds. */
const delayOf = (url: string | undefined) => Number(new URL(url ?? "", "http://x").searchParams.get("ms") ?? 0)

const slowly = (type: string, body: string): (typeof routes)[string] => (request, response) =>
  void setTimeout(() => {
    response.writeHead(200, { "content-type": type, "cache-control": "no-store" })
    response.end(body)
  }, delayOf(request.url))

const js = (body: string) => slowly("text/javascript", body)
const fill = (text: string) => `document.querySelector("#app").textContent = ${JSON.stringify(text)}`

/** Pages whose text comes after the load event, each by another way. All of it is there when a reader looks. */
const late: Record<string, string> = {
  "an imported route that asks for data": `<script type=module>
    const { show } = await import("/chunk.js?ms=250"); await show()</script>`,
  "a worker that asks for data": `<script>
    const work = "fetch(location.origin + '/text?ms=300').then((r) => r.text()).then((t) => postMessage(t))"
    new Worker(URL.createObjectURL(new Blob([work]))).onmessage = ({ data }) => { ${"app.textContent = data"} }</script>`,
  "a worker that computes": `<script>
    const work = "const end = performance.now() + 500; while (performance.now() < end); postMessage('late text of the page')"
    new Worker(URL.createObjectURL(new Blob([work]))).onmessage = ({ data }) => { app.textContent = data }</script>`,
  "a shared worker that asks for data": `<script>
    const worker = new SharedWorker("/shared-text.js"); worker.port.onmessage = ({ data }) => { app.textContent = data }</script>`,
  "an animation that ends": `<script>app.animate([{ opacity: 0 }, { opacity: 1 }], 600).finished.then(() => { ${
    fill("late text of the page")
  } })</script>`,
  "a body that is read in pieces": `<script>
    fetch("/pieces").then(async ({ body }) => { let text = ""; const reader = body.getReader(), decoder = new TextDecoder()
      for (let part; !(part = await reader.read()).done;) text += decoder.decode(part.value)
      app.textContent = text })</script>`,
  "an idle callback": `<script>onload = () => setTimeout(() => requestIdleCallback(() => { ${
    fill("late text of the page")
  } }), 20)</script>`,
  "a style sheet that was waited for": `<script>onload = () => { const link = document.createElement("link")
    link.rel = "stylesheet"; link.href = "/style.css?ms=400"; link.onload = () => { ${
    fill("late text of the page")
  } }; document.head.append(link) }</script>`,
  "an image that was waited for": `<script>onload = () => { const image = new Image()
    image.onerror = image.onload = () => { ${
    fill("late text of the page")
  } }; image.src = "/image.png?ms=400" }</script>`,
  "a slow response":
    `<script>fetch("/text?ms=3400").then((r) => r.text()).then((t) => { app.textContent = t })</script>`,
  "an event stream": `<script>new EventSource("/events").onmessage = ({ data }) => { app.textContent = data }</script>`,
  "an event stream of fetch": `<script>fetch("/events").then(async ({ body }) => {
    const { value } = await body.getReader().read(); app.textContent = new TextDecoder().decode(value) })</script>`,
  "an interval": `<script>let n = 0; const id = setInterval(() => { if (++n === 4) { ${
    fill("late text of the page")
  }; clearInterval(id) } }, 250)</script>`,
  "a long timer": `<script>setTimeout(() => { ${fill("late text of the page")} }, 2600)</script>`,
  "a question that is confirmed": `<script>if (confirm("Are you of age?")) ${fill("late text of the page")}</script>`,
  "many small tasks": `<script>onload = () => { const { port1, port2 } = new MessageChannel(), start = performance.now()
    port1.onmessage = () => { const end = performance.now() + 5; while (performance.now() < end);
      if (end - start < 700) port2.postMessage(0); else { ${
    fill("late text of the page")
  } } }; port2.postMessage(0) }</script>`,
  "a part that loads when it is seen": `<div style="height:3000px"></div><island-part></island-part><script>
    new IntersectionObserver(([{ isIntersecting, target }]) => { if (isIntersecting) fetch("/text?ms=100").then((r) => r.text()).then((t) => { target.textContent = t }) })
      .observe(document.querySelector("island-part"))</script>`,
  "a part with text that its scripts complete when it is seen": `<div style="height:3000px"></div>
    <server-island style="display:contents"><section><p>The server rendered these words of the section in full.</p><p id=part>Now</p></section></server-island><script>
    new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) fetch("/text?ms=100").then((r) => r.text()).then((t) => { part.textContent = t }) })
      .observe(document.querySelector("section"))</script>`,
  "a part with text and a note that it loads": `<div style="height:3000px"></div>
    <section><p>The server rendered these words of the section in full.</p><p id=part>Loading the table</p></section><script>
    new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) fetch("/text?ms=100").then((r) => r.text()).then((t) => { part.textContent = t }) })
      .observe(document.querySelector("section"))</script>`,
  "a service worker that is waited for": `<script>navigator.serviceWorker.register("/service-worker.js")
    navigator.serviceWorker.ready.then(() => fetch("/text?ms=100")).then((r) => r.text()).then((t) => { app.textContent = t })</script>`,
  "a service worker that answers": `<script>(async () => { await navigator.serviceWorker.register("/service-worker.js")
    await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; if (navigator.serviceWorker.controller) resolve() })
    app.textContent = await (await fetch("/from-service-worker")).text() })()</script>`,
  "a refresh after a second": `<meta http-equiv=refresh content="1; url=/after-refresh">`
}

let workersAsked = 0

/** A server that no setting opens, which counts what reaches it. */
const closedServer = Effect.acquireRelease(
  Effect.callback<{ readonly server: NodeHttp.Server; hits: number }>((resume) => {
    const closed = { server: NodeHttp.createServer((_, response) => void response.end(String(++closed.hits))), hits: 0 }
    closed.server.listen(0, "127.0.0.1", () => resume(Effect.succeed(closed)))
  }),
  ({ server }) => Effect.sync(() => server.closeAllConnections() ?? server.close())
)

Object.assign(
  routes,
  {
    "/chunk.js": js(
      `export const show = async () => { const r = await fetch("/text?ms=250"); document.querySelector("#app").textContent = await r.text() }`
    ),
    "/text": slowly("text/plain", "late text of the page"),
    "/service-worker.js": js(`oninstall = () => skipWaiting()
      onactivate = (event) => event.waitUntil(clients.claim())
      onfetch = (event) => { if (event.request.url.endsWith("/from-service-worker")) event.respondWith(new Response("late text of the page")) }`),
    "/full-with-service-worker": page(
      `${
        "<p>Words that somebody wrote.</p>".repeat(20)
      }<script>navigator.serviceWorker.register("/counted-worker.js")</script>`
    ),
    "/counted-worker.js": (_, response) => {
      workersAsked++
      response.writeHead(200, { "content-type": "text/javascript" }).end("")
    },
    "/registrations": page(`<p id=app></p><script>navigator.serviceWorker.getRegistrations().then(({ length }) => {
      app.textContent = length + " registrations" })</script>`),
    "/style.css": slowly("text/css", "p { color: red }"),
    "/image.png": slowly("image/png", ""),
    "/pieces": (_, response) => {
      response.writeHead(200, { "content-type": "text/plain" })
      response.write("late text ")
      setTimeout(() => response.write("of the "), 250)
      setTimeout(() => response.end("page"), 500)
    },
    "/events": (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      setTimeout(() => response.write("data: late text of the page\n\n"), 400)
    },
    "/after-refresh": page("<p>late text of the page</p>"),
    "/full-with-worker": page(`${"<p>Words that somebody wrote.</p>".repeat(20)}<p id=app></p><script>
      const work = "setTimeout(() => postMessage('late text of the page'), 1200)"
      new Worker(URL.createObjectURL(new Blob([work]))).onmessage = ({ data }) => { app.textContent = data }</script>`),
    "/full-with-task": page(`${"<p>Words that somebody wrote.</p>".repeat(20)}<p id=app></p><script>
      scheduler.postTask(() => { app.textContent = "late text of the page" }, { delay: 900 })</script>`),
    "/long-poll": page(`${"<p>Words that somebody wrote.</p>".repeat(20)}<script>fetch("/never")</script>`),
    "/polling": page(`${"<p>Words that somebody wrote.</p>".repeat(20)}<script>
    const ask = () => fetch("/text?ms=300").then((r) => r.text()).then(() => ask()); ask()</script>`),
    "/stream-open": page(
      `${"<p>Words that somebody wrote.</p>".repeat(20)}<script>new EventSource("/events")</script>`
    ),
    "/shared-worker": page(
      `${"<p>Words that somebody wrote.</p>".repeat(20)}<script>new SharedWorker("/shared.js")</script>`
    ),
    "/shared.js": js(`onconnect = () => {}`),
    "/shared-text.js": js(
      `onconnect = ({ ports: [port] }) => fetch("/text?ms=300").then((r) => r.text()).then((t) => port.postMessage(t))`
    ),
    "/unread-body": page(
      `${"<p>Words that somebody wrote.</p>".repeat(20)}<script>fetch("/text?ms=100")</script>`
    ),
    "/short-list": page(`<div id=app>${"<p style='height:300px'>Words that somebody wrote.</p>".repeat(5)}</div>
      <div class=sentinel style="height:1px"></div><script>let more = 2
      new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting && more-- > 0) fetch("/text").then((r) => r.text())
        .then((t) => app.insertAdjacentHTML("beforeend", "<p style='height:3000px'>" + t + " " + more + "</p>")) })
        .observe(document.querySelector(".sentinel"))</script>`),
    "/scrolled-list": page(
      `<div id=app>${"<p style='height:300px'>Words that somebody wrote.</p>".repeat(5)}</div><script>
      let more = 1; addEventListener("scroll", () => {
      if (innerHeight + scrollY > document.documentElement.scrollHeight - 300 && more-- > 0) fetch("/text").then((r) => r.text())
        .then((t) => app.insertAdjacentHTML("beforeend", "<p style='height:3000px'>" + t + "</p>")) })</script>`
    ),
    "/feed": page(`<div id=app>${"<p style='height:300px'>Words that somebody wrote.</p>".repeat(5)}</div>
      <div class=sentinel style="height:1px"></div><script>
      new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) fetch("/text").then((r) => r.text())
        .then((t) => app.insertAdjacentHTML("beforeend", "<p style='height:3000px'>" + t + "</p>")) })
        .observe(document.querySelector(".sentinel"))</script>`),
    "/grows": page(`<div id=app></div><script>const start = performance.now(), write = () => {
      app.append("A word and another word. "); if (performance.now() - start < 60000) setTimeout(write, 400) }
      write()</script>`),
    "/writes": page(
      `<div id=app>Loading…</div><script>setInterval(() => { app.append("word and word again ") }, 1)</script>`
    ),
    "/chain": page(
      `<h1>Rows</h1><ul id=app></ul><script>const add = async (n) => {
        const row = await (await fetch("/text?ms=100&row=" + n)).text()
        app.insertAdjacentHTML("beforeend", "<li>" + row + "</li>"); setTimeout(() => add(n + 1), 300) }; add(1)</script>`
    ),
    "/loading": page(`<div id=app>Loading…</div>`)
  } satisfies typeof routes
)
for (const [way, body] of Object.entries(late)) routes[`/${way.replaceAll(" ", "-")}`] = page(`${header}${body}`)

const visit = (path: string) =>
  Effect.gen(function*() {
    const { origin } = yield* Site
    const fetcher = yield* Fetcher.Fetcher
    const read = yield* fetcher.fetch({ url: origin + path, timeout: 600_000, options: defaultOptions })
    return {
      text: new TextDecoder().decode(read.body).replace(/<script[\s\S]*?<\/script>/g, ""),
      warnings: read.warnings
    }
  })

withChromium("a page is read when its text is there", () => {
  it.layer(layer, { excludeTestServices: true, timeout: "10 minutes" })("one browser", (it) => {
    describe("is read", () => {
      for (const way of Object.keys(late)) {
        it.effect(way, () =>
          Effect.gen(function*() {
            const { text, warnings } = yield* visit(`/${way.replaceAll(" ", "-")}`)
            assert.include(text, "late text of the page")
            assert.deepStrictEqual(warnings, [])
          }))
      }
    })

    for (const path of ["/full-with-worker", "/full-with-task"]) {
      it.effect(`with any other content: ${path}`, () =>
        Effect.gen(function*() {
          const { text, warnings } = yield* visit(path)
          assert.include(text, "late text of the page")
          assert.deepStrictEqual(warnings, [])
        }))
    }

    it.effect("with a warning if a request has not ended", () =>
      Effect.gen(function*() {
        const { text, warnings } = yield* visit("/long-poll")
        assert.include(text, "somebody wrote")
        assert.match(warnings.join(), /^The page was still busy when it was read: 1 request was in flight\./)
      }))

    it.effect("with a warning if text is still written or announced", () =>
      Effect.gen(function*() {
        for (const path of ["/writes", "/grows"]) {
          const { warnings } = yield* visit(path)
          assert.match(warnings.join(), /its (?:text was still growing|scripts were still running)/)
        }
        assert.match((yield* visit("/loading")).warnings.join(), /it displayed a loading indicator/)
      }))

    it.effect("with a warning if requests follow each other without end", () =>
      Effect.gen(function*() {
        const { text, warnings } = yield* visit("/chain")
        assert.include(text, "late text of the page")
        assert.match(warnings.join(), /^The page was still busy when it was read/)
      }))

    it.effect("to the end of a short list that loads on scrolling, with a warning if the list continues", () =>
      Effect.gen(function*() {
        const short = yield* visit("/short-list")
        assert.include(short.text, "late text of the page 0")
        assert.deepStrictEqual(short.warnings, [])
        assert.include((yield* visit("/scrolled-list")).text, "late text of the page")
        assert.match((yield* visit("/feed")).warnings.join(), /^The page loads more content when it is scrolled/)
      }))

    it.effect("without the service workers of a page that has its content, and without those of others", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual((yield* visit("/full-with-service-worker")).warnings, [])
        assert.strictEqual(workersAsked, 0)
        yield* visit("/a-service-worker-that-answers")
        assert.include((yield* visit("/registrations")).text, "0 registrations")
      }))

    it.effect("with service workers that can reach no more than the page", () =>
      Effect.scoped(Effect.gen(function*() {
        const closed = yield* closedServer
        const { port } = closed.server.address() as AddressInfo
        const tried: Array<string | undefined> = []
        routes["/prying-worker.js"] = (request, response) =>
          js(`const pry = fetch("http://127.0.0.1:${port}/", { mode: "no-cors" }).then(() => "reached", () => "refused")
            oninstall = (event) => { skipWaiting(); event.waitUntil(pry.then((how) => fetch("/pried?" + how))) }`)(
            request,
            response
          )
        routes["/pried"] = (request, response) => void response.end(tried.push(request.url?.split("?")[1]).toString())
        routes["/pries"] = page(`${header}<script>navigator.serviceWorker.register("/prying-worker.js")
          navigator.serviceWorker.ready.then(() => { app.textContent = "late text of the page" })</script>`)
        assert.include((yield* visit("/pries")).text, "late text of the page")
        assert.deepStrictEqual(tried.length, 1)
        assert.strictEqual(closed.hits, 0)
      })))

    for (const path of ["/polling", "/stream-open", "/shared-worker", "/unread-body"]) {
      it.effect(`without a warning if requests only repeat or stay open: ${path}`, () =>
        Effect.map(visit(path), ({ warnings }) => assert.deepStrictEqual(warnings, [])))
    }
  })
})
