import { CreditLedger } from "@dunlin/credits"
import { AuditLog, Listener, NodeServer, type Server } from "@dunlin/http-api"
import { assert, it } from "@effect/vitest"
import { Deferred, type Duration, Effect, Exit, Fiber, Layer, Logger, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { createServer, request } from "node:http"
import { connect, type Socket } from "node:net"
import { countTurns } from "../../common/test/turns.ts"
import { answer, services, type Stub } from "./stub.ts"

/** What the servers have accepted, by the port of the other side. */
const connections = new Map<number | undefined, Socket>()

const listener = () =>
  createServer({ requireHostHeader: false }).on("connection", (socket) => connections.set(socket.remotePort, socket))

/** The server on a port of its own, until the scope of the test closes. */
const start = Effect.fnUntraced(function*(
  stub: Stub = {},
  options: Server.Options = {},
  gracefulShutdownTimeout: Duration.Input = "1 millis"
) {
  const scope = yield* Scope.make()
  const layer = NodeServer.layer(options).pipe(
    Layer.provide(services(stub)),
    Layer.provideMerge(
      Listener.layer(listener, { gracefulShutdownTimeout })
    ),
    Layer.provide(Logger.layer([]))
  )
  const context = yield* Layer.buildWithScope(layer, scope)
  const { port, url } = yield* Effect.provideContext(Listener.Listener, context)
  const stop = Scope.close(scope, Exit.void)
  yield* Effect.addFinalizer(() => stop)
  return { port, url, stop }
})

const post = (url: string, body: string, init: RequestInit = {}) =>
  Effect.promise(() => fetch(`${url}/v2/search`, { method: "POST", body, ...init }))

/** Whether the server has read so much of the connection from a port; also when it has ended that. */
const hasRead = (port: number | undefined, bytes: number) => {
  const socket = connections.get(port)
  return socket !== undefined && (socket.destroyed || socket.bytesRead >= bytes)
}

/** Everything a connection says until it ends or `enough` was said; the server reads each piece by itself. */
const raw = (port: number, pieces: ReadonlyArray<string>, enough: (text: string) => boolean = () => false) =>
  Effect.callback<string>((resume) => {
    let text = ""
    const socket = connect(port, "127.0.0.1")
    const done = () => {
      socket.destroy()
      resume(Effect.succeed(text))
    }
    socket.on("data", (chunk) => {
      text += chunk.toString()
      if (enough(text)) done()
    })
    socket.on("close", done)
    socket.on("error", done)
    const say = (index: number) => {
      const piece = pieces[index]
      if (piece === undefined) return
      socket.write(piece, () => {
        const next = () =>
          hasRead(socket.localPort, socket.bytesWritten) ? say(index + 1) : socket.destroyed || setImmediate(next)
        next()
      })
    }
    socket.on("connect", () => say(0))
  })

const search = JSON.stringify({ query: "effect" })

it.live("charges each operation under its name, and shares services within an operation", () =>
  Effect.gen(function*() {
    const seen: Array<{ readonly operation: string; readonly services: unknown }> = []
    const note = Effect.withFiber((fiber) =>
      Effect.sync(() => {
        seen.push({ operation: fiber.getRef(CreditLedger.Operation), services: fiber.context })
      })
    )
    const { url } = yield* start({
      search: (task) => Effect.as(note, answer(task)),
      scrape: () => Effect.andThen(note, Effect.die("no page"))
    })
    yield* post(url, search)
    yield* post(url, search)
    yield* Effect.promise(() =>
      fetch(`${url}/v2/scrape`, { method: "POST", body: JSON.stringify({ url: "https://a.example" }) })
    )
    yield* post(url, search)
    assert.deepStrictEqual(seen.map(({ operation }) => operation), ["search", "search", "scrape", "search"])
    assert.strictEqual(seen[1]!.services, seen[0]!.services)
    assert.strictEqual(seen[3]!.services, seen[0]!.services)
  }))

it.live("answers consecutive searches on a connection", () =>
  Effect.gen(function*() {
    const { port } = yield* start()
    const one = `POST /v2/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${search.length}\r\n\r\n${search}`
    const text = yield* raw(port, [one, one], (text) => text.split("\"creditsUsed\"").length === 3)
    assert.strictEqual(text.split("HTTP/1.1 200").length, 3)
    assert.match(text, /x-request-id: /)
  }))

const pipelined = (count: number) => {
  const one = `POST /v2/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${search.length}\r\n\r\n${search}`
  return one.repeat(count)
}

it.live("starts pipelined requests of a connection one by one", () =>
  Effect.gen(function*() {
    const counted = countTurns()
    const begun: Array<number> = []
    let atWork = 0
    let most = 0
    const { port } = yield* start({
      search: (task) =>
        Effect.suspend(() => {
          begun.push(counted.turns())
          most = Math.max(most, ++atWork)
          // some are done at once, and some later
          return begun.length % 2 === 0 ? Effect.succeed(answer(task)) : Effect.as(Effect.yieldNow, answer(task))
        }).pipe(Effect.ensuring(Effect.sync(() => atWork--)))
    })
    const text = yield* raw(port, [pipelined(60)], (text) => text.split("\"creditsUsed\"").length === 61)
    counted.end()
    assert.strictEqual(text.split("HTTP/1.1 200").length, 61)
    assert.notInclude(text, "connection: close")
    assert.strictEqual(most, 1)
    assert.strictEqual(new Set(begun).size, 60)
  }))

it.live("closes a connection with too many waiting requests, and starts none of them", () =>
  Effect.gen(function*() {
    let searches = 0
    const { port } = yield* start({
      search: (task) =>
        Effect.sync(() => {
          searches++
          return answer(task)
        })
    })
    yield* raw(port, [pipelined(2000)])
    assert.isAtMost(searches, 1)
    assert.include(yield* raw(port, [pipelined(1)], (text) => text.includes("creditsUsed")), "HTTP/1.1 200")
  }))

it.live("reports a missing host, which only HTTP/1.0 allows", () =>
  Effect.gen(function*() {
    const { port } = yield* start()
    const ask = (version: string) => raw(port, [`GET /health HTTP/${version}\r\nconnection: close\r\n\r\n`])
    const refused = yield* ask("1.1")
    assert.match(refused, /^HTTP\/1.1 400/)
    assert.include(refused, `"code":"BAD_REQUEST"`)
    assert.include(refused, `"path":["Host"]`)
    assert.match(yield* ask("1.0"), /^HTTP\/1.1 200/)
  }))

it.live("rejects a request with two hosts, which a proxy could read differently", () =>
  Effect.gen(function*() {
    const { port } = yield* start()
    const hosts = "host: localhost\r\nHost: other.example\r\n"
    const refused = yield* raw(port, [`GET /health HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`])
    assert.match(refused, /^HTTP\/1.1 400/)
    assert.include(refused, `"path":["Host"]`)
  }))

it.live("reads bodies in pieces, in chunks, and of any size", () =>
  Effect.gen(function*() {
    const { port, url } = yield* start()
    const head =
      `POST /v2/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${search.length}\r\nconnection: close\r\n\r\n`
    const inPieces = yield* raw(port, [head, search.slice(0, 5), search.slice(5)])
    assert.match(inPieces, /^HTTP\/1.1 200/)
    const chunked = yield* raw(port, [
      "POST /v2/search HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n",
      `${search.length.toString(16)}\r\n${search}\r\n`,
      "0\r\n\r\n"
    ])
    assert.match(chunked, /^HTTP\/1.1 200/)
    const large = yield* post(url, JSON.stringify({ query: "effect", unknown: "x".repeat(200_000) }))
    assert.strictEqual(large.status, 200)
    const marked = yield* post(url, `\ufeff${search}`)
    assert.strictEqual(marked.status, 200)
  }))

it.live("finds paths in every spelling, and names the methods of an endpoint", () =>
  Effect.gen(function*() {
    const { port, url } = yield* start()
    const get = (path: string, method = "GET") => Effect.promise(() => fetch(`${url}${path}`, { method }))
    assert.strictEqual((yield* get("/Health/?a=b")).status, 200)
    assert.strictEqual((yield* get("/health", "HEAD")).status, 200)
    assert.strictEqual((yield* get("/nowhere")).status, 404)
    assert.strictEqual((yield* get("/v2/search")).headers.get("allow"), "POST")
    assert.match(
      yield* raw(port, ["GET http://localhost/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"]),
      /"status":"(?:ok|degraded)"/
    )
    assert.match(yield* Effect.promise(async () => (await fetch(`${url}/metrics`)).text()), /dunlin_http_requests/)
    assert.match(yield* Effect.promise(async () => (await fetch(`${url}/docs`)).text()), /<html/)
  }))

it.live("stops the work of a client that disconnects", () =>
  Effect.gen(function*() {
    const began = yield* Deferred.make<void>()
    const ended = yield* Deferred.make<void>()
    const endless = Deferred.succeed(began, undefined).pipe(
      Effect.andThen(Effect.never),
      Effect.onInterrupt(() => Deferred.succeed(ended, undefined))
    )
    const { port } = yield* start({ search: () => endless })
    const call = request({ port, path: "/v2/search", method: "POST" })
    call.on("error", () => {})
    call.end(search)
    yield* Deferred.await(began)
    call.destroy()
    yield* Deferred.await(ended)
  }))

it.live("finishes running requests when it stops, and rejects others with a retry hint", () =>
  Effect.gen(function*() {
    for (const [patience, status] of [["1 minute", 200], ["1 millis", 503]] as const) {
      const began = yield* Deferred.make<void>()
      const gate = yield* Deferred.make<void>()
      const audited: Array<number> = []
      const { stop, url } = yield* start(
        {
          teams: [{ id: "one", keys: ["one"], audit: true }],
          audit: Layer.succeed(AuditLog.AuditLog, {
            record: ({ status }) => Effect.sync(() => void audited.push(status))
          }),
          search: (task) =>
            Deferred.succeed(began, undefined).pipe(Effect.andThen(Deferred.await(gate)), Effect.as(answer(task)))
        },
        {},
        patience
      )
      const response = yield* Effect.forkChild(post(url, search, { headers: { authorization: "Bearer one" } }))
      yield* Deferred.await(began)
      const stopped = yield* Effect.forkChild(stop)
      if (status === 200) {
        // It takes no new connection any more, and the work still runs.
        yield* Effect.promise(async () => {
          while (await fetch(`${url}/health`, { headers: { connection: "close" } }).then(() => true, () => false));
        })
        yield* Deferred.succeed(gate, undefined)
      }
      yield* Fiber.join(stopped)
      assert.strictEqual((yield* Fiber.join(response)).status, status)
      // Log and audit say what the client was told.
      assert.deepStrictEqual(audited, [status])
    }
  }))

it.live("streams events, and detects that the client stopped reading", () =>
  Effect.gen(function*() {
    const ended = yield* Deferred.make<void>()
    const { port, url } = yield* start({
      teams: [{ id: "one", keys: ["fc-one"], maxConcurrent: 1 }],
      stream: (task) =>
        Stream.make({ _tag: "Warning", message: task.request.query } as const).pipe(
          Stream.concat(task.request.query === "endless" ? Stream.never : Stream.empty),
          Stream.ensuring(Deferred.succeed(ended, undefined))
        )
    })
    const headers = { accept: "text/event-stream", authorization: "Bearer fc-one" }
    const leave = new AbortController()
    const endless = yield* post(url, JSON.stringify({ query: "endless" }), { headers, signal: leave.signal })
    assert.strictEqual(endless.status, 200)
    assert.strictEqual((yield* post(url, search, { headers })).status, 429)
    leave.abort()
    yield* Deferred.await(ended)
    // The place of the team is free again.
    const text = yield* Effect.promise(async () =>
      (await fetch(`http://127.0.0.1:${port}/v2/search`, { method: "POST", body: search, headers })).text()
    )
    assert.match(text, /^event: warning\ndata: \{"message":"effect"\}/)
  }))

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** The other side of the connection of a client that asks and does not read, once there is something to read. */
const unread = Effect.fnUntraced(function*(port: number, asked: string) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => connect(port, "127.0.0.1").pause().on("error", () => {})),
    (socket) => Effect.sync(() => socket.destroy())
  )
  client.write(asked)
  for (;;) {
    const theirs = connections.get(client.localPort)
    if (theirs !== undefined && theirs.writableLength > 0) return theirs
    yield* turn
  }
})

/** The clock goes on until a connection has ended. */
const untilEnded = Effect.fnUntraced(function*(socket: Socket) {
  while (!socket.destroyed) {
    yield* TestClock.adjust("1 second")
    yield* turn
  }
})

it.effect("does not wait forever for a client that does not read a large response", () =>
  Effect.gen(function*() {
    const warning = "x".repeat(32 * 1024 * 1024)
    const { port } = yield* start({ search: (task) => Effect.succeed({ ...answer(task), warning }) })
    const one = `POST /v2/search HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${search.length}\r\n\r\n${search}`
    const theirs = yield* unread(port, one)
    yield* TestClock.adjust("59 seconds")
    assert.isFalse(theirs.destroyed)
    yield* untilEnded(theirs)
  }))

it.effect("does not wait forever for a client that does not read events, and buffers no more meanwhile", () =>
  Effect.gen(function*() {
    let told = 0
    const message = "x".repeat(1024 * 1024)
    const { port } = yield* start({
      stream: () =>
        Stream.fromEffectRepeat(Effect.sync(() => {
          told++
          return { _tag: "Warning", message } as const
        }))
    })
    const one = `POST /v2/search HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n` +
      `content-length: ${search.length}\r\n\r\n${search}`
    const theirs = yield* unread(port, one)
    for (let time = 0; time < 20; time++) yield* turn
    // what the system keeps of a connection, and what is on its way there
    assert.isBelow(told, 64)
    yield* TestClock.adjust("59 seconds")
    assert.isFalse(theirs.destroyed)
    yield* untilEnded(theirs)
    assert.isBelow(told, 64)
  }))
