import { BrowserFetcher, Charset, EgressGuard, Fetcher, NavigationGuard } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import { browser, patientWithBrowsers, withChromium } from "./Chromium.ts"

const secret = `Basic ${Buffer.from("me:secret").toString("base64")}`

/** What a page can see of its predecessors. */
const look =
  `Promise.all([indexedDB.databases(), globalThis.caches ? caches.keys() : []]).then(([databases, stores]) => JSON.stringify({
  cookie: document.cookie, local: { ...localStorage }, session: { ...sessionStorage }, name: window.name,
  databases, stores, past: history.length > 2, referrer: document.referrer
}))`

/** Leaves something in every place there is, also while it is being left. */
const leaveTraces = `
  const write = (how) => {
    document.cookie = how + "=1; path=/"; localStorage.setItem(how, "1"); sessionStorage.setItem(how, "1"); window.name = how
  }
  write("early")
  for (const type of ["pagehide", "unload", "beforeunload", "visibilitychange"]) addEventListener(type, () => write(type))
  setInterval(() => write("timer"), 1)
  indexedDB.open("database"); globalThis.caches && caches.open("store")`

const pages = (other: string): Readonly<Record<string, string>> => ({
  "/traces": `<p>content</p><script>${leaveTraces}
    const frame = document.createElement("iframe"); frame.src = "${other}/inner"; document.body.append(frame)
    frame.onload = () => setTimeout(() => frame.remove(), 100)</script>`,
  "/inner": `<script>${leaveTraces}</script>`,
  "/look": `<pre id=x></pre><script>${look}.then((text) => { x.textContent = text })</script>`,
  "/login":
    `<p id=x></p><script>const request = new XMLHttpRequest(); request.open("GET", "/private", true, "me", "secret")
    request.onload = () => { x.textContent = "as " + request.responseText }; request.send()</script>`,
  "/worker": `<p id=x></p><script>const worker = new Worker("/login.js")
    worker.onmessage = (event) => { x.textContent = "as " + event.data }</script>`,
  // left only when the worker runs
  "/shared": `<p id=x></p><script>const worker = new SharedWorker("/shared.js")
    worker.port.onmessage = () => { x.textContent = "content" }</script>`,
  // looks when there was time for whoever still runs: the server has answered many times
  "/look-after":
    `<pre id=x></pre><script>(async () => { for (let tick = 0; tick < 50; tick++) await fetch("/tick?" + tick)
    x.textContent = await ${look} })()</script>`,
  "/keeps": `<p>content</p><script>fetch("/slow-cookie", { keepalive: true })</script>`,
  "/frame-keeps": `<p>content</p><script>const frame = document.createElement("iframe"); frame.src = "/keeps"
    document.body.append(frame); frame.onload = () => setTimeout(() => frame.remove(), 100)</script>`,
  // asks only when the cookie of the page before has been sent
  "/look-later":
    `<pre id=x></pre><script>fetch("/released").then(() => { x.textContent = "seen " + document.cookie })</script>`,
  "/who":
    `<p id=x></p><script>fetch("/private").then((r) => r.text()).then((t) => { x.textContent = "as " + t })</script>`
})

const site = Effect.gen(function*() {
  /** Requests that their pages have left behind. */
  const held: Array<NodeHttp.ServerResponse> = []
  const server = NodeHttp.createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0]!
    if (path === "/private") {
      const known = request.headers.authorization
      response.writeHead(known === undefined ? 401 : 200, { "www-authenticate": "Basic realm=x" })
      return response.end(known ?? "nobody")
    }
    if (path === "/shared.js") {
      response.writeHead(200, { "content-type": "text/javascript" })
      return response.end(
        "onconnect = ({ ports }) => ports[0].postMessage(''); let count = 0; const more = () => { for (let i = 0; i < 5; i++) indexedDB.open('shared' + count++); setTimeout(more, 20) }; more()"
      )
    }
    if (path === "/tick") return response.writeHead(200, { "cache-control": "no-store" }).end()
    if (path === "/slow-cookie") {
      held.push(response)
      response.on("close", () => held.splice(held.indexOf(response), 1))
      return
    }
    if (path === "/released") {
      const left = held.filter((one) => !one.destroyed)
      let waited = left.length
      const answer = () => response.writeHead(200).end()
      if (waited === 0) return answer()
      for (const one of left) {
        one.once("close", () => --waited === 0 && answer())
        one.writeHead(200, { "set-cookie": "kept=1; path=/" }).end()
      }
      return
    }
    if (path === "/login.js") {
      response.writeHead(200, { "content-type": "text/javascript" })
      return response.end(`const request = new XMLHttpRequest(); request.open("GET", "/private", false, "me", "secret")
        request.send(); postMessage(request.responseText)`)
    }
    const port = (server.address() as AddressInfo).port
    response.writeHead(200, { "content-type": "text/html", "cache-control": "max-age=1000" })
    return response.end(`<!doctype html><body>${pages(`http://other.example:${port}`)[path] ?? ""}`)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => server.closeAllConnections() ?? server.close())
  )
  return (server.address() as AddressInfo).port
})

/** The pages put what they have seen into this element, however long that takes. */
const untilFilled: typeof defaultOptions.actions = [{ type: "wait", selector: "#x:not(:empty)" }]

const untouched = {
  cookie: "",
  local: {},
  session: {},
  name: "",
  databases: [],
  stores: [],
  past: false,
  referrer: ""
}

withChromium("one page after the other in one browser", () => {
  it.live(
    "finds nothing of the previous request, with or without a caller's guard",
    () =>
      Effect.gen(function*() {
        const port = yield* site
        const origins = ["http://one.example", "http://other.example"].map((origin) => `${origin}:${port}`)
        const guard = EgressGuard.layer({
          allow: origins.map((origin) => origin.slice(7)),
          lookup: (_name, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }])
        })
        yield* Effect.gen(function*() {
          const fetcher = yield* Fetcher.Fetcher
          const visit = (url: string, actions: typeof defaultOptions.actions = []) =>
            Effect.map(
              fetcher.fetch({ url, timeout: "10 minutes", options: { ...defaultOptions, actions } }),
              (page) => Charset.decode(page.body, page.charset).text
            )
          const seen = (text: string): unknown => JSON.parse(/<pre id="x">([^<]*)</.exec(text)?.[1] ?? "null")
          for (let round = 0; round < 2; round++) {
            assert.include(yield* visit(`${origins[0]}/traces`), "content")
            for (const origin of origins) {
              assert.deepStrictEqual(seen(yield* visit(`${origin}/look`, untilFilled)), untouched)
            }
          }
          assert.include(yield* visit(`${origins[0]}/shared`, untilFilled), "content")
          assert.deepStrictEqual(seen(yield* visit(`${origins[0]}/look-after`, untilFilled)), untouched)
          for (const path of ["/keeps", "/frame-keeps"]) {
            assert.include(yield* visit(`${origins[0]}${path}`), "content")
            const later = yield* visit(`${origins[0]}/look-later`, untilFilled)
            assert.include(later, "seen ")
            assert.notInclude(later, "kept")
          }
          for (const path of ["/login", "/worker"]) {
            assert.include(yield* visit(`${origins[0]}${path}`, untilFilled), `as ${secret}`)
            assert.include(yield* visit(`${origins[0]}/who`, untilFilled), "as nobody")
          }
          assert.include(yield* visit(`http://me:secret@${origins[0]!.slice(7)}/private`), secret)
          assert.include(yield* visit(`${origins[0]}/private`), "nobody")
        }).pipe(
          Effect.provide(
            BrowserFetcher.layer({ concurrency: 1, ...browser }).pipe(
              Layer.provide(patientWithBrowsers),
              Layer.provide(guard)
            )
          ),
          (program) =>
            Effect.andThen(
              program,
              Effect.provideService(program, NavigationGuard.NavigationGuard, { check: () => Effect.void })
            )
        )
      }).pipe(Effect.scoped)
  )
})
