import { Fetcher, FetchError, FetchFunction } from "@dunlin/fetcher"
import { ScrapeOptions } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

const url = "https://example.com/a"
const fetched = (load: (request: FetchFunction.Request) => PromiseLike<Response | string>, maxBytes?: number) =>
  Fetcher.Fetcher.use((fetcher) =>
    fetcher.fetch({ url, options: ScrapeOptions.make({ headers: { "x-a": "1" } }), timeout: "5 seconds" })
  ).pipe(Effect.provide(FetchFunction.layer(load, { maxBytes })))

it("an invalid function and unknown options are rejected", () => {
  const layer = FetchFunction.layer as (...given: ReadonlyArray<unknown>) => unknown
  assert.throws(() => layer(), /^FetchFunction\.layer: load: Expected a function, such as/)
  assert.throws(
    () => layer(async () => "", { maxBytse: 3 }),
    /^FetchFunction\.layer: maxBytse: .*did you mean maxBytes/
  )
  assert.throws(() => layer(async () => "", { maxBytes: -1 }), /^FetchFunction\.layer: maxBytes: Expected bytes/)
})

describe("FetchFunction", () => {
  it.effect("accepts a Response with any status", () =>
    Effect.gen(function*() {
      const page = yield* fetched(async ({ headers }) =>
        new Response(`<p>${headers["x-a"]}</p>`, {
          status: 404,
          headers: { "content-type": "Text/HTML; charset=ISO-8859-1", "set-cookie": "a=b", "x-b": "2" }
        })
      )
      assert.strictEqual(page.status, 404)
      assert.strictEqual(page.contentType, "text/html")
      assert.strictEqual(page.charset?.toLowerCase(), "iso-8859-1")
      assert.strictEqual(page.url, url)
      assert.strictEqual(page.headers["x-b"], "2")
      assert.isUndefined(page.headers["set-cookie"])
      assert.strictEqual(new TextDecoder().decode(page.body), "<p>1</p>")
    }))

  it.effect("accepts HTML", () =>
    Effect.gen(function*() {
      const page = yield* fetched(async () => "<p>ä</p>")
      assert.strictEqual(page.status, 200)
      assert.strictEqual(new TextDecoder().decode(page.body), "<p>ä</p>")
    }))

  it.effect("fails with a typed error if the function throws", () =>
    Effect.gen(function*() {
      const thrown = (cause: unknown) => Effect.flip(fetched(() => Promise.reject(cause)))
      const coded = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) })
      for (
        const [cause, reason, isRetryable] of [
          [coded("ECONNREFUSED"), "ConnectError", true],
          [coded("ENOTFOUND"), "DnsError", false],
          [coded("CERT_HAS_EXPIRED"), "TlsError", false],
          [coded("UND_ERR_SOCKET"), "ConnectionReset", true],
          [new TypeError("fetch failed"), "ConnectError", true],
          [new DOMException("late", "TimeoutError"), "Timeout", true],
          [new TypeError("load is not a function"), "FunctionFailed", false],
          [Object.assign(new Error("asked too often"), { isRetryable: true }), "FunctionFailed", true],
          ["a text", "FunctionFailed", false]
        ] as const
      ) {
        const error = yield* thrown(cause)
        assert.strictEqual(error.reason._tag, reason)
        assert.strictEqual(error.isRetryable, isRetryable, reason)
        assert.strictEqual(error.cause, cause)
        assert.notInclude(error.message, String(cause))
      }
      const own = FetchError.make(new FetchError.TlsError({}))
      assert.strictEqual(yield* thrown(own), own)
      const large = yield* Effect.flip(fetched(async () => new Response("x".repeat(100)), 99))
      assert.strictEqual(large.reason._tag, "TooLarge")
    }))

  it.effect("stops at its timeout, and aborts its signal", () =>
    Effect.gen(function*() {
      let signal: AbortSignal | undefined
      const fiber = yield* Effect.forkChild(Effect.flip(fetched((request) => {
        signal = request.signal
        return new Promise(() => {})
      })))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "Timeout")
      assert.isTrue(signal?.aborted)
    }))
})
