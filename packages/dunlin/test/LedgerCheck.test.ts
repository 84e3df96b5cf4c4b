import { type CreditError, CreditLedger, PostgresLedger, SqliteLedger } from "@dunlin/credits"
import { EgressGuard, EgressHttpClient, Fetcher } from "@dunlin/fetcher"
import { Batch, Extract, type JobError, JobRunner, JobStore, PostgresJobStore, SqliteJobStore } from "@dunlin/jobs"
import { Caller, Scraper } from "@dunlin/pipeline"
import { BatchRequest, ExtractRequest } from "@dunlin/schema"
import { afterAll, assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import { runCommand } from "./commandLine.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-ledger-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

const scraper = Layer.succeed(Scraper.Scraper, {
  scrape: ({ url }) =>
    Effect.succeed({
      document: { markdown: `What ${url} says`, json: { at: url }, metadata: { statusCode: 200, url } },
      usage: { outcome: "delivered" },
      warnings: [],
      text: `What ${url} says`
    })
})

const caller = { ...Caller.local, team: "acme" }

/** A batch, and an extraction that finds its pages itself, both worked on to their end. */
const work = (
  stores: Layer.Layer<CreditLedger.CreditLedger | JobStore.JobStore, CreditError.CreditError | JobError.JobError>
) =>
  Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const ledger = yield* CreditLedger.CreditLedger
    yield* ledger.grant({ account: "other", amount: 5, key: "gift" })
    const urls = ["https://site.example/a", "https://site.example/b"]
    yield* Batch.submit({ id: "batch", caller, request: yield* BatchRequest.decode({ urls }) })
    const wide = { urls: ["https://wide.example/*"], schema: { type: "object" } }
    yield* Extract.submit({ id: "extract", caller, request: yield* ExtractRequest.decode(wide) })
    for (const job of ["batch", "extract"]) {
      while ((yield* store.get({ team: "acme", job })).state === "running") yield* Effect.sleep("20 millis")
    }
    while ((yield* ledger.balance("acme")).reserved > 0) yield* Effect.sleep("20 millis")
    const batch = yield* store.get({ team: "acme", job: "batch" })
    const extract = yield* store.get({ team: "acme", job: "extract" })
    const { spent } = yield* ledger.balance("acme")
    assert.strictEqual(batch.credits + extract.credits, spent)
    return spent
  }).pipe(
    Effect.provide(
      JobRunner.layer({ concurrency: 1 }).pipe(
        Layer.provide([EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer()))]),
        Layer.provideMerge(Layer.mergeAll(stores, scraper, Fetcher.layerMemory({})))
      )
    ),
    Effect.scoped,
    Effect.orDie
  )

/** `dunlin ledger check` with these settings alone. */
const check = (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  Effect.promise(() =>
    runCommand({
      args: ["ledger", "check", ...args],
      env: { PATH: process.env.PATH, HOME: folder, ...settings }
    })
  )

/** What the command says of right books, and of books in which a balance and a job were changed. */
const proves = Effect.fnUntraced(function*(
  settings: Record<string, string>,
  spent: number,
  change: (statement: string, isOfJobs?: boolean) => Effect.Effect<unknown>
) {
  const right = yield* check(settings)
  assert.strictEqual(right.code, 0, right.stderr)
  assert.match(right.stdout, new RegExp(`^acme +100 +${spent} +0 +${100 - spent} +\\d+ +0 +ok$`, "m"))
  assert.match(right.stdout, /^Jobs compared: 2$/m)

  yield* change("UPDATE credit_accounts SET granted = 1005 WHERE account = 'acme'")
  const raised = yield* check(settings)
  assert.strictEqual(raised.code, 1)
  assert.include(raised.stdout, "acme: granted credits: 1005 stored, 100 according to the ledger entries")
  assert.match(raised.stdout, /^other .* ok$/m)
  assert.include(raised.stderr, "the ledger has 1 difference, for acme")
  yield* change("UPDATE credit_accounts SET granted = 100 WHERE account = 'acme'")

  yield* change("UPDATE jobs SET credits = credits + 3 WHERE id = 'batch'", true)
  const told = yield* check(settings, "--json")
  assert.strictEqual(told.code, 1)
  assert.deepStrictEqual(JSON.parse(told.stdout).differences, [
    { account: "acme", job: "batch", about: "the job's creditsUsed", stored: 5, lines: 2 }
  ])
  yield* change("UPDATE jobs SET credits = credits - 3 WHERE id = 'batch'", true)
  assert.strictEqual((yield* check(settings)).code, 0)
})

it.live("ledger check proves the files of a data folder, and names the differing team with both sums", () =>
  Effect.gen(function*() {
    const files = { ledger: join(folder, "credits.sqlite"), jobs: join(folder, "jobs.sqlite") }
    const settings = { DUNLIN_DATA: folder }
    const none = yield* check(settings)
    assert.strictEqual(none.code, 2)
    assert.include(none.stderr, "No ledger in")
    const spent = yield* work(Layer.merge(
      SqliteLedger.layer({ file: files.ledger, initial: 100 }),
      SqliteJobStore.layer({ file: files.jobs })
    ))
    yield* proves(settings, spent, (statement, isOfJobs = false) =>
      Effect.sync(() => {
        const database = new DatabaseSync(isOfJobs ? files.jobs : files.ledger)
        database.exec(statement)
        database.close()
      }))
  }))

describe("PostgreSQL (Debian: postgresql)", needing("PostgreSQL"), () => {
  it.live("ledger check proves the database of DUNLIN_DATABASE_URL", () =>
    Effect.gen(function*() {
      const { url } = yield* servers.postgres({ durable: false })
      const spent = yield* work(Layer.merge(
        PostgresLedger.layer({ url, initial: 100 }),
        PostgresJobStore.layer({ url })
      ))
      const settings = { DUNLIN_DATA: folder, DUNLIN_DATABASE_URL: Redacted.value(url) }
      yield* proves(settings, spent, (statement) => Effect.promise(() => servers.query({ url }, statement)))
    }).pipe(Effect.scoped))
})
