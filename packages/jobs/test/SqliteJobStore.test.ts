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

it.effect("keeps nothing of what a page was handed out with when it is done", () => {
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
