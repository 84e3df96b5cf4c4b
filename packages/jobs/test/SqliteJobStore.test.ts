import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import * as Conformance from "@dunlin/jobs/testing"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as vitest from "vitest"

const folder = mkdtempSync(join(tmpdir(), "dunlin-jobs-"))
vitest.afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

let files = 0
const opened = (limits?: JobStore.Limits) =>
  SqliteJobStore.layer({ ...limits, file: join(folder, `${++files}.sqlite`) })
Conformance.run(Conformance.suite("sqlite", opened), vitest)
Conformance.run(Conformance.suite("memory", JobStore.layerMemory), vitest)

it.effect("stores no payload of a completed page", () => {
  const file = join(folder, "payloads.sqlite")
  return Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const pages = [{ key: "a", url: "https://site.example/", payload: { event: "results" } }]
    yield* store.submit({ id: "job", team: "t", kind: "webhook", spec: {}, pages })
    const [claim] = yield* store.claim({ worker: "w", most: 1, lease: 1000 })
    assert.deepStrictEqual(claim?.payload, pages[0]!.payload)
    yield* store.settle({ claim: claim!, outcome: { _tag: "Done", result: undefined, credits: 0 } })
    const database = new DatabaseSync(file, { readOnly: true })
    assert.deepInclude(database.prepare("SELECT payload FROM job_pages").get(), { payload: null })
    database.close()
  }).pipe(Effect.provide(SqliteJobStore.layer({ file })), Effect.orDie)
})

it.effect("reports the state of jobs while another process writes", () => {
  const file = join(folder, "read.sqlite")
  const job = { team: "t", job: "job" }
  return Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    yield* store.submit({
      id: "job",
      team: "t",
      kind: "batch",
      spec: {},
      pages: [{ key: "a", url: "https://site.example/" }]
    })
    const other = new DatabaseSync(file)
    other.exec("BEGIN IMMEDIATE; UPDATE jobs SET done = 1, queued = 0")
    assert.deepInclude((yield* store.get(job)).counts, { queued: 1, done: 0 })
    assert.lengthOf(yield* store.list({ team: "t", limit: 10 }), 1)
    assert.deepStrictEqual(yield* store.failures({ ...job, limit: 10 }), [])
    assert.strictEqual((yield* store.depth("t")).queued, 1)
    assert.deepStrictEqual(yield* store.visits({ job: "job", forms: ["form"] }), [{ tried: 0, useful: 0 }])
    other.exec("COMMIT")
    other.close()
    assert.deepInclude((yield* store.get(job)).counts, { queued: 0, done: 1 })
  }).pipe(Effect.provide(SqliteJobStore.layer({ file })), Effect.orDie)
})
