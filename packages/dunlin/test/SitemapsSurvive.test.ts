import { it } from "@effect/vitest"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll } from "vitest"
import { assertWhole, crawlUnderFire, type Ends } from "./sitemapsUnderFire.ts"

const ends: Ends = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

it("a crawl in SQLite loses no page and delivers none twice if a worker is killed at every sitemap", async () => {
  assertWhole(
    await crawlUnderFire(ends, async (folder) => ({
      env: {},
      ask: async (text) => {
        const database = new DatabaseSync(join(folder, "jobs.sqlite"), { timeout: 10_000 })
        const rows = database.prepare(text).all()
        database.close()
        return rows.map((row) => ({ ...row }))
      }
    }))
  )
})
