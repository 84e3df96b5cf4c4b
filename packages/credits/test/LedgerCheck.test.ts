import { SqliteLedger } from "@dunlin/credits"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { findsEveryDamage } from "./checking.ts"
import { keepsBalancesProvable, noticesChangedSums } from "./rollingUp.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-check-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

describe("SqliteLedger.check", () => {
  it.effect("names every account whose entries and sums differ", () => {
    const file = join(folder, "damaged.sqlite")
    return findsEveryDamage({
      ledger: SqliteLedger.layer({ file }),
      check: SqliteLedger.check({ file }),
      change: (statements) =>
        Effect.sync(() => {
          const database = new DatabaseSync(file)
          database.exec(statements)
          database.close()
        }),
      pass: TestClock.adjust
    }).pipe(Effect.orDie)
  })

  it.effect("proves balances after entries were merged", () => {
    const file = join(folder, "rolled.sqlite")
    const run = (statements: string) => {
      const database = new DatabaseSync(file)
      try {
        database.exec(statements)
      } finally {
        database.close()
      }
    }
    const place = {
      ledger: SqliteLedger.layer({ file }),
      check: SqliteLedger.check({ file }),
      change: (statements: string) => Effect.sync(() => run(statements)),
      refused: (statement: string) => Effect.flip(Effect.try({ try: () => run(statement), catch: String })),
      pass: TestClock.adjust
    }
    return keepsBalancesProvable(place, { days: 30, pages: 60 }).pipe(
      Effect.andThen(noticesChangedSums(place)),
      Effect.orDie
    )
  })

  it.effect("does not create a missing ledger", () =>
    Effect.gen(function*() {
      const file = join(folder, "none.sqlite")
      assert.strictEqual((yield* Effect.flip(SqliteLedger.check({ file }))).reason._tag, "Unavailable")
      assert.isFalse(existsSync(file))
    }))
})
