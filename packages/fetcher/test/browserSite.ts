/** A site whose pages do what pages do to browsers, and how tests get its pages. */
import { Fetcher } from "@dunlin/fetcher"
import { defaultOptions, type TestSite } from "@dunlin/fetcher/testing"
import { Context, Effect, Layer } from "effect"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import { layerBrowser, opened } from "./Chromium.ts"

export const document = (body: string) =>
  `<!doctype html><html><head><title>t</title></head><body>${body}</body></html>`

type Route = (request: NodeHttp.IncomingMessage, response: NodeHttp.ServerResponse) => void
export const page = (body: string): Route => (_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
  response.end(document(body))
}

export const routes: Record<string, Route> = {
  "/late": page(
    `<p>early</p><div id=x></div><script>setTimeout(() => fetch("/api").then((r) => r.text()).then((t) => { x.textContent = "late " + t }), 700)</script>`
  ),
  "/drips": page(
    `<p>early</p><div id=x></div><script>fetch("/halves").then((r) => r.text()).then((t) => { x.textContent = "late " + t })</script>`
  ),
  "/halves": (_, response) => {
    response.writeHead(200)
    response.write("first, ")
    setTimeout(() => response.end("second"), 500)
  },
  "/busy": page(
    `<p>early</p><div id=x></div><script>
      fetch("/in-its-time").then((r) => r.text()).then((t) => { x.textContent = "late " + t })
      addEventListener("load", () => setTimeout(() => { const end = performance.now() + 1200; while (performance.now() < end); }, 50))
    </script>`
  ),
  "/in-its-time": (_, response) => void setTimeout(() => response.end("answer"), 2_500),
  "/frames": page(
    `<p>early</p><div id=x></div><script>requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => { x.textContent = "late frame" }), 200))</script>`
  ),
  "/store": page(
    `<p>early</p><div id=x></div><script>
      const request = indexedDB.open("store")
      request.onupgradeneeded = () => {
        const made = request.result.createObjectStore("s"), start = performance.now()
        const work = () => { if (performance.now() - start < 600) made.count().onsuccess = work }
        work()
      }
      request.onsuccess = () => caches.keys().then(() => { x.textContent = "late store" })
    </script>`
  ),
  "/poll": page(
    `<p>content</p><div id=x></div><script>fetch("/api").then(() => { x.textContent = "filled" }); setInterval(() => fetch("/api"), 150)</script>`
  ),
  "/hanging": page(`<p>content</p><script>fetch("/never")</script>`),
  "/loop": page(`<p>content</p><script>setInterval(() => { for (;;) {} }, 0)</script><p>after</p>`),
  "/loop-inside": page(`<p>content</p><script>for (;;) {}</script><p>after</p>`),
  "/slow-image": page(`<p>content</p><img src="/never">`),
  "/api": (_, response) => void response.end("data"),
  "/never": () => {},
  "/remember": page(`<script>
    const seen = [document.cookie, localStorage.getItem("k"), sessionStorage.getItem("k"), window.name].map(String).join("|")
    document.cookie = "c=1; path=/"; localStorage.setItem("k", "1"); sessionStorage.setItem("k", "1"); window.name = "n"
    document.body.append("seen:" + seen)
  </script>`),
  "/headers": (request, response) => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end(document(`<pre>${JSON.stringify(request.headers)}</pre><script src="/sub.js"></script>`))
  },
  "/sub.js": (request, response) => {
    response.writeHead(200, { "content-type": "text/javascript" })
    response.end(`document.body.append("sub:" + ${JSON.stringify(JSON.stringify(request.headers))})`)
  },
  "/environment": page(
    `<script>document.body.append([navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth, navigator.maxTouchPoints > 0, navigator.userAgent].join("|"))</script>`
  ),
  "/identity": (request, response) => {
    response.writeHead(200, { "content-type": "text/html" })
    response.end(document(`<pre id=seen></pre><script>seen.textContent = JSON.stringify([
      ${JSON.stringify(request.headers["accept-language"])}, navigator.languages,
      (navigator.userAgentData?.brands ?? []).map(({ brand }) => brand)])</script>`))
  },
  "/geometry": page(
    `<div style="height:790px" id=a></div><div style="height:3000px" id=b></div><div style="height:9px" id=c></div><pre id=seen></pre>
    <script>const observer = new IntersectionObserver((entries) => {
      const { height, scale, width } = visualViewport
      seen.textContent = JSON.stringify([innerWidth, innerHeight, outerWidth, outerHeight, devicePixelRatio, width, height, scale, screen.width, screen.height,
        screen.orientation.type, matchMedia("(min-width: 1000px)").matches, document.elementFromPoint(100, 780).id, document.visibilityState,
        ...entries.map((entry) => [entry.target.id, entry.isIntersecting, entry.intersectionRatio, entry.rootBounds, entry.boundingClientRect])])
    }); for (const box of [a, b, c]) observer.observe(box)</script>`
  ),
  // the second button is covered for good, and the first click removes the fourth
  "/covered": page(`
    <button class="b" onclick="log.textContent += 'one;'; gone.remove()">1</button>
    <div style="position:relative"><button class="b" onclick="log.textContent += 'two;'">2</button><div style="position:absolute;inset:0;background:#fff"></div></div>
    <button class="b" onclick="log.textContent += 'three;'">3</button><button class="b" id="gone">4</button><pre id="log">log:</pre>`),
  "/form": page(`
    <input id=field><button class=b onclick="log.textContent += 'one;'">1</button><button class=b onclick="log.textContent += 'two;'">2</button>
    <pre id=log>log:</pre><div id=box style="height:100px;overflow:auto"><div style="height:1000px">long</div></div>
    <div style="height:5000px"></div><script>field.onkeydown = (event) => { log.textContent += event.key + "," }</script>`),
  "/strict": (_, response) => {
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": "default-src 'self'" })
    response.end(document("strict"))
  },
  "/moves": page(`<script>location.href = "/arrived"</script>`),
  "/broken": page(
    `<p>still readable</p><script>
      for (const name of ["XMLSerializer", "performance", "getComputedStyle"]) Object.defineProperty(window, name, { value: undefined })
      Object.defineProperty(Document.prototype, "contentType", { get() { throw new Error("mine") } })
    </script>`
  ),
  "/arrived": page("<p>arrived</p>"),
  "/file": (_, response) => {
    response.writeHead(200, {
      "content-type": "application/zip",
      "content-disposition": "attachment; filename=../../x.zip"
    })
    response.end("PK")
  },
  "/tall": page(`<div style="height:60000px;background:linear-gradient(red,blue)"></div>`),
  "/brand": page(`<style>:root { --accent: #ff0066 } h1 { color: rgb(1, 2, 3) }</style><h1>Brand</h1>`),
  "/dialog": page(`<script>alert("stop"); document.body.append("went on")</script>`),
  "/consent": page(
    `<p>content</p><div id="onetrust-consent-sdk">We value your privacy</div><div class="my-cookie-bar" style="position:fixed;bottom:0;left:0;right:0;height:80px">Accept?</div>`
  ),
  "/ads": page(
    `<script src="http://static.doubleclick.net/x.js" onerror="document.body.append('ad refused')"></script>`
  )
}

export class Site extends Context.Service<Site, TestSite["Service"]>()("test/Site") {}

export const layerSite = Layer.effect(
  Site,
  Effect.gen(function*() {
    const server = NodeHttp.createServer((request, response) => {
      const route = routes[(request.url ?? "").split("?")[0]!]
      if (route === undefined) response.writeHead(404).end()
      else route(request, response)
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => server.closeAllConnections() ?? server.close())
    )
    const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return { target, origin: `http://${target}` }
  })
)

export const guarded = Layer.unwrap(
  Effect.map(Site, ({ target }) => opened(target, target.replace("127.0.0.1", "localhost")))
)
/** One browser for all tests of a file, and the site that it may reach. */
export const layer = layerBrowser.pipe(Layer.provideMerge(guarded), Layer.provideMerge(layerSite))

export interface Request {
  readonly options?: Partial<typeof defaultOptions>
  readonly timeout?: number
  readonly needs?: { readonly computedStyles?: boolean }
}

export const visit = (path: string, { needs, options, timeout = 600_000 }: Request = {}) =>
  Effect.gen(function*() {
    const { origin } = yield* Site
    const fetcher = yield* Fetcher.Fetcher
    const page = yield* fetcher.fetch({
      url: path.startsWith("/") ? origin + path : path,
      timeout,
      options: { ...defaultOptions, ...options },
      ...(needs === undefined ? {} : { needs })
    })
    return { ...page, text: new TextDecoder().decode(page.body) }
  })
