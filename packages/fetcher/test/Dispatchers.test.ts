import { EgressGuard } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"

interface Lease {
  readonly dispatcher: { readonly closed: boolean }
  readonly release: () => void
}

// the package does not export it
const { make } = await import(new URL("../src/internal/http/dispatchers.ts", import.meta.url).href) as {
  readonly make: (options: object) => Effect.Effect<
    (use: { readonly verify: boolean; readonly upstream: undefined; readonly tenant: string }, origin: string) => Lease,
    never,
    Scope.Scope
  >
}

it.effect("closes the connections of the teams that were idle longest, not of active ones", () =>
  Effect.gen(function*() {
    const lease = yield* make({
      guard: EgressGuard.make(),
      connections: 1,
      connectTimeout: 1_000,
      maxHeaderBytes: 1_000,
      maxBytes: 1_000
    })
    const as = (tenant: string) => lease({ verify: true, upstream: undefined, tenant }, "http://site.example")
    const asking = as("asking")
    const idle = as("idle")
    idle.release()
    for (let k = 0; k < 1_000; k++) {
      as(`team ${k}`).release()
      as("often").release()
    }
    assert.isTrue(idle.dispatcher.closed)
    assert.isFalse(asking.dispatcher.closed)
    assert.isFalse(as("often").dispatcher.closed)
    assert.strictEqual(as("asking").dispatcher, asking.dispatcher)
    const again = as("idle")
    assert.notStrictEqual(again.dispatcher, idle.dispatcher)
    assert.isFalse(again.dispatcher.closed)
  }).pipe(Effect.scoped))
