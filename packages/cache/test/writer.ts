/** Writes pages until it is killed, and says on standard output which writes were acknowledged. */
import { PageCache } from "@dunlin/cache/PageCache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { writeSync } from "node:fs"
import { patiently } from "../../common/test/patiently.ts"
import { pageOf, planOf } from "./writerPages.ts"

const [backend = "", address = "", writer = ""] = process.argv.slice(2)

const open = async () => {
  if (backend === "sqlite") return (await import("@dunlin/cache/SqliteCache")).layer({ filename: address })
  const url = Redacted.make(address)
  return backend === "redis"
    ? (await import("@dunlin/cache/RedisCache")).layer({ url, prefix: "crash", silence: "1 minute" })
    : (await import("@dunlin/cache/PostgresCache")).layer({
      url,
      schema: "crash",
      maxConnections: 2,
      silence: "1 minute"
    })
}

const program = Effect.gen(function*() {
  const cache = yield* PageCache
  for (let index = 0;; index++) {
    // a file that other writers lock for long is no failure of this test
    yield* Effect.retry(
      cache.set(planOf(writer, index).key, pageOf(writer, index), { url: planOf(writer, index).url }),
      { while: ({ reason }) => reason._tag === "Unavailable" }
    )
    writeSync(1, `${index}\n`)
  }
})

// stdout is for the pages alone
const quiet = Logger.layer([])
await Effect.runPromise(patiently(Effect.provide(program, Layer.provideMerge(await open(), quiet))))
