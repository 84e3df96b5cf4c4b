/** Measures how much processor time claims and settlements take on PostgreSQL, if many teams have pages. */
import { JobStore, PostgresJobStore } from "@dunlin/jobs"
import { Effect, Exit, Redacted, Scope } from "effect"
import * as servers from "../../../../cache/test/servers.ts"
import { serverTime } from "../jobs/serverTime.ts"

const LEASE_MS = 600_000
const FAR_MS = 4_000_000_000_000
const CLAIMS = 40

const fill = (teams: number, hostsPerTeam: number) => [
  `INSERT INTO jobs (id, team, kind, state, spec, priority, most_running, most_done, most_pages, delay, retention, ephemeral,
     known, total, queued, running, done, failed, cancelled, credits, last_host, created_at, expires_at, ready_at)
   SELECT 'b' || i, 'team' || i, 'crawl', 'running', '{}', 0, 2147483647, 1000000, 4000000, 0, 86400000, 0, ${hostsPerTeam},
     ${hostsPerTeam}, ${hostsPerTeam}, 0, 0, 0, 0, 0, '', 1000 + i, ${FAR_MS}, 0 FROM generate_series(1, ${teams}) i`,
  `INSERT INTO job_pages (job, key, seq, url, host, page_rank, state, attempt)
   SELECT 'b' || i, 'k' || h, h, 'https://h' || h || '.t' || i || '.test/', 'h' || h || '.t' || i || '.test', 0, 0, 0
   FROM generate_series(1, ${teams}) i, generate_series(1, ${hostsPerTeam}) h`,
  "ANALYZE"
]

export interface Measured {
  readonly pages: number
  readonly claimMs: number
  readonly settledPageMs: number
}

export const measure = async (teams: number, hosts: number, sizes: ReadonlyArray<number>) => {
  const scope = Effect.runSync(Scope.make())
  const work = Effect.gen(function*() {
    const server = yield* servers.postgres({ durable: true })
    const address = Redacted.value(server.url)
    const body = Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      for (const text of fill(teams, Math.round(hosts / teams))) {
        yield* Effect.promise(() => servers.query(server, text))
      }
      const rows: Array<Measured> = []
      for (const most of sizes) {
        const claim = store.claim({ worker: "w", most, lease: LEASE_MS })
        yield* claim
        const before = serverTime(address)
        const claims = (yield* Effect.replicateEffect(claim, CLAIMS)).flat()
        const between = serverTime(address)
        yield* Effect.forEach(
          claims,
          (claim) => store.settle({ claim, outcome: { _tag: "Done", result: {}, credits: 1 } }),
          { concurrency: "unbounded", discard: true }
        )
        rows.push({
          pages: claims.length / CLAIMS,
          claimMs: (between - before) / CLAIMS,
          settledPageMs: (serverTime(address) - between) / claims.length
        })
      }
      return rows
    })
    return yield* Effect.provide(
      body,
      PostgresJobStore.layer({ url: server.url, maxConnections: 3, weightOf: () => 1, mostPerTeam: () => 1000 })
    )
  })
  try {
    return await Effect.runPromise(Effect.orDie(Scope.provide(work, scope)))
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
