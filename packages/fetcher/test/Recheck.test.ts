import { EgressGuard, Fetcher, HttpFetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { RawPage } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { answer, html, serve } from "./FaultServer.ts"

const engine = (options: EgressGuard.Options) => HttpFetcher.layer().pipe(Layer.provide(EgressGuard.layer(options)))

const recheck = (page: RawPage.RawPage, options: EgressGuard.Options = {}) =>
  Effect.flatMap(Fetcher.Fetcher, (fetcher) => fetcher.recheck(page)).pipe(
    Effect.provide(engine(options)),
    Effect.match({ onFailure: (error) => error.reason._tag, onSuccess: () => "ok" })
  )

describe("a cached page", () => {
  it.live("is not used if its target, or that of a redirect, is blocked now", () =>
    Effect.gen(function*() {
      const server = yield* serve({
        page: (socket) => socket.end(answer(200, {}, html("inside"))),
        moved: (socket) => socket.end(answer(302, { location: "/page" }))
      })
      const port = Number(server.target.split(":")[1])
      const visit = (url: string, options: EgressGuard.Options) =>
        Effect.flatMap(
          Fetcher.Fetcher,
          (fetcher) => fetcher.fetch({ url, timeout: "1 minute", options: defaultOptions })
        ).pipe(Effect.provide(engine(options)))

      const byAddress = yield* visit(`${server.origin}/moved`, { allow: [server.target] })
      assert.deepStrictEqual(byAddress.openedTargets, [server.target])
      assert.strictEqual(yield* recheck(byAddress), "EgressBlocked")
      assert.strictEqual(yield* recheck(byAddress, { allow: [server.target] }), "ok")

      // a name looks public; only what was noted when it was fetched tells
      const lookup: EgressGuard.Lookup = (_name, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }])
      const named = `intern.example:${port}`
      const byName = yield* visit(`http://${named}/page`, { allow: [named], lookup })
      assert.strictEqual(yield* recheck(byName, { lookup }), "EgressBlocked")
      assert.strictEqual(yield* recheck(byName, { allow: [named], lookup }), "ok")
    }).pipe(Effect.scoped))

  it.live("of a public site needs no resolver", () =>
    Effect.gen(function*() {
      const lookup: EgressGuard.Lookup = (_name, callback) => callback(new Error("asked"), [])
      const page = new RawPage.RawPage({
        sourceUrl: "https://example.com/",
        url: "https://example.com/",
        status: 200,
        headers: {},
        contentType: "text/html",
        body: new Uint8Array(),
        redirects: [{ url: "http://example.com/", status: 301 }],
        fetchedAt: 0,
        engine: "http",
        proxyUsed: "basic",
        warnings: []
      })
      assert.strictEqual(yield* recheck(page, { lookup }), "ok")
    }))
})
