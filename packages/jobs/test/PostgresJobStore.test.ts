import { NodePostgres } from "@dunlin/common"
import { JobStore, PostgresJobStore } from "@dunlin/jobs"
import * as Conformance from "@dunlin/jobs/testing"
import { assert, it } from "@effect/vitest"
import { type Duration, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Client } from "pg"
import * as vitest from "vitest"
import { afterAll, beforeAll, describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { openWay, stepwise } from "../../cache/test/ways.ts"
import { needing } from "../../common/test/components.ts"
import { runOn } from "./monitorModel.ts"
import { countStatements } from "./sentStatements.ts"
import { limits, simulate } from "./simulation.ts"

describe("postgresql", needing("PostgreSQL"), () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.Server | undefined
  let databases = 0
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const database = Effect.promise(async () => {
    const address = Redacted.value(server!.url)
    const name = `jobs${++databases}`
    const client = new Client({ connectionString: address })
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return Redacted.make(address.replace(/[^/]*$/, name))
  })

  const standing = Effect.flatMap(database, (url) => servers.standingClock({ url }))

  const opened = (limits?: JobStore.Limits) =>
    Layer.unwrap(Effect.map(standing, ({ put, url }) =>
      Layer.merge(
        PostgresJobStore.layer({ ...limits, url, maxConnections: 3 }),
        Layer.succeed(Conformance.Passage, (time) => Effect.andThen(TestClock.adjust(time), put(time)))
      )))
  Conformance.run(Conformance.suite("postgres", opened), vitest)

  it.effect("reports every change of a monitor once, although workers are killed", () =>
    Effect.gen(function*() {
      const { put, url } = yield* standing
      const { missed, missedInFeeds, doubled, doubledInFeeds, falsely, charged, cost } = yield* runOn({
        pass: (milliseconds) => Effect.andThen(TestClock.adjust(milliseconds), put(milliseconds)),
        store: PostgresJobStore.layer({ url, maxConnections: 3 }),
        changes: 8,
        monitors: 1,
        pagesPerMonitor: 4,
        queriesPerMonitor: 2,
        kills: 2
      })
      assert.deepStrictEqual([missed, missedInFeeds, doubled, doubledInFeeds, falsely], [0, 0, 0, 0, 0])
      assert.strictEqual(charged, cost)
    }))

  it.effect("reads as little for a page of a large job as for one of a small job", () =>
    Effect.gen(function*() {
      const url = yield* database
      const ask = (text: string) => Effect.promise(() => servers.query({ ...server!, url }, text))
      const pages = Array.from({ length: 2000 }, (_, at) => {
        const address = `https://site${at % 40}.example/${at}`
        return { key: address, url: address }
      })
      const work = Effect.gen(function*() {
        const store = yield* JobStore.JobStore
        yield* store.submit({ id: "small", team: "t", kind: "batch", spec: {}, pages: pages.slice(0, 10) })
        // From now on the database believes that jobs are small.
        yield* ask("ANALYZE")
        yield* store.submit({ id: "large", team: "t", kind: "batch", spec: {}, pages })
        for (let times = 0; times < 20; times++) {
          const claims = yield* store.claim({ worker: "w", most: 8, lease: 30_000 })
          assert.strictEqual(claims.length, 8)
          const tokens = claims.map(({ token }) => token)
          assert.deepStrictEqual(yield* store.heartbeat({ tokens, lease: 30_000 }), tokens)
          yield* Effect.forEach(
            claims,
            (claim) => store.settle({ claim, outcome: { _tag: "Done", result: {}, credits: 1 } }),
            { concurrency: "unbounded" }
          )
        }
      })
      yield* Effect.provide(work, PostgresJobStore.layer({ url, maxConnections: 2, mostPerHost: 100 }))
      // Connections tell what they read when they end.
      const others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      while ((yield* ask(others)).length > 0) continue
      const [read] = yield* ask(
        "SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_user_tables WHERE relname = 'job_pages'"
      )
      // Of the 2,010 insertions, and of 160 pages claimed, prolonged and settled.
      assert.isBelow(Number(read!["rows"]), 160 * 20)
    }).pipe(Effect.orDie))

  it.effect("shows jobs and leased pages in views, without results and payloads", () =>
    Effect.gen(function*() {
      const url = yield* database
      const work = Effect.gen(function*() {
        const store = yield* JobStore.JobStore
        const page = { key: "a", url: "https://a.example/", payload: { secret: "payload" }, format: 1 }
        const rest = { key: "b", url: "https://a.example/b" }
        yield* store.submit({ id: "seen", team: "t", kind: "batch", spec: {}, delay: 600_000, pages: [page, rest] })
        // the lease counts by the clock of the machine, which may take minutes to the next statement
        const lease = 3_600_000
        const [claim] = yield* store.claim({ worker: "w", most: 1, lease })
        yield* store.claim({ worker: "w", most: 1, lease })
        const ask = (text: string) => Effect.promise(() => servers.query({ url }, text))
        const inAnHour = "BETWEEN now() + interval '40 min' AND now() + interval '60 min'"
        const turns = yield* ask(
          `SELECT job, team, url, host, worker, try, lease_ends ${inAnHour} AS soon FROM dunlin_turns`
        )
        const host = "a.example"
        assert.deepStrictEqual(turns, [
          { job: "seen", team: "t", url: claim!.url, host, worker: "w", try: 1, soon: true }
        ])
        const jobs = yield* ask(
          "SELECT job, state, waiting::int, running::int, blocked_until > now() AS blocked, expires FROM dunlin_jobs"
        )
        assert.deepStrictEqual(jobs, [
          { job: "seen", state: "running", waiting: 1, running: 1, blocked: true, expires: null }
        ])
        const columns = yield* ask(
          "SELECT column_name FROM information_schema.columns WHERE table_name LIKE 'dunlin!_%' ESCAPE '!'"
        )
        for (const { column_name: name } of columns) assert.notInclude(["result", "payload", "spec", "token"], name)
      })
      yield* Effect.provide(work, PostgresJobStore.layer({ url, maxConnections: 2 }))
    }).pipe(Effect.orDie))

  it.effect("adds links again that a failover of the database lost", () =>
    Effect.gen(function*() {
      const { url } = yield* standing
      const ask = (text: string) => Effect.promise(() => servers.query({ url }, text))
      yield* ask(
        `CREATE TABLE standing.started AS SELECT to_timestamp(0) AS time;
         CREATE FUNCTION standing.pg_postmaster_start_time() RETURNS timestamptz STABLE LANGUAGE sql
           AS 'SELECT time FROM standing.started'`
      )
      const work = Effect.gen(function*() {
        const store = yield* JobStore.JobStore
        const [first, second, third, ...links] = Array.from({ length: 5 }, (_, at) => ({
          key: String(at),
          url: `https://a.example/${at}`
        }))
        yield* store.submit({ id: "job", team: "t", kind: "crawl", spec: {}, pages: [first!, second!, third!] })
        const claims = yield* store.claim({ worker: "w", most: 3, lease: 60_000 })
        const settle = (at: number) =>
          Effect.map(
            store.settle({ claim: claims[at]!, outcome: { _tag: "Done", result: {}, credits: 1 }, discovered: links }),
            ({ added }) => added
          )
        assert.deepStrictEqual([yield* settle(0), yield* settle(1)], [2, 0])
        yield* ask(
          `DELETE FROM job_pages WHERE key = '4'; UPDATE jobs SET known = 4, total = 4, queued = 1;
           UPDATE standing.started SET time = to_timestamp(1)`
        )
        assert.strictEqual(yield* settle(2), 1)
        assert.deepInclude((yield* store.get({ team: "t", job: "job" })).counts, { total: 5, queued: 2, done: 3 })
      })
      yield* Effect.provide(work, PostgresJobStore.layer({ url, maxConnections: 2 }))
    }).pipe(Effect.orDie))

  it.effect("claims pages with one statement, however many other jobs are blocked", () =>
    Effect.gen(function*() {
      const url = yield* database
      const work = Effect.gen(function*() {
        const store = yield* JobStore.JobStore
        for (let at = 0; at < 100; at++) {
          const pages = ["a", "b"].map((key) => ({ key, url: `https://host${at}.example/${key}` }))
          yield* store.submit({ id: `job${at}`, team: `team${at % 7}`, kind: "batch", spec: {}, delay: 600_000, pages })
        }
        const claim = store.claim({ worker: "w", most: 100, lease: 60_000 })
        // The first claim takes a page of every job, and the next ones find each job blocked once.
        assert.strictEqual((yield* claim).length, 100)
        yield* claim
        yield* claim
        const ready = { key: "c", url: "https://open.example/" }
        yield* store.submit({ id: "ready", team: "z", kind: "batch", spec: {}, pages: [ready] })
        const sent = countStatements(Redacted.value(url))
        assert.deepStrictEqual((yield* claim).map(({ key }) => key), ["c"])
        assert.strictEqual(sent(), 1)
        const blocked = "SELECT COUNT(*)::int AS jobs FROM jobs WHERE ready_at > 0"
        const [found] = yield* Effect.promise(() => servers.query({ url }, blocked))
        assert.strictEqual(found!["jobs"], 100)
      })
      yield* Effect.provide(work, PostgresJobStore.layer({ url, maxConnections: 2 }))
    }).pipe(Effect.orDie))

  it.effect("claims pages of other jobs while a process stops inside a transaction", () =>
    Effect.gen(function*() {
      const url = yield* database
      const work = Effect.gen(function*() {
        const store = yield* JobStore.JobStore
        const pages = [{ key: "a", url: "https://a.example/" }, { key: "b", url: "https://a.example/b" }]
        yield* store.submit({ id: "held", team: "t", kind: "batch", spec: {}, priority: 5, pages })
        yield* store.submit({ id: "other", team: "t", kind: "batch", spec: {}, pages })
        // The last statements that a stopped process sent: its transaction stays open.
        const stopped = new Client({ connectionString: Redacted.value(url) })
        yield* Effect.promise(() => stopped.connect())
        yield* Effect.addFinalizer(() => Effect.promise(() => stopped.end()))
        yield* Effect.promise(() => stopped.query("BEGIN; SELECT 1 FROM jobs WHERE id = 'held' FOR UPDATE"))
        const claims = yield* store.claim({ worker: "w", most: 4, lease: 60_000 })
        assert.deepStrictEqual(claims.map(({ job }) => job), ["other", "other"])
        for (const claim of claims.slice(1)) {
          assert.deepStrictEqual(yield* store.heartbeat({ tokens: [claim.token], lease: 60_000 }), [claim.token])
          assert.isTrue((yield* store.settle({ claim, outcome: { _tag: "Dropped" } })).settled)
        }
        yield* Effect.promise(() => stopped.query("ROLLBACK"))
        assert.strictEqual((yield* store.claim({ worker: "w", most: 4, lease: 60_000 })).length, 2)
      })
      yield* Effect.provide(work, PostgresJobStore.layer({ url, maxConnections: 2 }))
    }).pipe(Effect.orDie))

  describe("behind a pooler", needing("PgBouncer"), () => {
    it.effect("works through PgBouncer in transaction mode, including the creation of its tables", () =>
      Effect.gen(function*() {
        const behind = yield* database
        const { url } = yield* servers.pgBouncer({ url: behind })
        const open = Effect.flatMap(
          Layer.build(Layer.fresh(PostgresJobStore.layer({ url, maxConnections: 5 }))),
          (context) => Effect.provideContext(JobStore.JobStore, context)
        )
        const stores = [yield* open, yield* open]
        const pages = Array.from(
          { length: 40 },
          (_, at) => ({ key: String(at), url: `https://h${at % 5}.example/${at}` })
        )
        yield* stores[0]!.submit({ id: "job", team: "t", kind: "batch", spec: {}, pages })
        const work = (store: JobStore.JobStore["Service"]) =>
          Effect.gen(function*() {
            for (;;) {
              const claims = yield* store.claim({ worker: "w", most: 4, lease: 60_000 })
              if (claims.length === 0) return
              yield* store.heartbeat({ tokens: claims.map(({ token }) => token), lease: 60_000 })
              yield* Effect.forEach(
                claims,
                (claim) => store.settle({ claim, outcome: { _tag: "Done", result: {}, credits: 1 } }),
                { concurrency: "unbounded" }
              )
            }
          })
        yield* Effect.forEach([...stores, ...stores], work, { concurrency: "unbounded" })
        const job = yield* stores[1]!.get({ team: "t", job: "job" })
        assert.deepStrictEqual([job.state, job.counts.done, job.credits], ["completed", 40, 40])
      }).pipe(Effect.orDie))
  })

  it.effect("measures leases by the clock of the database, whatever the workers' clocks", () =>
    Effect.gen(function*() {
      const { put, url } = yield* standing
      const store = yield* Effect.provideContext(
        JobStore.JobStore,
        yield* Layer.build(PostgresJobStore.layer({ url, maxConnections: 2 }))
      )
      const lease = 30_000
      /** What a process does whose clock is wrong by this time. */
      const withClock = (wrong: Duration.Input) => <A, E>(work: Effect.Effect<A, E>) =>
        TestClock.adjust(wrong).pipe(Effect.andThen(work), Effect.provide(TestClock.layer()))
      const claim = Effect.map(store.claim({ worker: "w", most: 3, lease }), (claims) => claims.map(({ key }) => key))
      const ahead = withClock("10 minutes")
      const behind = withClock(0)
      const pages = ["a", "b", "c"].map((key) => ({ key, url: `https://${key}.example/` }))
      yield* ahead(store.submit({ id: "job", team: "t", kind: "batch", spec: {}, pages }))
      yield* put("5 minutes")
      const [first, second, third] = yield* behind(store.claim({ worker: "w", most: 3, lease }))
      assert.deepStrictEqual(yield* ahead(claim), [])
      yield* put(lease - 1)
      assert.deepStrictEqual(yield* ahead(claim), [])
      assert.deepStrictEqual(yield* behind(store.heartbeat({ tokens: [first!.token], lease })), [first!.token])
      assert.isTrue(yield* ahead(store.release({ claim: second!, delay: 1000, free: true })))
      yield* put(2)
      assert.deepStrictEqual(yield* ahead(claim), [third!.key])
      yield* put(998)
      assert.deepStrictEqual(yield* behind(claim), [second!.key])
      // One whose clock is ahead takes no page for longer, either.
      yield* put(lease - 500)
      assert.sameMembers(yield* behind(claim), [first!.key, third!.key])
      // Nor does it forget a job before its time.
      yield* ahead(store.cancel({ team: "t", job: "job" }))
      yield* put("23 hours")
      assert.strictEqual(yield* withClock("3 days")(store.purge), 0)
      yield* put("1 hour")
      assert.strictEqual(yield* behind(store.purge), 1)
    }).pipe(Effect.orDie))

  it.effect("fails if the database does not respond, and continues when it does", () =>
    Effect.gen(function*() {
      const way = yield* openWay(yield* database)
      const passes = yield* stepwise
      const context = yield* Layer.build(PostgresJobStore.layer({ url: way.url, maxConnections: 1 })).pipe(
        Effect.provideService(NodePostgres.Passing, passes.passing)
      )
      const store = yield* Effect.provideContext(JobStore.JobStore, context)
      const job = { team: "t", kind: "batch", spec: {}, pages: [{ key: "a", url: "https://a.example/" }] } as const
      way.isSilent = true
      const failed = yield* passes.during(Effect.flip(store.submit({ ...job, id: "one" })))
      assert.strictEqual(failed.reason._tag, "StoreUnavailable")
      assert.instanceOf((failed.reason as { readonly cause?: unknown }).cause, NodePostgres.Silent)
      way.isSilent = false
      yield* store.submit({ ...job, id: "two" })
      const claims = yield* store.claim({ worker: "w", most: 2, lease: 30_000 })
      assert.deepStrictEqual(claims.map((claim) => claim.job), ["two"])
    }).pipe(Effect.orDie))

  it.effect("behaves like the model with a hundred workers", () =>
    Effect.orDie(Effect.provide(simulate(Number(process.env["DUNLIN_SEED"] ?? 1), 300), opened(limits))))
})
