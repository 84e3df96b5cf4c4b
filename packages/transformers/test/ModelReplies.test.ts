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
  return Object.keys(others).length === 0 && Number.isFinite(weight) &&
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

describe("responses to a json format", () => {
  it.live("are returned only if valid, whatever they are", () =>
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
    }).pipe(Effect.scoped))

  it.live(
    "are returned only if valid for a deeper schema of another edition, also as a stream",
    () =>
      Effect.gen(function*() {
        const list = {
          $schema: "http://json-schema.org/draft-04/schema#",
          type: "object",
          properties: {
            rows: {
              type: "array",
              minItems: 1,
              items: {
                type: "object",
                properties: {
                  day: { type: "string", format: "date" },
                  share: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 1 },
                  kind: { enum: ["a", "b", null] },
                  inner: {
                    type: "object",
                    properties: { tags: { type: "array", uniqueItems: true } },
                    required: ["tags"]
                  }
                },
                required: ["day", "share"],
                additionalProperties: false
              }
            }
          },
          required: ["rows"]
        } as const
        const isRow = (row: unknown): boolean => {
          if (typeof row !== "object" || row === null || Array.isArray(row)) return false
          const { day, inner, kind, share, ...others } = row as Record<string, unknown>
          return Object.keys(others).length === 0 && typeof day === "string" && !Number.isNaN(Date.parse(day)) &&
            /^\d{4}-\d\d-\d\d$/.test(day) && typeof share === "number" && share > 0 && share <= 1 &&
            (kind === undefined || kind === "a" || kind === "b" || kind === null) &&
            (inner === undefined || (typeof inner === "object" && inner !== null && !Array.isArray(inner) &&
              Object.hasOwn(inner, "tags") && isSet((inner as Record<string, unknown>).tags)))
        }
        const isSet = (tags: unknown) =>
          Array.isArray(tags) && new Set(tags.map((tag) => JSON.stringify(tag))).size === tags.length
        const row = fc.record({
          day: fc.constantFrom("2024-02-29", "2023-02-30", "2024-2-1", "yesterday", 5, null),
          share: fc.constantFrom(0.5, 1, 0, -1, 2, "0.5", null),
          kind: fc.constantFrom("a", "b", null, "c"),
          inner: fc.constantFrom({ tags: [] }, { tags: ["x", "x"] }, { tags: ["x", "y"] }, {}, []),
          more: fc.constantFrom(1)
        }, { requiredKeys: [] })
        const good = fc.record({ day: fc.constantFrom("2024-02-29"), share: fc.constantFrom(0.5, 1) })
        const replies = fc.sample(
          fc.array(fc.oneof(good, row), { maxLength: 3 }).map((rows) => JSON.stringify({ rows })),
          { numRuns: 300, seed: 7 }
        )
        let current = ""
        const { apiUrl } = yield* serve((_, response) => {
          // Streamed though nobody asked for it, in small pieces.
          response.writeHead(200, { "content-type": "text/event-stream" })
          for (const content of current.match(/[^]{1,9}/g) ?? []) {
            response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
          }
          response.end(
            `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`
          )
          return undefined
        })
        let conforming = 0
        yield* Effect.gen(function*() {
          const models = yield* ModelFormats.ModelFormats
          for (const text of replies) {
            current = text
            const { fields } = yield* models.derive({
              url: "https://example.com/",
              markdown: "# Rows",
              document: {},
              options: { formats: [{ type: "json", schema: list }], onlyCleanContent: false }
            })
            if (fields.json === null) continue
            const { rows } = fields.json as { readonly rows: ReadonlyArray<unknown> }
            assert.isTrue(rows.length > 0 && rows.every(isRow), text)
            conforming++
          }
        }).pipe(Effect.provide(formats(apiUrl)))
        assert.isAtLeast(conforming, 20)
      }).pipe(Effect.scoped)
  )

  it.live("are compared for a limited time, and not with an endless schema", () =>
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
