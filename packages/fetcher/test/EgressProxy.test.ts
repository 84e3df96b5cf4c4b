import { FairSemaphore } from "@dunlin/common"
import { EgressGuard, EgressProxy, FetchError } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as NodeNet from "node:net"
import { answer, html, serve } from "./FaultServer.ts"

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`

/**
 * What the proxy answers to raw bytes until it closes the connection, which every request here makes it do.
 * `authorization` goes behind the first line.
 */
const say = ({ url }: EgressProxy.EgressProxy, request: string, authorization?: string) =>
  Effect.callback<string>((resume) => {
    let received = ""
    const field = authorization === undefined ? "" : `\r\nProxy-Authorization: ${authorization}`
    const bytes = request.replace("\r\n", () => `${field}\r\n`)
    const socket = NodeNet.connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes))
    const end = () => {
      socket.destroy()
      resume(Effect.succeed(received))
    }
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
    })
    socket.on("error", end).on("close", end)
    return Effect.sync(() => socket.destroy())
  })

const withProxy = <A, E>(
  use: (proxy: EgressProxy.EgressProxy, target: string) => Effect.Effect<A, E>,
  options?: EgressProxy.Options
) =>
  Effect.gen(function*() {
    const server = yield* serve({
      "": (socket) => socket.end(answer(200, {}, html("inside"))),
      echo: (socket, { headers }) =>
        socket.end(answer(200, {}, Array.from(headers, (field) => field.join(": ")).join("\n"))),
      big: (socket) => socket.end(answer(200, {}, "x".repeat(200_000)))
    })
    const proxy = yield* EgressProxy.make(options).pipe(Effect.provide(EgressGuard.layer({ allow: [server.target] })))
    return yield* use(proxy, server.target)
  }).pipe(Effect.scoped)

it.live("forwards allowed requests, by tunnel and directly", () =>
  withProxy((proxy, target) =>
    Effect.gen(function*() {
      const tunnel = yield* say(
        proxy,
        `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\nGET / HTTP/1.1\r\n\r\n`
      )
      assert.match(tunnel, /^HTTP\/1\.1 200 [^]*inside/)
      const plain = yield* say(
        proxy,
        `GET http://${target}/echo HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n`,
        basic("a", "b")
      )
      assert.match(plain, /^HTTP\/1\.1 200 /)
      // neither the password nor a made-up host goes on to the site
      assert.include(plain, `host: ${target}`)
      assert.notInclude(plain.toLowerCase(), "authorization")
      assert.strictEqual(proxy.counts().refused, 0)
    })
  ))

it.live(
  "closes other connections without a response, and records the reason",
  () =>
    withProxy((proxy) =>
      Effect.gen(function*() {
        const authorities = [
          "127.0.0.1:1",
          "2130706433:80",
          "0x7f.1:80",
          "[::1]:80",
          "[::ffff:127.0.0.1]:80",
          "localhost:80",
          "metadata.google.internal:80",
          "10.0.0.1:443",
          "a.onion:80"
        ]
        for (const authority of authorities) {
          assert.strictEqual(yield* say(proxy, `CONNECT ${authority} HTTP/1.1\r\n\r\n`), "", authority)
          assert.strictEqual(
            yield* say(proxy, `GET http://${authority}/ HTTP/1.1\r\nHost: x\r\n\r\n`),
            "",
            authority
          )
        }
        assert.strictEqual(proxy.counts().opened, 0)
        assert.strictEqual(proxy.failure("10.0.0.1", 443)?._tag, "EgressBlocked")
        assert.strictEqual(proxy.failure("[::1]", 80)?._tag, "EgressBlocked")
        assert.isUndefined(proxy.failure("10.0.0.1", 80 + 1))
      })
    )
)

it.live("continues after a lookup that fails immediately, and records it", () =>
  Effect.gen(function*() {
    const failures: Array<EgressGuard.Lookup> = [
      (_host, callback) => callback(new Error("no"), []),
      () => {
        throw new Error("no")
      }
    ]
    for (const lookup of failures) {
      const proxy = yield* EgressProxy.make().pipe(Effect.provide(EgressGuard.layer({ lookup })))
      for (const request of ["CONNECT nowhere.example.com:443", "GET http://nowhere.example.com:443/"]) {
        assert.strictEqual(yield* say(proxy, `${request} HTTP/1.1\r\nHost: x\r\n\r\n`), "")
        assert.strictEqual(proxy.failure("nowhere.example.com", 443)?._tag, "DnsError")
      }
      assert.strictEqual(proxy.counts().refused, 2)
    }
  }).pipe(Effect.scoped))

it.live("shares lookups between teams", () =>
  Effect.gen(function*() {
    const tenants: Array<string> = []
    const proxy = yield* EgressProxy.make().pipe(
      Effect.provideService(EgressGuard.EgressGuard, {
        ...EgressGuard.make(),
        resolve: () =>
          Effect.flatMap(FairSemaphore.Tenant, (tenant) => {
            tenants.push(tenant)
            return Effect.fail(new FetchError.DnsError({ temporary: false }))
          })
      }),
      Effect.provideService(FairSemaphore.Tenant, "starter")
    )
    yield* say(proxy, "CONNECT nowhere.example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n")
    assert.deepStrictEqual(tenants, [yield* FairSemaphore.Tenant])
  }).pipe(Effect.scoped))

it.live("with a password rejects clients without it", () =>
  withProxy((proxy, target) =>
    Effect.gen(function*() {
      const right = basic("me", "secret")
      const wrong = [
        undefined,
        "",
        "Basic",
        "Bearer secret",
        basic("me", ""),
        basic("me", "secrets"),
        basic("", "secret"),
        `${right}, ${right}`
      ]
      const requests = [`CONNECT ${target}`, `GET http://${target}/`]
      for (const authorization of wrong) {
        for (const request of requests) {
          const said = yield* say(proxy, `${request} HTTP/1.1\r\nHost: ${target}\r\n\r\n`, authorization)
          assert.match(
            said,
            /^HTTP\/1\.1 407 [^]*Proxy-Authenticate: Basic[^]*\r\n\r\n$/,
            `${request} ${authorization}`
          )
        }
      }
      assert.strictEqual(proxy.counts().opened, 0)
      for (const request of requests) {
        // a tunnel is ended by the server, once it was asked
        const asked = request.startsWith("CONNECT") ? "GET / HTTP/1.1\r\n\r\n" : ""
        const bytes = `${request} HTTP/1.1\r\nHost: ${target}\r\nConnection: close\r\n\r\n${asked}`
        assert.match(yield* say(proxy, bytes, right), /^HTTP\/1\.1 200 /)
      }
    }), { credentials: { username: "me", password: Redacted.make("secret") } }))

it.live("is no use to a page that requests its port", () =>
  withProxy((proxy, target) =>
    Effect.gen(function*() {
      const { port } = new URL(proxy.url)
      for (const host of [`127.0.0.1:${port}`, `rebound.example:${port}`, target]) {
        assert.strictEqual(yield* say(proxy, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`), "", host)
      }
    })
  ))

it.live("accepts only HTTP", () =>
  withProxy((proxy, target) =>
    Effect.gen(function*() {
      const odd = [
        "CONNECT no-port HTTP/1.1\r\n\r\n",
        "CONNECT user@127.0.0.1:80 HTTP/1.1\r\n\r\n",
        "CONNECT http://127.0.0.1:80/ HTTP/1.1\r\n\r\n",
        "GET /relative HTTP/1.1\r\nHost: x\r\n\r\n",
        `GET ftp://${target}/ HTTP/1.1\r\nHost: x\r\n\r\n`,
        `GET ws://${target}/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
        "\0\x05\x01\0"
      ]
      for (const bytes of odd) assert.notMatch(yield* say(proxy, bytes), /inside|200/, bytes)
    })
  ))

it.live("closes a connection with too much data, and rejects unwanted hosts", () =>
  withProxy((proxy, target) =>
    Effect.gen(function*() {
      const received = yield* say(proxy, `CONNECT ${target} HTTP/1.1\r\n\r\nGET /big HTTP/1.1\r\n\r\n`)
      assert.isBelow(received.length, 150_000)
      assert.strictEqual(yield* say(proxy, "CONNECT ads.example:443 HTTP/1.1\r\n\r\n"), "")
    }), { maxBytes: 50_000, isUnwanted: (host) => host === "ads.example" }))
