import { CachePlan, PageCache, SqliteCache } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { afterAll, assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as vitest from "vitest"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-cache-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const open = (name: string, options?: PageCache.Options) =>
  SqliteCache.layer({ filename: path.join(folder, name, "cache.db"), ...options })

testing.run(testing.suite("sqlite", open), vitest)
testing.run(testing.snapshotSuite("sqlite", open), vitest)
testing.run(testing.answerSuite("sqlite", open), vitest)

const inMemory = (_store: string, options?: PageCache.Options) =>
  SqliteCache.layer({ filename: ":memory:", ...options })

testing.run(testing.suite("sqlite in memory", inMemory, { shared: false }), vitest)
testing.run(testing.snapshotSuite("sqlite in memory", inMemory), vitest)
testing.run(testing.answerSuite("sqlite in memory", inMemory, { shared: false }), vitest)

it.effect("in memory stores large values, and leaves no file in the folder", () =>
  Effect.gen(function*() {
    const cache = yield* PageCache.PageCache
    const { key, url } = CachePlan.make({ url: "https://example.com/large", options: {} })
    for (const bytes of [2_000_000, 3_000_000]) {
      yield* cache.set(key, testing.fullPage(0, bytes), { url })
      assert.strictEqual(Option.getOrThrow(yield* cache.get(key, {})).page.body.length, bytes)
    }
    assert.deepStrictEqual(fs.readdirSync(".").filter((name) => name.startsWith(":memory:")), [])
  }).pipe(Effect.provide(inMemory(""))))
