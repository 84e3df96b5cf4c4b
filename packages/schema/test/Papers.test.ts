import { Papers, SearchRequest } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

const message = <A>(decoded: Effect.Effect<A, { readonly message: string }>) =>
  Effect.map(Effect.flip(decoded), ({ message }) => message)

it.effect("names the field as the caller wrote it, and reports each error once with its limits", () =>
  Effect.gen(function*() {
    const papers = (input: object) => message(Papers.decode({ query: "x", ...input }))
    const expected = "expected an integer from 1 to 500, got"
    assert.strictEqual(yield* papers({ limit: 0 }), `limit: ${expected} 0`)
    assert.strictEqual(yield* papers({ k: 0 }), `k: ${expected} 0`)
    assert.strictEqual(yield* papers({ k: 0, limit: 5 }), `k: ${expected} 0`)
    assert.strictEqual(
      yield* papers({ limit: 501, query: "" }),
      [
        "query: expected a text of 1 to 500 characters, got a string of 0 characters",
        `limit: ${expected} 501`
      ].join("; ")
    )
    for (const limit of [NaN, 1.5, Infinity]) {
      assert.strictEqual(yield* papers({ limit }), `limit: ${expected} ${limit}`)
      assert.strictEqual(
        yield* message(SearchRequest.decode({ query: "x", limit })),
        `limit: expected an integer from 1 to 100, got ${limit}`
      )
    }
  }))
