import { CrawlRequest, ExtractRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const url = "https://example.com/"
const shape = { type: "object", properties: { title: { type: "string" } } }

describe("an empty text from a form", () => {
  it.effect("is not a prompt of a crawl", () =>
    Effect.gen(function*() {
      for (const prompt of ["", "  "]) {
        assert.isFalse("prompt" in (yield* CrawlRequest.decode({ url, prompt })))
      }
      const request = yield* CrawlRequest.decode({ url, prompt: "only news" })
      assert.strictEqual(request.prompt, "only news")
    }))

  it.effect("is not a prompt of an extraction", () =>
    Effect.gen(function*() {
      const request = yield* ExtractRequest.decode({ urls: [url], prompt: "", systemPrompt: "", schema: shape })
      assert.isFalse("prompt" in request)
      assert.isFalse("systemPrompt" in request)
    }))

  it.effect("is not a schema", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(ExtractRequest.decode({ urls: [url], prompt: "" }))
      assert.deepStrictEqual(error.issues.map(({ path }) => path), [["schema"]])
    }))
})
