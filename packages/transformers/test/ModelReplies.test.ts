import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { formats, serve } from "./modelEndpoint.ts"

const schema = {
  type: "object",
  properties: {
    weight: { type: "number" },
    name: { type: "string", maxLength: 100 },
    eggs: { type: "array", items: { type: "integer" }, maxItems: 10 }
  },
  required: ["weight"],
  additionalProperties: false
} as const

/** The schema again, written by hand. */
const isConforming = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const { eggs, name, weight, ...others } = value as Record<string, unknown>
  return Object.keys(others).length === 0 && typeof weight === "number" &&
    (name === undefined || (typeof name === "string" && name.length <= 100)) &&
    (eggs === undefined || (Array.isArray(eggs) && eggs.length <= 10 && eggs.every(Number.isInteger)))
}

const wrong = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
  fc.constant("x".repeat(200)),
  fc.array(fc.anything({ maxDepth: 1 }), { maxLength: 12 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 })
)

const value = fc.record({
  weight: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), wrong),
  name: fc.oneof(fc.string({ maxLength: 20 }), wrong),
  eggs: fc.oneof(fc.array(fc.integer(), { maxLength: 5 }), wrong),
  extra: wrong
}, { requiredKeys: [] }).map((fields) => fields.extra === false ? fields : { ...fields, extra: undefined })

const right = fc.record({
  weight: fc.nat(),
  name: fc.string({ maxLength: 20 }),
  eggs: fc.array(fc.nat(), { maxLength: 5 })
}, {
  requiredKeys: ["weight"]
})

const reply = fc.oneof(
  right.map((json) => `The result:\n${JSON.stringify(json)}`),
  right.map((json) => `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\``),
  value.map((json) => JSON.stringify(json)),
  value.map((json) => `Here is the data you asked for:\n\n${JSON.stringify(json)}\n\nAnything else {or not}?`),
  value.map((json) => `Sure!\n\`\`\`json\n${JSON.stringify(json)}\n\`\`\`\n`),
  fc.tuple(value, fc.nat(60)).map(([json, length]) => JSON.stringify(json).slice(0, length)),
  fc.tuple(value, value).map(([left, right]) => `${JSON.stringify(left)}${JSON.stringify(right)}`),
  value.map((json) => `[${JSON.stringify(json)}]`),
  value.map((json) => JSON.stringify(JSON.stringify(json))),
  value.map((json) => `<think>${JSON.stringify({ weight: 1 })}</think>${JSON.stringify(json)}`),
  value.map((json) => JSON.stringify({ data: json })),
  wrong.map((json) => JSON.stringify({ weight: 1, __proto__x: json }).replace("__proto__x", "__proto__")),
  fc.constantFrom(
    "{weight: 48}",
    "{'weight': 48}",
    "{\"weight\": 48,}",
    "{\"weight\": NaN}",
    "{\"weight\": 1e999}",
    "{\"weight\": 048}",
    "weight: 48",
    "null",
    "",
    "\uFEFF{\"weight\": 48}",
    "{\"weight\": 1, \"weight\": \"2\"}",
    "{\"a\":".repeat(100_000),
    "[".repeat(100_000) + "]".repeat(100_000),
    `{"weight": 48, "name": ${"[".repeat(5000)}${"]".repeat(5000)}}`
  ),
  fc.string()
)

describe("Replies to a json format", () => {
  it.live("reach the caller only when they conform, whatever they are", () =>
    Effect.gen(function*() {
      const replies = [
        ...fc.sample(reply, { numRuns: 496, seed: 20261120 }),
        JSON.stringify({ weight: 48, name: "x".repeat(10_000_000) }),
        `${" ".repeat(10_000_000)}{"weight": 48}`,
        `{"weight": 48, "eggs": [${"1,".repeat(4_900_000)}1]}`,
        JSON.stringify({ weight: 48, eggs: Array.from({ length: 400_000 }, () => 1) })
      ]
      let current = ""
      const { apiUrl } = yield* serve(() => current)
      let conforming = 0
      yield* Effect.gen(function*() {
        const models = yield* ModelFormats.ModelFormats
        for (const text of replies) {
          current = text
          const { fields, warnings } = yield* models.derive({
            url: "https://example.com/",
            markdown: "# Dunlin\n\nIt weighs 48 grams.",
            document: {},
            options: {
              formats: [{ type: "json", schema }],
              onlyCleanContent: false
            }
          })
          if (fields.json === null) {
            assert.strictEqual(warnings.length, 1)
          } else {
            assert.isTrue(isConforming(fields.json), JSON.stringify(fields.json)?.slice(0, 200))
            conforming++
          }
        }
      }).pipe(Effect.provide(formats(apiUrl)))
      assert.strictEqual(replies.length, 500)
      // Some of them are right, or nothing would be shown.
      assert.isAtLeast(conforming, 20)
    }).pipe(Effect.scoped), { timeout: 60_000 })

  it.live("are not compared for ever, and not at all with a schema that has no end", () =>
    Effect.gen(function*() {
      const { apiUrl } = yield* serve(() => JSON.stringify({ a: `${"a".repeat(60)}!` }))
      const derive = (foreign: typeof schema | object) =>
        Effect.gen(function*() {
          const models = yield* ModelFormats.ModelFormats
          return yield* models.derive({
            url: "https://example.com/",
            markdown: "text",
            document: {},
            options: { formats: [{ type: "json", schema: foreign as typeof schema }], onlyCleanContent: false }
          })
        }).pipe(Effect.provide(formats(apiUrl)))
      for (
        const foreign of [
          { properties: { a: { type: "string", pattern: "^(a+)+$" } } },
          { patternProperties: { "^(a|a)*b": { type: "number" } }, properties: { a: { pattern: "(.*)*x$" } } },
          { $ref: "#" },
          { properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { $ref: "#/$defs/a" } } },
          { properties: { a: { pattern: "(" } } },
          { properties: { a: { enum: [] } }, description: "x".repeat(200_000) }
        ]
      ) {
        const { fields, warnings } = yield* derive(foreign)
        assert.strictEqual(fields.json, null, JSON.stringify(foreign).slice(0, 100))
        assert.strictEqual(warnings.length, 1)
      }
    }).pipe(Effect.scoped))
})
