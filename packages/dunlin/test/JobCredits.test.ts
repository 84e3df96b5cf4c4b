import { CreditLedger } from "@dunlin/credits"
import { EgressGuard, EgressHttpClient, Fetcher } from "@dunlin/fetcher"
import { Batch, JobRunner, JobStore } from "@dunlin/jobs"
import { Caller, Scraper } from "@dunlin/pipeline"
import { BatchRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type HttpBody, HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"

const urls = Array.from({ length: 4 }, (_, at) => `https://site.example/${at}`)

/** Pages without a network, because its time is not that of the test. */
const scraper = Layer.succeed(Scraper.Scraper, {
  scrape: ({ url }) =>
    Effect.succeed({
      document: { markdown: `What ${url} says`, metadata: { statusCode: 200, url } },
      usage: { outcome: "delivered" },
      warnings: [],
      text: `What ${url} says`
    })
})

// A page may cost seven credits by its quote, and costs one.
const layers = JobRunner.layer({ concurrency: 1 }).pipe(
  Layer.provide([EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer())), Fetcher.layerMemory({}), scraper]),
  Layer.provideMerge(Layer.mergeAll(JobStore.layerMemory(), CreditLedger.layerMemory({ initial: 8 })))
)

it.effect("a job whose team has no credits waits, and continues when there are some", () =>
  Effect.gen(function*() {
    const caller = { ...Caller.local, team: "team" }
    const ledger = yield* CreditLedger.CreditLedger
    const store = yield* JobStore.JobStore
    const job = Effect.map(store.get({ team: "team", job: "one" }), ({ counts, credits, state, warning }) => ({
      done: counts.done,
      failed: counts.failed,
      credits,
      state,
      warning
    }))
    /** Steps of a second, until the job is as it should be or much more time has passed than it waits. */
    const until = Effect.fnUntraced(function*(holds: (now: Effect.Success<typeof job>) => boolean) {
      for (let times = 0; times < 120 && !holds(yield* job); times++) yield* TestClock.adjust("1 second")
      return yield* job
    })

    const request = yield* BatchRequest.decode({ urls, formats: ["markdown"] })
    yield* Batch.submit({ id: "one", caller, request })
    const waiting = yield* until(({ warning }) => warning !== undefined)
    assert.deepInclude(waiting, { done: 2, failed: 0, credits: 2, state: "running" })
    assert.include(waiting.warning ?? "", "waiting for credits")
    // Nothing is held back for what waits: the team could spend what it has elsewhere.
    assert.deepInclude(yield* ledger.balance("team"), { spent: 2, reserved: 0, available: 6 })

    yield* ledger.grant({ account: "team", amount: 10, key: "top-up" })
    const done = yield* until(({ state }) => state !== "running")
    assert.deepInclude(done, { done: 4, failed: 0, credits: 4, state: "completed" })
    assert.deepInclude(yield* ledger.balance("team"), { spent: 4, reserved: 0, available: 14 })
  }).pipe(Effect.provide(layers), Effect.orDie))

/** Takes what is posted to it. */
const receiver = () => {
  const bodies: Array<{ readonly type: string; readonly success: boolean }> = []
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      bodies.push(JSON.parse(new TextDecoder().decode((request.body as HttpBody.Uint8Array).body)))
      return HttpClientResponse.fromWeb(request, new Response(null, { status: 200 }))
    })
  )
  return { bodies, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

it.effect("pages that are read while their batch is cancelled are neither charged nor sent to its webhook", () => {
  const { bodies, layer } = receiver()
  const slow = Layer.succeed(Scraper.Scraper, {
    scrape: ({ url }) =>
      Effect.as(Effect.sleep("2 seconds"), {
        document: { markdown: "text", metadata: { statusCode: 200, url } },
        usage: { outcome: "delivered" },
        warnings: [],
        text: "text"
      })
  })
  const charges: Array<CreditLedger.Charge> = []
  const note = (charge: CreditLedger.Charge) => Effect.sync(() => void charges.push(charge))
  const layers = JobRunner.layer({ concurrency: 2 }).pipe(
    Layer.provide([Layer.succeed(CreditLedger.Charges, note), layer, Fetcher.layerMemory({}), slow]),
    Layer.provideMerge(Layer.mergeAll(JobStore.layerMemory(), CreditLedger.layerMemory({ initial: 100 })))
  )
  return Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const store = yield* JobStore.JobStore
    const target = { team: "team", job: "one" }
    const request = yield* BatchRequest.decode({ urls, formats: ["markdown"], webhook: "https://hook.example/" })
    yield* Batch.submit({ id: "one", caller: { ...Caller.local, team: "team" }, request })
    for (let times = 0; times < 100 && (yield* store.get(target)).counts.done < 2; times++) {
      yield* TestClock.adjust("100 millis")
    }
    // two pages are done, two are being read
    yield* TestClock.adjust("1900 millis")
    yield* store.cancel(target)
    for (let times = 0; times < 60; times++) yield* TestClock.adjust("1 second")
    const { results } = yield* store.results({ ...target, skip: 0, limit: 10, maxBytes: 1e6 })
    const { credits } = yield* store.get(target)
    const pages = bodies.filter(({ success, type }) => success && type === "batch_scrape.page").length
    const { reserved, spent } = yield* ledger.balance("team")
    assert.isBelow(spent, urls.length)
    assert.deepStrictEqual([reserved, credits, results.length, pages], [0, spent, spent, spent])
    assert.strictEqual(charges.reduce((sum, { credits }) => sum + credits, 0), spent)
    for (const { account, operation } of charges) assert.deepStrictEqual([account, operation], ["team", "batch"])
    assert.strictEqual(bodies.at(-1)?.type, "batch_scrape.failed")
  }).pipe(Effect.provide(layers), Effect.orDie)
})
