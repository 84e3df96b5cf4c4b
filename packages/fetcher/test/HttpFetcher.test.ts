import { Charset, EgressGuard, FetchError, HttpFetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as NodeFs from "node:fs"
import * as NodeNet from "node:net"
import type { Socket } from "node:net"
import * as NodeTls from "node:tls"
import * as NodeUtil from "node:util"
import * as NodeZlib from "node:zlib"
import { roundTrips } from "../../common/test/roundTrips.ts"
import { answer, faults, type Handler, html, serve, untilOpen } from "./FaultServer.ts"

interface Fetch {
  readonly url: string
  readonly allow: ReadonlyArray<string>
  readonly options?: Partial<typeof defaultOptions>
  readonly engine?: HttpFetcher.Options
  readonly timeout?: number
}

const fetch = ({ allow, engine, options, timeout = 60_000, url }: Fetch) =>
  Effect.gen(function*() {
    const fetcher = yield* HttpFetcher.make({ maxBytes: 4 * 1024 * 1024, ...engine })
    return yield* fetcher.fetch({ url, timeout, options: { ...defaultOptions, ...options } })
  }).pipe(Effect.provide(EgressGuard.layer({ allow })), Effect.scoped)

/** Serves one thing and fetches it. */
const visit = (handler: Handler, request: Partial<Omit<Fetch, "allow">> = {}) =>
  Effect.gen(function*() {
    const server = yield* serve({ page: handler })
    return yield* fetch({ url: `${server.origin}/page`, allow: [server.target], ...request })
  }).pipe(Effect.scoped)

/** An error, looked at with everything it carries, tells nothing of what was dialled or received. */
const assertOpaque = (error: unknown, secrets: ReadonlyArray<string>) => {
  const everything = NodeUtil.inspect(error, { depth: 20, showHidden: true })
  for (const secret of secrets) assert.notInclude(everything, secret)
}

const textOf = (page: { readonly body: Uint8Array; readonly charset?: string }) =>
  Charset.decode(page.body, page.charset).text

describe("a part of a page", () => {
  it.live("is returned with a warning, because no part was requested", () =>
    Effect.gen(function*() {
      const page = yield* visit((socket) =>
        socket.end(answer(206, { "content-range": "bytes 0-9/100" }, html("first part")))
      )
      assert.strictEqual(page.status, 206)
      assert.match(page.warnings.join(), /returned only part of the page \(status 206\)/)
    }))
})

describe("errors", () => {
  for (const [name, { expected, handler }] of Object.entries(faults)) {
    const isLate = expected === "Timeout"
    const test = isLate ? it.effect : it.live
    test(`${name} is ${expected}`, () =>
      Effect.gen(function*() {
        const asked = yield* Deferred.make<void>()
        const server = yield* serve({
          [name]: (socket, request) => {
            Deferred.doneUnsafe(asked, Effect.void)
            handler(socket, request)
          }
        })
        const fetcher = yield* HttpFetcher.make({ maxBytes: 1024 * 1024 }).pipe(
          Effect.provide(EgressGuard.layer({ allow: [server.target] }))
        )
        const fetched = yield* Effect.forkChild(
          Effect.flip(
            fetcher.fetch({ url: `${server.origin}/${name}`, timeout: "60 seconds", options: defaultOptions })
          )
        )
        if (isLate) {
          yield* Deferred.await(asked)
          // what has been answered by then has been read
          yield* Effect.promise(() => roundTrips(20))
          assert.isUndefined(fetched.pollUnsafe())
          yield* TestClock.adjust("60 seconds")
        }
        const error = yield* Fiber.join(fetched)
        assert.strictEqual(error.reason._tag, expected)
        assertOpaque(error, [server.target, "127.0.0.1", "SSH-2.0", "<html>", "169.254"])
        // the engine is still alive, yet holds no connection to a server that failed
        const ended = untilOpen(server, 0)
        yield* isLate ? TestClock.withLive(ended) : ended
      }).pipe(Effect.scoped))
  }

  it.effect("a server that never finishes the TLS handshake occupies no connection", () =>
    Effect.gen(function*() {
      const sockets = new Set<NodeNet.Socket>()
      const greeted = yield* Deferred.make<void>()
      const server = NodeNet.createServer((socket) => {
        sockets.add(socket)
        socket.once("data", () => Deferred.doneUnsafe(greeted, Effect.void))
        socket.on("close", () => sockets.delete(socket)).on("error", () => {}).resume()
      })
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.sync(() => server.close())
      )
      const target = `127.0.0.1:${(server.address() as NodeNet.AddressInfo).port}`
      const fetched = yield* Effect.forkChild(
        Effect.flip(fetch({ url: `https://${target}/`, allow: [target], timeout: 400 }))
      )
      yield* Deferred.await(greeted)
      yield* TestClock.adjust(400)
      assert.strictEqual((yield* Fiber.join(fetched)).reason._tag, "Timeout")
      yield* TestClock.withLive(untilOpen({ open: () => sockets.size }, 0))
    }).pipe(Effect.scoped))

  it.live("a refused connection is a ConnectError that can be retried", () =>
    Effect.gen(function*() {
      const { target } = yield* Effect.scoped(serve({}))
      const error = yield* Effect.flip(fetch({ url: `http://${target}/`, allow: [target] }))
      assert.strictEqual(error.reason._tag, "ConnectError")
      assert.strictEqual(error.retry, "now")
      assert.strictEqual((error.reason as FetchError.ConnectError).code, "ECONNREFUSED")
      assertOpaque(error, [target, "127.0.0.1"])
    }))

  it.live("an interruption closes the connection", () =>
    Effect.gen(function*() {
      const server = yield* serve({ silent: () => {} })
      const fiber = yield* Effect.forkChild(fetch({ url: `${server.origin}/silent`, allow: [server.target] }))
      yield* untilOpen(server, 1)
      yield* Fiber.interrupt(fiber)
      yield* untilOpen(server, 0)
    }).pipe(Effect.scoped))

  it("an error message contains no part of the URL", () => {
    for (
      const reason of [
        new FetchError.ConnectError({}),
        new FetchError.Timeout({ phase: "body" }),
        new FetchError.InvalidUrl()
      ]
    ) {
      assert.notMatch(FetchError.make(reason).message, /http:\/\/|\?/)
    }
  })
})

describe("bodies", () => {
  const encodings = {
    gzip: NodeZlib.gzipSync,
    br: NodeZlib.brotliCompressSync,
    zstd: NodeZlib.zstdCompressSync,
    deflate: NodeZlib.deflateSync
  }
  for (const [coding, encode] of Object.entries(encodings)) {
    it.live(`decodes ${coding}, large and small`, () =>
      Effect.gen(function*() {
        for (const size of [10, 2_000_000]) {
          const text = html("wörd ".repeat(size / 5))
          const page = yield* visit((socket) => socket.end(answer(200, { "content-encoding": coding }, encode(text))))
          assert.strictEqual(textOf(page), text)
        }
      }))
  }

  it.live("decodes bare deflate and two encodings", () =>
    Effect.gen(function*() {
      const bare = yield* visit((socket) =>
        socket.end(answer(200, { "content-encoding": "deflate" }, NodeZlib.deflateRawSync(html("bare"))))
      )
      assert.include(textOf(bare), "bare")
      const both = yield* visit((socket) =>
        socket.end(
          answer(200, { "content-encoding": "gzip, br" }, NodeZlib.brotliCompressSync(NodeZlib.gzipSync(html("both"))))
        )
      )
      assert.include(textOf(both), "both")
    }))

  it.live("accepts a body with a false gzip header, with a warning", () =>
    Effect.gen(function*() {
      const page = yield* visit((socket) => socket.end(answer(200, { "content-encoding": "gzip" }, html("plain"))))
      assert.include(textOf(page), "plain")
      assert.lengthOf(page.warnings, 1)
    }))

  it.live("skips 1xx responses that were not requested", () =>
    Effect.gen(function*() {
      const continued = yield* visit((socket) => {
        socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n")
        socket.end(answer(200, {}, html("after 100")))
      })
      assert.include(textOf(continued), "after 100")
      const hinted = yield* visit((socket) => {
        socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n")
        socket.end(answer(200, {}, html("after 103")))
      })
      assert.include(textOf(hinted), "after 103")
    }))

  it.live("does not treat the text of a body as a status line", () =>
    Effect.gen(function*() {
      const body = "HTTP/1.1 100 Continue\r\n\r\nrest"
      const page = yield* visit((socket) => {
        socket.write(answer(200, { "content-length": String(body.length) }))
        // by then the head has been read, alone
        roundTrips(2).then(() => socket.end(body))
      })
      assert.strictEqual(textOf(page), body)
    }))

  it.live("returns the bytes, headers, and charset label of a file", () =>
    Effect.gen(function*() {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      const page = yield* visit((socket) =>
        socket.end(
          answer(
            200,
            { "content-type": "Application/ZIP; charset=\"x\"", "x-a": ["1", "2"], "set-cookie": "a=b" },
            bytes
          )
        )
      )
      assert.deepStrictEqual(page.body, bytes)
      assert.strictEqual(page.contentType, "application/zip")
      assert.strictEqual(page.charset, "x")
      assert.strictEqual(page.headers["x-a"], "1, 2")
      assert.notProperty(page.headers, "set-cookie")
    }))

  it.live("reads the type from every declaration", () =>
    Effect.gen(function*() {
      const declared = [
        ["text/html, TEXT/HTML; charset=UTF-8", "text/html", "UTF-8"],
        ["text/html; charset=gbk, text/html", "text/html", "gbk"],
        ["text/html; charset=gbk, text/plain", "text/plain", undefined],
        [["text/plain", "text/html"], "text/html", undefined],
        ["text/html, */*, nonsense, /", "text/html", undefined],
        ["text/html; title=\"a, text/plain; charset=x\"", "text/html", "x"],
        ["charset=utf-8", "", undefined],
        [null, "", undefined]
      ] as const
      for (const [header, essence, charset] of declared) {
        const page = yield* visit((socket) => socket.end(answer(200, { "content-type": header }, "x")))
        assert.deepStrictEqual([page.contentType, page.charset], [essence, charset], String(header))
      }
    }))

  it.live("returns an empty body", () =>
    Effect.gen(function*() {
      for (const status of [200, 204, 304]) {
        const page = yield* visit((socket) =>
          socket.end(answer(status, status === 200 ? {} : { "content-length": null }))
        )
        assert.strictEqual(page.status, status)
        assert.strictEqual(page.body.length, 0)
      }
    }))
})

describe("redirects", () => {
  it.live("removes credentials when the origin changes, and no other headers", () =>
    Effect.gen(function*() {
      const seen: Array<ReadonlyMap<string, string>> = []
      const end: Handler = (socket, { headers }) => {
        seen.push(headers)
        socket.end(answer(200, {}, html("end")))
      }
      const other = yield* serve({ end })
      const first = yield* serve({
        start: (socket) => socket.end(answer(302, { location: "/same" })),
        same: (socket, { headers }) => {
          seen.push(headers)
          socket.end(answer(301, { location: `${other.origin}/end` }))
        }
      })
      const page = yield* fetch({
        url: `${first.origin}/start`,
        allow: [first.target, other.target],
        options: { headers: { Authorization: "Bearer x", Cookie: "s=1", "X-Api-Key": "k", Pragma: "no-cache" } }
      })
      assert.deepStrictEqual(page.redirects.map(({ status }) => status), [302, 301])
      assert.strictEqual(seen[0]?.get("authorization"), "Bearer x")
      assert.strictEqual(seen[0]?.get("cookie"), "s=1")
      assert.isFalse(seen[1]?.has("authorization"))
      assert.isFalse(seen[1]?.has("cookie"))
      assert.strictEqual(seen[0]?.get("x-api-key"), "k")
      assert.isFalse(seen[1]?.has("x-api-key"))
      assert.strictEqual(seen[1]?.get("pragma"), "no-cache")
    }).pipe(Effect.scoped))

  it.live("sends cookies on redirects, so that a cookie wall is not a loop", () =>
    Effect.gen(function*() {
      const page = yield* visit((socket, { headers }) =>
        socket.end(
          headers.get("cookie")?.includes("seen=1") === true
            ? answer(200, {}, html("inside"))
            : answer(302, { location: "/page", "set-cookie": "seen=1; Path=/; HttpOnly" })
        )
      )
      assert.include(textOf(page), "inside")
    }))

  it.live("replaces the caller's cookie of the same name", () =>
    Effect.gen(function*() {
      const page = yield* visit((socket, { headers }) =>
        socket.end(
          headers.get("cookie") === "session=old; lang=de"
            ? answer(302, { location: "/page", "set-cookie": "session=new" })
            : answer(200, {}, html(headers.get("cookie") ?? "none"))
        ), { options: { headers: { Cookie: "session=old; lang=de" } } })
      assert.include(textOf(page), ">lang=de; session=new<")
    }))

  it.live("separates the cookies of requests", () =>
    Effect.gen(function*() {
      const cookies: Array<string | undefined> = []
      const server = yield* serve({
        page: (socket, { headers }) => {
          cookies.push(headers.get("cookie"))
          socket.end(answer(200, { "set-cookie": "id=7" }, html("x")))
        }
      })
      const fetcher = yield* HttpFetcher.make().pipe(Effect.provide(EgressGuard.layer({ allow: [server.target] })))
      const get = fetcher.fetch({ url: `${server.origin}/page`, timeout: "1 minute", options: defaultOptions })
      yield* get
      yield* get
      assert.deepStrictEqual(cookies, [undefined, undefined])
    }).pipe(Effect.scoped))

  it.live("follows a meta refresh, but not a slow one or one inside noscript", () =>
    Effect.gen(function*() {
      const refresh = (markup: string) =>
        visit((socket, { query }) =>
          socket.end(answer(200, {}, query === "2" ? html("second") : `<head>${markup}</head>first`))
        )
      const followed = yield* refresh("<meta http-equiv=\"refresh\" content=\"0; URL='/page?2'\">")
      assert.include(textOf(followed), "second")
      assert.lengthOf(followed.redirects, 1)
      for (
        const markup of [
          "<noscript><meta http-equiv=refresh content=\"0;url=/page?2\"></noscript>",
          "<!-- <meta http-equiv=refresh content=\"0;url=/page?2\"> -->",
          "<meta http-equiv=refresh content=\"300;url=/page?2\">",
          "<meta http-equiv=refresh content=\"30\">"
        ]
      ) assert.include(textOf(yield* refresh(markup)), "first")
    }))

  it.live("reads a location in UTF-8", () =>
    Effect.gen(function*() {
      const server = yield* serve({
        start: (socket) =>
          socket.end(Buffer.from("HTTP/1.1 302 X\r\nlocation: /caf\u00e9\r\ncontent-length: 0\r\n\r\n", "utf8")),
        "caf%C3%A9": (socket) => socket.end(answer(200, {}, html("coffee")))
      })
      const page = yield* fetch({ url: `${server.origin}/start`, allow: [server.target] })
      assert.include(textOf(page), "coffee")
    }).pipe(Effect.scoped))
})

describe("requests", () => {
  const echo: Handler = (socket, { headers }) =>
    socket.end(answer(200, {}, JSON.stringify(Object.fromEntries(headers))))
  const sent = (request: Partial<Omit<Fetch, "allow">>) =>
    Effect.map(visit(echo, request), (page) => ({
      page,
      headers: JSON.parse(textOf(page)) as Record<string, string>
    }))

  it.live("state languages and the user agent", () =>
    Effect.gen(function*() {
      const german = yield* sent({ options: { location: { country: "DE", languages: [] } } })
      assert.strictEqual(german.headers["accept-language"], "de-DE,de;q=0.9,en;q=0.8")
      const chosen = yield* sent({
        options: { location: { country: "DE", languages: ["fr-CA", "x\r\ny: z"] } },
        engine: { userAgent: "DunlinBot/1.0 (+https://example.com/bot)" }
      })
      assert.strictEqual(chosen.headers["accept-language"], "fr-CA,fr;q=0.9,en;q=0.8")
      assert.strictEqual(chosen.headers["user-agent"], "DunlinBot/1.0 (+https://example.com/bot)")
    }))

  it.live("contain the caller's headers, except those that would break the message", () =>
    Effect.gen(function*() {
      const { headers, page } = yield* sent({
        options: {
          headers: {
            "User-Agent": "mine",
            "X-Name": "日本",
            Host: "other.example",
            "Transfer-Encoding": "chunked",
            Connection: "upgrade",
            "X-Split": "a\r\nX-Injected: 1",
            "bad name": "x"
          }
        }
      })
      assert.strictEqual(headers["user-agent"], "mine")
      assert.strictEqual(Buffer.from(headers["x-name"]!, "latin1").toString("utf8"), "日本")
      assert.notStrictEqual(headers.host, "other.example")
      assert.notProperty(headers, "transfer-encoding")
      assert.notProperty(headers, "x-injected")
      assert.match(page.warnings.join(), /Host.*Transfer-Encoding.*Connection.*X-Split.*bad name/)
    }))

  it.live("send user information of the URL as a header, and remove it from the page's URL", () =>
    Effect.gen(function*() {
      const server = yield* serve({ page: echo })
      const page = yield* fetch({ url: `http://me:p%40ss@${server.target}/page`, allow: [server.target] })
      const headers = JSON.parse(textOf(page)) as Record<string, string>
      assert.strictEqual(headers.authorization, `Basic ${Buffer.from("me:p@ss").toString("base64")}`)
      assert.strictEqual(page.url, `${server.origin}/page`)
      assert.strictEqual(page.sourceUrl, `${server.origin}/page`)
    }).pipe(Effect.scoped))

  it.live("accept a percent sign in user information literally", () =>
    Effect.gen(function*() {
      const server = yield* serve({ page: echo })
      const page = yield* fetch({ url: `http://a%zz:b@${server.target}/page`, allow: [server.target] })
      const headers = JSON.parse(textOf(page)) as Record<string, string>
      assert.strictEqual(headers.authorization, `Basic ${Buffer.from("a%zz:b").toString("base64")}`)
    }).pipe(Effect.scoped))

  it.live("are repeated if a reused connection closed before any response", () =>
    Effect.gen(function*() {
      let asked = 0
      const page = yield* visit((socket) =>
        ++asked === 1 ? socket.destroy() : socket.end(answer(200, {}, html("second try")))
      )
      assert.include(textOf(page), "second try")
      assert.strictEqual(asked, 2)
    }))

  it.live("wait for a short Retry-After once, and return a long one as data", () =>
    Effect.gen(function*() {
      let asked = 0
      const short = yield* visit((socket) =>
        socket.end(++asked === 1 ? answer(429, { "retry-after": "0" }) : answer(200, {}, html("now")))
      )
      assert.strictEqual(short.status, 200)
      asked = 0
      const long = yield* visit((socket) => {
        asked++
        socket.end(answer(503, { "retry-after": "999999999" }))
      })
      assert.strictEqual(long.status, 503)
      assert.strictEqual(asked, 1)
    }))

  it.live("are repeated after a valid date only", () =>
    Effect.gen(function*() {
      let asked = 0
      const attempts = (retryAfter: string) => {
        asked = 0
        return Effect.map(
          visit((socket) => {
            asked++
            socket.end(answer(503, { "retry-after": retryAfter }))
          }),
          () => asked
        )
      }
      assert.strictEqual(yield* attempts("Fri, 31 Dec 1999 23:59:59 GMT"), 2)
      assert.strictEqual(yield* attempts(new Date(Date.now() + 3_600_000).toUTCString()), 1)
      for (const odd of ["-5", "2024", "soon"]) assert.strictEqual(yield* attempts(odd), 1, odd)
    }))

  it.effect("do not wait for a Retry-After beyond the timeout", () =>
    Effect.gen(function*() {
      const asked = yield* Deferred.make<Socket>()
      const page = yield* Effect.forkChild(
        visit((socket) => void Deferred.doneUnsafe(asked, Effect.succeed(socket)), { timeout: 2_500 })
      )
      const socket = yield* Deferred.await(asked)
      yield* TestClock.adjust(1_500)
      socket.end(answer(429, { "retry-after": "1" }, "later"))
      assert.strictEqual((yield* Fiber.join(page)).status, 429)
    }))

  it.live("never exceed the limit per origin", () =>
    Effect.gen(function*() {
      const waiting: Array<Socket> = []
      let most = 0
      const server = yield* serve({
        page: (socket) => {
          most = Math.max(most, waiting.push(socket))
          // the third is answered with the others once a fourth would have come
          if (waiting.length !== 3) return
          roundTrips(50).then(() => {
            for (const one of waiting.splice(0)) one.end(answer(200, {}, html("x")))
          })
        }
      })
      const fetcher = yield* HttpFetcher.make({ connectionsPerOrigin: 3 }).pipe(
        Effect.provide(EgressGuard.layer({ allow: [server.target] }))
      )
      const get = fetcher.fetch({ url: `${server.origin}/page`, timeout: "1 minute", options: defaultOptions })
      const pages = yield* Effect.all(Array.from({ length: 21 }, () => get), { concurrency: "unbounded" })
      assert.lengthOf(pages, 21)
      assert.strictEqual(most, 3)
    }).pipe(Effect.scoped))
})

describe("certificates", () => {
  const fixture = (name: string) => NodeFs.readFileSync(new URL(`fixtures/${name}`, import.meta.url))
  const secure = Effect.acquireRelease(
    Effect.callback<{ readonly target: string; readonly close: () => void }>((resume) => {
      const server = NodeTls.createServer(
        { cert: fixture("self-signed.crt"), key: fixture("self-signed.key") },
        (socket) => {
          socket.on("error", () => {})
          socket.once("data", () => socket.end(answer(200, {}, html("secure"))))
        }
      )
      server.on("tlsClientError", () => {})
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({
          target: `127.0.0.1:${(server.address() as NodeNet.AddressInfo).port}`,
          close: () => server.close()
        })))
    }),
    ({ close }) => Effect.sync(close)
  )

  it.live("are verified on request", () =>
    Effect.gen(function*() {
      const { target } = yield* secure
      const get = (skipTlsVerification: boolean) =>
        fetch({ url: `https://${target}/`, allow: [target], options: { skipTlsVerification } })
      assert.include(textOf(yield* get(true)), "secure")
      const error = yield* Effect.flip(get(false))
      assert.strictEqual(error.reason._tag, "TlsError")
    }).pipe(Effect.scoped))
})
