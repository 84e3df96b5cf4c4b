import { EgressGuard, EgressHttpClient, Fetcher, HttpFetcher, Politeness } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import * as NodeUtil from "node:util"
import { answering, verdict } from "./guardLookups.ts"

/** A server that must never be reached, and how often it was. */
const canary = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly hits: () => number; readonly close: () => void }>((resume) => {
    let hits = 0
    const server = NodeHttp.createServer((request, response) => {
      if (request.url === "/to-private") {
        response.writeHead(302, { location: "http://127.0.0.2:1/latest/meta-data" })
        return response.end()
      }
      return response.end("SECRET")
    })
    server.on("connection", () => hits++)
    server.listen(
      0,
      "127.0.0.1",
      () =>
        resume(Effect.succeed({
          port: (server.address() as AddressInfo).port,
          hits: () => hits,
          close: () => server.close()
        }))
    )
  }),
  ({ close }) => Effect.sync(close)
)

describe("advisories of other projects", () => {
  const attempt = (url: string, options: EgressGuard.Options) =>
    Effect.gen(function*() {
      const fetcher = yield* HttpFetcher.make()
      return yield* Effect.flip(fetcher.fetch({ url, timeout: "1 minute", options: defaultOptions }))
    }).pipe(Effect.provide(EgressGuard.layer(options)), Effect.scoped)

  it.live("a redirect to an internal host is not followed (CVE-2024-56800)", () =>
    Effect.gen(function*() {
      const { port } = yield* canary
      const error = yield* attempt(`http://127.0.0.1:${port}/to-private`, { allow: [`127.0.0.1:${port}`] })
      assert.strictEqual(error.reason._tag, "EgressBlocked")
    }))

  it.live("the check happens before the connection, not after it", () =>
    Effect.gen(function*() {
      const { hits, port } = yield* canary
      yield* attempt(`http://127.0.0.1:${port}/`, {})
      yield* attempt(`http://site.example:${port}/`, { lookup: answering(["127.0.0.1"]) })
      assert.strictEqual(hits(), 0)
    }))

  it.live("a second DNS answer is never used (rebinding)", () =>
    Effect.gen(function*() {
      const { hits, port } = yield* canary
      let asked = 0
      // checked and dialled must be one answer: the second one would lead elsewhere
      const lookup: EgressGuard.Lookup = (_, callback) =>
        callback(null, [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.9", family: 4 }])
      const page = yield* Effect.gen(function*() {
        const fetcher = yield* HttpFetcher.make()
        return yield* fetcher.fetch({
          url: `http://rebind.example:${port}/`,
          timeout: "1 minute",
          options: defaultOptions
        })
      }).pipe(Effect.provide(EgressGuard.layer({ allow: [`rebind.example:${port}`], lookup })), Effect.scoped)
      assert.strictEqual(new TextDecoder().decode(page.body), "SECRET")
      assert.strictEqual(asked, 1)
      assert.strictEqual(hits(), 1)
    }))

  it.live("a robots.txt that redirects to an internal host is not followed, and allows nothing", () =>
    Effect.gen(function*() {
      const { hits, port } = yield* canary
      const site = yield* Effect.acquireRelease(
        Effect.callback<NodeHttp.Server>((resume) => {
          const server = NodeHttp.createServer((_, response) => {
            response.writeHead(302, { location: `http://127.0.0.1:${port}/robots.txt` }).end()
          })
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const target = `127.0.0.1:${(site.address() as AddressInfo).port}`
      const error = yield* Effect.flatMap(
        Fetcher.Fetcher,
        (fetcher) => fetcher.fetch({ url: `http://${target}/page`, timeout: "1 minute", options: defaultOptions })
      ).pipe(
        Effect.flip,
        Effect.provide(Politeness.polite({ agent: "DunlinBot" })(HttpFetcher.layer())),
        Effect.provide(EgressGuard.layer({ allow: [target] }))
      )
      assert.strictEqual(error.reason._tag, "RobotsDisallowed")
      assert.strictEqual(hits(), 0)
    }).pipe(Effect.scoped))

  it("172.16.0.0/12 and 198.18.0.0/15 are blocked completely (#2070)", () => {
    for (const address of ["172.16.0.1", "172.20.0.1", "172.31.255.254", "198.18.0.1", "198.19.255.254"]) {
      assert.isFalse(EgressGuard.isPublicAddress(address))
    }
  })

  it("::, NAT64, 6to4, mapped and compatible forms are not public (Crawl4AI 0.8.7, 0.8.8)", () => {
    for (
      const host of [
        "[::]",
        "[::ffff:10.0.0.1]",
        "[64:ff9b::a00:1]",
        "[2002:a00:1::]",
        "[::10.0.0.1]",
        "[64:ff9b:1::1]"
      ]
    ) {
      assert.strictEqual(verdict(`http://${host}/`), "EgressBlocked", host)
    }
  })

  it.live("an error does not reveal the address of a name (Crawl4AI 0.8.8)", () =>
    Effect.gen(function*() {
      const error = yield* attempt("http://probe.example/", { lookup: answering(["10.11.12.13"]) })
      assert.strictEqual(error.reason._tag, "EgressBlocked")
      assert.notInclude(JSON.stringify(error) + error.message + String(error), "10.11.12.13")
    }))

  it.live("the environment's proxy settings are ignored (CVE-2025-62718, Crawl4AI 0.8.9)", () =>
    Effect.gen(function*() {
      const { hits, port } = yield* canary
      const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"]
      const before = names.map((name) => process.env[name])
      yield* Effect.acquireUseRelease(
        Effect.sync(() => names.forEach((name) => (process.env[name] = `http://127.0.0.1:${port}`))),
        () => attempt("http://site.example/", { lookup: answering(["10.0.0.1"]) }),
        () =>
          Effect.sync(() =>
            names.forEach((name, index) => {
              if (before[index] === undefined) delete process.env[name]
              else process.env[name] = before[index]
            })
          )
      )
      assert.strictEqual(hits(), 0)
    }))

  it.live("calls of other packages pass the same guard (CVE-2025-57818)", () =>
    Effect.gen(function*() {
      const { hits, port } = yield* canary
      const call = (allow: ReadonlyArray<string>) =>
        Effect.flatMap(HttpClient.HttpClient, (client) => client.get(`http://127.0.0.1:${port}/`)).pipe(
          Effect.flatMap((response) => response.text),
          Effect.provide(EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer({ allow }))))
        )
      const error = yield* Effect.flip(call([]))
      assert.strictEqual((error.reason as { readonly cause?: { readonly _tag?: string } }).cause?._tag, "EgressBlocked")
      const closed = yield* Effect.flip(call(["127.0.0.1:9"]))
      assert.notInclude(NodeUtil.inspect(closed.reason.cause, { depth: 20, showHidden: true }), String(port))
      assert.strictEqual(hits(), 0)
      assert.strictEqual(yield* call([`127.0.0.1:${port}`]), "SECRET")
    }))
})
