import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StatementSync } from "node:sqlite"
import { afterAll, vi } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "dunlin-commits-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

const all = { concurrency: "unbounded" } as const

/** How many transactions are committed, by the statements of the whole process: this file has one test. */
const commitsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const run = vi.spyOn(StatementSync.prototype, "run")
    const value = yield* effect
    const commits = run.mock.contexts.filter((statement) => (statement as StatementSync).sourceSQL === "COMMIT").length
    run.mockRestore()
    return { value, commits }
  })

it.effect("writes concurrent commands together, and nothing of rejected ones", () => {
  const pages = Array.from({ length: 8 }, (_, at) => ({ key: String(at), url: `https://site.example/${at}` }))
  const job = { team: "t", kind: "crawl", spec: {}, pages } as const
  return Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    yield* store.submit({ ...job, id: "gone" })
    yield* store.cancel({ team: "t", job: "gone" })
    yield* store.submit({ ...job, id: "job" })
    const claims = yield* store.claim({ worker: "w", most: 8, lease: 60_000 })
    assert.lengthOf(claims, 8)
    const visits = Effect.forEach(
      claims,
      ({ key }) => store.visit({ job: "job", page: key, form: "form", notes: [], marks: [key, "same"], needed: 1 }),
      all
    )
    const settlements = Effect.forEach(
      claims,
      (claim) => store.settle({ claim, outcome: { _tag: "Done", result: {}, credits: 1 } }),
      all
    )
    const together = yield* commitsOf(visits)
    assert.deepStrictEqual(together.value.toSorted(), [1, 1, 1, 1, 1, 1, 1, 2])
    assert.isBelow(together.commits, 4)

    const [again, settled, refused] = yield* Effect.all([
      visits,
      settlements,
      Effect.flip(store.append({ team: "t", job: "gone", pages: [{ key: "new", url: "https://site.example/new" }] }))
    ], all)
    assert.strictEqual(refused.reason._tag, "JobEnded")
    assert.deepStrictEqual(again.toSorted(), [1, 1, 1, 1, 1, 1, 1, 2])
    // What was undone with the refused one was done again, once.
    assert.deepStrictEqual(yield* store.visits({ job: "job", forms: ["form"] }), [{ tried: 16, useful: 16 }])
    assert.deepStrictEqual(settled.filter(({ ended, settled }) => ended && settled).length, 1)
    const { counts, credits, state } = yield* store.get({ team: "t", job: "job" })
    assert.deepStrictEqual([state, counts.done, credits], ["completed", 8, 8])
    assert.strictEqual((yield* store.get({ team: "t", job: "gone" })).counts.total, 8)
  }).pipe(Effect.provide(SqliteJobStore.layer({ file: join(folder, "jobs.sqlite"), mostPerHost: 8 })), Effect.orDie)
})
