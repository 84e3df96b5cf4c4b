import { AnswerStore, CacheError, CachePlan, PageCache, PageStore, S3Artifacts } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"

const url = "https://example.com/a"
const answer = { status: 200, body: "" }
const plan = CachePlan.make({ url, options: {} })
const failures = { encode: () => Option.some("lost"), decode: () => Option.some("lost") }

/** A memory store whose writes fail. */
const readOnly = (): PageStore.PageStore => ({
  ...PageStore.makeMemory(),
  write: () => Effect.fail(new CacheError.CacheError({ store: "full", reason: new CacheError.Unavailable({}) }))
})

describe("a fetched page", () => {
  for (
    const [page, isStored] of [
      [testing.page(0), true],
      [{ ...testing.page(0), isUnfinished: true as const }, false],
      [{ ...testing.page(0), status: 500 }, false]
    ] as const
  ) {
    it.effect(`is ${isStored ? "" : "not "}stored with status ${page.status}${page.isUnfinished ? ", unfinished" : ""}`, () =>
      Effect.gen(function*() {
        const cache = yield* PageCache.make(PageStore.makeMemory())
        yield* cache.getOrFetch(plan, Effect.succeed(page))
        const { entries, skipped, writes } = yield* cache.stats
        assert.deepStrictEqual([entries, writes, skipped], isStored ? [1, 1, 0] : [0, 0, 1])
      }))
  }

  it.effect("is reported as not stored only if the store failed", () =>
    Effect.gen(function*() {
      const healthy = yield* PageCache.make(PageStore.makeMemory())
      assert.isUndefined((yield* healthy.getOrFetch(plan, Effect.succeed(testing.page(0)))).isUnkept)
      assert.isUndefined((yield* healthy.getOrFetch(plan, Effect.succeed(testing.page(0)))).isUnkept)
      const full = yield* PageCache.make(readOnly())
      const served = yield* full.getOrFetch(plan, Effect.succeed(testing.page(0)))
      assert.deepStrictEqual([served.cacheState, served.isUnkept], ["miss", true])
    }))
})

describe("a cached failure", () => {
  it.effect("is evicted at the exact end of its time", () =>
    Effect.gen(function*() {
      const cache = yield* PageCache.make(PageStore.makeMemory(), { negativeTimeToLive: "1 minute" })
      yield* Effect.flip(cache.getOrFetch(plan, Effect.fail("lost"), failures))
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual(yield* cache.evict, 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* cache.evict, 1)
    }))
})

describe("a policy", () => {
  it("leaves no trace if the request must not contact the target, or must not be stored", () => {
    const traceOf = (options: CachePlan.PageOptions) => CachePlan.policy(options).trace
    assert.deepStrictEqual([traceOf({}), traceOf({ lockdown: true }), traceOf({ zeroDataRetention: true })], [
      true,
      false,
      false
    ])
  })
})

describe("stored responses in memory", () => {
  it.effect("drop the oldest responses, and keep running requests", () =>
    Effect.gen(function*() {
      const answers = yield* AnswerStore.AnswerStore
      const claim = (key: string) => answers.claim({ key, fingerprint: "f", owner: key, busyFor: 60_000 })
      const body = "x".repeat(4 * 1024 * 1024)
      yield* claim("running")
      for (let at = 0; at < 17; at++) {
        yield* claim(`${at}`)
        yield* answers.keep({ key: `${at}`, owner: `${at}`, keepFor: 60_000, answer: { ...answer, body } })
      }
      // 16 of these responses fit into 64 million characters.
      const states = yield* Effect.forEach(["running", "0", "1", "16"], claim)
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["Busy", "Mine", "Answered", "Answered"])
    }).pipe(Effect.provide(AnswerStore.layerMemory)))
})

describe("an object store", () => {
  const reading = (status: number, body: string) =>
    Effect.gen(function*() {
      const backend = yield* S3Artifacts.makeBackend({
        endpoint: "https://s3.example",
        bucket: "bucket",
        accessKeyId: "key",
        secretAccessKey: Redacted.make("secret")
      })
      return yield* backend.read("id")
    }).pipe(Effect.provideService(
      HttpClient.HttpClient,
      HttpClient.make((request) => Effect.succeed(HttpClientResponse.fromWeb(request, new Response(body, { status }))))
    ))

  for (const code of ["NoSuchKey", "NoSuch&#75;ey", "NoSuch&#x4b;ey", "NoSuchBucke&#9999999;t"]) {
    it.effect(`has no artifact if the bucket answers 404 ${code}`, () =>
      Effect.map(reading(404, `<Error><Code>${code}</Code></Error>`), (found) => assert.isTrue(Option.isNone(found))))
  }

  for (const code of ["NoSuchBucket", "NoSuch&#66;ucket", "NoSuch&#x42;ucket"]) {
    it.effect(`fails if the bucket is missing: 404 ${code}`, () =>
      Effect.map(
        Effect.flip(reading(404, `<Error><Code>${code}</Code></Error>`)),
        ({ reason }) => assert.include(reason, { _tag: "Refused", status: 404, code: "NoSuchBucket" })
      ))
  }
})
