import { Capacity, Listener, Mount, NodeServer } from "@dunlin/http-api"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { createServer } from "node:http"
import { connect, type Socket } from "node:net"
import { answer, serve, services } from "./stub.ts"

const teams = [{ id: "many", keys: ["many"] }, { id: "one", keys: ["one"] }]
const as = (team: string) => ({ authorization: `Bearer ${team}` })
const search = { query: "effect" }

/** Lets all that arrives be read. */
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** A search that begins, and goes on as long as the gate is closed. */
const gated = Effect.map(Deferred.make<void>(), (gate) => ({
  open: Deferred.succeed(gate, undefined),
  search: (task: Parameters<typeof answer>[0]) => Effect.as(Deferred.await(gate), answer(task))
}))

describe("the number of concurrent requests", () => {
  it("reserves an eighth for teams with few requests, and lets a team queue half of the rest", () => {
    const capacity = Capacity.make({ requests: 16, waiting: 8 })
    const received = (team: string, times: number) => {
      const counts: Record<string, number> = {}
      for (let time = 0; time < times; time++) {
        const { turn } = capacity.come(team)
        const code = Exit.match(Effect.runSyncExit(turn), {
          onSuccess: () => "at work",
          onFailure: ({ reasons: [reason] }) =>
            reason?._tag === "Fail" ? (reason.error as { readonly code: string }).code : "waits"
        })
        counts[code] = (counts[code] ?? 0) + 1
      }
      return counts
    }
    assert.deepStrictEqual(received("a", 1000), { "at work": 14, waits: 4, RATE_LIMITED: 982 })
    assert.deepStrictEqual(received("b", 10), { "at work": 1, waits: 2, RATE_LIMITED: 7 })
    assert.deepStrictEqual(received("c", 10), { "at work": 1, waits: 1, RATE_LIMITED: 8 })
    assert.deepStrictEqual(received("d", 2), { waits: 1, SERVICE_UNAVAILABLE: 1 })
  })
})

it.effect("limits a flood of one team with a clear error, and does not affect other teams", () =>
  Effect.gen(function*() {
    const capacity = Capacity.make({
      requests: 16,
      waiting: 8,
      // the server in memory has a clock of its own
      longestWait: "1 day",
      remedy: "whoever runs it can raise it"
    })
    const { open, search: work } = yield* gated
    let most = 0
    const server = serve({
      teams,
      ports: Layer.succeed(Capacity.Capacity, capacity),
      search: (task) => {
        const { atWork, waiting } = capacity.load()
        most = Math.max(most, atWork + waiting)
        return task.caller?.team === "one" ? Effect.succeed(answer(task)) : work(task)
      }
    })
    const ask = (team: string) => Effect.promise(() => server.post("/v2/search", search, as(team)))
    const flood = yield* Effect.forEach(
      Array.from({ length: 5000 }),
      () => Effect.forkChild(ask("many"), { startImmediately: true })
    )
    while (capacity.load().refused < 5000 - 18) yield* Effect.promise(() => server.get("/health"))
    assert.deepStrictEqual(capacity.load(), { atWork: 14, waiting: 4, refused: 4982 })
    assert.strictEqual((yield* ask("one")).status, 200)
    yield* open
    const answers = yield* Effect.forEach(flood, Fiber.join)
    const refused = answers.filter(({ status }) => status === 429)
    assert.strictEqual(answers.filter(({ status }) => status === 200).length, 18)
    assert.strictEqual(refused.length, 4982)
    assert.strictEqual(refused[0]?.headers.get("retry-after"), "5")
    assert.strictEqual(
      refused[0]?.body.error,
      "The team has 4 queued requests, the limit for one team. Retry in 5 seconds, with fewer concurrent requests; " +
        "whoever runs it can raise it"
    )
    assert.strictEqual(refused[0]?.body.code, "RATE_LIMITED")
    assert.isAtMost(most, 19)
    assert.deepInclude(capacity.load(), { atWork: 0, waiting: 0 })
    const metrics = (yield* Effect.promise(() => server.get("/metrics", as("one")))).text
    assert.match(metrics, /^dunlin_http_requests_refused_total\S* 4982$/m)
    yield* Effect.promise(server.dispose)
  }))

it.effect("lets requests wait at most 30 seconds, and drops those of disconnected clients", () =>
  Effect.gen(function*() {
    const capacity = Capacity.make({ requests: 1, waiting: 4 })
    const first = capacity.come("many")
    yield* first.turn
    const late = capacity.come("many")
    const refused = yield* Effect.forkChild(Effect.flip(late.turn), { startImmediately: true })
    const left = capacity.come("one")
    const waiting = yield* Effect.forkChild(left.turn, { startImmediately: true })
    assert.strictEqual(capacity.load().waiting, 2)
    yield* Fiber.interrupt(waiting)
    yield* left.leave
    assert.strictEqual(capacity.load().waiting, 1)
    yield* TestClock.adjust("29 seconds")
    assert.strictEqual(refused.pollUnsafe(), undefined)
    yield* TestClock.adjust("1 seconds")
    const { code, retryAfter } = yield* Fiber.join(refused)
    assert.deepStrictEqual([code, retryAfter], ["SERVICE_UNAVAILABLE", 5])
    yield* Effect.andThen(late.leave, first.leave)
    assert.deepStrictEqual(capacity.load(), { atWork: 0, waiting: 0, refused: 1 })
  }))

/** A server on a port, with what it has accepted by the port of the other side. */
const listening = Effect.fnUntraced(function*(capacity: Capacity.Capacity, mounts: ReadonlyArray<Mount.Mount> = []) {
  const connections = new Map<number | undefined, Socket>()
  const { open, search } = yield* gated
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Effect.andThen(open, Scope.close(scope, Exit.void)))
  const ports = Layer.merge(Layer.succeed(Capacity.Capacity, capacity), Layer.succeed(Mount.Mounts, mounts))
  const context = yield* Layer.buildWithScope(
    NodeServer.layer().pipe(
      Layer.provide(services({ teams, search, ports })),
      Layer.provide(ports),
      Layer.provideMerge(
        Listener.layer(() => createServer().on("connection", (socket) => connections.set(socket.remotePort, socket)), {
          gracefulShutdownTimeout: "1 millis"
        })
      ),
      Layer.provide(Logger.layer([]))
    ),
    scope
  )
  const { port, url } = Context.get(context, Listener.Listener)
  return { connections, open, port, url }
})

const large = JSON.stringify({ query: "effect", scrapeOptions: { includeTags: ["p"] }, note: "x".repeat(1024 * 1024) })

const head = (team: string, ...lines: ReadonlyArray<string>) =>
  [
    "POST /v2/search HTTP/1.1",
    "host: localhost",
    `authorization: Bearer ${team}`,
    "connection: close",
    ...lines,
    "",
    ""
  ].join("\r\n")

/** Sends a request as fast as it is taken; tells what was said in the end. */
const dial = (port: number, request: string) => {
  const socket = connect(port, "127.0.0.1")
  let said = ""
  socket.setEncoding("utf8").on("data", (text: string) => said += text).on("error", () => {})
  socket.write(request)
  const end = new Promise<string>((resolve) => socket.once("close", () => resolve(said)))
  return { socket, end: Effect.promise(() => end) }
}

const send = (port: number, team: string) => dial(port, head(team, `content-length: ${large.length}`) + large)

const health = (url: string) => Effect.promise(async () => (await fetch(`${url}/health`)).text())

const quick = (url: string, team: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v2/search`, {
      method: "POST",
      headers: as(team),
      body: JSON.stringify(search)
    })
    await response.text()
    return response.status
  })

it.live("limits large bodies in memory, and does not read the others yet", () =>
  Effect.gen(function*() {
    const capacity = Capacity.make({ largeBodies: 2, longestWait: "1 day" })
    const { connections, open, port, url } = yield* listening(capacity)
    const sent = Array.from({ length: 20 }, () => send(port, "many"))
    const read = () =>
      sent.filter(({ socket }) => (connections.get(socket.localPort)?.bytesRead ?? 0) > large.length).length
    while (capacity.load().atWork < 2 || capacity.load().waiting < 18) {
      yield* health(url)
    }
    for (let turn = 0; turn < 20; turn++) yield* health(url)
    assert.strictEqual(read(), 2)
    assert.deepStrictEqual(capacity.load(), { atWork: 2, waiting: 18, refused: 0 })
    yield* open
    for (const { end } of sent) assert.match(yield* end, /^HTTP\/1.1 200/)
    while (capacity.load().atWork > 0) yield* health(url)
  }))

it.live("counts no large body that is still arriving or waiting", () =>
  Effect.gen(function*() {
    // one place of work, of which an unfinished body takes none; and one that is read at a time
    const capacity = Capacity.make({ requests: 1, largeBodies: 1, longestWait: "1 day" })
    const { connections, open, port, url } = yield* listening(capacity)
    yield* open
    const unfinished = connect(port, "127.0.0.1").on("error", () => {})
    unfinished.write(head("many", `content-length: ${large.length}`) + large.slice(0, 100_000))
    while ((connections.get(unfinished.localPort)?.bytesRead ?? 0) < 100_000) yield* health(url)
    const { end } = send(port, "many")
    while (capacity.load().waiting < 1) yield* health(url)
    assert.strictEqual(yield* quick(url, "many"), 200)
    assert.deepStrictEqual(capacity.load(), { atWork: 0, waiting: 1, refused: 0 })
    // the place of a body that breaks off is the next one's
    unfinished.destroy()
    assert.match(yield* end, /^HTTP\/1.1 200/)
    assert.strictEqual(yield* quick(url, "many"), 200)
    while (capacity.load().atWork > 0) yield* health(url)
    assert.deepStrictEqual(capacity.load(), { atWork: 0, waiting: 0, refused: 0 })
  }))

const chunked = (team: string, body: string) =>
  `${head(team, "transfer-encoding: chunked")}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

it.live("detects a large chunked body, and does not read the rest yet", () =>
  Effect.gen(function*() {
    const capacity = Capacity.make({ largeBodies: 1, longestWait: "1 day" })
    const { connections, open, port, url } = yield* listening(capacity)
    const [many, one] = [dial(port, chunked("many", large)), dial(port, chunked("one", large))]
    const small = Array.from({ length: 5 }, () => dial(port, chunked("one", JSON.stringify(search))))
    while (capacity.load().atWork < 6 || capacity.load().waiting < 1) yield* health(url)
    for (let turn = 0; turn < 20; turn++) yield* health(url)
    const read = [many, one].map(({ socket }) => connections.get(socket.localPort)!.bytesRead)
    assert.strictEqual(read.filter((bytes) => bytes > large.length).length, 1)
    assert.isBelow(Math.min(...read), large.length / 2)
    yield* open
    for (const { end } of [many, one, ...small]) assert.match(yield* end, /^HTTP\/1.1 200/)
    while (capacity.load().atWork > 0) yield* health(url)
  }))

it.effect("gives the slot of a small chunked body back in other routers", () =>
  Effect.gen(function*() {
    const capacity = Capacity.make({ largeBodies: 1 })
    const { open, search: work } = yield* gated
    const server = serve({ search: work, ports: Layer.succeed(Capacity.Capacity, capacity) })
    const ask = (body: object) =>
      Effect.forkChild(
        Effect.promise(() => server.send("POST", "/v2/search", { body, headers: { "transfer-encoding": "chunked" } })),
        { startImmediately: true }
      )
    const asked = yield* Effect.forEach([search, search, { ...search, note: "x".repeat(70_000) }, search], ask)
    while (capacity.load().atWork < 3) yield* turn
    for (let time = 0; time < 20; time++) yield* turn
    // the last one has to wait for the one that is large indeed
    assert.deepStrictEqual(capacity.load(), { atWork: 3, waiting: 1, refused: 0 })
    yield* open
    for (const { status } of yield* Effect.forEach(asked, Fiber.join)) assert.strictEqual(status, 200)
    assert.deepStrictEqual(capacity.load(), { atWork: 0, waiting: 0, refused: 0 })
    yield* Effect.promise(server.dispose)
  }))

it.effect("has separate slots for reads and cancellations", () =>
  Effect.gen(function*() {
    const capacity = Capacity.make({ requests: 9, waiting: 0 })
    const { open, search: work } = yield* gated
    const server = serve({ search: work, ports: Layer.succeed(Capacity.Capacity, capacity) })
    const busy = yield* Effect.forEach(
      Array.from({ length: 9 }),
      () => Effect.forkChild(Effect.promise(() => server.post("/v2/search", search)), { startImmediately: true })
    )
    while (capacity.load().atWork < 9) yield* turn
    assert.strictEqual((yield* Effect.promise(() => server.post("/v2/search", search))).status, 503)
    const statuses = yield* Effect.promise(async () => [
      (await server.get("/v2/team/credit-usage")).status,
      (await server.get("/v2/crawl/none")).status,
      (await server.send("DELETE", "/v2/crawl/none")).status
    ])
    assert.deepStrictEqual(statuses, [200, 404, 404])
    yield* open
    for (const { status } of yield* Effect.forEach(busy, Fiber.join)) assert.strictEqual(status, 200)
    const places = [capacity.comeUnmetered("many"), capacity.comeUnmetered("many"), capacity.comeUnmetered("many")]
    const refused = yield* Effect.forEach(places, ({ turn }) => Effect.exit(turn))
    assert.deepStrictEqual(refused.map(Exit.isSuccess), [true, true, false])
    assert.strictEqual(capacity.load().atWork, 2)
    for (const { leave } of places) yield* leave
    assert.deepInclude(capacity.load(), { atWork: 0, waiting: 0 })
    yield* Effect.promise(server.dispose)
  }))

it.effect("rejects a waiting large body while time is left", () =>
  Effect.gen(function*() {
    const capacity = Capacity.make({ largeBodies: 1 })
    yield* capacity.comeLarge("many").turn
    const late = capacity.comeLarge("many")
    const refused = yield* Effect.forkChild(Effect.flip(late.turn), { startImmediately: true })
    yield* TestClock.adjust("14 seconds")
    assert.strictEqual(refused.pollUnsafe(), undefined)
    yield* TestClock.adjust("1 seconds")
    const { code, error } = yield* Fiber.join(refused)
    assert.strictEqual(code, "SERVICE_UNAVAILABLE")
    assert.include(error, "was queued for 15s")
    yield* late.leave
    assert.strictEqual(capacity.load().waiting, 0)
  }))

it.live("does not read large bodies of clients without a key", () =>
  Effect.gen(function*() {
    let read = 0
    const { port, url } = yield* listening(Capacity.make(), [{
      path: "/mounted",
      methods: ["POST"],
      name: "mounted",
      maxBodyBytes: 100_000,
      isMetered: (body) => {
        read = body.length
        return true
      },
      handle: () => Effect.succeed(HttpServerResponse.text("done"))
    }])
    const ask = (team: string, bytes: number) =>
      Effect.promise(async () => {
        const body = "x".repeat(bytes)
        const response = await fetch(`${url}/mounted`, { method: "POST", headers: as(team), body })
        return [response.status, await response.text()] as const
      })
    assert.match(yield* send(port, "nobody").end, /^HTTP\/1.1 401/)
    assert.strictEqual((yield* ask("nobody", 70_000))[0], 401)
    assert.strictEqual(read, 0)
    const [status, text] = yield* ask("one", 100_001)
    assert.strictEqual(status, 413)
    assert.include(text, "the limit is 100000 bytes")
    assert.strictEqual(read, 0)
    assert.deepStrictEqual(yield* ask("one", 100_000), [200, "done"])
    assert.strictEqual(read, 100_000)
  }))

it.live("gives a mounted app the large body of a rejected client when it has arrived", () =>
  Effect.gen(function*() {
    const capacity = Capacity.make({ requests: 1, waiting: 0, largeBodies: 1 })
    const { url } = yield* listening(capacity, [{
      path: "/mounted",
      methods: ["POST"],
      name: "mounted",
      isMetered: () => true,
      handle: () => Effect.succeed(HttpServerResponse.text("done")),
      refused: (response, body) => HttpServerResponse.text(`${response.status} of ${body.length}`)
    }])
    const ask = Effect.promise(async () => {
      const response = await fetch(`${url}/mounted`, { method: "POST", headers: as("one"), body: "x".repeat(70_000) })
      return response.text()
    })
    const [work, body] = [capacity.come("many"), capacity.comeLarge("many")]
    // its own turn to be read has not come
    assert.strictEqual(yield* ask, "503 of 0")
    yield* body.leave
    assert.strictEqual(yield* ask, "503 of 70000")
    yield* work.leave
    assert.strictEqual(yield* ask, "done")
  }))
