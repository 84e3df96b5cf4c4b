import { AnswerStore, PostgresCache, RedisCache, SnapshotStore, SqliteCache } from "@dunlin/cache"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, Redacted } from "effect"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { testProgram } from "../../../.config/testProgram.mjs"
import { needing } from "../../common/test/components.ts"
import * as servers from "./servers.ts"

const keys = 100

const program = await testProgram(path.join(import.meta.dirname, "sharer.ts"))
afterAll(program.remove)

/** Runs one process and answers which keys it was given. */
const sharer = (backend: string, address: string, owner: string) =>
  Effect.callback<ReadonlyArray<number>, Error>((resume) => {
    const child = spawn(
      process.execPath,
      ["--no-warnings", program.file, backend, address, owner, String(keys)],
      { stdio: ["ignore", "pipe", "inherit"] }
    )
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once(
      "close",
      (code) =>
        resume(code === 0 ? Effect.sync(() => JSON.parse(output)) : Effect.fail(new Error(`ended with ${code}`)))
    )
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const together = (
  backend: string,
  address: string,
  layer: Layer.Layer<AnswerStore.AnswerStore | SnapshotStore.SnapshotStore, unknown>
) =>
  Effect.gen(function*() {
    const owners = ["a", "b"]
    const got = yield* Effect.forEach(owners, (owner) => sharer(backend, address, owner), { concurrency: 2 })
    // Every key has one owner.
    assert.deepStrictEqual(got.flat().toSorted((one, two) => one - two), Array.from({ length: keys }, (_, key) => key))
    const answers = yield* AnswerStore.AnswerStore
    for (const [index, owner] of owners.entries()) {
      for (const key of got[index]!) {
        const claim = yield* answers.claim({ key: `key ${key}`, fingerprint: "same", owner: "c", busyFor: 1 })
        assert.deepStrictEqual(claim, { _tag: "Answered", answer: { status: 200, body: `${owner} ${key}` } })
      }
    }
    // No state of the history was lost, and the newest is the newest of both.
    const series = { team: "one", url: "https://example.com/" }
    const snapshots = yield* SnapshotStore.SnapshotStore
    const history = yield* snapshots.history(series, 1000)
    assert.deepStrictEqual(
      history.map(({ at }) => at),
      Array.from({ length: keys * 2 }, (_, index) => keys * 2 - 1 - index)
    )
    assert.strictEqual(Option.getOrThrow(yield* snapshots.latest(series)).markdown, `b ${keys - 1}`)
  }).pipe(Effect.provide(layer))

describe("two processes share keys, responses, and histories", () => {
  it.live("SQLite", () =>
    Effect.scoped(Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-share-"))),
        (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true }))
      )
      const filename = path.join(folder, "cache.db")
      yield* together("sqlite", filename, SqliteCache.layer({ filename }))
    })))

  it.live("Redis", () =>
    Effect.scoped(Effect.gen(function*() {
      const { url } = yield* servers.redis({ durable: false })
      yield* together("redis", Redacted.value(url), RedisCache.layer({ url, prefix: "share", silence: "1 minute" }))
    })), needing("Redis"))

  it.live("PostgreSQL", () =>
    Effect.scoped(Effect.gen(function*() {
      const { url } = yield* servers.postgres({ durable: false })
      yield* together(
        "postgres",
        Redacted.value(url),
        PostgresCache.layer({ url, schema: "share", silence: "1 minute" })
      )
    })), needing("PostgreSQL"))
})
