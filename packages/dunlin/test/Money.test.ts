import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "./money.ts"

const SEED = Number(process.env["DUNLIN_SEED"] ?? 1)
const RUNS = Number(process.env["DUNLIN_RUNS"] ?? 4)

it.effect.each(Array.from({ length: RUNS }, (_, at) => SEED + at))(
  "charged is told is delivered is announced, whoever leaves, cancels or is killed (seed %d)",
  (seed) =>
    Effect.gen(function*() {
      const { charged, delivered, documents, interruptions, owed, reserved, told, webhooks } = yield* run(seed, 12)
      assert.deepStrictEqual(
        { told, delivered, webhooks, reserved, owed },
        { told: charged, delivered: charged, webhooks: documents, reserved: 0, owed: 0 }
      )
      assert.isAbove(interruptions, 0)
    }),
  240_000
)
