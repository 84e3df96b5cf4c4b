import { Charset, EgressGuard, HttpFetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Socket } from "node:net"
import * as NodeZlib from "node:zlib"
import { answer, type Handler, html, serve, untilOpen } from "./FaultServer.ts"

const maxBytes = 1024 * 1024

/** What came of fetching one path of a server: the status and text of a page, or the tag of a failure. */
const outcome = (handlers: Readonly<Record<string, Handler>>, path = "page") =>
  Effect.gen(function*() {
    const server = yield* serve(handlers)
    const fetcher = yield* HttpFetcher.make({ maxBytes }).pipe(
      Effect.provide(EgressGuard.layer({ allow: [server.target] }))
    )
    const result = yield* Effect.result(
      fetcher.fetch({ url: `${server.origin}/${path}`, timeout: "1 minute", options: defaultOptions })
    )
    yield* untilOpen(server, 0)
    return {
      result: Result.match(result, {
        onFailure: (error) => error.reason._tag as string,
        onSuccess: (page) => `${page.status} ${Charset.decode(page.body, page.charset).text}`
      }),
      open: server.open()
    }
  }).pipe(Effect.scoped)

const flood = (socket: Socket, start: string, piece: string) => {
  socket.write(start)
  const more = () => {
    while (!socket.destroyed && socket.write(piece.repeat(500)));
    if (!socket.destroyed) socket.once("drain", more)
  }
  more()
}

const chunked = "HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n"
const zeros = Buffer.alloc(40 * maxBytes)
const redirect = (location: string): Handler => (socket) => socket.end(answer(302, { location }))
const send = (...parameters: Parameters<typeof answer>): Handler => (socket) => socket.end(answer(...parameters))
const gzip = NodeZlib.gzipSync

describe("a hostile server", () => {
  const cases: Readonly<Record<string, readonly [expected: RegExp, handler: Handler]>> = {
    "trailers without end": [
      /^(TooLarge|ProtocolError)$/,
      (socket) => flood(socket, `${chunked}5\r\nhello\r\n0\r\n`, "x-trailer: value\r\n")
    ],
    "a chunk extension without end": [
      /^(TooLarge|ProtocolError|Timeout)$/,
      (socket) => flood(socket, `${chunked}5;name=`, "a")
    ],
    "chunks of one byte, thousands of them": [
      /^200 a{3000}$/,
      (socket) => socket.end(`${chunked}${"1\r\na\r\n".repeat(3_000)}0\r\n\r\n`)
    ],
    "a bomb inside a bomb": [
      /^TooLarge$/,
      send(200, { "content-encoding": "gzip, br" }, NodeZlib.brotliCompressSync(gzip(zeros)))
    ],
    "a bomb that only the third coding shows": [
      /^TooLarge$/,
      send(
        200,
        { "content-encoding": "zstd, gzip, br" },
        NodeZlib.brotliCompressSync(gzip(NodeZlib.zstdCompressSync(zeros)))
      )
    ],
    "a redirect with a body without end": [
      /^200 arrived$/,
      (socket) => flood(socket, "HTTP/1.1 302 Found\r\nlocation: /arrived\r\n\r\n", "body ")
    ],
    "both lengths at once": [
      /^ProtocolError$/,
      (socket) =>
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
    ],
    "a status that is no number": [/^ProtocolError$/, (socket) => socket.end("HTTP/1.1 2OO OK\r\n\r\nhello")],
    "a null byte in a header": [/^ProtocolError$/, (socket) => socket.end("HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\nhello")],
    "a header folded over lines": [
      /^(ProtocolError|200 hello)$/,
      (socket) => socket.end("HTTP/1.1 200 OK\r\nx: a\r\n b\r\ncontent-length: 5\r\n\r\nhello")
    ],
    "thousands of cookies": [
      /^(TooLarge|200 hello)$/,
      send(200, { "set-cookie": Array.from({ length: 3_000 }, (_, index) => `name${index}=value`) }, "hello")
    ],
    "a redirect longer than a head may be": [/^TooLarge$/, redirect(`/${"a".repeat(80_000)}`)],
    "a refresh to itself with another query, for ever": [
      /^200 /,
      (socket, { query }) =>
        socket.end(answer(200, {}, `<meta http-equiv=refresh content="0; url=/page?${Number(query || 0) + 1}">`))
    ],
    "a length that is too short": [
      /^200 hello$/,
      (socket) => socket.end(answer(200, { "content-length": "5" }, "hello and more"))
    ],
    "gzip with something behind it": [
      /^200 hello$/,
      send(200, { "content-encoding": "gzip" }, Buffer.concat([gzip("hello"), Buffer.from("garbage")]))
    ],
    "two members of gzip": [
      /^200 hello world$/,
      send(200, { "content-encoding": "gzip" }, Buffer.concat([gzip("hello "), gzip("world")]))
    ],
    "an empty body that claims to be gzip": [/^200 $/, send(200, { "content-encoding": "gzip" }, "")],
    "a charset that nobody knows": [
      /^200 grün$/,
      send(200, { "content-type": "text/html; charset=klingon" }, Buffer.from("grün", "latin1"))
    ],
    "a charset that is a lie": [
      /^200 gr\ufffdn$/,
      send(200, { "content-type": "text/html; charset=utf-8" }, Buffer.from("grün", "latin1"))
    ],
    "a date in the year 9999 to come back at": [
      /^503 later$/,
      send(503, { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, "later")
    ],
    "other protocols offered": [
      /^200 hello$/,
      send(200, { "alt-svc": "h3=\":443\"; ma=86400", upgrade: "h2c", link: "</page?preloaded>; rel=preload" }, "hello")
    ]
  }
  for (const [name, [expected, handler]] of Object.entries(cases)) {
    it.live(`${name}: ${expected.source}`, () =>
      Effect.gen(function*() {
        const { open, result } = yield* outcome({ page: handler, arrived: send(200, {}, "arrived") })
        assert.match(result, expected)
        assert.strictEqual(open, 0)
      }))
  }

  it.live("cannot answer the next request with bytes after the last response", () =>
    Effect.gen(function*() {
      let asked = 0
      const server = yield* serve({
        page: (socket) => {
          asked++
          const first = answer(200, { connection: "keep-alive", "content-length": "4" }, "good")
          socket.write(Buffer.concat([first, answer(200, { connection: "keep-alive" }, "POISON")]))
        }
      })
      const fetcher = yield* HttpFetcher.make({ connectionsPerOrigin: 1 }).pipe(
        Effect.provide(EgressGuard.layer({ allow: [server.target] }))
      )
      for (let index = 0; index < 4; index++) {
        const page = yield* fetcher.fetch({
          url: `${server.origin}/page?${index}`,
          timeout: "1 minute",
          options: defaultOptions
        })
        assert.strictEqual(Charset.decode(page.body).text, "good")
      }
      assert.strictEqual(asked, 4)
    }).pipe(Effect.scoped))

  it.live("cannot redirect to an internal address in any spelling", () =>
    Effect.gen(function*() {
      const places = [
        "http://127.1/",
        "http://0x7f.0.0.1/",
        "http://0177.0.0.1/",
        "http://2130706433./",
        "http://127\u30020\uff0e0\uff611/",
        "http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/",
        "http://\uff11\uff12\uff17.0.0.1/",
        "http://%31%32%37.0.0.1/",
        "http://localhost./",
        "http://LOCALHOST/",
        "http://foo.localhost/",
        "http://\u217cocalhost/",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:7f00:1]/",
        "http://[::ffff:0:127.0.0.1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://[64:ff9b:1::a00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[2001:0:a00:1::]/",
        "http://[fd00::1]/",
        "http://[fec0::1]/",
        "http://user:pass@169.254.169.254/",
        "http://metadata.google.internal/",
        "http://example.com:22/",
        "\\\\127.0.0.1\\share",
        "//127.0.0.1/",
        "///127.0.0.1/"
      ]
      for (const place of places) {
        const { result } = yield* outcome({ page: redirect(Buffer.from(place).toString("latin1")) })
        assert.match(result, /^(EgressBlocked|RedirectError)$/, place)
        const refreshed = yield* outcome({ page: send(200, {}, `<meta http-equiv=refresh content="0;url=${place}">`) })
        assert.match(refreshed.result, /^(EgressBlocked$|RedirectError$|200 )/, place)
      }
      for (
        const place of ["javascript:alert(1)", "data:text/html,x", "ftp://example.com/", "blob:x", "file:///etc/passwd"]
      ) {
        assert.strictEqual((yield* outcome({ page: redirect(place) })).result, "RedirectError", place)
      }
    }))

  it.live("receives only the credentials for its own address", () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      const echo: Handler = (socket, { headers }) => {
        seen.push(headers.get("authorization") ?? "none")
        socket.end(answer(200, {}, html("x")))
      }
      const other = yield* serve({ page: echo })
      const server = yield* serve({
        page: (socket) => socket.end(answer(302, { location: `http://you:other@${other.target}/page` }))
      })
      const fetcher = yield* HttpFetcher.make().pipe(
        Effect.provide(EgressGuard.layer({ allow: [server.target, other.target] }))
      )
      const page = yield* fetcher.fetch({
        url: `http://me:secret@${server.target}/page`,
        timeout: "1 minute",
        options: { ...defaultOptions, headers: { Authorization: "Bearer token" } }
      })
      assert.deepStrictEqual(seen, [`Basic ${Buffer.from("you:other").toString("base64")}`])
      assert.notMatch(JSON.stringify({ ...page, body: "" }), /secret|other@|token/)
    }).pipe(Effect.scoped))
})
