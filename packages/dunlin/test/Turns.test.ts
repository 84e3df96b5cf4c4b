import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type * as Module from "../src/internal/turns.ts"

const Turns: typeof Module = await import(new URL("../src/internal/turns.ts", import.meta.url).href)

const turn = () => new Promise((resolve) => setImmediate(resolve))

it("a call forgets earlier finished calls", async () => {
  const turns = Turns.make(1)
  const known: Array<number> = []
  const ended: Array<Promise<unknown>> = []
  const call = async (left: number): Promise<void> => {
    await turns.within(
      turns.take(Effect.andThen(
        Effect.context<never>(),
        (context) =>
          Effect.promise(async () => {
            // Each leaves another behind, for which nobody waits.
            if (left > 0) ended.push(turn().then(turn).then(() => call(left - 1)))
            const calls = context.mapUnsafe.get("dunlin/internal/turns/Around") as ReadonlyArray<unknown>
            known.push(calls.length)
          })
      )),
      Effect.runPromise
    )
  }
  await call(5)
  for (const end of ended) await end
  assert.deepStrictEqual(known, [1, 1, 1, 1, 1, 1])
})
