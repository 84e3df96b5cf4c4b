/** One of several processes that want the same page at the same time; the fetch asks a counting server. */
import * as CachePlan from "@dunlin/cache/CachePlan"
import * as PageCache from "@dunlin/cache/PageCache"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as http from "node:http"
import { pageOfBody } from "./writerPages.ts"

const [backend = "", address = "", target = "", callers = "0", lease = "3600000"] = process.argv.slice(2)

const open = async () => {
  const leaseTimeToLive = Number(lease)
  if (backend === "sqlite") {
    return (await import("@dunlin/cache/SqliteCache")).layer({ filename: address, leaseTimeToLive })
  }
  const url = Redacted.make(address)
  return backend === "redis"
    ? (await import("@dunlin/cache/RedisCache")).layer({
      url,
      prefix: "stampede",
      leaseTimeToLive,
      // a process that waits for its turn on a busy machine is not a server that is silent
      silence: "1 hour"
    })
    : (await import("@dunlin/cache/PostgresCache")).layer({
      url,
      schema: "stampede",
      silence: "1 hour",
      maxConnections: 4,
      leaseTimeToLive
    })
}

const fetch = Effect.callback<Buffer>((resume) => {
  http.get(target, (response) => {
    const chunks: Array<Buffer> = []
    response.on("data", (chunk: Buffer) => chunks.push(chunk))
    response.on("end", () => resume(Effect.succeed(Buffer.concat(chunks))))
  })
}).pipe(
  Effect.zip(Effect.clockWith((clock) => clock.currentTimeMillis)),
  Effect.map(([body, now]) => pageOfBody(now, body))
)

const program = Effect.gen(function*() {
  const cache = yield* PageCache.PageCache
  const plan = CachePlan.make({ url: "https://example.com/", options: {} })
  const asking = yield* Effect.forkChild(Effect.all(
    Array.from({ length: Number(callers) }, () => cache.getOrFetch(plan, fetch)),
    { concurrency: "unbounded" }
  ))
  // One of them leads: it fetches, or waits for the other process; all others wait for it.
  const isWaiting = Effect.map(
    cache.stats,
    ({ hits, joined, misses, waits }) => joined === Number(callers) - 1 && hits + misses + waits > 0
  )
  while (!(yield* isWaiting)) yield* Effect.sleep("5 millis")
  process.stderr.write("waiting\n")
  const served = yield* Fiber.join(asking)
  process.stdout.write(JSON.stringify(served.map(({ page }) => Buffer.from(page.body).toString())))
})

// stdout is for the answers alone: on a busy machine the log says that a server is slow
const quiet = Logger.layer([])
await Effect.runPromise(Effect.provide(program, Layer.provideMerge(await open(), quiet)))
