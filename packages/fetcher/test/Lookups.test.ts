import { FairSemaphore } from "@dunlin/common"
import type { EgressGuard } from "@dunlin/fetcher"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"

// the package does not export it
const { make } = await import(new URL("../src/internal/lookups.ts", import.meta.url).href) as {
  readonly make: (
    lookup: EgressGuard.Lookup,
    places: number
  ) => <A, E>(ask: (lookup: EgressGuard.Lookup) => Effect.Effect<A, E>) => Effect.Effect<A, E>
}

const as = <A, E>(tenant: string, effect: Effect.Effect<A, E>) =>
  Effect.provideService(effect, FairSemaphore.Tenant, tenant)

/** A system whose lookups end when the test says so. */
const system = (places: number) => {
  const asked = new Map<string, () => void>()
  const inTurn = make((hostname, callback) => void asked.set(hostname, () => callback(null, [])), places)
  const ask = (hostname: string) =>
    inTurn((lookup) => Effect.callback<string>((resume) => lookup(hostname, () => resume(Effect.succeed(hostname)))))
  return { ask, asked }
}

describe("lookups of the system", () => {
  it.effect("reserve a slot for another team, besides names whose servers do not respond", () =>
    Effect.gen(function*() {
      const { ask, asked } = system(2)
      const earlier = yield* Effect.forkChild(as("one", ask("earlier.example")), { startImmediately: true })
      asked.get("earlier.example")?.()
      yield* Fiber.join(earlier)
      for (let k = 0; k < 20; k++) {
        const one = yield* Effect.forkChild(as("many", ask(`silent${k}.example`)), { startImmediately: true })
        // who gives up leaves a thread behind that waits
        yield* Fiber.interrupt(one)
      }
      const other = yield* Effect.forkChild(as("one", ask("good.example")), { startImmediately: true })
      assert.deepStrictEqual([...asked.keys()], ["earlier.example", "silent0.example", "good.example"])
      asked.get("good.example")?.()
      assert.strictEqual(yield* Fiber.join(other), "good.example")
    }))

  it.effect("occupy no browser slot while a name server does not respond", () =>
    Effect.gen(function*() {
      const { ask, asked } = system(2)
      for (const team of ["many", "one"]) {
        const earlier = yield* Effect.forkChild(as(team, ask(team)), { startImmediately: true })
        asked.get(team)?.()
        yield* Fiber.join(earlier)
      }
      yield* Effect.forkChild(ask("silent.example"), { startImmediately: true })
      const other = yield* Effect.forkChild(ask("good.example"), { startImmediately: true })
      asked.get("good.example")?.()
      assert.strictEqual(yield* Fiber.join(other), "good.example")
    }))

  it.effect("continue when a response arrives, even if no caller waits for it", () =>
    Effect.gen(function*() {
      const { ask, asked } = system(1)
      const first = yield* Effect.forkChild(ask("first.example"), { startImmediately: true })
      const second = yield* Effect.forkChild(ask("second.example"), { startImmediately: true })
      yield* Fiber.interrupt(first)
      assert.isFalse(asked.has("second.example"))
      asked.get("first.example")?.()
      yield* Effect.yieldNow
      asked.get("second.example")?.()
      assert.strictEqual(yield* Fiber.join(second), "second.example")
    }))
})
