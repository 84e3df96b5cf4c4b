import { BrowserFetcher, EgressGuard, Fetcher, RemoteBrowser } from "@dunlin/fetcher"
import * as testing from "@dunlin/fetcher/testing"
import * as vitest from "@effect/vitest"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as NodeDgram from "node:dgram"
import * as NodeHttp from "node:http"
import * as NodeNet from "node:net"
import type { AddressInfo } from "node:net"
import { chromium } from "playwright-core"
import { chromiumEnvironment } from "../../common/test/components.ts"
import { isRunning } from "../../common/test/processes.ts"
import { until } from "../../common/test/until.ts"
import { reachesNothing } from "./attack.ts"
import { executable, opened, withChromium } from "./Chromium.ts"
import { remoteChromium } from "./remoteChromium.ts"

const { byWeight } = await import(new URL("../src/internal/browser/weights.ts", import.meta.url).href) as {
  readonly byWeight: <A extends { readonly weight: number; readonly isLost: boolean }>(all: ReadonlyArray<A>) => () => A
}

describe("RemoteBrowser", () => {
  const addresses = (text: string) =>
    RemoteBrowser.parse(text)?.map(({ url, weight }) => [Redacted.value(url as Redacted.Redacted), weight])

  it("parses URLs with weights, and rejects a list with an invalid one", () => {
    assert.deepStrictEqual(addresses("http://10.0.0.7:9222#weight=3, playwright+ws://b:3000/x,wss://c/?token=t"), [
      ["http://10.0.0.7:9222/", 3],
      ["playwright+ws://b:3000/x", 1],
      ["wss://c/?token=t", 1]
    ])
    for (
      const wrong of ["", "ftp://a", "a:9222", "http://a,x", "http://a#weight=0", "http://a#weight=1001", "http://a#b"]
    ) {
      assert.isUndefined(RemoteBrowser.parse(wrong), wrong)
    }
  })

  it("distributes pages by weight, and sends none to lost browsers", () => {
    const [heavy, light] = [{ weight: 3, isLost: false }, { weight: 1, isLost: false }]
    const next = byWeight([heavy, light])
    const given = Array.from({ length: 8 }, next)
    assert.deepStrictEqual(given.map((one) => one === heavy), [true, true, false, true, true, true, false, true])
    heavy.isLost = true
    assert.isTrue(Array.from({ length: 3 }, next).every((one) => one === light))
    light.isLost = true
    assert.isDefined(next())
  })
})

/** A packet of the test itself: the packets that pages have sent before stand in front of it. */
const LAST_PACKET = "last"

const sendLast = (target: string): void => {
  const socket = NodeDgram.createSocket("udp4")
  socket.send(LAST_PACKET, Number(target.split(":")[1]), "127.0.0.1", () => socket.close())
}

/** One server on a loopback port, for TCP and UDP, which counts what arrives. */
const served = (body: string) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly target: string; readonly hits: Array<string>; readonly end: () => void }>((resume) => {
      const hits: Array<string> = []
      const server = NodeHttp.createServer((_, response) => {
        hits.push("http")
        response.writeHead(200, { "content-type": "text/html" }).end(body)
      })
      const udp = NodeDgram.createSocket("udp4").on("message", (message) =>
        hits.push(String(message) === LAST_PACKET ? LAST_PACKET : "udp"))
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        udp.bind(port, "127.0.0.1", () =>
          resume(Effect.succeed({
            target: `127.0.0.1:${port}`,
            hits,
            end: () => {
              udp.close()
              server.closeAllConnections()
              server.close()
            }
          })))
      })
    }),
    ({ end }) =>
      Effect.sync(end)
  )

const fetchFrom = (url: string) =>
  Effect.flatMap(
    Fetcher.Fetcher,
    (fetcher) => fetcher.fetch({ url, timeout: "10 minutes", options: { ...testing.defaultOptions, blockAds: false } })
  )

const textOf = (page: { readonly body: Uint8Array }) => new TextDecoder().decode(page.body)

withChromium("a browser elsewhere", () => {
  const elsewhere = (allow: ReadonlyArray<string>, options: BrowserFetcher.Options = {}) =>
    Layer.unwrap(Effect.map(remoteChromium, ({ url }) => BrowserFetcher.layer({ ...options, remote: [{ url }] }))).pipe(
      Layer.provide(opened(...allow))
    )

  testing.run(testing.suite("browser elsewhere", ({ target }) => elsewhere([target])), vitest)

  it.live("sends no TCP or UDP past the guard, without any switch", () =>
    Effect.gen(function*() {
      const { url } = yield* remoteChromium
      yield* reachesNothing({ remote: [{ url }] })
    }).pipe(Effect.scoped))

  it.live("has no WebRTC in any window that a script can reach", () =>
    Effect.gen(function*() {
      const canary = yield* served("")
      const site = yield* served(`<!doctype html><p id=x>start</p><script>
        const seen = []
        const use = (name, w) => {
          seen.push(name + (w && typeof w.RTCPeerConnection === "function"))
          try {
            const c = new w.RTCPeerConnection({ iceServers: [{ urls: "stun:${canary.target}" }] })
            c.createDataChannel("x"); c.createOffer().then((o) => c.setLocalDescription(o))
          } catch {}
        }
        const frame = (attributes) => {
          const made = Object.assign(document.createElement("iframe"), attributes)
          document.body.append(made)
          return made.contentWindow
        }
        use("own ", window)
        use("blank ", frame({}))
        use("srcdoc ", frame({ srcdoc: "<p>x" }))
        use("script ", frame({ src: "javascript:1" }))
        const opened = frame({}); opened.document.open(); opened.document.write("<p>x"); opened.document.close(); use("written ", opened)
        const object = Object.assign(document.createElement("object"), { data: "about:blank", type: "text/html" })
        document.body.append(object); use("object ", object.contentWindow)
        use("opened ", window.open("")); use("named ", window.open("about:blank", "name"))
        const link = Object.assign(document.createElement("a"), { href: "about:blank", target: "other" })
        document.body.append(link); link.click(); use("other ", window.open("", "other"))
        x.textContent = seen.join()
      </script>`)
      const { url } = yield* remoteChromium
      const page = yield* fetchFrom(`http://${site.target}/`).pipe(
        Effect.provide(BrowserFetcher.layer({ remote: [{ url }] })),
        Effect.provide(opened(site.target))
      )
      assert.match(textOf(page), /own false/)
      assert.notMatch(textOf(page), /true/)
      sendLast(canary.target)
      yield* until(() => canary.hits.includes(LAST_PACKET))
      assert.deepStrictEqual(canary.hits, [LAST_PACKET])
    }).pipe(Effect.scoped))

  it.live("is used again when it is back, and replaced meanwhile", () =>
    Effect.gen(function*() {
      const site = yield* served("<p>content of the page</p>")
      const [first, second] = yield* Effect.all([remoteChromium, remoteChromium])
      yield* Effect.gen(function*() {
        const url = `http://${site.target}/`
        const visits = Effect.forEach(Array.from({ length: 6 }), () => fetchFrom(url), { concurrency: 3 })
        for (const page of yield* visits) assert.include(textOf(page), "content of the page")
        first.kill()
        yield* until(() => !isRunning(first.pid))
        for (const page of yield* visits) assert.include(textOf(page), "content of the page")
        second.kill()
        yield* until(() => !isRunning(second.pid))
        const error = yield* Effect.flip(fetchFrom(url))
        assert.strictEqual(error.reason._tag, "BrowserUnavailable")
        assert.match(error.message, /127\.0\.0\.1:\d+ cannot be reached/)
      }).pipe(
        Effect.provide(
          BrowserFetcher.layer({ remote: [{ url: first.url, weight: 2 }, { url: second.url }] }).pipe(
            Layer.provide(opened(site.target))
          )
        )
      )
    }).pipe(Effect.scoped))

  it.live("does not touch local processes, and closes its contexts with the engine", () =>
    Effect.gen(function*() {
      const site = yield* served(
        "<p>content of the page</p><script>globalThis.held = new Uint8Array(2 ** 27).fill(1)</script>"
      )
      const { pid, url } = yield* remoteChromium
      const targets = Effect.promise(async () => {
        const all = await (await fetch(`${url}/json/list`)).json() as ReadonlyArray<{ readonly url: string }>
        return all.filter((one) => one.url.includes(site.target)).length
      })
      yield* fetchFrom(`http://${site.target}/`).pipe(
        // a browser of this machine would be killed at once
        Effect.andThen(Effect.sleep("2500 millis")),
        Effect.andThen(fetchFrom(`http://${site.target}/`)),
        Effect.provide(
          BrowserFetcher.layer({ remote: [{ url }], maxMemory: 1, maxBrowserMemory: 1 }).pipe(
            Layer.provide(opened(site.target))
          )
        )
      )
      assert.isTrue(isRunning(pid))
      // a context that stays open is seen by the limit of the test
      while ((yield* targets) > 0) yield* Effect.sleep("20 millis")
    }).pipe(Effect.scoped))

  it.live("answers only dialogs of its own pages, so that several engines can use one browser", () =>
    Effect.gen(function*() {
      const { url } = yield* remoteChromium
      const site = yield* served(
        "<p id=x></p><script>x.textContent = `confirmed: ${confirm('Are you of age?')}`</script>"
      )
      const visit = Effect.map(fetchFrom(`http://${site.target}/`), textOf)
      const engine = Layer.fresh(BrowserFetcher.layer({ remote: [{ url }] }))
      const visits = Effect.forEach(Array.from({ length: 10 }), () => visit, { concurrency: 2 })
      const both = yield* Effect.all([Effect.provide(visits, engine), Effect.provide(visits, engine)], {
        concurrency: 2
      }).pipe(Effect.provide(opened(site.target)))
      for (const text of both.flat()) assert.include(text, "confirmed: true")
    }).pipe(Effect.scoped))

  it.live("can be a playwright server", () =>
    Effect.gen(function*() {
      const site = yield* served("<p>content of the page</p>")
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => chromium.launchServer({ executablePath: executable!, env: chromiumEnvironment })),
        (server) => Effect.promise(() => server.close())
      )
      const remote = RemoteBrowser.parse(`playwright+${server.wsEndpoint()}`)
      const page = yield* fetchFrom(`http://${site.target}/`).pipe(
        Effect.provide(BrowserFetcher.layer({ remote })),
        Effect.provide(opened(site.target))
      )
      assert.include(textOf(page), "content of the page")
    }).pipe(Effect.scoped))

  it.live("is rejected if its pages would bypass the egress proxy", () =>
    Effect.gen(function*() {
      const { url } = yield* remoteChromium
      // another program has the port
      const closed = yield* Effect.acquireRelease(
        Effect.callback<NodeNet.Server>((resume) => {
          const server = NodeNet.createServer((socket) => socket.destroy())
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const { port } = closed.address() as AddressInfo
      const found = yield* BrowserFetcher.inspectRemote({ remote: [{ url }] }).pipe(
        Effect.provide(EgressGuard.layer())
      )
      assert.match(found[0]!.version!, /^\d+\./)
      assert.match(found[0]!.detail!, /started without .*--disable-quic/)
      const why = (remoteProxy: string) =>
        Effect.map(
          Effect.provide(BrowserFetcher.inspectRemote({ remote: [{ url }], remoteProxy }), EgressGuard.layer()),
          ([found]) => found?.version ?? found?.detail
        )
      assert.match((yield* why(`127.0.0.1:${port - 1}`))!, /cannot listen on port \d+ \(EADDRINUSE\)/)
      assert.match((yield* why("nobody.invalid:0"))!, /cannot reach the egress proxy at http:..nobody.invalid/)
    }).pipe(Effect.scoped))
})
