import { Health, NodePostgres } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"

it.effect("a pooler that takes connections without its database counts as lost", () =>
  Effect.gen(function*() {
    const said: Array<string> = []
    let isThere = false
    class Client {
      on() {}
      async connect() {}
      async query() {
        if (!isThere) throw new Error("server login failed")
      }
    }
    const logger = Logger.make(({ message }) => {
      if (String(message).startsWith("postgres")) said.push(String(message).split(":")[0]!)
    })
    const part = yield* Effect.provideService(
      Health.part({ part: "postgres", consequence: "nothing works" }),
      Health.Health,
      new Map()
    )
    yield* Effect.forkScoped(
      NodePostgres.watch({ Client, Pool: Client as never }, {
        connectionString: "postgres://127.0.0.1",
        part
      }).pipe(Effect.provide(Logger.layer([logger])))
    )
    const hears = (count: number) =>
      Effect.promise(async () => {
        while (said.length < count) await new Promise(setImmediate)
      })
    yield* hears(1)
    assert.deepStrictEqual(said, ["postgres is lost"])
    isThere = true
    yield* TestClock.adjust("1 second")
    yield* Effect.promise(() => new Promise(setImmediate))
    yield* TestClock.adjust("6 seconds")
    yield* hears(2)
    assert.deepStrictEqual(said, ["postgres is lost", "postgres is back"])
  }))
