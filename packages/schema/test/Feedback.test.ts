import { Feedback } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const source = { url: "https://example.com/a" }
const topic = { topic: "prices of 2026" }

describe("feedback about a search", () => {
  const cases: ReadonlyArray<readonly [name: string, body: object, isAccepted: boolean]> = [
    ["good with a source", { rating: "good", valuableSources: [source] }, true],
    ["good without a source", { rating: "good", missingContent: [topic] }, false],
    ["partial with a source", { rating: "partial", valuableSources: [source] }, true],
    ["partial with missing content", { rating: "partial", missingContent: [topic] }, true],
    ["partial without either", { rating: "partial", querySuggestions: "prices" }, false],
    ["bad with missing content", { rating: "bad", missingContent: [topic] }, true],
    ["bad with better queries", { rating: "bad", querySuggestions: "prices" }, true],
    ["bad with a source only", { rating: "bad", valuableSources: [source] }, false]
  ]
  for (const [name, body, isAccepted] of cases) {
    it.effect(`is ${isAccepted ? "accepted" : "rejected"}: ${name}`, () =>
      Effect.gen(function*() {
        const exit = yield* Effect.exit(Feedback.decodeSearch(body))
        assert.strictEqual(exit._tag === "Success", isAccepted)
      }))
  }
})
