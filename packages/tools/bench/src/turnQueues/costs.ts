/** Measures the cost of a page and of a claim, for the database and its client. */
import { JobStore } from "@dunlin/jobs"
import { Effect } from "effect"
import { countStatements } from "../../../../jobs/test/sentStatements.ts"
import { serverTime } from "../jobs/serverTime.ts"
import { onQueue, pagesOf, type Queue, type Setting } from "./setting.ts"

const LOOPS = 8
const LEASE_MS = 60_000
const PAGES_PER_CLAIM = 8
const FAR_MS = 4_000_000_000_000

const sent = countStatements()

const logged = ({ ask }: Setting) =>
  Effect.map(ask("SELECT pg_current_wal_lsn() - '0/0' AS bytes"), ([row]) => Number(row!["bytes"]))

export const costOfPages = (
  queue: Queue,
  folder: string,
  { most, pages }: { readonly most: number; readonly pages: number }
) =>
  onQueue(queue, folder, (setting) =>
    Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      yield* store.submit({ id: "many", team: "bench", kind: "batch", spec: {}, pages: pagesOf(pages, 200) })
      const before = {
        server: serverTime(setting.url),
        own: process.cpuUsage(),
        log: yield* logged(setting),
        sent: sent(),
        at: performance.now()
      }
      const loop = Effect.gen(function*() {
        for (;;) {
          const claims = yield* store.claim({ worker: "bench", most, lease: LEASE_MS })
          if (claims.length === 0) return
          yield* store.heartbeat({ tokens: claims.map(({ token }) => token), lease: LEASE_MS })
          yield* Effect.forEach(
            claims,
            (claim) => store.settle({ claim, outcome: { _tag: "Done", result: { url: claim.url }, credits: 1 } }),
            { concurrency: "unbounded", discard: true }
          )
        }
      })
      yield* Effect.all(Array.from({ length: LOOPS }, () => loop), { concurrency: "unbounded", discard: true })
      const { system, user } = process.cpuUsage(before.own)
      return {
        pagesPerSecond: pages / (performance.now() - before.at) * 1000,
        databaseMs: (serverTime(setting.url) - before.server) / pages,
        clientMs: (system + user) / 1000 / pages,
        logBytes: ((yield* logged(setting)) - before.log) / pages,
        statements: (sent() - before.sent) / pages
      }
    }))

const blockedJobs = (count: number) => [
  `INSERT INTO jobs (id, team, kind, state, spec, priority, most_running, most_done, most_pages, delay, retention, ephemeral,
     known, total, queued, running, done, failed, cancelled, credits, last_host, created_at, expires_at, ready_at)
   SELECT 'b' || i, 'team' || (i % 100), 'crawl', 'running', '{}', 0, 2147483647, 1000, 4000, 60000, 86400000, 0, 1, 1, 1, 0,
     0, 0, 0, 0, '', 1000 + i, ${FAR_MS}, ${FAR_MS} FROM generate_series(1, ${count}) i`,
  `INSERT INTO job_pages (job, key, seq, url, host, page_rank, state, attempt)
   SELECT 'b' || i, 'k', 1, 'https://h' || i || '.example/', 'h' || i || '.example', 0, 0, 0
   FROM generate_series(1, ${count}) i`,
  "ANALYZE"
]

export const costOfClaims = (
  queue: Queue,
  folder: string,
  { blocked, claims }: { readonly blocked: number; readonly claims: number }
) =>
  onQueue(queue, folder, (setting) =>
    Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      for (const text of blocked === 0 ? [] : blockedJobs(blocked)) yield* setting.ask(text)
      const pages = pagesOf(PAGES_PER_CLAIM * (claims + 1), 10)
      yield* store.submit({ id: "ready", team: "zz", kind: "batch", spec: {}, pages })
      const claim = store.claim({ worker: "w", most: PAGES_PER_CLAIM, lease: LEASE_MS })
      yield* claim
      const before = { sent: sent(), server: serverTime(setting.url) }
      let found = 0
      for (let at = 0; at < claims; at++) found += (yield* claim).length
      const shown = queue === "own" ? [] : yield* setting.ask(
        "SELECT state::text, COUNT(*)::int AS turns FROM pgboss.job WHERE name = 'dunlin-turns' GROUP BY state"
      )
      return {
        statements: (sent() - before.sent) / claims,
        databaseMs: (serverTime(setting.url) - before.server) / claims,
        pages: found / claims,
        ...(queue === "own" ? {} : { rowsOfPgBoss: shown })
      }
    }))
