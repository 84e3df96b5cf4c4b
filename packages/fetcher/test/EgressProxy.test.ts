import { EgressGuard, EgressProxy } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as NodeNet from "node:net"
import { answer, html, serve } from "./FaultServer.ts"

/** What the proxy answers to raw bytes, until it closes the connection or has been silent for a moment. */
const say = (url: string, bytes: string) =>
  Effect.callback<string>((resume) => {
    let received = ""
    const socket = NodeNet.connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes))
    const end = () => {
      socket.destroy()
      resume(Effect.succeed(received))
    }
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
    })
    socket.on("error", end).on("close", end).setTimeout(300, end)
    return Effect.sync(() => socket.destroy())
  })

const withProxy = <A, E>(
  use: (proxy: EgressProxy.EgressProxy, target: string) => Effect.Effect<A, E>,
  options?: EgressProxy.Options
) =>
  Effect.gen(function*() {
    const server = yield* serve({
      "": (socket) => socket.end(answer(200, {}, html("inside"))),
      big: (socket) => socket.end(answer(200, {}, "x".repeat(200_000)))
    })
    const proxy = yield* EgressProxy.make(options).pipe(Effect.provide(EgressGuard.layer({ allow: [server.target] })))
    return yield* use(proxy, server.target)
  }).pipe(Effect.scoped)

it.live("passes on what is allowed, by tunnel and by request", () =>
  withProxy((proxy, target) =>
    Effect.gen(function*() {
      const tunnel = yield* say(
        proxy.url,
        `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\nGET / HTTP/1.1\r\n\r\n`
      )
      assert.match(tunnel, /^HTTP\/1\.1 200 [^]*inside/)
      const plain = yield* say(
        proxy.url,
        `GET http://${target}/ HTTP/1.1\r\nHost: other\r\nProxy-Authorization: x\r\n\r\n`
      )
      assert.match(plain, /^HTTP\/1\.1 200 [^]*inside/)
      assert.strictEqual(proxy.counts().refused, 0)
    })
  ))

it.live(
  "closes the door without a word on everything else, and knows why",
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
          assert.strictEqual(yield* say(proxy.url, `CONNECT ${authority} HTTP/1.1\r\n\r\n`), "", authority)
          assert.strictEqual(
            yield* say(proxy.url, `GET http://${authority}/ HTTP/1.1\r\nHost: x\r\n\r\n`),
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

it.live("does not understand anything but HTTP", () =>
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
      for (const bytes of odd) assert.notMatch(yield* say(proxy.url, bytes), /inside|200/, bytes)
    })
  ))

it.live("ends a connection that brings too much, and refuses unwanted hosts", () =>
  withProxy((proxy, target) =>
    Effect.gen(function*() {
      const received = yield* say(proxy.url, `CONNECT ${target} HTTP/1.1\r\n\r\nGET /big HTTP/1.1\r\n\r\n`)
      assert.isBelow(received.length, 150_000)
      assert.strictEqual(yield* say(proxy.url, "CONNECT ads.example:443 HTTP/1.1\r\n\r\n"), "")
    }), { maxBytes: 50_000, isUnwanted: (host) => host === "ads.example" }))
