import { NodePostgres } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
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
    const say = (what: string) => Effect.sync(() => void said.push(what))
    yield* Effect.forkScoped(NodePostgres.watch({ Client, Pool: Client as never }, {
      connectionString: "postgres://127.0.0.1",
      lost: say("lost"),
      back: say("back")
    }))
    const hears = (count: number) =>
      Effect.promise(async () => {
        while (said.length < count) await new Promise(setImmediate)
      })
    yield* hears(1)
    assert.deepStrictEqual(said, ["lost"])
    isThere = true
    yield* TestClock.adjust("1 second")
    yield* hears(2)
    assert.deepStrictEqual(said, ["lost", "back"])
  }))
