import { Fetcher } from "@dunlin/fetcher"
import { ScrapeOptions } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

it.effect("the example of the readme", () =>
  Effect.gen(function*() {
    const fetcher = yield* Fetcher.Fetcher
    const options = yield* Schema.decodeUnknownEffect(ScrapeOptions.ScrapeOptions)({})
    const page = yield* fetcher.fetch({ url: "https://example.com/", options, timeout: "30 seconds" })
    assert.deepStrictEqual([page.status, page.engine, page.body.length], [200, "http", 5])
  }).pipe(
    Effect.catchReason("FetchError", "Timeout", ({ phase }) => Effect.sync(() => assert.fail(`too slow: ${phase}`))),
    Effect.provide(Fetcher.layerMemory({ "https://example.com/": "hello" }))
  ))
