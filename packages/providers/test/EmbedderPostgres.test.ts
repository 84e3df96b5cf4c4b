import { LocalIndex } from "@dunlin/providers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as servers from "../../cache/test/servers.ts"
import { needing } from "../../common/test/components.ts"
import { fake, pages, titlesOf } from "./fakeEmbedder.ts"
import { question } from "./questions.ts"

describe("LocalIndex with vectors in PostgreSQL", needing("PostgreSQL"), () => {
  it.live(
    "calls no model if no vectors are wanted",
    () =>
      Effect.gen(function*() {
        const { url } = yield* servers.postgres({ durable: false })
        const [one, two] = [fake("one"), fake("two")]
        const left = yield* Effect.provide(LocalIndex.makeWithVectors({ database: url }), one.layer)
        yield* left.add(pages)
        yield* left.embed
        assert.deepStrictEqual(yield* titlesOf(left, "vehicle"), ["Automobile maintenance"])
        const right = yield* Effect.provide(
          LocalIndex.makeWithVectors({ database: url, replaceModel: true }),
          two.layer
        )
        yield* right.embed
        const before = one.asked.length
        yield* left.add([{ url: "https://c.example/", title: "Boats", text: "A boat." }])
        assert.strictEqual((yield* Effect.flip(left.embed)).reason._tag, "ModelChanged")
        assert.lengthOf(one.asked, before)
        // Nor are the vectors of one compared with those of the other, also where the old ones were held.
        const { hits, warnings } = yield* left.search(question("oil for a car"))
        assert.deepStrictEqual(hits.map(({ title }) => title), ["Automobile maintenance"])
        assert.deepStrictEqual(warnings, [
          "local: the index contains vectors of model two, not one; the results were found by words only.",
          "No page contains the word \"car\"."
        ])
        assert.deepStrictEqual(yield* titlesOf(left, "vehicle"), [])
        assert.deepStrictEqual(yield* titlesOf(right, "vehicle"), ["Automobile maintenance"])
      })
  )

  it.live(
    "stores vectors in PostgreSQL",
    () =>
      Effect.gen(function*() {
        const { url } = yield* servers.postgres({ durable: false })
        const { layer } = fake()
        const open = Effect.provide(LocalIndex.makeWithVectors({ database: url }), layer)
        const [left, right] = [yield* open, yield* open]
        yield* left.add(pages)
        yield* Effect.all([left.embed, right.embed], { concurrency: 2 })
        for (const index of [left, right]) {
          assert.deepStrictEqual(yield* titlesOf(index, "vehicle"), ["Automobile maintenance"])
        }
      })
  )
})
