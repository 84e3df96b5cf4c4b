/** One of several processes that claim the same keys and write the same history; prints the keys it got. */
import { AnswerStore } from "@dunlin/cache/AnswerStore"
import { SnapshotStore } from "@dunlin/cache/SnapshotStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"

const [backend = "", address = "", owner = "", keys = "0"] = process.argv.slice(2)

const open = async () => {
  if (backend === "sqlite") return (await import("@dunlin/cache/SqliteCache")).layer({ filename: address })
  const url = Redacted.make(address)
  return backend === "redis"
    ? (await import("@dunlin/cache/RedisCache")).layer({ url, prefix: "share", silence: "1 minute" })
    : (await import("@dunlin/cache/PostgresCache")).layer({
      url,
      schema: "share",
      maxConnections: 2,
      silence: "1 minute"
    })
}

const program = Effect.gen(function*() {
  const answers = yield* AnswerStore
  const snapshots = yield* SnapshotStore
  const mine: Array<number> = []
  for (let index = 0; index < Number(keys); index++) {
    const key = `key ${index}`
    const claim = yield* answers.claim({ key, fingerprint: "same", owner, busyFor: 60_000 })
    if (claim._tag === "Mine") {
      mine.push(index)
      yield* answers.keep({ key, owner, answer: { status: 200, body: `${owner} ${index}` }, keepFor: 60_000 })
    }
    yield* snapshots.append(
      { team: "one", url: "https://example.com/" },
      { at: index * 2 + (owner === "a" ? 0 : 1), markdown: `${owner} ${index}`, present: true }
    )
  }
  process.stdout.write(JSON.stringify(mine))
})

// stdout is for the keys alone
const quiet = Logger.layer([])
await Effect.runPromise(Effect.provide(program, Layer.provideMerge(await open(), quiet)))
