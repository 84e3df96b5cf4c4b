import { type Job, JobStore, SqliteJobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync, type SQLInputValue, StatementSync } from "node:sqlite"
import { afterAll, vi } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "dunlin-faults-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

const PAGES = 120
const LEASE_MS = 10_000
const STATEMENTS_PER_FAULT = 60
const SEEDS = [1, 2, 3, 4]

const page = (number: number) => ({ key: `${number}`, url: `https://site.example/${number}` })

/** Each page links to its successor and to two others, so that each page is reached. */
const linksOf = (number: number) => [number + 1, number * 3, number * 7 + 2].map((other) => page(other % PAGES))

const outcomeOf = (number: number): { readonly outcome: Job.Outcome; readonly reason?: "copy" } =>
  number % 10 === 3
    ? { outcome: { _tag: "Failed", error: { code: "TIMEOUT", message: "no response" }, credits: 0 } }
    : number % 10 === 7
    ? { outcome: { _tag: "Dropped" }, reason: "copy" }
    : { outcome: { _tag: "Done", result: { number }, credits: 1 } }

const locked = () => Object.assign(new Error("database is locked"), { code: "ERR_SQLITE_ERROR", errcode: 5 })
const broken = () => Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 10 })

/** Lets statements of this process fail at random, before or after they ran. */
const withFaults = (random: () => number) => {
  let faults = 0
  const spies = (["run", "all"] as const).map((name) => {
    const original = StatementSync.prototype[name] as (...values: ReadonlyArray<SQLInputValue>) => unknown
    return vi.spyOn(StatementSync.prototype, name).mockImplementation(
      function(this: StatementSync, ...values: ReadonlyArray<SQLInputValue>): any {
        const isFault = random() * STATEMENTS_PER_FAULT < 1
        if (isFault) faults++
        // the result of a commit may be lost after the commit
        if (isFault && (this.sourceSQL !== "COMMIT" || random() < 0.5)) throw random() < 0.5 ? locked() : broken()
        const result = original.apply(this, values as Array<SQLInputValue>)
        if (isFault) throw broken()
        return result
      } as any
    )
  })
  return { faults: () => faults, end: () => spies.forEach((spy) => spy.mockRestore()) }
}

const rowsIn = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare("SELECT COUNT(*) AS count FROM job_pages").get()
  database.close()
  return Number(row?.["count"])
}

const crawlWithFaults = (seed: number) => {
  const file = join(folder, `${seed}.sqlite`)
  return Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const job = { team: "t", job: "job" }
    yield* store.submit({ id: "job", team: "t", kind: "crawl", spec: {}, pages: [page(0)] })
    // Retries of a locked file wait.
    yield* Effect.forkScoped(Effect.forever(
      Effect.andThen(TestClock.adjust("50 millis"), Effect.promise(() => new Promise((next) => setImmediate(next))))
    ))
    let state = seed * 7919
    const faulty = withFaults(() => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 8) / 2 ** 24
    })
    yield* Effect.addFinalizer(() => Effect.sync(faulty.end))
    const settle = (claim: Job.Claim) =>
      Effect.ignore(store.settle({
        claim,
        ...outcomeOf(Number(claim.key)),
        discovered: linksOf(Number(claim.key)),
        omitted: [{ key: "elsewhere", url: "https://other.example/", reason: "site" }]
      }))
    const running = Effect.orElseSucceed(Effect.map(store.get(job), ({ state }) => state === "running"), () => true)
    while (yield* running) {
      const claims = yield* Effect.orElseSucceed(
        store.claim({ worker: "w", most: 8, lease: LEASE_MS }),
        (): ReadonlyArray<Job.Claim> => []
      )
      yield* Effect.forEach(claims, settle, { concurrency: "unbounded", discard: true })
      if (claims.length === 0) yield* Effect.sleep("1 second")
    }
    faulty.end()
    assert.isAbove(faulty.faults(), 5)
    const { counts } = yield* store.get(job)
    const omissions = yield* store.omissions(job)
    assert.strictEqual(rowsIn(file), PAGES)
    assert.deepStrictEqual([counts.done, counts.failed], [96, 12])
    assert.deepStrictEqual(omissions.map(({ count, reason }) => [reason, count]), [["copy", 12], ["site", 1]])
    assert.strictEqual(counts.total, counts.done + counts.failed)
  }).pipe(Effect.scoped, Effect.provide(SqliteJobStore.layer({ file, mostPerHost: 8 })), Effect.orDie)
}

// The faults hit the whole process, so the crawls run one after the other.
it.effect("counts each page of a crawl once while its file fails", () =>
  Effect.forEach(SEEDS, crawlWithFaults, { discard: true }))
