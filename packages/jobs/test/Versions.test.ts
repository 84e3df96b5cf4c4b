/** A store that workers of the version before formats share with those of this one. */
import { type Job, JobStore, PostgresJobStore, SqliteJobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Client, types } from "pg"
import { afterAll, beforeAll, describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import * as older from "./olderStore.ts"

/** When the older version looks: every lease and delay that it knows of has ended by then. */
const in2100 = Date.UTC(2100, 0)
const lease = 30_000

const page = "https://a.example/"
const sitemap = "https://b.example/sitemap.xml"
const sitemapPage: Job.NewPage = { key: "sitemap", url: sitemap, format: 1 }

/** What the older version and this one do with the pages of one store. */
const deploy = Effect.fnUntraced(function*<E>(ask: older.Ask, current: Layer.Layer<JobStore.JobStore, E>) {
  const claimOlder = Effect.promise(() => older.claim(ask, in2100))
  yield* Effect.promise(() => older.submit(ask, "job", page, Date.UTC(2026, 0)))
  assert.deepStrictEqual(yield* claimOlder, [page])
  const store = yield* Effect.provideContext(JobStore.JobStore, yield* Layer.build(current))
  const claim = (most: number) => store.claim({ worker: "current", most, lease })
  yield* store.append({ team: "t", job: "job", pages: [sitemapPage] })
  // Its own page comes back from a worker that disappeared; the other one waits for a newer worker.
  assert.deepStrictEqual(yield* Effect.promise(() => older.claim(ask, in2100 + lease)), [page])
  const [held] = yield* claim(5)
  assert.strictEqual(held?.url, sitemap)
  assert.deepStrictEqual(yield* store.heartbeat({ tokens: [held!.token], lease }), [held!.token])
  assert.notInclude(yield* claimOlder, sitemap)
  assert.isTrue(yield* store.release({ claim: held!, delay: 1, free: true }))
  assert.notInclude(yield* claimOlder, sitemap)
  // PostgreSQL has a clock of its own.
  let again: Job.Claim | undefined
  while (again === undefined) {
    yield* TestClock.adjust(1)
    again = (yield* claim(5)).find(({ url }) => url === sitemap)
  }
  const discovered = ["https://c.example/", "https://d.example/"].map((url) => ({ key: url, url }))
  yield* store.settle({ claim: again, outcome: { _tag: "Dropped" }, discovered })
  // What it leads to are pages as every version reads them.
  assert.deepStrictEqual(
    (yield* claimOlder).filter((url) => url !== page),
    discovered.map(({ url }) => url)
  )
  const { counts } = yield* store.get({ team: "t", job: "job" })
  assert.deepInclude(counts, { total: 3, queued: 0, running: 3 })
})

const folder = mkdtempSync(join(tmpdir(), "dunlin-versions-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

/** A file of the older version, which has it open. */
const openOlder = Effect.fnUntraced(function*(name: string) {
  const file = join(folder, name)
  const database = yield* Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(file)),
    (database) => Effect.sync(() => database.close())
  )
  for (const text of older.tablesOf("COLLATE BINARY")) database.exec(text)
  const ask: older.Ask = async (text, values) =>
    database.prepare(text.replaceAll(/\$(\d+)/g, "?$1")).all(...values) as ReadonlyArray<older.Row>
  return { ask, current: SqliteJobStore.layer({ file }) }
})

it.effect("does not give pages of newer formats to older workers in SQLite", () =>
  Effect.orDie(Effect.flatMap(openOlder("formats"), ({ ask, current }) => deploy(ask, current))))

it.effect("does not give pages of newer formats to older workers that replace an ended process", () =>
  Effect.gen(function*() {
    const { ask, current } = yield* openOlder("owners")
    yield* Effect.promise(() => older.submit(ask, "job", page, Date.UTC(2026, 0)))
    yield* Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      yield* store.append({ team: "t", job: "job", pages: [sitemapPage] })
      assert.strictEqual((yield* store.claim({ worker: "current", most: 5, lease })).length, 2)
    }).pipe(Effect.provide(current))
    const [held] = yield* Effect.promise(() => ask("SELECT worker FROM job_pages WHERE format = 0", []))
    const [owner] = String(held!.worker).split(" ")
    yield* Effect.promise(() => older.takeOver(ask, owner!, Date.UTC(2026, 0)))
    assert.deepStrictEqual(yield* Effect.promise(() => older.claim(ask, Date.UTC(2026, 0))), [page])
    yield* TestClock.adjust(lease + 1)
    const claims = yield* Effect.provide(
      Effect.flatMap(JobStore.JobStore, (store) => store.claim({ worker: "current", most: 5, lease })),
      current
    )
    assert.include(claims.map(({ url }) => url), sitemap)
  }).pipe(Effect.orDie))

it.effect("leaves older workers an index to read the hosts of a job", () =>
  Effect.gen(function*() {
    const { ask, current } = yield* openOlder("indexes")
    yield* Layer.build(current)
    // Plans are made of what a connection saw last.
    yield* Effect.promise(() => ask("SELECT id FROM jobs", []))
    const steps = yield* Effect.promise(() => ask(`EXPLAIN QUERY PLAN ${older.walk}`, ["job", "", 8, 0, 16, 16, "t"]))
    const walks = steps.map(({ detail }) => String(detail)).filter((step) => / (?:later|first) /.test(step))
    assert.isAbove(walks.length, 2)
    for (const step of walks) assert.match(step, /^SEARCH (?:later|first) USING (?:COVERING )?INDEX job_pages_hosts /)
  }).pipe(Effect.orDie))

describe("postgresql", needing("PostgreSQL"), () => {
  const scope = Effect.runSync(Scope.make())
  let server: servers.Server | undefined
  beforeAll(async () => {
    server = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.effect("does not give pages of newer formats to older workers in PostgreSQL", () =>
    Effect.gen(function*() {
      const numbers = { getTypeParser: (type: number) => type === 20 ? Number : types.getTypeParser(type) }
      const client = new Client({ connectionString: Redacted.value(server!.url), types: numbers })
      yield* Effect.promise(() => client.connect())
      yield* Effect.addFinalizer(() => Effect.promise(() => client.end()))
      const ask: older.Ask = async (text, values) => (await client.query(text, [...values])).rows
      const stamp = ["CREATE TABLE job_schema (version INTEGER NOT NULL)", "INSERT INTO job_schema VALUES (5)"]
      for (const text of [...older.tablesOf(`COLLATE "C"`), ...stamp]) yield* Effect.promise(() => ask(text, []))
      yield* deploy(ask, PostgresJobStore.layer({ url: server!.url, maxConnections: 2 }))
    }).pipe(Effect.orDie))
})
