import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, vi } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "dunlin-plans-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

const mostPagesTogether = 40

/** Does everything that a worker and the owner of a job do. */
const everything = Effect.gen(function*() {
  const store = yield* JobStore.JobStore
  const pages = Array.from({ length: 20 }, (_, at) => ({ key: String(at), url: `https://site${at % 4}.example/${at}` }))
  yield* store.submit({ id: "job", team: "t", kind: "batch", spec: {}, pages })
  const claims = yield* store.claim({ worker: "w", most: 8, lease: 30_000 })
  const tokens = claims.map(({ token }) => token)
  assert.deepStrictEqual(yield* store.heartbeat({ tokens, lease: 30_000 }), tokens)
  const [late, failed, ...others] = claims
  yield* store.release({ claim: late!, delay: 1000, free: true })
  const error = { code: "UNKNOWN_ERROR", message: "" } as const
  yield* store.settle({ claim: failed!, outcome: { _tag: "Failed", error, credits: 0 } })
  yield* Effect.forEach(
    others,
    (claim) => store.settle({ claim, outcome: { _tag: "Done", result: {}, credits: 1 } }),
    { concurrency: "unbounded" }
  )
  yield* store.claim({ worker: "w", most: 8, lease: 30_000 })
  yield* store.get({ team: "t", job: "job" })
  yield* store.wait({ team: "t", job: "job" })
  yield* store.results({ team: "t", job: "job", skip: 0, limit: 10, maxBytes: 1000 })
  yield* store.lastDone("t")
  yield* store.failures({ team: "t", job: "job", limit: 10 })
  yield* store.cancel({ team: "t", job: "job" })
  yield* store.purge
  // A crawl finds another number of pages behind each of its own.
  for (let count = 1; count <= mostPagesTogether; count++) {
    const pages = Array.from({ length: count }, (_, at) => ({ key: String(at), url: "https://site.example/" }))
    yield* store.submit({ id: `job of ${count}`, team: "t", kind: "batch", spec: {}, pages })
  }
})

it.effect("finds pages with an index, and prepares few statements", () =>
  Effect.gen(function*() {
    const file = join(folder, "jobs.sqlite")
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare")
    yield* Effect.provide(everything, SqliteJobStore.layer({ file, mostPerHost: 100 }))
    const texts = new Set(prepare.mock.calls.map(([text]) => text).filter((text) => text.includes("job_pages")))
    prepare.mockRestore()
    const database = new DatabaseSync(file)
    const stepsOf = (text: string) =>
      database.prepare(`EXPLAIN QUERY PLAN ${text}`).all().map(({ detail }) => String(detail))
    const scans = Array.from(texts).filter((text) =>
      // By the names that statements give to the table.
      stepsOf(text).some((step) => /^SCAN (?:job_pages|later|work|first)\b/.test(step))
    )
    // Who looks for hosts reads no pages.
    const walks = Array.from(texts).flatMap(stepsOf).filter((step) => step.startsWith("SEARCH later "))
    database.close()
    assert.isAbove(walks.length, 3)
    for (const step of walks) assert.match(step, /^SEARCH later USING COVERING INDEX job_pages_hosts /)
    assert.isAbove(texts.size, 10)
    assert.deepStrictEqual(scans, [])
    // Every statement that is prepared stays in memory, and those of many rows are large: there is one for each power of two.
    const inserts = Array.from(texts).filter((text) => text.startsWith("INSERT INTO job_pages"))
    assert.strictEqual(inserts.length, Math.ceil(Math.log2(mostPagesTogether)) + 1)
  }).pipe(Effect.orDie))
