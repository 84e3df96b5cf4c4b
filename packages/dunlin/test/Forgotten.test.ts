import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import { EgressGuard, EgressHttpClient, Fetcher } from "@dunlin/fetcher"
import { Batch, Crawl, type Job, JobRunner, JobStore, SqliteJobStore } from "@dunlin/jobs"
import { Caller, Scraper } from "@dunlin/pipeline"
import { BatchRequest, CrawlRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const inUrl = "leakaddress9"
const inText = "leaktext9"
const markers = [inUrl, inText]
const team = "team"
const caller = { ...Caller.local, team }

/** Pages without a network, because its time is not that of the test. */
const scraper = Layer.succeed(Scraper.Scraper, {
  scrape: ({ url }) =>
    Effect.succeed({
      document: { markdown: `${inText} `.repeat(2000), metadata: { statusCode: 200, url } },
      usage: { outcome: "delivered" },
      warnings: [],
      text: inText
    })
})

const folderOf = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "forgotten-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const layersIn = (folder: string) =>
  JobRunner.layer({ concurrency: 2, robots: false }).pipe(
    Layer.provide([
      EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer())),
      Fetcher.layerMemory({}),
      scraper
    ]),
    Layer.provideMerge(Layer.mergeAll(
      SqliteJobStore.layer({ file: join(folder, "jobs.sqlite") }),
      SqliteLedger.layer({ file: join(folder, "credits.sqlite"), initial: 100 })
    ))
  )

/** The files of a folder whose bytes hold a marker, as `file: marker`. */
const leaks = (folder: string, files = /./): ReadonlyArray<string> =>
  readdirSync(folder).filter((file) => files.test(file)).flatMap((file) => {
    const bytes = readFileSync(join(folder, file), "latin1")
    return markers.filter((marker) => bytes.includes(marker)).map((marker) => `${file}: ${marker}`)
  })

const ended = Effect.fnUntraced(function*(job: string) {
  const store = yield* JobStore.JobStore
  for (let times = 0; times < 60; times++) {
    const { state } = yield* store.get({ team, job })
    if (state !== "running") return state
    yield* TestClock.adjust("1 second")
  }
  return "running" satisfies Job.State
})

it.effect("jobs with zero retention leave no byte in the files of jobs and credits", () =>
  Effect.gen(function*() {
    const folder = yield* folderOf
    yield* Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      const url = `https://site.example/team?yy=${inUrl}`
      const crawl = yield* CrawlRequest.decode({ url, limit: 1, sitemap: "skip", zeroDataRetention: true })
      yield* Crawl.submit({ id: "crawl", caller, request: crawl })
      const batch = yield* BatchRequest.decode({ urls: [url, `${url}&page=2`], zeroDataRetention: true })
      yield* Batch.submit({ id: "batch", caller, request: batch })
      assert.deepStrictEqual([yield* ended("crawl"), yield* ended("batch")], ["completed", "completed"])
      assert.deepStrictEqual(leaks(folder, /credits/), [])

      // Results that nobody has fetched are there until the job expires; those that were fetched are not.
      const read = yield* store.results({ team, job: "batch", skip: 0, limit: 10, maxBytes: 1e6 })
      assert.include(JSON.stringify(read.results), inText)
      assert.include(leaks(folder), `jobs.sqlite: ${inText}`)
      yield* store.results({ team, job: "crawl", skip: 0, limit: 10, maxBytes: 1e6 })
      assert.deepStrictEqual(leaks(folder).filter((leak) => leak.includes(inText)), [])
      const ledger = yield* CreditLedger.CreditLedger
      assert.deepInclude(yield* ledger.balance(team), { spent: 3, reserved: 0 })
    }).pipe(Effect.provide(layersIn(folder)))
    assert.include(leaks(folder), `jobs.sqlite: ${inUrl}`)

    // A day later, without workers whose every look for work the clock would have to pass.
    yield* TestClock.adjust("25 hours")
    yield* Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      assert.strictEqual(yield* store.purge, 2)
      assert.deepStrictEqual(leaks(folder), [])
    }).pipe(Effect.provide(SqliteJobStore.layer({ file: join(folder, "jobs.sqlite") })))
  }).pipe(Effect.scoped, Effect.orDie))

it.effect("a page of a job is charged once, whoever repeats it", () =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const store = yield* JobStore.JobStore
    const urls = ["https://site.example/a"]
    const request = yield* BatchRequest.decode({ urls })
    const claimOf = Effect.fnUntraced(function*(id: string, spec: (given: object) => object) {
      yield* Batch.submit({ id: `${id}-template`, caller, request })
      const { spec: given } = yield* store.get({ team, job: `${id}-template` })
      return {
        job: id,
        team,
        kind: "batch",
        spec: spec(given as object) as Job.Claim["spec"],
        key: urls[0]!,
        url: urls[0]!,
        rank: 0,
        payload: undefined,
        attempt: 1,
        gap: 0,
        token: "token"
      } satisfies Job.Claim
    })
    const fresh = yield* claimOf("fresh", (spec) => spec)
    yield* Batch.work(fresh)
    yield* Batch.work({ ...fresh, attempt: 2, token: "another" })
    assert.strictEqual((yield* ledger.balance(team)).spent, 1)

    // Whoever guesses an address cannot find it in the ledger: each job names its pages with a secret of its own.
    yield* Batch.work(yield* claimOf("another", (spec) => spec))
    const named = (yield* ledger.history({ account: team })).flatMap(({ id }) =>
      /^job:\w+:([^/]+)$/.exec(id)?.[1] ?? []
    )
    assert.strictEqual(new Set(named).size, 2)

    // A page that the version before had paid, of which the worker died: its job has no secret.
    const older = yield* claimOf("older", (spec) => ({ ...spec, ledgerSecret: undefined }))
    const reservation = yield* ledger.reserve({ account: team, amount: 7, key: `job:older:${urls[0]}` })
    yield* ledger.settle(reservation, 1)
    yield* Batch.work(older)
    assert.strictEqual((yield* ledger.balance(team)).spent, 3)
  }).pipe(
    Effect.provide(Layer.mergeAll(JobStore.layerMemory(), CreditLedger.layerMemory({ initial: 100 }), scraper)),
    Effect.orDie
  ))
