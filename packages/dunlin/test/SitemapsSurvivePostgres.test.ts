import { describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import { assertWhole, crawlUnderFire, type Ends } from "./sitemapsUnderFire.ts"

const ends: Ends = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

describe("postgresql", needing("PostgreSQL"), () => {
  it("a crawl in PostgreSQL loses no page and delivers none twice if a worker is killed at every sitemap", async () => {
    const scope = Effect.runSync(Scope.make())
    ends.push(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: true }), scope))
    assertWhole(
      await crawlUnderFire(ends, async () => ({
        env: { DUNLIN_DATABASE_URL: Redacted.value(server.url) },
        ask: (text) => servers.query(server, text)
      }))
    )
  })
})
