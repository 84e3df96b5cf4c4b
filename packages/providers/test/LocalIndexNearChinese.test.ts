import { LocalIndex } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ask } from "./questions.ts"

/** Enough searches that the index has a copy, and a turn of the event loop for each. */
const copied = 50

// A file of its own: what a process knows of Chinese must come from nothing else.
describe("LocalIndex runs searches of small indexes on the caller's thread", () => {
  it.live("with the same results for Chinese text that was indexed before any Chinese query", () =>
    Effect.gen(function*() {
      const index = yield* LocalIndex.make()
      const often = "harbour 火車站 ".repeat(6)
      for (const batch of [0, 1, 2]) {
        yield* index.add([
          {
            url: `https://zh.example/${batch}/a`,
            title: `${batch} harbour`,
            text: `${often} 鐵路 and ${batch} km of quay.`
          },
          { url: `https://zh.example/${batch}/b`, title: "火車站", text: "harbour and the ferry to the quay, 火車站" },
          {
            url: `https://zh.example/${batch}/c`,
            title: "鐵路時刻表",
            text: `harbour ${"鐵路 時刻表 ".repeat(batch)}`
          },
          { url: `https://zh.example/${batch}/d`, title: "Ferry", text: `${often} ${"鐵路時刻表 ".repeat(4)}` }
        ])
      }
      yield* index.delete(["https://zh.example/1/c"])
      const latin = ["harbour", "the ferry to the quay", "2 km"]
      const chinese = ["火车站", "火車站", "铁路时刻表", "鐵路時刻表", "铁路", "harbour 火车站"]
      const far = yield* Effect.forEach([...latin, ...chinese], (query) => ask(index, query))
      for (let times = 0; times < copied; times++) yield* ask(index, "harbour")
      for (const [at, query] of [...latin, ...chinese].entries()) {
        assert.deepStrictEqual(yield* ask(index, query), far[at], query)
      }
    }))
})
