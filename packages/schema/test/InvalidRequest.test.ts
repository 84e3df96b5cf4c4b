import { InvalidRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"

const Order = Schema.Struct({ limit: Schema.Int, place: Schema.Struct({ country: Schema.String }) })

const read = Schema.decodeUnknownResult(Order, { onExcessProperty: "error", errors: "all" })

/** The faults of an order, as `path: message`. */
const faultsOf = (input: unknown) => {
  const result = read(input)
  if (Result.isSuccess(result)) return []
  const error = InvalidRequest.fromIssue(result.failure.issue, input)
  return error.issues.map(({ message, path }) => `${path.join(".")}: ${message}`)
}

describe("fromIssue", () => {
  it("says of each fault its place, what was expected and what came", () => {
    assert.deepStrictEqual(faultsOf({ limit: "ten", place: { country: 7 } }), [
      "limit: Expected a number, got \"ten\"",
      "place.country: Expected a string, got 7"
    ])
    assert.deepStrictEqual(faultsOf({ limit: 1, place: { country: "DE" } }), [])
  })

  it("names the key that a mistyped one was meant for", () => {
    assert.deepStrictEqual(faultsOf({ limit: 1, place: { country: "DE", contry: "DE" } }), [
      "place.contry: Unknown key; did you mean country?"
    ])
  })

  it("names all keys where none is like it", () => {
    assert.deepStrictEqual(faultsOf({ limit: 1, place: { country: "DE" }, zebra: true }), [
      "zebra: Unknown key; expected one of limit, place"
    ])
  })
})
