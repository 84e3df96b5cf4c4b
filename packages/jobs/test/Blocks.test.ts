import { CreditLedger } from "@dunlin/credits"
import { Fetcher } from "@dunlin/fetcher"
import { Batch, JobRunner, JobStore } from "@dunlin/jobs"
import { Caller, Scraper } from "@dunlin/pipeline"
import { BatchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import type * as Billing from "../src/internal/bills.ts"
import type * as Blocking from "../src/internal/blocks.ts"

const Bills: typeof Billing = await import(new URL("../src/internal/bills.ts", import.meta.url).href)

const Blocks: typeof Blocking = await import(new URL("../src/internal/blocks.ts", import.meta.url).href)

const team = "team"
const caller = { ...Caller.local, team }

/** A ledger that counts its write operations. */
const counting = (counts: { writes: number }) =>
  Layer.effect(
    CreditLedger.CreditLedger,
    Effect.map(CreditLedger.CreditLedger, (ledger) => {
      const counted = <A, E>(work: Effect.Effect<A, E>) => Effect.andThen(Effect.sync(() => void counts.writes++), work)
      return {
        ...ledger,
        reserve: (request: Parameters<typeof ledger.reserve>[0]) => counted(ledger.reserve(request)),
        settle: (id: CreditLedger.ReservationId, amount: number) => counted(ledger.settle(id, amount)),
        void: (id: CreditLedger.ReservationId) => counted(ledger.void(id))
      }
    })
  ).pipe(Layer.provide(CreditLedger.layerMemory({ initial: 100_000 })))

const scraper = Layer.succeed(Scraper.Scraper, {
  scrape: ({ url }) =>
    Effect.as(Effect.sleep("100 millis"), {
      document: { markdown: "text", metadata: { statusCode: 200, url } },
      usage: { outcome: "delivered" },
      warnings: [],
      text: "text"
    })
})

const client = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request) => Effect.succeed(HttpClientResponse.fromWeb(request, new Response(null))))
)

const workers = (count: number, counts: { writes: number }) => {
  const worker = () => Layer.fresh(JobRunner.layer({ concurrency: 8 }))
  return Layer.mergeAll(worker(), ...Array.from({ length: count - 1 }, worker)).pipe(
    Layer.provide([Fetcher.layerMemory({}), scraper, client]),
    Layer.provideMerge(Layer.merge(JobStore.layerMemory({ mostPerHost: 1000 }), counting(counts)))
  )
}

describe("credits of a job", () => {
  it.effect("need one ledger transaction per ten pages or fewer, and are exact when the job ends", () => {
    const counts = { writes: 0 }
    return Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      const ledger = yield* CreditLedger.CreditLedger
      const urls = Array.from({ length: 1000 }, (_, at) => `https://site${at}.example/`)
      const request = yield* BatchRequest.decode({ urls, formats: ["markdown"] })
      yield* Batch.submit({ id: "one", caller, request })
      const job = store.get({ team, job: "one" })
      for (let times = 0; times < 2000 && (yield* job).state === "running"; times++) {
        yield* TestClock.adjust("50 millis")
      }
      const { credits, state } = yield* job
      assert.deepStrictEqual([state, credits], ["completed", 1000])
      yield* TestClock.adjust("10 seconds")
      const { reserved, spent } = yield* ledger.balance(team)
      assert.deepStrictEqual([reserved, spent], [0, 1000])
      assert.isAtMost(counts.writes, 100)
      assert.deepStrictEqual(yield* store.owed, [])
    }).pipe(Effect.provide(workers(2, counts)), Effect.orDie)
  })

  it.effect("need few reservations if the ledger is slow and pages cost less than reserved", () => {
    const counts = { writes: 0 }
    return Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      const ledger = yield* CreditLedger.CreditLedger
      const pages = Array.from({ length: 400 }, (_, at) => ({ key: `${at}`, url: `https://site${at}.example/` }))
      yield* store.submit({ id: "one", team, kind: "batch", spec: {}, pages })
      const claims = yield* store.claim({ worker: "worker", most: 400, lease: 600_000 })
      const slow = {
        ...ledger,
        reserve: (request: Parameters<typeof ledger.reserve>[0]) =>
          Effect.andThen(Effect.sleep("50 millis"), ledger.reserve(request))
      }
      const blocks = Blocks.make({ store, worker: "worker" })
      const scrape = (claim: (typeof claims)[number]) =>
        Effect.gen(function*() {
          const own = blocks.ledgerOf(claim, slow)
          const { key } = yield* own.reserve({ account: team, amount: 7, key: claim.key })
          yield* Effect.sleep("100 millis")
          yield* store.settle({ claim, outcome: { _tag: "Done", result: {}, credits: 1 }, reservation: key })
          yield* own.settle({ account: team, key }, 1)
        })
      const scraping = yield* Effect.forkChild(Effect.forEach(claims, scrape, { concurrency: 16, discard: true }))
      for (let times = 0; times < 200; times++) yield* TestClock.adjust("50 millis")
      yield* Fiber.join(scraping)
      yield* blocks.close
      assert.deepInclude(yield* ledger.balance(team), { reserved: 0, spent: 400 })
      assert.isAtMost(counts.writes, 40)
    }).pipe(Effect.provide(Layer.merge(JobStore.layerMemory({ mostPerHost: 1000 }), counting(counts))), Effect.orDie)
  })

  it.effect("are released a few seconds after the last page of a cancelled job", () => {
    const counts = { writes: 0 }
    return Effect.gen(function*() {
      const store = yield* JobStore.JobStore
      const ledger = yield* CreditLedger.CreditLedger
      const urls = Array.from({ length: 100 }, (_, at) => `https://site${at}.example/`)
      const request = yield* BatchRequest.decode({ urls, formats: ["markdown"] })
      yield* Batch.submit({ id: "one", caller, request })
      const job = store.get({ team, job: "one" })
      for (let times = 0; times < 200 && (yield* job).counts.done < 20; times++) yield* TestClock.adjust("50 millis")
      assert.isAbove((yield* ledger.balance(team)).reserved, 0)
      yield* store.cancel({ team, job: "one" })
      yield* TestClock.adjust("10 seconds")
      const { credits } = yield* job
      assert.isAtLeast(credits, 20)
      assert.deepInclude(yield* ledger.balance(team), { reserved: 0, spent: credits })
    }).pipe(Effect.provide(workers(1, counts)), Effect.orDie)
  })
})

it.effect("a second bill of a reservation is charged, also with the same amount", () =>
  Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const ledger = yield* CreditLedger.CreditLedger
    const pages = Array.from({ length: 4 }, (_, at) => ({ key: `${at}`, url: `https://site${at}.example/` }))
    yield* store.submit({ id: "one", team, kind: "batch", spec: {}, pages })
    const claims = yield* store.claim({ worker: "worker", most: 4, lease: 60_000 })
    const reservation = (yield* ledger.reserve({ account: team, amount: 10, key: "job:one:block" })).key
    const settle = (at: number) =>
      store.settle({ claim: claims[at]!, outcome: { _tag: "Done", result: {}, credits: 1 }, reservation })
    const pay = Bills.pay(store, { job: "one", kind: "batch", reservation, team })
    yield* settle(0)
    yield* settle(1)
    yield* pay
    yield* settle(2)
    yield* settle(3)
    // the store does not hear that the second one is paid, and somebody pays it again
    const bill = yield* Effect.fromOption(yield* store.bill({ job: "one", reservation }))
    const deaf = { ...store, paid: () => Effect.void }
    yield* Bills.pay(deaf, { job: "one", kind: "batch", reservation: bill.id, team })
    yield* Bills.pay(store, { job: "one", kind: "batch", reservation: bill.id, team })
    yield* pay
    assert.deepInclude(yield* ledger.balance(team), { spent: 4, reserved: 0 })
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* store.owed, [])
  }).pipe(
    Effect.provide(Layer.merge(JobStore.layerMemory(), CreditLedger.layerMemory({ initial: 100 }))),
    Effect.orDie
  ))

it.effect("a block of a stopped worker is closed, and charges the cost of its pages", () =>
  Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const ledger = yield* CreditLedger.CreditLedger
    const pages = [{ key: "0", url: "https://site.example/" }]
    yield* store.submit({ id: "one", team, kind: "batch", spec: {}, pages })
    const [claim] = yield* store.claim({ worker: "worker", most: 1, lease: 600_000 })
    const blocks = Blocks.make({ store, worker: "worker" })
    const own = blocks.ledgerOf(claim!, ledger)
    const { key } = yield* own.reserve({ account: team, amount: 7, key: "page" })
    // the reservation ends meanwhile, and nobody prolongs it
    yield* TestClock.adjust("1 minute")
    const looking = yield* Effect.forkChild(blocks.looking)
    yield* TestClock.adjust("2 seconds")
    assert.deepInclude(yield* ledger.balance(team), { reserved: 0, spent: 0 })
    yield* store.settle({ claim: claim!, outcome: { _tag: "Done", result: {}, credits: 1 }, reservation: key })
    yield* own.settle({ account: team, key }, 1)
    yield* blocks.close
    assert.deepInclude(yield* ledger.balance(team), { reserved: 0, spent: 1 })
    yield* Fiber.interrupt(looking)
  }).pipe(
    Effect.provide(Layer.merge(JobStore.layerMemory(), CreditLedger.layerMemory({ initial: 8 }))),
    Effect.orDie
  ))
