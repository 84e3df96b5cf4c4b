import { TimeFilter } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { makeHere } from "./onThisThread.ts"
import { ask } from "./questions.ts"

describe("LocalIndex reports what time filters omitted", () => {
  it.live("also next to results", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      const text = "All about typed errors."
      yield* index.add([
        { url: "https://a.example/", title: "a", text, publishedAt: "2026-03-03" },
        { url: "https://b.example/", title: "b", text, publishedAt: "2026-03-05" },
        { url: "https://c.example/", title: "c", text },
        { url: "https://d.example/", title: "d", text },
        { url: "https://e.example/", title: "e", text: "Nothing of that kind." }
      ])
      const said = ["2 pages have words of the query but no date, so the time filter omitted them."]
      for (const [query, found] of [["after:2026-03-04", "b"], ["before:2026-03-04", "a"]] as const) {
        const { hits, warnings } = yield* ask(index, `typed errors ${query}`)
        assert.deepStrictEqual([hits.map(({ title }) => title), warnings], [[found], said])
      }
      const { hits, warnings } = yield* ask(index, "typed errors", {
        time: Option.getOrThrow(TimeFilter.parse("cdr:1,cd_min:3/4/2026,cd_max:3/6/2026"))
      })
      assert.deepStrictEqual([hits.map(({ title }) => title), warnings], [["b"], said])
      assert.deepStrictEqual((yield* ask(index, "typed errors")).warnings, [])
      assert.deepStrictEqual((yield* ask(index, "typed errors", { source: "news" })).warnings, [])
    }))
  it.live("and reports for news that only pages with a date are news", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      yield* index.add([{ url: "https://c.example/", title: "c", text: "All about typed errors." }])
      const { hits, warnings } = yield* ask(index, "typed errors", { source: "news" })
      assert.deepStrictEqual([hits, warnings], [
        [],
        ["1 page has words of the query but no date, so the news search omitted it."]
      ])
    }))
})
