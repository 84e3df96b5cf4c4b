import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "./money.ts"

const SEED = Number(process.env["DUNLIN_SEED"] ?? 1)
const RUNS = Number(process.env["DUNLIN_RUNS"] ?? 4)

it.effect.each(Array.from({ length: RUNS }, (_, at) => SEED + at))(
  "charges are reported, counted, audited, delivered, and announced, whoever leaves, cancels, or is killed (seed %d)",
  (seed) =>
    Effect.gen(function*() {
      const books = yield* run(seed, 12)
      const { auditedOfJobs, charged, counted, delivered, documents, interruptions, owed, reserved, told } = books
      assert.deepStrictEqual(
        { told, counted, auditedOfJobs, delivered, webhooks: books.webhooks, reserved, owed },
        {
          told: charged,
          counted: charged,
          auditedOfJobs: books.toldByJobs,
          delivered: charged,
          webhooks: documents,
          reserved: 0,
          owed: 0
        }
      )
      assert.isAbove(interruptions, 0)
    }),
  240_000
)
