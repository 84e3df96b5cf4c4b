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

const firstFault = (schema: Schema.Decoder<unknown>, input: unknown): string | undefined => {
  const result = Schema.decodeUnknownResult(schema)(input)
  return Result.isSuccess(result) ? undefined : InvalidRequest.fromIssue(result.failure.issue, input).issues[0]?.message
}

describe("fromIssue", () => {
  it("states the path, the expectation, and the received value of each error", () => {
    assert.deepStrictEqual(faultsOf({ limit: "ten", place: { country: 7 } }), [
      "limit: Expected a number, got \"ten\"",
      "place.country: Expected a string, got 7"
    ])
    assert.deepStrictEqual(faultsOf({ limit: 1, place: { country: "DE" } }), [])
  })

  it.each([
    [null, "null"],
    [[1], "an array"],
    [{ a: 1 }, "an object"],
    [true, "true"],
    ["ten", "\"ten\""],
    ["two words", "a string of 9 characters"],
    [undefined, undefined]
  ])("states the kind of the received value, and never a long value: %j", (limit, received) => {
    const result = read({ limit, place: { country: "DE" } })
    assert.isTrue(Result.isFailure(result))
    if (Result.isSuccess(result)) return
    const [issue] = InvalidRequest.fromIssue(result.failure.issue, { limit, place: { country: "DE" } }).issues
    assert.deepInclude(issue, { path: ["limit"], expected: "a number" })
    assert.strictEqual(issue?.received, received)
  })

  it("truncates a key above 64 characters", () => {
    const issueOf = (key: string) => faultsOf({ limit: 1, place: { country: "DE" }, [key]: 1 })[0]?.split(":")[0]
    assert.strictEqual(issueOf("k".repeat(64)), "k".repeat(64))
    assert.strictEqual(issueOf("k".repeat(65)), `${"k".repeat(64)}…`)
  })

  it("suggests the known key for a mistyped one", () => {
    assert.deepStrictEqual(faultsOf({ limit: 1, place: { country: "DE", contry: "DE" } }), [
      "place.contry: Unknown key; did you mean country?"
    ])
  })

  it("lists all keys if none is similar", () => {
    assert.deepStrictEqual(faultsOf({ limit: 1, place: { country: "DE" }, zebra: true }), [
      "zebra: Unknown key; expected one of limit, place"
    ])
  })

  it("lists the alternatives of a field, without its absence", () => {
    const Place = Schema.Struct({
      country: Schema.optional(Schema.Union([Schema.Struct({ code: Schema.String }), Schema.Array(Schema.String)])),
      limit: Schema.optional(Schema.Literals(["few", "many"])),
      near: Schema.optional(Schema.NullOr(Schema.Number))
    })
    assert.strictEqual(firstFault(Place, { country: true }), "Expected an object or an array, got true")
    assert.strictEqual(firstFault(Place, { limit: true }), "Expected \"few\" or \"many\", got true")
    assert.strictEqual(firstFault(Place, { near: "here" }), "Expected a number or null, got \"here\"")
  })

  it.each([
    [["a"], "Expected 2 to 3 URLs, got 1"],
    [["a", "b", "c", "d"], "Expected 2 to 3 URLs, got 4"],
    ["a", "Expected an array, got \"a\""],
    [["a", "a"], "Expected different URLs, got an array of 2 items"]
  ])("states the length of a list that a rule rejects: %j", (urls, message) => {
    const Urls = Schema.Array(Schema.String).check(
      Schema.makeFilter((urls) => urls.length >= 2 && urls.length <= 3, { expected: "2 to 3 URLs" }),
      Schema.makeFilter((urls) => new Set(urls).size === urls.length, { expected: "different URLs" })
    )
    assert.strictEqual(firstFault(Urls, urls), message)
  })

  it("states the number of entries of an object with too many or too few", () => {
    const Headers = Schema.Record(Schema.String, Schema.String).check(
      Schema.makeFilter((headers) => Object.keys(headers).length > 0, { expected: "at least one header" }),
      Schema.isMaxProperties(1, { expected: "at most 1 headers" })
    )
    assert.strictEqual(firstFault(Headers, {}), "Expected at least one header, got 0")
    assert.strictEqual(firstFault(Headers, { a: "1", b: "2" }), "Expected at most 1 headers, got 2")
  })
})
