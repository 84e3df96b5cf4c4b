import type { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as NodeDgram from "node:dgram"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import { document, layer, type Request, routes, Site, visit } from "./browserSite.ts"
import { withChromium } from "./Chromium.ts"

const paperSize = ({ bytes }: { readonly bytes: Uint8Array }) => {
  const box = /MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(Buffer.from(bytes).toString("latin1"))!
  return [Number(box[1]), Number(box[2])]
}

const pngSize = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

withChromium("BrowserFetcher", () => {
  it.layer(layer, { excludeTestServices: true, timeout: "10 minutes" })("one browser", (it) => {
    describe("pages", () => {
      it.effect("waits for content from timers, requests, and stores", () =>
        Effect.gen(function*() {
          assert.include((yield* visit("/late")).text, "late data")
          assert.include((yield* visit("/drips")).text, "late first, second")
          assert.include((yield* visit("/frames")).text, ">late frame<")
          assert.include((yield* visit("/store")).text, ">late store<")
        }))

      it.effect("waits longer for a busy page", () =>
        Effect.map(visit("/busy"), ({ text }) => assert.include(text, "late answer")))

      for (const path of ["/poll", "/hanging", "/slow-image"]) {
        it.effect(`does not wait forever for ${path}`, () =>
          Effect.gen(function*() {
            const page = yield* visit(path)
            assert.include(page.text, "content")
            assert.strictEqual(page.status, 200)
          }))
      }

      for (const path of ["/loop", "/loop-inside"]) {
        it.effect(`${path}: stops endless scripts, and returns the content`, () =>
          Effect.gen(function*() {
            const page = yield* visit(path, { timeout: 20_000 })
            assert.match(page.text, /content(?=.*after)/s)
            assert.match(page.warnings.join(), /did not finish and were stopped/)
          }))
      }

      for (const mobile of [false, true]) {
        it.effect(`shows the same measurements to every script, mobile ${mobile}`, () =>
          Effect.gen(function*() {
            // on a busy machine a page counts as quiet before its first frame: it is visited again then
            const measured = (options: Request["options"]) =>
              visit("/geometry", { options: { mobile, ...options } }).pipe(
                Effect.map(({ text }) => /<pre id="seen">([^<]*)</.exec(text)![1]!),
                Effect.repeat({ until: (seen) => seen !== "", times: 20 }),
                Effect.map((seen) => JSON.parse(seen))
              )
            const unseen = yield* measured({})
            assert.strictEqual(unseen[8], mobile ? 412 : 1280)
            assert.deepStrictEqual(unseen, yield* measured({ actions: [{ type: "wait", milliseconds: 1 }] }))
          }))
      }

      it.effect("stores nothing between requests", () =>
        Effect.gen(function*() {
          for (let i = 0; i < 6; i++) {
            assert.match((yield* visit("/remember")).text, /seen:\|null\|null\|(?:<|$)/)
          }
        }))

      it.effect("sends the caller's headers only to the requested origin, with the page only", () =>
        Effect.gen(function*() {
          const { text } = yield* visit("/headers", {
            options: { headers: { "X-Key": "secret", Cookie: "a=b", "User-Agent": "mine/1", Host: "evil" } }
          })
          const [main = "", sub = ""] = text.split("sub:")
          assert.include(main, "\"x-key\":\"secret\"")
          assert.include(main, "\"cookie\":\"a=b\"")
          assert.include(main, "mine/1")
          assert.notInclude(main, "evil")
          assert.notInclude(sub, "x-key")
        }))

      it.effect("presents the requested country and device", () =>
        Effect.gen(function*() {
          const desktop = yield* visit("/environment", { options: { location: { country: "JP", languages: [] } } })
          assert.match(desktop.text, /ja-JP\|Asia\/Tokyo\|1280\|false\|Mozilla.*Chrome/)
          assert.notInclude(desktop.text, "Headless")
          const mobile = yield* visit("/environment", {
            options: { mobile: true, location: { country: "DE", languages: ["fr-FR"] } }
          })
          assert.match(mobile.text, /fr-FR\|Europe\/Berlin\|\d{3}\|true\|Mozilla.*Mobile/)
        }))

      it.effect("states every language, and that it is Chromium, in headers and to scripts", () =>
        Effect.gen(function*() {
          const look = (headers: Record<string, string>, languages: ReadonlyArray<string>) =>
            Effect.map(
              visit("/identity", { options: { headers, location: { country: "CH", languages } } }),
              ({ text }) => JSON.parse(/<pre id="seen">(.*)<\/pre>/.exec(text)![1]!)
            )
          assert.deepStrictEqual(yield* look({}, ["fr-CH", "it"]), [
            "fr-CH,fr;q=0.9,it;q=0.8,en;q=0.7",
            ["fr-CH", "fr", "it", "en"],
            ["Not:A-Brand", "Chromium"]
          ])
          assert.deepStrictEqual((yield* look({ "accept-language": "ja, ko;q=0.5" }, [])).slice(0, 2), [
            "ja,ko;q=0.9",
            ["ja", "ko"]
          ])
          assert.deepStrictEqual((yield* look({ "user-agent": "mine/1" }, ["fr"])).slice(1), [["fr", "en"], []])
        }))

      it.effect("follows navigations of scripts", () =>
        Effect.gen(function*() {
          const { origin } = yield* Site
          const page = yield* visit("/moves")
          assert.include(page.text, "arrived")
          assert.strictEqual(page.url, `${origin}/arrived`)
          assert.deepStrictEqual(page.redirects, [{ url: `${origin}/moves`, status: 200 }])
        }))

      it.effect("leaves files to the HTTP engine", () =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(visit("/file"))
          assert.strictEqual(error.retry, "otherEngine")
        }))

      it.effect("reads a page that replaced its own built-in functions", () =>
        Effect.gen(function*() {
          assert.include((yield* visit("/broken")).text, "still readable")
        }))

      it.effect("dismisses dialogs", () =>
        Effect.gen(function*() {
          assert.include((yield* visit("/dialog")).text, "went on")
        }))

      it.effect("requests no advertisements", () =>
        Effect.gen(function*() {
          assert.include((yield* visit("/ads")).text, "ad refused")
        }))

      it.effect("removes the dialogs of consent managers on request", () =>
        Effect.gen(function*() {
          const removed = yield* visit("/consent")
          assert.include(removed.text, "content")
          assert.notInclude(removed.text, "We value your privacy")
          assert.include((yield* visit("/consent", { options: { blockAds: false } })).text, "We value your privacy")
        }))

      it.effect("reads computed styles", () =>
        Effect.gen(function*() {
          const page = yield* visit("/brand", { needs: { computedStyles: true } })
          const styles = page.computedStyles as {
            readonly headings: ReadonlyArray<{ readonly color: string }>
            readonly variables: Record<string, string>
          }
          assert.strictEqual(styles.headings[0]?.color, "rgb(1, 2, 3)")
          assert.strictEqual(styles.variables["--accent"], "#ff0066")
        }))
    })

    describe("actions", () => {
      const run = (actions: typeof defaultOptions.actions, path = "/form") => visit(path, { options: { actions } })

      it.effect("performs them in order, and returns every result", () =>
        Effect.gen(function*() {
          const { origin } = yield* Site
          const page = yield* run([
            { type: "wait", milliseconds: 10 },
            { type: "wait", selector: "#log" },
            { type: "click", selector: "#field", all: false },
            { type: "write", text: "hé" },
            { type: "press", key: "Enter" },
            { type: "click", selector: ".b", all: true },
            { type: "click", selector: ".absent", all: true },
            { type: "scroll", direction: "down", selector: "#box" },
            { type: "executeJavascript", script: "box.scrollTop" },
            { type: "scroll", direction: "down" },
            { type: "scroll", direction: "down" },
            { type: "scroll", direction: "up" },
            { type: "executeJavascript", script: "({ y: Math.round(scrollY), text: field.value })" },
            { type: "screenshot", fullPage: false },
            { type: "scrape" },
            { type: "screenshot", fullPage: true, quality: 50, viewport: { width: 400, height: 300 } },
            { type: "pdf", format: "A4", landscape: false, scale: 1 }
          ])
          const { javascriptReturns, pdfs, scrapes, screenshots } = page.actions!
          // a button that a busy machine does not click in time is named
          const clicked = page.warnings.join().includes("could not be clicked") ? "" : "one;two;"
          assert.match(page.text, new RegExp(`log:h,(?:é,)?Enter,${clicked}`))
          assert.deepStrictEqual(javascriptReturns, [
            { type: "number", value: 100 },
            { type: "object", value: { y: 800, text: "hé" } }
          ])
          assert.deepStrictEqual(scrapes.map(({ url }) => url), [`${origin}/form`])
          assert.include(scrapes[0]!.html, clicked)
          assert.deepStrictEqual(screenshots.map(({ contentType }) => contentType), ["image/png", "image/jpeg"])
          assert.deepStrictEqual(pngSize(screenshots[0]!.bytes), { width: 1280, height: 800 })
          assert.strictEqual(Buffer.from(pdfs[0]!.bytes.subarray(0, 5)).toString(), "%PDF-")
        }))

      it.effect("clicks every clickable element, and names covered ones", () =>
        Effect.gen(function*() {
          const page = yield* run([{ type: "click", selector: ".b", all: true }], "/covered")
          const [, covered] = /(\d) of 4 elements of the action `click` on "\.b" could not be clicked/.exec(
            page.warnings.join()
          )!
          if (covered === "1") assert.include(page.text, "log:one;three;")
        }))

      it.effect("runs scripts of every form, also under a strict content policy", () =>
        Effect.gen(function*() {
          const page = yield* run(
            [
              { type: "executeJavascript", script: "1 + 1" },
              { type: "executeJavascript", script: "const a = [1, 2]; a" },
              { type: "executeJavascript", script: "return 'r'" },
              { type: "executeJavascript", script: "await new Promise((r) => setTimeout(r, 5)); 'w'" },
              { type: "executeJavascript", script: "return await Promise.resolve(null)" },
              { type: "executeJavascript", script: "undefined" },
              { type: "executeJavascript", script: "window" },
              { type: "executeJavascript", script: "eval('2')" }
            ].slice(0, 7) as never,
            "/strict"
          )
          assert.deepStrictEqual(page.actions!.javascriptReturns, [
            { type: "number", value: 2 },
            { type: "array", value: [1, 2] },
            { type: "string", value: "r" },
            { type: "string", value: "w" },
            { type: "null", value: null },
            { type: "undefined", value: null },
            { type: "object", value: null }
          ])
        }))

      const failures = {
        "a click on nothing": [{ type: "executeJavascript", script: "1" }, {
          type: "click",
          selector: "[[",
          all: false
        }],
        "an unknown key": [{ type: "executeJavascript", script: "1" }, { type: "press", key: "NoSuchKey" }],
        "a script that throws": [{ type: "wait", milliseconds: 1 }, { type: "executeJavascript", script: "null.x" }],
        "a script that is none": [{ type: "wait", milliseconds: 1 }, { type: "executeJavascript", script: "]]" }]
      } as const
      for (const [name, actions] of Object.entries(failures)) {
        it.effect(`names the action that failed: ${name}`, () =>
          Effect.gen(function*() {
            const { reason } = yield* Effect.flip(run(actions as never))
            assert.strictEqual(reason._tag, "ActionError")
            assert.strictEqual((reason as { readonly index: number }).index, 1)
          }))
      }

      it.effect("stops an endless script", () =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(visit("/form", {
            timeout: 3_000,
            options: { actions: [{ type: "executeJavascript", script: "for (;;) {}" }] }
          }))
          assert.include(["ActionError", "Timeout"], error.reason._tag)
        }))

      it.effect("prints every paper size", () =>
        Effect.gen(function*() {
          const sizes = {
            A0: "2384x3370",
            A1: "1684x2384",
            A2: "1191x1684",
            A3: "842x1191",
            A4: "595x842",
            A5: "420x595",
            A6: "298x420",
            Letter: "612x792",
            Legal: "612x1008",
            Tabloid: "792x1224",
            Ledger: "1224x792"
          } as const
          const formats = Object.keys(sizes) as Array<keyof typeof sizes>
          const page = yield* run(
            formats.map((format) => ({ type: "pdf", format, landscape: false, scale: 1 }) as const),
            "/arrived"
          )
          const found = page.actions!.pdfs.map(paperSize)
          for (const [index, format] of formats.entries()) {
            const [width, height] = sizes[format].split("x").map(Number)
            assert.closeTo(found[index]![0]!, width!, 2, format)
            assert.closeTo(found[index]![1]!, height!, 2, format)
          }
        }))

      it.effect("prints in landscape, and larger on more sheets", () =>
        Effect.gen(function*() {
          const variants = [[false, 1], [true, 1], [false, 2], [false, 0.1]] as const
          const page = yield* run(
            variants.map(([landscape, scale]) => ({ type: "pdf", format: "A4", landscape, scale }) as const),
            "/form"
          )
          const { pdfs } = page.actions!
          const [upright, across] = pdfs.map(paperSize)
          assert.deepStrictEqual(across, upright!.toReversed())
          const sheets = pdfs.map(({ bytes }) =>
            Buffer.from(bytes).toString("latin1").match(/\/Type\s*\/Page\b/g)!.length
          )
          assert.isAbove(sheets[2]!, sheets[0]!)
          assert.strictEqual(sheets[3], 1)
        }))
    })

    describe("screenshots", () => {
      const shot = (
        path: string,
        format: { fullPage: boolean; quality?: number; viewport?: { width: number; height: number } }
      ) => visit(path, { options: { formats: [{ type: "screenshot", ...format }] } })

      it.effect("have the requested size", () =>
        Effect.gen(function*() {
          const plain = yield* shot("/arrived", { fullPage: false })
          assert.deepStrictEqual(pngSize(plain.screenshot!.bytes), { width: 1280, height: 800 })
          const small = yield* shot("/arrived", { fullPage: false, viewport: { width: 321, height: 222 } })
          assert.deepStrictEqual(pngSize(small.screenshot!.bytes), { width: 321, height: 222 })
          const whole = yield* shot("/form", { fullPage: true, viewport: { width: 400, height: 300 } })
          const { height, width } = pngSize(whole.screenshot!.bytes)
          assert.strictEqual(width, 400)
          assert.isAbove(height, 5_000)
          const [coarse, fine] = yield* Effect.forEach(
            [10, 95],
            (quality) => shot("/tall", { fullPage: false, quality })
          )
          assert.strictEqual(coarse!.screenshot!.contentType, "image/jpeg")
          assert.isBelow(coarse!.screenshot!.bytes.length, fine!.screenshot!.bytes.length)
        }))

      it.effect("show the same posts as the text, if posts load on scrolling", () =>
        Effect.gen(function*() {
          routes["/posts"] = (_, response) => {
            response.writeHead(200, { "content-type": "text/html" })
            response.end(document(`<div id=list></div><script>
              const add = () => { for (let i = 0; i < 10; i++) list.insertAdjacentHTML("beforeend",
                "<p style='height:200px'>post number " + (list.children.length + 1) + "</p>") }
              add()
              addEventListener("scroll", () => { if (list.children.length < 20) add() })
            </script>`))
          }
          const page = yield* shot("/posts", { fullPage: true })
          assert.include(page.text, "post number 20<")
          assert.isAbove(pngSize(page.screenshot!.bytes).height, 20 * 200)
        }))

      it.effect("cut a page that is too high, with a warning", () =>
        Effect.gen(function*() {
          const page = yield* shot("/tall", { fullPage: true })
          assert.isAtMost(pngSize(page.screenshot!.bytes).height, 16_384)
          assert.match(page.warnings.join(), /truncated/)
        }))
    })

    describe("escapes", () => {
      const canary = Effect.acquireRelease(
        Effect.callback<{ readonly port: number; readonly hits: Array<string>; readonly close: () => void }>(
          (resume) => {
            const hits: Array<string> = []
            const server = NodeHttp.createServer((request, response) => {
              hits.push(request.url ?? "")
              response.end("SECRET")
            })
            server.on("connection", () => hits.push("tcp"))
            const udp = NodeDgram.createSocket("udp4").on("message", () => hits.push("udp"))
            server.listen(0, "127.0.0.1", () => {
              const { port } = server.address() as AddressInfo
              udp.bind(port, "127.0.0.1", () =>
                resume(Effect.succeed({
                  port,
                  hits,
                  close: () => {
                    udp.close()
                    server.closeAllConnections()
                    server.close()
                  }
                })))
            })
          }
        ),
        ({ close }) => Effect.sync(close)
      )

      it.effect("no script of a page reaches the local network", () =>
        Effect.gen(function*() {
          const { hits, port } = yield* canary
          const base = `127.0.0.1:${port}`
          const vectors = `
          const t = (f) => { try { const p = f(); if (p && p.catch) p.catch(() => {}) } catch {} }
          const add = (tag, properties) => document.body.append(Object.assign(document.createElement(tag), properties))
          for (const host of ["${base}", "localhost:${port}", "a.localhost:${port}", "[::1]:${port}", "2130706433:${port}", "[::ffff:127.0.0.1]:${port}", "0.0.0.0:${port}"]) {
            t(() => fetch("http://" + host + "/fetch", { mode: "no-cors" })); add("img", { src: "http://" + host + "/img" })
          }
          t(() => new WebSocket("ws://${base}/ws")); t(() => new EventSource("http://${base}/es")); t(() => navigator.sendBeacon("http://${base}/beacon"))
          add("iframe", { src: "http://${base}/frame" }); add("iframe", { src: "/redirect?to=http://${base}/frame2" }); add("script", { src: "http://${base}/script" })
          add("link", { rel: "stylesheet", href: "http://${base}/css" }); add("link", { rel: "prefetch", href: "http://${base}/prefetch" }); add("link", { rel: "preconnect", href: "http://${base}" })
          add("object", { data: "http://${base}/object" }); add("video", { src: "http://${base}/video" }); t(() => window.open("http://${base}/popup"))
          t(() => fetch("/redirect?to=http://${base}/redirected", { mode: "no-cors" }))
          t(() => new Worker(URL.createObjectURL(new Blob(['importScripts("http://${base}/import")']))))
          t(() => navigator.serviceWorker.register("/worker.js")); t(() => new SharedWorker("/worker.js"))
          t(async () => { const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:${base}" }, { urls: "turn:${base}?transport=tcp", username: "u", credential: "p" }] }); p.createDataChannel("x"); await p.setLocalDescription(await p.createOffer()) })
          t(() => new WebTransport("https://${base}/wt"))
          const form = document.createElement("form"); form.action = "http://${base}/form"; form.method = "post"; form.target = "f"; document.body.append(form); form.submit()`
          routes["/attack"] = (_, response) => {
            response.writeHead(200, {
              "content-type": "text/html",
              link: `<http://${base}/link>; rel=preload; as=image`
            })
            response.end(document(`<p>attack</p><script>${vectors}</script>`))
          }
          routes["/redirect"] = (request, response) => {
            response.writeHead(302, { location: (request.url ?? "").split("to=")[1]! }).end()
          }
          routes["/worker.js"] = (_, response) => {
            response.writeHead(200, { "content-type": "text/javascript" })
            response.end(`fetch("http://${base}/worker", { mode: "no-cors" }).catch(() => {})`)
          }
          const page = yield* visit("/attack", { options: { waitFor: 2_500 } })
          assert.include(page.text, "attack")
          for (const path of [`/redirect?to=http://${base}/navigated`, `http://${base}/direct`]) {
            assert.strictEqual((yield* Effect.flip(visit(path))).reason._tag, "EgressBlocked")
          }
          const schemes = [
            "file:///etc/passwd",
            "chrome://version",
            `view-source:http://${base}/source`,
            `filesystem:http://${base}/temporary/x`,
            `blob:http://${base}/x`,
            `data:text/html,<img src="http://${base}/data">`
          ]
          for (const url of schemes) {
            const error = yield* Effect.flip(visit(url))
            assert.strictEqual(error.reason._tag, "InvalidUrl", url)
          }
          for (const target of [`http://${base}/script-navigated`, ...schemes]) {
            const result = yield* Effect.result(visit("/arrived", {
              options: {
                actions: [
                  { type: "executeJavascript", script: `location.href = ${JSON.stringify(target)}` },
                  { type: "wait", milliseconds: 300 },
                  { type: "scrape" }
                ]
              }
            }))
            const text = JSON.stringify(result)
            assert.notMatch(text, /SECRET|root:x|Revision/)
          }
          assert.deepStrictEqual(hits, [])
        }))
    })
  })
})
