import { BrowserFetcher, EgressGuard, type Fetcher, HttpFetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { browser, patientWithBrowsers, withChromium } from "./Chromium.ts"
import { answer, html, serve } from "./FaultServer.ts"
import { forwardProxy, password, type Proxy } from "./forwardProxy.ts"

type Mode = typeof defaultOptions["proxy"]
type Options = Pick<HttpFetcher.Options & BrowserFetcher.Options, "basicProxy" | "enhancedProxy">
type Engine = (
  options: Options
) => Effect.Effect<Fetcher.Fetcher["Service"], never, EgressGuard.EgressGuard | Scope.Scope>

const address = (proxy: Proxy, secret = password) => Redacted.make(proxy.address(secret))

/** A site that lets nobody in until it was asked `refusals` times. */
const site = Effect.fnUntraced(function*(refusals = 0) {
  let visits = 0
  const server = yield* serve({
    page: (socket) => socket.end(visits++ < refusals ? answer(403, {}, "no") : answer(200, {}, html("let in")))
  })
  return { ...server, visits: () => visits }
})

const suite = (name: string, make: Engine) => {
  const visit = (target: string, options: Options, proxy: Mode, guard?: EgressGuard.Options) =>
    Effect.gen(function*() {
      const fetcher = yield* make(options)
      const url = `http://${target}/page`
      return yield* fetcher.fetch({ url, timeout: "10 minutes", options: { ...defaultOptions, proxy } })
    }).pipe(
      Effect.provide(Layer.merge(EgressGuard.layer({ allow: [target], ...guard }), patientWithBrowsers)),
      Effect.scoped
    )

  describe(name, () => {
    it.live(
      "uses the proxy of a request, and sends it a checked address",
      () =>
        Effect.gen(function*() {
          const [plain, better, server] = yield* Effect.all([forwardProxy, forwardProxy, site()])
          const options = { basicProxy: address(plain), enhancedProxy: address(better) }
          const basic = yield* visit(server.target, options, "basic")
          assert.deepStrictEqual([basic.status, basic.proxyUsed], [200, "basic"])
          assert.deepStrictEqual([plain.received(), better.received()], [[`CONNECT ${server.target}`], []])
          const enhanced = yield* visit(server.target, options, "enhanced")
          assert.deepStrictEqual([enhanced.status, enhanced.proxyUsed], [200, "stealth"])
          assert.deepStrictEqual([plain.received().length, better.received()], [1, [`CONNECT ${server.target}`]])
        }).pipe(Effect.scoped)
    )

    it.live(
      "uses the better proxy only after a block, and only in automatic mode",
      () =>
        Effect.gen(function*() {
          const [plain, better, open, closed, alwaysClosed] = yield* Effect.all(
            [forwardProxy, forwardProxy, site(), site(1), site(9)]
          )
          const options = { basicProxy: address(plain), enhancedProxy: address(better) }
          assert.strictEqual((yield* visit(open.target, options, "auto")).proxyUsed, "basic")
          assert.lengthOf(better.received(), 0)
          const page = yield* visit(closed.target, options, "auto")
          assert.deepStrictEqual([page.status, page.proxyUsed], [200, "stealth"])
          assert.deepStrictEqual(plain.received(), [`CONNECT ${open.target}`, `CONNECT ${closed.target}`])
          assert.deepStrictEqual(better.received(), [`CONNECT ${closed.target}`])
          const basic = yield* visit(alwaysClosed.target, options, "basic")
          assert.deepStrictEqual([basic.status, basic.proxyUsed, better.received().length], [403, "basic", 1])
          const alone = yield* visit(alwaysClosed.target, { basicProxy: address(plain) }, "auto")
          assert.deepStrictEqual([alone.status, alone.proxyUsed, alwaysClosed.visits()], [403, "basic", 2])
        }).pipe(Effect.scoped)
    )

    it.live("names a proxy that refuses or is gone, and does not bypass it", () =>
      Effect.gen(function*() {
        const [proxy, server] = yield* Effect.all([forwardProxy, site()])
        const refused = yield* Effect.flip(visit(server.target, { basicProxy: address(proxy, "wrong") }, "basic"))
        assert.deepInclude(refused.reason, { _tag: "ConnectError", code: "PROXY_407" })
        assert.match(refused.message, /the proxy rejected the credentials of its URL \(407\)/)
        assert.isFalse(refused.isRetryable)
        yield* proxy.stop
        const gone = yield* Effect.flip(visit(server.target, { basicProxy: address(proxy) }, "basic"))
        assert.strictEqual(gone.reason._tag, "ConnectError")
        assert.match(gone.message, /could not connect to the proxy/)
        assert.strictEqual(server.visits(), 0)
      }).pipe(Effect.scoped))

    it.live("tries the next address if a proxy cannot reach the first", () =>
      Effect.gen(function*() {
        const [proxy, server] = yield* Effect.all([forwardProxy, site()])
        const port = server.target.split(":")[1]
        const target = `twofold.example:${port}`
        const lookup: EgressGuard.Lookup = (_, callback) =>
          callback(null, [{ address: "127.0.0.9", family: 4 }, { address: "127.0.0.1", family: 4 }])
        assert.strictEqual((yield* visit(target, { basicProxy: address(proxy) }, "basic", { lookup })).status, 200)
        assert.deepStrictEqual(proxy.received(), [`CONNECT 127.0.0.9:${port}`, `CONNECT 127.0.0.1:${port}`])
      }).pipe(Effect.scoped))

    it.live("reaches no blocked address through a proxy", () =>
      Effect.gen(function*() {
        const proxy = yield* forwardProxy
        for (const target of ["10.0.0.1", "169.254.169.254", "[::1]"]) {
          const error = yield* Effect.flip(visit(target, { basicProxy: address(proxy) }, "basic", { allow: [] }))
          assert.strictEqual(error.reason._tag, "EgressBlocked", target)
        }
        assert.lengthOf(proxy.received(), 0)
      }).pipe(Effect.scoped))

    it.live("reports a missing enhanced proxy", () =>
      Effect.gen(function*() {
        const server = yield* site()
        const page = yield* visit(server.target, {}, "enhanced")
        assert.strictEqual(page.proxyUsed, "basic")
        assert.match(page.warnings.join(), /enhanced proxy/)
      }).pipe(Effect.scoped))

    it.live("does not start with an unsupported proxy address", () =>
      Effect.gen(function*() {
        for (const wrong of ["socks5://127.0.0.1:1080", "127.0.0.1:8080", "nonsense", ""]) {
          for (const options of [{ basicProxy: Redacted.make(wrong) }, { enhancedProxy: Redacted.make(wrong) }]) {
            const exit = yield* Effect.exit(visit("127.0.0.1:1", options, "basic"))
            assert.include(String(exit), "expected http://user:password@host:port", wrong)
          }
        }
      }))
  })
}

suite("proxies of the HTTP engine", HttpFetcher.make)
withChromium("in a browser", () => {
  suite(
    "proxies of the browser engine",
    (options) => BrowserFetcher.make({ ...options, ...browser })
  )
})
