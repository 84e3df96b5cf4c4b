// Measures the cost of a claim while other jobs are blocked, on PostgreSQL and on SQLite: npm run bench --
// blockedJobs [--sizes=0,1000,100000] [--claims=20]
//
// A blocked job is a crawl of one page whose host must not be requested for an hour. 100 teams have blocked jobs. One
// other job is ready, and every claim returns pages of it. `blocked` is the number of blocked jobs that an earlier claim
// has checked. `new` is the number that no claim has checked yet. A claim checks at most 64 new jobs, one by one.
import { JobStore, PostgresJobStore, SqliteJobStore } from "@dunlin/jobs"
import { Effect, Exit, type Layer, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as servers from "../../../cache/test/servers.ts"
import { isInstalled } from "../../../common/test/components.ts"
import { countStatements } from "../../../jobs/test/sentStatements.ts"
import { serverTime } from "./jobs/serverTime.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const TEAMS = 100
const PAGES_PER_CLAIM = 8
const FAR_MS = 4_000_000_000_000

const fill = (count: number, readyAt: number): ReadonlyArray<string> => {
  const numbers = `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count})`
  return count === 0 ? [] : [
    `${numbers} INSERT INTO jobs (id, team, kind, state, spec, priority, most_running, most_done, most_pages, delay,
       retention, ephemeral, known, total, queued, running, done, failed, cancelled, credits, last_host, created_at,
       expires_at, ready_at)
     SELECT 'b' || i, 'team' || (i % ${TEAMS}), 'crawl', 'running', '{}', 0, 2147483647, 1000, 4000, 60000, 86400000, 0,
       1, 1, 1, 0, 0, 0, 0, 0, '', 1000 + i, ${FAR_MS}, ${readyAt} FROM numbers`,
    `${numbers} INSERT INTO job_pages (job, key, seq, url, host, page_rank, state, attempt)
     SELECT 'b' || i, 'k', 1, 'https://h' || i || '.example/', 'h' || i || '.example', 0, 0, 0 FROM numbers`,
    `${numbers} INSERT INTO job_hosts (host, next_at) SELECT 'h' || i || '.example', ${FAR_MS} FROM numbers`
  ]
}

interface Database {
  readonly layer: Layer.Layer<JobStore.JobStore, unknown>
  readonly run: (text: string) => Promise<unknown>
  readonly sent: () => number
  readonly time: () => number
}

const onPostgres: Effect.Effect<Database, never, Scope.Scope> = Effect.map(
  servers.postgres({ durable: true }),
  (server) => {
    return {
      layer: PostgresJobStore.layer({ url: server.url, maxConnections: 2, mostPerHost: 1_000_000 }),
      run: (text) => servers.query(server, text),
      sent: countStatements(),
      time: () => serverTime(Redacted.value(server.url))
    }
  }
)

const onSqlite: Effect.Effect<Database, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-blocked-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ),
  (folder) => {
    const file = join(folder, "jobs.sqlite")
    let sent = 0
    const { prepare } = DatabaseSync.prototype
    DatabaseSync.prototype.prepare = function(this: DatabaseSync, text: string) {
      const statement = prepare.call(this, text)
      for (const name of ["all", "run"] as const) {
        const call = statement[name].bind(statement) as (...values: Array<any>) => any
        statement[name] = ((...values: Array<any>) => {
          sent++
          return call(...values)
        }) as never
      }
      return statement
    }
    return {
      layer: SqliteJobStore.layer({ file, mostPerHost: 1_000_000 }),
      run: async (text) => {
        const database = new DatabaseSync(file)
        database.exec(text)
        database.close()
      },
      sent: () => sent,
      time: () => {
        const { system, user } = process.cpuUsage()
        return (system + user) / 1000
      }
    }
  }
)

const round = Effect.fnUntraced(function*(database: Database, size: number, readyAt: number, claims: number) {
  const store = yield* JobStore.JobStore
  const run = (text: string) => Effect.promise(() => database.run(text))
  for (const text of fill(size, readyAt)) yield* run(text)
  yield* run("ANALYZE")
  const pages = Array.from({ length: (claims + 1) * PAGES_PER_CLAIM }, (_, at) => ({
    key: String(at),
    url: `https://open${at % 10}.example/${at}`
  }))
  yield* store.submit({ id: "ready", team: "zz", kind: "batch", spec: {}, pages })
  const claim = store.claim({ worker: "w", most: PAGES_PER_CLAIM, lease: 60_000 })
  yield* claim
  const before = { sent: database.sent(), time: database.time(), at: performance.now() }
  let found = 0
  for (let times = 0; times < claims; times++) found += (yield* claim).length
  return {
    statements: (database.sent() - before.sent) / claims,
    cpu: (database.time() - before.time) / claims,
    took: (performance.now() - before.at) / claims,
    pages: found / claims
  }
})

export const run = async (args: ReadonlyArray<string>) => {
  const claims = Number(optionOf(args, "claims") ?? "20")
  const sizes = (optionOf(args, "sizes") ?? "0,1000,100000").split(",").map(Number)
  console.log("| store | other jobs | pages a claim | statements a claim | ms of processor a claim | ms |")
  console.log("| --- | --- | --- | --- | --- | --- |")
  for (const [name, open] of [["PostgreSQL", onPostgres], ["SQLite", onSqlite]] as const) {
    if (name === "PostgreSQL" && !isInstalled("PostgreSQL")) continue
    for (const size of sizes) {
      for (const [kind, readyAt] of size === 0 ? [["", 0]] as const : [["blocked", FAR_MS], ["new", 0]] as const) {
        const scope = Effect.runSync(Scope.make())
        try {
          const { cpu, pages, statements, took } = await Effect.runPromise(Scope.provide(
            Effect.flatMap(open, (database) => Effect.provide(round(database, size, readyAt, claims), database.layer)),
            scope
          ))
          console.log(
            `| ${name} | ${size} ${kind} | ${pages.toFixed(1)} | ${statements.toFixed(1)} | ${cpu.toFixed(1)} | ${
              took.toFixed(1)
            } |`
          )
          figure({
            area: `a claim with ${size} ${kind} jobs`,
            metric: `statements on ${name}`,
            ours: Math.round(statements * 10) / 10
          })
        } finally {
          await Effect.runPromise(Scope.close(scope, Exit.void))
        }
      }
    }
  }
}
