import { afterAll, assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import * as os from "node:os"
import * as path from "node:path"
import { testProgram } from "../../../.config/testProgram.mjs"
import { needing } from "../../common/test/components.ts"
import * as servers from "./servers.ts"

const program = await testProgram(path.join(import.meta.dirname, "stampede.ts"))
afterAll(program.remove)

/** Where the processes meet: a backend and its address. */
type Meeting = readonly [backend: string, address: string]

const start = (meeting: Meeting, target: string, callers: number, leaseTimeToLive?: number): ChildProcess =>
  spawn(
    process.execPath,
    [
      "--no-warnings",
      program.file,
      ...meeting,
      target,
      String(callers),
      ...(leaseTimeToLive === undefined ? [] : [String(leaseTimeToLive)])
    ],
    { stdio: ["ignore", "pipe", "pipe"] }
  )

/** Until all callers of a process wait for the page. A process that ends before fails with its output. */
const waiting = (child: ChildProcess) =>
  Effect.callback<void, Error>((resume) => {
    let said = ""
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes("waiting\n")) resume(Effect.void)
    })
    child.once("close", () => resume(Effect.fail(new Error(`the process ended early: ${said}`))))
  })

const answers = (child: ChildProcess) =>
  Effect.callback<ReadonlyArray<string>>((resume) => {
    let output = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once("close", () => resume(Effect.sync(() => JSON.parse(output) as ReadonlyArray<string>)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-stampede-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
)

const serve = Effect.fnUntraced(function*(answer: (request: number, response: http.ServerResponse) => void) {
  const counter = { requests: 0 }
  const server = yield* Effect.acquireRelease(
    Effect.callback<http.Server>((resume) => {
      const server = http.createServer((_request, response) => answer(++counter.requests, response))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { counter, target: `http://127.0.0.1:${port}/` }
})

describe("two processes that request one page", () => {
  const once = (meeting: Meeting) =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const { counter, target } = yield* serve((request, response) =>
        Effect.runFork(Effect.andThen(Deferred.await(gate), Effect.sync(() => response.end(`answer ${request}`))))
      )
      const children = [start(meeting, target, 100), start(meeting, target, 100)]
      const answered = yield* Effect.forkChild(Effect.forEach(children, answers, { concurrency: "unbounded" }))
      yield* Effect.forEach(children, waiting, { concurrency: "unbounded" })
      yield* Deferred.succeed(gate, undefined)
      const served = yield* Fiber.join(answered)
      assert.strictEqual(served.flat().length, 200)
      assert.deepStrictEqual(new Set(served.flat()), new Set(["answer 1"]))
      assert.strictEqual(counter.requests, 1)
    })

  it.live(
    "fetch it once for 100 callers each, with one file",
    () => Effect.scoped(Effect.flatMap(folder, (folder) => once(["sqlite", path.join(folder, "cache.db")])))
  )

  it.live(
    "fetch it once for 100 callers each, with one Redis server",
    () =>
      Effect.scoped(
        Effect.flatMap(servers.redis({ durable: false }), ({ url }) => once(["redis", Redacted.value(url)]))
      ),
    needing("Redis")
  )

  it.live(
    "fetch it once for 100 callers each, with one PostgreSQL database",
    () =>
      Effect.scoped(
        Effect.flatMap(servers.postgres({ durable: false }), ({ url }) => once(["postgres", Redacted.value(url)]))
      ),
    needing("PostgreSQL")
  )

  it.live("do not wait for a process that died during its fetch", () =>
    Effect.scoped(Effect.gen(function*() {
      const meeting = ["sqlite", path.join(yield* folder, "cache.db")] as const
      const asked = yield* Deferred.make<void>()
      const { counter, target } = yield* serve((request, response) => {
        // The first one never gets its answer.
        if (request > 1) response.end(`answer ${request}`)
        else Deferred.doneUnsafe(asked, Effect.void)
      })
      const first = start(meeting, target, 1, 500)
      yield* Deferred.await(asked)
      first.kill("SIGKILL")
      assert.deepStrictEqual(yield* answers(start(meeting, target, 10, 500)), Array(10).fill("answer 2"))
      assert.strictEqual(counter.requests, 2)
    })))
})
