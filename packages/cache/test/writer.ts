/** Writes pages until it is killed, and says on standard output which writes were acknowledged. */
import { PageCache, PostgresCache, RedisCache, SqliteCache } from "@dunlin/cache"
import { Effect, Redacted } from "effect"
import { writeSync } from "node:fs"
import { pageOf, planOf } from "./writerPages.ts"

const [backend = "", address = "", writer = ""] = process.argv.slice(2)

const layer = backend === "sqlite"
  ? SqliteCache.layer({ filename: address })
  : backend === "redis"
  ? RedisCache.layer({ url: Redacted.make(address), prefix: "crash" })
  : PostgresCache.layer({ url: Redacted.make(address), schema: "crash", maxConnections: 2 })

const program = Effect.gen(function*() {
  const cache = yield* PageCache.PageCache
  for (let index = 0;; index++) {
    yield* cache.set(planOf(writer, index).key, pageOf(writer, index), { url: planOf(writer, index).url })
    writeSync(1, `${index}\n`)
  }
})

await Effect.runPromise(Effect.provide(program, layer))
