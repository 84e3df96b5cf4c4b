import { AuditLog, Listener, NodeServer } from "@dunlin/http-api"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Scope, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { createServer } from "node:http"
import { connect, type Socket } from "node:net"
import type * as Exchange from "../src/internal/exchange.ts"
import type * as Requests from "../src/internal/nodeRequest.ts"
import { services } from "./stub.ts"

const load = async <A>(name: string): Promise<A> =>
  await import(new URL(`../src/internal/${name}.ts`, import.meta.url).href) as A

const { answer } = await load<typeof Exchange>("exchange")
const { whenReadable } = await load<typeof Requests>("nodeRequest")

const maxBodyBytes = 256 * 1024

/** The server, whose answers to searches wait for the latch. */
const start = Effect.fnUntraced(function*(latch?: Deferred.Deferred<void>) {
  const refused = yield* Deferred.make<void>()
  // a test that fails leaves an answer behind that waits for the latch, and the server waits for it
  const scope = yield* Effect.acquireRelease(Scope.make(), (scope) =>
    Effect.andThen(
      latch === undefined ? Effect.void : Deferred.succeed(latch, undefined),
      Scope.close(scope, Exit.void)
    ))
  const context = yield* Layer.buildWithScope(
    NodeServer.layer({ maxBodyBytes }).pipe(
      Layer.provide(services({
        teams: [{ id: "one", keys: ["one"], audit: true }],
        audit: Layer.succeed(AuditLog.AuditLog, {
          record: () =>
            Effect.andThen(
              Deferred.succeed(refused, undefined),
              latch === undefined ? Effect.void : Deferred.await(latch)
            )
        })
      })),
      Layer.provideMerge(Listener.layer(() => createServer(), { gracefulShutdownTimeout: "1 millis" })),
      Layer.provide(Logger.layer([]))
    ),
    scope
  )
  const { port, server, url } = yield* Effect.provideContext(Listener.Listener, context)
  const stop = Scope.close(scope, Exit.void)
  const connections: Array<Socket> = []
  server.on("connection", (socket) => connections.push(socket))
  const asked = new Promise<void>((resolve) => server.once("request", () => resolve()))
  return { port, url, stop, connections, asked: Effect.promise(() => asked), refused: Deferred.await(refused) }
})

/** A server that gives everybody one answer, and reads no body for it. */
const saying = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.gen(function*() {
    const context = yield* Layer.build(services())
    const { port, server } = yield* Effect.provideContext(
      Listener.Listener,
      yield* Layer.build(Listener.layer(() => createServer()))
    )
    const connections: Array<Socket> = []
    server.on("connection", (socket) => connections.push(socket)).on("request", (incoming, outgoing) =>
      whenReadable(incoming, maxBodyBytes, (request) => {
        Effect.runForkWith(context)(answer(incoming, request, outgoing, () =>
        () => Effect.succeed(response)))
      }))
    return { port, connections }
  })

/** What the server says on a connection until it ends. */
const dial = (port: number) => {
  const socket = connect(port, "127.0.0.1")
  let said = ""
  let told = () => {}
  socket.setEncoding("utf8").on("data", (text: string) => {
    said += text
    told()
  })
  // Whoever is cut off while it writes is told so.
  socket.on("error", () => {})
  const close = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  const until = (enough: (said: string) => boolean) =>
    Effect.promise(() =>
      new Promise<string>((resolve, reject) => {
        told = () => enough(said) && resolve(said)
        told()
        void close.then(() => reject(new Error(`ended after ${said}`)))
      })
    )
  return { socket, until, closed: Effect.map(Effect.promise(() => close), () => said) }
}

const isWhole = (said: string): boolean => {
  const [head, body] = said.split("\r\n\r\n")
  const length = /content-length: (\d+)/i.exec(head!)?.[1]
  return body !== undefined && length !== undefined && Buffer.byteLength(body) === Number(length)
}

const head = (...lines: ReadonlyArray<string>) =>
  ["POST /v2/search HTTP/1.1", "host: localhost", "authorization: Bearer one", ...lines, "", ""].join("\r\n")

const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`

const refuses = (said: string) => {
  assert.match(said, /^HTTP\/1.1 413/)
  assert.isTrue(isWhole(said))
  assert.include(said, "\"code\":\"REQUEST_TOO_LARGE\"")
}

describe("a body that is too large", () => {
  const whole = "x".repeat(8 * maxBodyBytes)
  const ways: ReadonlyArray<readonly [string, string, string]> = [
    ["announced", head(`content-length: ${whole.length}`), whole],
    ["announced on a last request", head(`content-length: ${whole.length}`, "connection: close"), whole],
    ["in chunks", head("transfer-encoding: chunked"), `${chunk.repeat(32)}0\r\n\r\n`],
    [
      "in chunks on a last request",
      head("transfer-encoding: chunked", "connection: close"),
      `${chunk.repeat(32)}0\r\n\r\n`
    ]
  ]
  for (const [name, first, rest] of ways) {
    it.effect(`${name}: is read until the response is written, and nothing is stored`, () =>
      Effect.gen(function*() {
        const latch = yield* Deferred.make<void>()
        const { connections, port, refused, url } = yield* start(latch)
        const { closed, socket, until } = dial(port)
        socket.write(first + rest)
        yield* refused
        // Time enough for everything on the way to arrive, and for a connection to end.
        for (let turn = 0; turn < 10; turn++) yield* Effect.promise(async () => (await fetch(`${url}/health`)).text())
        // buffers on the way are read into, too
        assert.isBelow(connections[0]!.bytesRead, 4 * maxBodyBytes)
        assert.isFalse(connections[0]!.destroyed || connections[0]!.writableEnded)
        yield* Deferred.succeed(latch, undefined)
        refuses(yield* until(isWhole))
        // The answer was the last of the connection, and the body was read before that ended.
        yield* closed
        assert.isAtLeast(connections[0]!.bytesRead, rest.length)
      }))
  }

  it.effect("occupies a connection for at most ten seconds", () =>
    Effect.gen(function*() {
      const { connections, port } = yield* start()
      const { closed, socket, until } = dial(port)
      const say = () => void (socket.destroyed || socket.write(chunk, say))
      socket.write(head("transfer-encoding: chunked"), say)
      refuses(yield* until(isWhole))
      yield* TestClock.adjust("9 seconds")
      assert.isFalse(connections[0]!.destroyed)
      yield* TestClock.adjust("1 seconds")
      assert.isTrue(connections[0]!.destroyed)
      yield* closed
    }))

  it.effect("is not requested if the client asks first", () =>
    Effect.gen(function*() {
      const { port } = yield* start()
      const large = dial(port)
      large.socket.write(head(`content-length: ${whole.length}`, "expect: 100-continue"))
      refuses(yield* large.until(isWhole))
      large.socket.destroy()
      const small = dial(port)
      const body = JSON.stringify({ query: "effect" })
      small.socket.write(head(`content-length: ${body.length}`, "expect: 100-continue"))
      yield* small.until((said) => said === "HTTP/1.1 100 Continue\r\n\r\n")
      small.socket.write(body)
      yield* small.until((said) => said.includes("HTTP/1.1 200"))
      small.socket.destroy()
    }))
})

it.effect("responds before an unread body, and reads it afterwards", () =>
  Effect.gen(function*() {
    const { connections, port } = yield* start()
    const { closed, socket, until } = dial(port)
    const body = "x".repeat(100_000)
    socket.write(`POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n`)
    assert.match(yield* until(isWhole), /^HTTP\/1.1 404/)
    socket.write(body)
    yield* closed
    assert.isAbove(connections[0]!.bytesRead, body.length)
  }))

describe("a chunked body that has arrived", () => {
  const ways: ReadonlyArray<readonly [string, string, number]> = [
    ["DELETE", "/v2/crawl/none", 401],
    ["DELETE", "/nowhere", 404],
    ["GET", "/health", 200]
  ]
  for (const [method, path, status] of ways) {
    it.effect(`leaves the connection open: ${method} ${path}`, () =>
      Effect.gen(function*() {
        const { connections, port } = yield* start()
        const { socket, until } = dial(port)
        const empty = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`
        socket.write(empty)
        const said = yield* until(isWhole)
        assert.match(said, new RegExp(`^HTTP/1.1 ${status}`))
        assert.match(said, /connection: keep-alive/i)
        socket.write(empty)
        yield* until((said) => said.split(`HTTP/1.1 ${status}`).length === 3)
        assert.strictEqual(connections.length, 1)
        socket.destroy()
      }))
  }
})

it.effect("gives a response without content no length, with any unread body", () =>
  Effect.gen(function*() {
    const { port } = yield* saying(HttpServerResponse.empty({ status: 204 }))
    const { closed, socket, until } = dial(port)
    socket.write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n")
    const said = yield* until((said) => said.includes("\r\n\r\n"))
    assert.match(said, /^HTTP\/1.1 204/)
    assert.notMatch(said, /content-length|transfer-encoding/i)
    socket.write("x".repeat(100_000))
    yield* closed
  }))

it.effect("streams the complete response before it closes the connection", () =>
  Effect.gen(function*() {
    const { connections, port } = yield* saying(
      HttpServerResponse.stream(Stream.make("first", "second").pipe(Stream.map((text) => Buffer.from(text))))
    )
    const { closed, socket, until } = dial(port)
    socket.write("POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 100000\r\n\r\n")
    yield* until((said) => said.includes("second"))
    assert.isFalse(connections[0]!.writableEnded)
    socket.write("x".repeat(100_000))
    const said = yield* closed
    assert.isAbove(connections[0]!.bytesRead, 100_000)
    assert.match(said, /second\r\n0\r\n\r\n$/)
  }))

/** A server that ends while a client writes its body, and has told it so. */
const endingInBody = Effect.gen(function*() {
  const { asked, connections, port, stop } = yield* start()
  const { closed, socket, until } = dial(port)
  // Larger than what is read before the work begins.
  socket.write(head("content-length: 100000"))
  yield* asked
  const stopped = yield* Effect.forkChild(stop)
  // The patience of the listener.
  yield* TestClock.adjust("1 millis")
  assert.match(yield* until(isWhole), /^HTTP\/1.1 503/)
  return { closed, connections, socket, stopped }
})

it.effect("tells a client that is sending a body that the server stops, and reads one more second", () =>
  Effect.gen(function*() {
    const { closed, connections, socket, stopped } = yield* endingInBody
    assert.isFalse(connections[0]!.destroyed || connections[0]!.writableEnded)
    socket.write("x".repeat(100_000))
    yield* closed
    yield* Fiber.join(stopped)
    assert.isAbove(connections[0]!.bytesRead, 100_000)
  }))

it.effect("waits no longer than that second when the server stops", () =>
  Effect.gen(function*() {
    const { closed, connections, stopped } = yield* endingInBody
    yield* TestClock.adjust("999 millis")
    assert.isFalse(connections[0]!.destroyed)
    yield* TestClock.adjust("1 millis")
    yield* closed
    yield* Fiber.join(stopped)
  }))

it.effect("reports a body that is not UTF-8", () =>
  Effect.gen(function*() {
    const { url } = yield* start()
    const ask = (body: Uint8Array) =>
      Effect.promise(async () => {
        const headers = { authorization: "Bearer one" }
        const response = await fetch(`${url}/v2/search`, { method: "POST", headers, body })
        return [response.status, (await response.json() as any).error]
      })
    const latin1 = Buffer.from("{\"query\":\"caf\u00e9\"}", "latin1")
    assert.deepStrictEqual(yield* ask(latin1), [400, "The request body is not UTF-8"])
    const utf8 = Buffer.from("\ufeff{\"query\":\"caf\u00e9\"}", "utf8")
    assert.deepStrictEqual(yield* ask(utf8), [200, undefined])
  }))
