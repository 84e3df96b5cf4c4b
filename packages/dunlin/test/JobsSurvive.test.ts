import { assert, describe, it } from "@effect/vitest"
import { needing } from "../../common/test/components.ts"
import { fractions } from "../../common/test/random.ts"
import { survive } from "./survival.ts"

describe("on PostgreSQL and Redis", needing("PostgreSQL", "Redis"), () => {
  it("a batch and a crawl lose nothing and charge nothing twice when workers, server, and stores are killed", async () => {
    const { again: _, seconds: __, ...report } = await survive({
      pages: 60,
      workers: 2,
      concurrency: 4,
      kills: ["worker", "database", "server", "redis", "worker"],
      random: fractions(Number(process.env["DUNLIN_SEED"] ?? 1))
    })
    assert.deepStrictEqual(report, {
      killed: { worker: 2, server: 1, database: 1, redis: 1 },
      lost: 0,
      twice: 0,
      failed: 0,
      paid: 120,
      told: 120,
      settled: 120,
      sums: true,
      died: []
    })
  })
})
