import { PageCache, PostgresCache, RedisCache, SqliteCache } from "@dunlin/cache"
import { Health } from "@dunlin/common"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Option, Redacted, Schedule } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { testProgram } from "../../../.config/testProgram.mjs"
import { needing } from "../../common/test/components.ts"
import { patiently } from "../../common/test/patiently.ts"
import * as servers from "./servers.ts"
import { pageOf, planOf } from "./writerPages.ts"

const program = await testProgram(path.join(import.meta.dirname, "writer.ts"))
afterAll(program.remove)

/** Lets a writer acknowledge some writes and kills it without a warning; answers how many it had acknowledged. */
const writeUntilKilled = (backend: string, address: string, writer: number) =>
  Effect.callback<number>((resume) => {
    const child = spawn(
      process.execPath,
      ["--no-warnings", program.file, backend, address, String(writer)],
      { stdio: ["ignore", "pipe", "inherit"] }
    )
    let output = ""
    let armed = false
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      if (armed || output.split("\n").length < 13) return
      armed = true
      setTimeout(() => child.kill("SIGKILL"), 20 + 37 * writer)
    })
    child.once("close", () => resume(Effect.succeed(output.split("\n").length - 1)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const crash = (
  backend: string,
  address: string,
  layer: Layer.Layer<PageCache.PageCache, unknown>,
  afterwards: Effect.Effect<void> = Effect.void
) =>
  Effect.gen(function*() {
    const writers = [0, 1, 2, 3]
    // Opened first, so that four processes do not wait for one migration.
    yield* Effect.provide(Effect.void, Layer.fresh(layer))
    const acknowledged = yield* Effect.forEach(
      writers,
      (writer) => writeUntilKilled(backend, address, writer),
      { concurrency: "unbounded" }
    )
    yield* afterwards
    yield* Effect.provide(
      Effect.gen(function*() {
        const cache = yield* PageCache.PageCache
        for (const writer of writers) {
          assert.isAtLeast(acknowledged[writer]!, 12)
          for (let index = 0; index < acknowledged[writer]!; index++) {
            const found = yield* cache.get(planOf(String(writer), index).key, {})
            assert.isTrue(Option.isSome(found), `writer ${writer} lost page ${index}`)
            assert.deepStrictEqual(
              Option.map(found, ({ page }) => Buffer.compare(page.body, pageOf(String(writer), index).body)),
              Option.some(0)
            )
          }
        }
        // What was being written when the writers died is whole or not there.
        for (const entry of yield* cache.list({}, 10_000)) {
          assert.isTrue(Option.isSome(yield* cache.get(entry.key, {})))
        }
        assert.strictEqual((yield* cache.stats).corrupt, 0)
      }),
      Layer.fresh(layer)
    )
  }).pipe(patiently)

describe("four writers that are killed lose no page that was reported as stored", () => {
  it.live("SQLite", () =>
    Effect.scoped(Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-crash-"))),
        (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
      )
      const filename = path.join(folder, "cache.db")
      yield* crash("sqlite", filename, SqliteCache.layer({ filename }))
      assert.isTrue(fs.readdirSync(folder).every((name) => !name.includes("corrupt")))
    })))

  it.live(
    "Redis, which is killed too",
    () =>
      Effect.scoped(Effect.gen(function*() {
        const server = yield* servers.redis({ durable: true })
        yield* crash(
          "redis",
          Redacted.value(server.url),
          RedisCache.layer({ url: server.url, prefix: "crash", silence: "1 minute" }),
          server.crash
        )
      })),
    needing("redis-server")
  )

  it.live(
    "PostgreSQL, which is killed too",
    () =>
      Effect.scoped(Effect.gen(function*() {
        const server = yield* servers.postgres({ durable: true })
        const layer = PostgresCache.layer({ url: server.url, schema: "crash" })
        yield* crash("postgres", Redacted.value(server.url), layer, server.crash)
      })),
    needing("PostgreSQL")
  )
})

describe("an open cache continues after its server restarts", () => {
  const outlives = (layer: Layer.Layer<PageCache.PageCache, unknown>, restart: Effect.Effect<void>) =>
    Effect.gen(function*() {
      const cache = yield* PageCache.PageCache
      const plan = (index: number) => planOf("0", index)
      yield* cache.getOrFetch(plan(0), Effect.succeed(pageOf("0", 0)))
      const restarting = yield* Effect.forkChild(restart)
      // While the server is away, and while it comes back, every page is served.
      for (let index = 1; index <= 10 || restarting.pollUnsafe() === undefined; index++) {
        const served = yield* cache.getOrFetch(plan(index), Effect.succeed(pageOf("0", index)))
        assert.strictEqual(served.page.status, 200)
        yield* Effect.sleep(50)
      }
      yield* Fiber.join(restarting)
      const found = yield* cache.get(plan(0).key, {}).pipe(
        Effect.retry(Schedule.spaced("100 millis"))
      )
      assert.isTrue(Option.isSome(found))
    }).pipe(Effect.provide(layer))

  it.live(
    "Redis, with one log line when it is lost and one when it is back",
    () =>
      Effect.scoped(Effect.gen(function*() {
        const server = yield* servers.redis({ durable: true })
        const said: Array<string> = []
        const logger = Logger.make(({ message }) => {
          if (!String(message).includes(" is slow")) said.push(String(message))
        })
        // The losses do not say it: a lost part that is only slow now is not back yet.
        const isBack = Effect.gen(function*() {
          while (!said.some((line) => line.startsWith("redis is back"))) yield* Effect.sleep("20 millis")
        })
        // a busy machine makes any server slow
        const isLost = Effect.map(Health.losses, (losses) => losses.some(({ condition }) => condition !== "slow"))
        const crashes = Effect.gen(function*() {
          // nor may it have reached the server yet
          while (yield* isLost) yield* Effect.sleep("20 millis")
          said.length = 0
          yield* server.crash
          yield* isBack
        })
        yield* outlives(RedisCache.layer({ url: server.url, silence: "1 minute" }), crashes).pipe(
          Effect.provide(Logger.layer([logger])),
          Effect.provideService(Health.Health, new Map())
        )
        // never the same twice in a row: a machine that stands still may lose its server again
        const lines = said.map((line) => line.split(":")[0]).filter((line) => line?.startsWith("redis is ") === true)
        assert.match(lines.join(), /^redis is lost,redis is back(?:,redis is lost,redis is back)*(?:,redis is lost)?$/)
      })),
    needing("redis-server")
  )

  it.live("PostgreSQL", () =>
    Effect.scoped(Effect.gen(function*() {
      const server = yield* servers.postgres({ durable: true })
      yield* outlives(PostgresCache.layer({ url: server.url }), server.crash)
    })), needing("PostgreSQL"))
})
