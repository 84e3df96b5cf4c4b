import { Listener, NodeServer } from "@dunlin/http-api"
import { type Job, JobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { createServer, get } from "node:http"
import { connect, type Socket } from "node:net"
import type * as Told from "../src/internal/jobs/told.ts"
import type * as Module from "../src/internal/jobs/watchers.ts"
import { services } from "./stub.ts"

const { make, Watchers }: typeof Module = await import(
  new URL("../src/internal/jobs/watchers.ts", import.meta.url).href
)

const told: typeof Told = await import(new URL("../src/internal/jobs/told.ts", import.meta.url).href)
const { Telling } = told

/** The codes of the answers to teams that ask for a place and keep it. */
const entering = Effect.fnUntraced(function*(watchers: Module.Watchers, team: string) {
  const scope = yield* Scope.make()
  const entered = yield* Effect.exit(Scope.provide(watchers.enter(team), scope))
  const answer = Exit.isSuccess(entered) ? "in" : (yield* Effect.flip(entered)).code
  return { answer, leave: Scope.close(scope, Exit.void) }
})

it.effect("one team can use half of the slots, and one slot is always free for another team", () =>
  Effect.gen(function*() {
    const watchers = make(8)
    const askedBy = Effect.fnUntraced(function*(team: string) {
      return (yield* entering(watchers, team)).answer
    })
    const all = yield* Effect.forEach([..."aaaaabbbccd"], askedBy)
    assert.deepStrictEqual(all, [
      "in",
      "in",
      "in",
      "in",
      "RATE_LIMITED",
      "in",
      "in",
      "RATE_LIMITED",
      "in",
      "RATE_LIMITED",
      "in"
    ])
    assert.strictEqual(yield* askedBy("e"), "SERVICE_UNAVAILABLE")
  }))

it.effect("a slot is free again when its watcher leaves or is interrupted", () =>
  Effect.gen(function*() {
    const watchers = make(2)
    const first = yield* entering(watchers, "a")
    assert.strictEqual((yield* entering(watchers, "a")).answer, "RATE_LIMITED")
    yield* first.leave
    assert.strictEqual((yield* entering(watchers, "a")).answer, "in")
  }))

const teams = [{ id: "a", keys: ["a"] }, { id: "b", keys: ["b"] }]

/** A server with eight places for watchers, and a crawl of each team on which nobody works. */
const start = Effect.fnUntraced(function*(results: ReadonlyArray<string> = [], steps = 1) {
  const connections: Array<Socket> = []
  let reads = 0
  const ports = Layer.merge(Layer.succeed(Watchers, make(8)), Layer.succeed(Telling, told.make(steps)))
  const stub = services({ teams, ports })
  const jobs = Layer.effect(
    JobStore.JobStore,
    Effect.map(
      JobStore.JobStore,
      (store) => {
        const given: typeof store.results = ({ skip }) =>
          Effect.sync(() => {
            reads++
            return { results: results.slice(skip), next: undefined }
          })
        const get: typeof store.get = (target) =>
          Effect.map(store.get(target), (job) => ({ ...job, counts: { ...job.counts, done: results.length } }))
        return results.length === 0 ? store : { ...store, get, results: given }
      }
    )
  )
  const layer = NodeServer.layer().pipe(
    Layer.provide(Layer.provideMerge(jobs, stub)),
    Layer.provideMerge(
      Listener.layer(() => createServer().on("connection", (socket) => connections.push(socket)), {
        gracefulShutdownTimeout: "1 millis"
      })
    ),
    Layer.provide(Logger.layer([]))
  )
  const { port, url } = Context.get(yield* Layer.build(layer), Listener.Listener)
  const started = new Map<string, string>()
  for (const { id: team } of teams) {
    const crawl = yield* Effect.promise(() =>
      fetch(`${url}/v2/crawl`, {
        method: "POST",
        headers: { authorization: `Bearer ${team}` },
        body: JSON.stringify({ url: "https://example.com/" })
      }).then((response) => response.json() as Promise<{ readonly id: string }>)
    )
    started.set(team, crawl.id)
  }
  const at = (team: string) => ({ port, team, path: `/v2/crawl/${started.get(team)}` })
  return { a: at("a"), b: at("b"), connections, reads: () => reads }
})

interface Job {
  readonly port: number
  readonly team: string
  readonly path: string
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly close: () => void
}

/** Ends with the head of what is a stream, and with all of what is none. */
const events = ({ path, port, team }: Job) =>
  Effect.callback<Answer>((resume) => {
    const asked = get({
      port,
      path,
      headers: { accept: "text/event-stream", authorization: `Bearer ${team}` }
    }, (response) => {
      const status = response.statusCode ?? 0
      const done = (body: string) => resume(Effect.succeed({ status, body, close: () => asked.destroy() }))
      if (status === 200) return done("")
      let body = ""
      response.on("data", (chunk) => body += chunk).on("end", () => done(body))
    })
    asked.on("error", () => {})
  })

const upgradeOf = ({ path, team }: Job) =>
  [
    `GET ${path} HTTP/1.1`,
    "host: localhost",
    "connection: Upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    `sec-websocket-key: ${Buffer.from("0123456789abcdef").toString("base64")}`,
    `authorization: Bearer ${team}`,
    "\r\n"
  ].join("\r\n")

const socket = (job: Job) =>
  Effect.callback<Answer>((resume) => {
    const connection = connect(job.port, "127.0.0.1")
    let text = ""
    connection.on("data", (chunk) => {
      text += chunk.toString("latin1")
      const status = Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1])
      if (status === 101) resume(Effect.succeed({ status, body: "", close: () => connection.destroy() }))
    })
    connection.on("end", () => {
      const [head = "", body = ""] = text.split("\r\n\r\n")
      resume(Effect.succeed({ status: Number(head.split(" ")[1]), body, close: () => connection.destroy() }))
    })
    connection.on("error", () => {})
    connection.write(upgradeOf(job))
  })

it.live("one key cannot occupy all slots, with events and WebSockets", () =>
  Effect.gen(function*() {
    const { a, b } = yield* start()
    const asked = yield* Effect.all([
      events(a),
      socket(a),
      events(a),
      socket(a),
      events(a),
      socket(a)
    ])
    yield* Effect.addFinalizer(() => Effect.sync(() => asked.forEach(({ close }) => close())))
    assert.deepStrictEqual(asked.map(({ status }) => status), [200, 101, 200, 101, 429, 429])
    for (const { body } of asked.slice(4)) {
      const { code, details, error } = JSON.parse(body) as {
        readonly code: string
        readonly error: string
        readonly details: object
      }
      assert.strictEqual(code, "RATE_LIMITED")
      assert.match(error, /already watches 4 jobs/)
      assert.deepInclude(details, { watching: 4, retryAfterSeconds: 5 })
    }
    // Another team is let in all the same.
    for (const way of [events, socket]) {
      const other = yield* way(b)
      assert.include([200, 101], other.status)
      other.close()
    }
    // What is closed is free again, as soon as the server learns of it.
    for (const { close } of asked) close()
    for (const way of [events, socket]) {
      let again = yield* way(a)
      while (again.status === 429) again = yield* way(a)
      assert.include([200, 101], again.status)
      again.close()
    }
  }))

/** What a client of the contract receives, and the code that its connection closes with. */
const received = (port: number, path: string, key: string) =>
  Effect.callback<readonly [string, number]>((resume) => {
    let message = ""
    const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, [key])
    client.addEventListener("message", ({ data }) => message += String(data))
    client.addEventListener("close", ({ code }) => resume(Effect.succeed([message, code])))
  })

it.live("a rejected watcher receives the reason before the connection closes", () =>
  Effect.gen(function*() {
    const { a, b } = yield* start()
    const [unknown, codeOfUnknown] = yield* received(a.port, "/v2/crawl/no-such-job", "a")
    assert.deepInclude(JSON.parse(unknown), { type: "error" })
    assert.strictEqual(codeOfUnknown, 1008)
    const [foreign, codeOfForeign] = yield* received(b.port, b.path, "a")
    assert.deepStrictEqual([foreign, codeOfForeign], [unknown, 1008])
    const [stranger, codeOfStranger] = yield* received(a.port, a.path, "wrong")
    assert.match(JSON.parse(stranger).error, /^Unauthorized/)
    assert.strictEqual(codeOfStranger, 3000)
  }))

it.live("a rejected handshake frees its slot", () =>
  Effect.gen(function*() {
    const { a } = yield* start()
    const refused = Effect.callback<number>((resume) => {
      const connection = connect(a.port, "127.0.0.1")
      let text = ""
      connection.on("data", (chunk) => text += chunk.toString("latin1")).on("error", () => {})
      connection.on("close", () => resume(Effect.succeed(Number(text.split(" ")[1]))))
      connection.write(upgradeOf(a).replace(/sec-websocket-key: .*\r\n/, ""))
    })
    const statuses = yield* Effect.forEach(Array.from({ length: 10 }), () => refused)
    assert.deepStrictEqual([...new Set(statuses)], [400])
    const watcher = yield* socket(a)
    watcher.close()
    assert.strictEqual(watcher.status, 101)
  }))

/** A watcher that does not read what it is told, and the other side of its connection. */
const unread = (job: Job, connections: ReadonlyArray<Socket>, asked = upgradeOf(job)) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const client = connect(job.port, "127.0.0.1").pause()
        client.on("error", () => {}).write(asked)
        return client
      }),
      (client) => Effect.sync(() => client.destroy())
    ),
    (client) => () => connections.find(({ remotePort }) => remotePort === client.localPort)
  )

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** More than the system keeps of a connection. */
const large = "x".repeat(32 * 1024 * 1024)

it.effect("disconnects a WebSocket that reads nothing for a minute", () =>
  Effect.gen(function*() {
    const { a, connections } = yield* start([large])
    const theirs = yield* unread(a, connections)
    while ((theirs()?.writableLength ?? 0) === 0) yield* turn
    yield* TestClock.adjust("59 seconds")
    assert.isFalse(theirs()!.destroyed)
    yield* TestClock.adjust("1 seconds")
    assert.isTrue(theirs()!.destroyed)
  }))

it.effect("continues to send to a WebSocket that reads a large result steadily for minutes", () =>
  Effect.gen(function*() {
    const { a, connections } = yield* start([large])
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const client = connect(a.port, "127.0.0.1").pause()
        client.on("error", () => {}).write(upgradeOf(a))
        return client
      }),
      (client) => Effect.sync(() => client.destroy())
    )
    const theirs = () => connections.find(({ remotePort }) => remotePort === client.localPort)
    while ((theirs()?.writableLength ?? 0) === 0) yield* turn
    const read = (bytes: number) =>
      Effect.callback<void>((resume) => {
        let left = bytes
        const take = (chunk: Buffer) => {
          left -= chunk.length
          if (left > 0) return
          client.off("data", take).pause()
          resume(Effect.void)
        }
        client.once("close", () => resume(Effect.die("the watcher was given up"))).on("data", take).resume()
      })
    for (let time = 0; time < 3; time++) {
      yield* TestClock.adjust("50 seconds")
      const before = theirs()!.bytesWritten - theirs()!.writableLength
      yield* read(large.length / 8)
      while (theirs()!.bytesWritten - theirs()!.writableLength < before + large.length / 32) {
        assert.isFalse(theirs()!.destroyed)
        yield* turn
      }
    }
    assert.isFalse(theirs()!.destroyed)
  }))

const eventsOf = ({ path, team }: Job, more = "") =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\nauthorization: Bearer ${team}\r\n${more}\r\n`

it.effect("disconnects a reader of events at a lag of one minute, and frees its slot", () =>
  Effect.gen(function*() {
    const { a, connections } = yield* start([large], 4)
    const theirs = yield* Effect.forEach([1, 2, 3, 4], () => unread(a, connections, eventsOf(a)))
    for (const their of theirs) while ((their()?.writableLength ?? 0) === 0) yield* turn
    assert.strictEqual((yield* events(a)).status, 429)
    yield* TestClock.adjust("59 seconds")
    for (let time = 0; time < 20; time++) yield* turn
    assert.deepStrictEqual(theirs.map((their) => their()!.destroyed), [false, false, false, false])
    assert.strictEqual((yield* events(a)).status, 429)
    // It is told why, and has ten seconds to read it.
    for (const their of theirs) {
      while (!their()!.destroyed) {
        yield* TestClock.adjust("1 second")
        yield* turn
      }
    }
    let again = yield* events(a)
    while (again.status === 429) again = yield* events(a)
    again.close()
  }))

it.effect("sends a returning reader the events after the last one it received", () =>
  Effect.gen(function*() {
    const { a } = yield* start(["one", "two", "three"])
    const toldTo = (more: string, end: string) =>
      Effect.callback<ReadonlyArray<string>>((resume) => {
        const connection = connect(a.port, "127.0.0.1")
        let text = ""
        connection.on("error", () => {}).on("data", (chunk) => {
          text += chunk.toString()
          if (!text.includes(end)) return
          connection.destroy()
          resume(
            Effect.succeed(Array.from(text.matchAll(/event: (\S+)\nid: (\d+)/g), ([, type, id]) => `${type} ${id}`))
          )
        }).write(eventsOf(a, more))
      })
    assert.deepStrictEqual(yield* toldTo("", "\"three\""), ["catchup 3"])
    assert.deepStrictEqual(yield* toldTo("last-event-id: 1\r\n", "\"three\""), ["document 2", "document 3"])
    assert.deepStrictEqual(yield* toldTo("last-event-id: none\r\n", "\"three\""), ["catchup 3"])
  }))

it.effect("reads only as many large results as there are slots, until clients received them", () =>
  Effect.gen(function*() {
    const { a, b, connections, reads } = yield* start([large])
    const first = yield* unread(a, connections)
    while ((first()?.writableLength ?? 0) === 0) yield* turn
    const second = yield* unread(b, connections)
    // it was let in, and waits
    while ((second()?.bytesWritten ?? 0) === 0) yield* turn
    for (let time = 0; time < 20; time++) yield* turn
    assert.strictEqual(reads(), 1)
    yield* TestClock.adjust("1 minute")
    while (reads() < 2) yield* turn
    while (second()!.writableLength === 0) yield* turn
    assert.isTrue(first()!.destroyed)
  }))

const running: Job.Job = {
  id: "job",
  team: "a",
  kind: "crawl",
  state: "running",
  spec: {},
  priority: 0,
  counts: { total: 9, queued: 9, running: 0, done: 0, failed: 0, cancelled: 0 },
  credits: 0,
  createdAt: 0,
  endedAt: undefined,
  expiresAt: 0,
  warning: undefined
}

/** A store of jobs of which so many pages are done, and how many times their results were read. */
const counting = (done: (team: string) => number) => {
  const counts = { reads: 0 }
  const store = {
    watch: Effect.succeed(Effect.never),
    get: ({ team }: { readonly team: string }) =>
      Effect.sync(() => ({ ...running, team, counts: { ...running.counts, done: done(team) } })),
    results: ({ skip, team }: { readonly skip: number; readonly team: string }) =>
      Effect.sync(() => {
        counts.reads++
        const results = Array.from({ length: done(team) }, () => "x".repeat(50_000))
        return { results: results.slice(skip), next: undefined }
      })
  } as unknown as JobStore.JobStore["Service"]
  return { counts, store }
}

/** A watcher that takes so long over every message. */
const watcher = (store: JobStore.JobStore["Service"], team: string, taking: Effect.Effect<void>) => {
  const messages: Array<string> = []
  const watched = Stream.runForEach(told.told({ team, job: "job" }), ({ type }) =>
    Effect.suspend(() => {
      messages.push(type)
      return taking
    }))
  return Effect.as(
    Effect.forkChild(Effect.provideService(watched, JobStore.JobStore, store), { startImmediately: true }),
    messages
  )
}

it.effect("occupies the slot of a large step for at most a minute, and none without results", () =>
  Effect.gen(function*() {
    const done = { a: 0, b: 1, c: 0 }
    const { counts, store } = counting((team) => done[team as keyof typeof done])
    const slow = yield* watcher(store, "a", Effect.sleep("25 seconds"))
    done.a = 4
    yield* TestClock.adjust("27 seconds")
    while (slow.length < 2) yield* turn
    const waiting = yield* watcher(store, "b", Effect.void)
    const idle = yield* watcher(store, "c", Effect.void)
    while (idle.length < 1) yield* turn
    yield* TestClock.adjust("59 seconds")
    for (let time = 0; time < 20; time++) yield* turn
    assert.deepStrictEqual([counts.reads, slow.length, waiting, idle], [1, 4, [], ["catchup", ...idle.slice(1)]])
    yield* TestClock.adjust("1 seconds")
    while (waiting.length < 1) yield* turn
    assert.deepStrictEqual([counts.reads, slow, waiting], [
      2,
      ["catchup", "document", "document", "document"],
      ["catchup"]
    ])
  }).pipe(Effect.provideService(Telling, told.make(1))))
