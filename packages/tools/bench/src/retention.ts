// Bytes that a server retains forever per million pages: npm run bench -- retention [--pages=500] [--days=40]
//
// A team reads pages in batches and crawls every day, on a virtual clock and with a server's files. Ledger and audit
// log retain ten days, jobs one. The growth of the file contents between the middle and the end of the run is retained
// forever.
import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import type { AuditLog } from "@dunlin/http-api"
import { JobStore, SqliteJobStore } from "@dunlin/jobs"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as AuditFile from "../../../http-api/src/internal/auditFile.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const PAGES_PER_JOB = 50
const DAY_MS = 86_400_000
const MILLION = 1_000_000
const BYTES_PER_MEGABYTE = 1e6

const pagesPerDay = Number(optionOf(process.argv, "pages") ?? 500)
const days = Number(optionOf(process.argv, "days") ?? 40)

const result = { markdown: "Waders of the coast feed at low tide. ".repeat(50), metadata: { statusCode: 200 } }

const heldBytes = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  const read = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
  const bytes = (read("page_count") - read("freelist_count")) * read("page_size")
  database.close()
  return bytes
}

const eventOf = (id: string, day: number): AuditLog.AuditEvent => ({
  at: new Date(day * DAY_MS).toISOString(),
  requestId: id,
  team: "acme",
  action: "batch-pages",
  status: 200,
  retention: "standard",
  credits: 1,
  milliseconds: 0
})

const job = Effect.fnUntraced(function*(id: string) {
  const store = yield* JobStore.JobStore
  const ledger = yield* CreditLedger.CreditLedger
  const pages = Array.from({ length: PAGES_PER_JOB }, (_, at) => {
    const url = `https://site${at}.example/${id}`
    return { key: url, url }
  })
  yield* store.submit({ id, team: "acme", kind: "batch", spec: { options: {} }, pages })
  const claims = yield* store.claim({ worker: "w", most: PAGES_PER_JOB, lease: 60_000 })
  yield* Effect.forEach(claims, (claim) =>
    Effect.gen(function*() {
      const digest = createHash("sha256").update(claim.key).digest("base64url")
      const reservation = yield* ledger.reserve({ account: "acme", amount: 7, key: `job:${id}:${digest}` })
      yield* store.settle({ claim, outcome: { _tag: "Done", result, credits: 1 }, reservation: reservation.key })
      yield* ledger.settle(reservation, 1)
      yield* store.paid([{ job: id, id: reservation.key, credits: 1, charged: 1 }])
    }), { concurrency: "unbounded" })
})

const repeat = <E, R>(some: Effect.Effect<number, E, R>) =>
  Effect.gen(function*() {
    while ((yield* some) > 0) continue
  })

const run = Effect.fnUntraced(function*(isKept: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-retention-"))
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
  const files = Object.fromEntries(["jobs", "credits", "audit"].map((name) => [name, join(folder, `${name}.sqlite`)]))
  const layers = Layer.mergeAll(
    SqliteJobStore.layer({ file: files["jobs"]!, mostPerHost: 1000 }),
    SqliteLedger.layer({ file: files["credits"]!, initial: "unlimited" })
  )
  // Events are written as the thread of the log writes them.
  const audit = AuditFile.open(files["audit"]!)
  yield* Effect.addFinalizer(() => Effect.sync(() => audit.close()))
  const sizes = () => Object.values(files).reduce((sum, file) => sum + heldBytes(file), 0)
  return yield* Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const ledger = yield* CreditLedger.CreditLedger
    let middle = 0
    for (let day = 0; day < days; day++) {
      for (let at = 0; at < pagesPerDay / PAGES_PER_JOB; at++) {
        const id = `0199b1c2-${day}-${at}-7a31c04e5d6f`
        yield* job(id)
        AuditFile.perform(audit, {
          _tag: "Write",
          events: Array.from({ length: PAGES_PER_JOB }, () => eventOf(id, day))
        })
      }
      yield* TestClock.adjust(DAY_MS)
      if (!isKept) {
        yield* repeat(store.purge)
        yield* repeat(ledger.rollUp({ retention: "10 days" }))
        const before = new Date(Math.max(0, day - 10) * DAY_MS).toISOString()
        yield* repeat(Effect.sync(() => AuditFile.perform(audit, { _tag: "Delete", before })))
      }
      if (day + 1 === Math.floor(days / 2)) middle = sizes()
    }
    const { differences } = yield* SqliteLedger.check({ file: files["credits"]!, jobs: files["jobs"]! })
    return {
      megabytes: (sizes() - middle) / ((days - Math.floor(days / 2)) * pagesPerDay) * MILLION / BYTES_PER_MEGABYTE,
      differences: differences.length
    }
  }).pipe(Effect.provide(layers))
})

for (const [name, isKept] of [["with retention", false], ["without", true]] as const) {
  const { differences, megabytes } = await Effect.runPromise(
    Effect.scoped(run(isKept)).pipe(Effect.provide(TestClock.layer()))
  )
  figure({ area: "retention", metric: `MB retained forever per million pages, ${name}`, ours: Math.round(megabytes) })
  figure({ area: "retention", metric: `ledger differences afterwards, ${name}`, ours: differences })
}
