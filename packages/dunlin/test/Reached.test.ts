// A store that says nothing when a server starts is asked again; one that refuses is not.
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { reached } from "../src/internal/settings/reached.ts"

class Store extends Context.Service<Store, number>()("test/Store") {}

/** A store whose attempts end so, one after the other, and what a start with it comes to. */
const startWith = (ends: ReadonlyArray<Error | "there">) =>
  Effect.gen(function*() {
    let attempts = 0
    const layer = Layer.effect(
      Store,
      Effect.suspend(() => {
        const end = ends[attempts++] ?? new Error("asked too often")
        return end === "there" ? Effect.succeed(attempts) : Effect.fail(end)
      })
    )
    const exit = yield* Effect.exit(Effect.scoped(Layer.build(reached("DUNLIN_DATABASE_URL", "the store")(layer))))
    return { attempts, exit }
  })

const silent = new Error("timeout exceeded when trying to connect")
const withCode = (code: string) => Object.assign(new Error(code), { code })

describe("reachability", () => {
  it.effect("retries a service that does not respond or is starting", () =>
    Effect.gen(function*() {
      const { attempts, exit } = yield* startWith([silent, withCode("57P03"), "there"])
      assert.strictEqual(attempts, 3)
      assert.strictEqual(exit._tag, "Success")
    }))

  it.effect("gives up a service that never responds, and names the variable", () =>
    Effect.gen(function*() {
      const { attempts, exit } = yield* startWith(Array.from({ length: 20 }, () => silent))
      assert.strictEqual(attempts, 6)
      assert.include(String(exit), "DUNLIN_DATABASE_URL")
      assert.include(String(exit), "the store cannot be reached or used")
    }))

  it.effect("accepts a refusal as a response", () =>
    Effect.gen(function*() {
      for (const code of ["ECONNREFUSED", "28P01", "ERR_MODULE_NOT_FOUND"]) {
        const { attempts, exit } = yield* startWith([withCode(code), "there"])
        assert.strictEqual(attempts, 1)
        assert.strictEqual(exit._tag, "Failure")
      }
    }))
})
