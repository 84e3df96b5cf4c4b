import { Limits, ScrapeRequest, SearchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, type Schema } from "effect"

const faultOf = (schema: { readonly [key: string]: Schema.Json }) => {
  const input = { query: "x", scrapeOptions: { formats: ["markdown", { type: "json", schema }] } }
  const result = Effect.runSync(Effect.result(SearchRequest.decode(input)))
  if (Result.isSuccess(result)) return undefined
  const [{ message, path }] = result.failure.issues
  assert.deepEqual(path, ["scrapeOptions", "formats", 1, "schema"])
  return message
}

const nested = (depth: number): { readonly [key: string]: Schema.Json } => {
  let schema: { readonly [key: string]: Schema.Json } = { type: "string" }
  for (let k = 0; k < depth; k++) schema = { allOf: [schema] }
  return schema
}

describe("a JSON Schema in a request", () => {
  it("is accepted within its limits", () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, k) => [`field${k}`, { type: "string" }]))
    assert.strictEqual(faultOf({ type: "object", properties }), undefined)
    assert.strictEqual(faultOf(nested(30)), undefined)
    assert.strictEqual(faultOf({ pattern: "a".repeat(Limits.jsonSchema.pattern) }), undefined)
  })

  it.each<[string, { readonly [key: string]: Schema.Json }]>([
    ["100000 characters", { description: "x".repeat(1_000_000) }],
    ["500 references", { anyOf: Array.from({ length: 3000 }, (_, k) => ({ $ref: `#/$defs/a${k}` })) }],
    ["500 references", { anyOf: Array.from({ length: 501 }, () => ({ $dynamicRef: "#a" })) }],
    ["64 levels", nested(40)],
    ["10000 values", { enum: Array.from({ length: 10_001 }, (_, k) => k) }],
    ["500 characters", { properties: { a: { pattern: `${"(a+)+".repeat(200)}$` } } }]
  ])("is rejected beyond %s, with its path", (limit, schema) => {
    assert.include(faultOf(schema) ?? "taken", limit)
  })

  it("is also rejected in change tracking", () => {
    const formats = ["markdown", { type: "changeTracking", modes: ["json"], schema: nested(40) }]
    const result = Effect.runSync(Effect.result(ScrapeRequest.decode({ url: "https://example.com", formats })))
    assert.isTrue(Result.isFailure(result))
  })
})
