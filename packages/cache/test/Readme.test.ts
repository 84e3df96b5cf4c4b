import { CachePlan, PageCache, SqliteCache } from "@dunlin/cache"
import { page } from "@dunlin/cache/testing"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

it.effect("the example of the README", () =>
  Effect.gen(function*() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dunlin-readme-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => fs.rmSync(folder, { recursive: true })))
    const fetchPage = (url: string) => Effect.succeed(page(0, { url }))
    const program = Effect.gen(function*() {
      const cache = yield* PageCache.PageCache
      const plan = CachePlan.make({ url: "https://example.com/", options: { maxAge: 3_600_000 } })
      const served = yield* cache.getOrFetch(plan, fetchPage("https://example.com/"))
      return served.cacheState
    }).pipe(Effect.provide(SqliteCache.layer({ filename: path.join(folder, "cache.sqlite") })))
    assert.deepStrictEqual([yield* program, yield* program], ["miss", "hit"])
  }))
