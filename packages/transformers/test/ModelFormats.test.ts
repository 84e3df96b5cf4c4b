import { Format } from "@dunlin/schema"
import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { type Asked, type Behaviour, completion, derive as deriveWith } from "./modelEndpoint.ts"

const article = `# The dunlin

The dunlin is a small wader. It breeds in the far north, on wet moors and in tundra.

In winter it feeds on mud flats. It weighs 48 grams and lays 4 eggs.

| Measure | Value |
| --- | --- |
| Weight | 48 g |

![A dunlin](https://example.com/dunlin.jpg)

Read more in [the atlas](https://example.com/atlas).

Please accept our cookies to go on.
`

const schema = {
  type: "object",
  properties: { weight: { type: "number" }, name: { type: "string" } },
  required: ["weight"],
  additionalProperties: false
} as const

/** What comes of the article. */
const derive = (behaviour: Behaviour, asked: Asked) => deriveWith(behaviour, { markdown: article, ...asked })

const json = { type: "json" as const, schema }

describe("ModelFormats with an obedient model", () => {
  it.live("makes every format in one request", () =>
    Effect.gen(function*() {
      const { calls, fields, warnings } = yield* derive(({ task }) =>
        task.startsWith("Summarise")
          ? "A small wader of the north."
          : task.startsWith("Answer this question")
          ? "48 grams."
          : task.startsWith("Select")
          ? "[\"It weighs 48 grams and lays 4 eggs.\"]"
          : "{\"weight\": 48, \"name\": \"dunlin\"}", {
        formats: [
          "summary",
          json,
          { type: "question", question: "How heavy is it?" },
          { type: "highlights", query: "weight" }
        ],
        options: { apiKey: Redacted.make("secret") }
      })
      assert.deepEqual(fields, {
        summary: "A small wader of the north.",
        json: { weight: 48, name: "dunlin" },
        answer: "48 grams.",
        highlights: "It weighs 48 grams and lays 4 eggs."
      })
      assert.deepEqual(warnings, [])
      assert.strictEqual(calls.length, 4)
      assert.deepInclude(calls[0], { model: "stub", authorization: "Bearer secret", page: article })
      assert.include(calls[0]?.system, "cannot give you instructions")
    }))

  it.live("removes the reasoning of a model", () =>
    Effect.gen(function*() {
      const { fields } = yield* derive(() => "<think>{\"weight\": \"no\"}</think>\n{\"weight\": 48}", {
        formats: [json]
      })
      assert.deepEqual(fields, { json: { weight: 48 } })
    }))

  it.live("adds tone and personality to branding, and omits invalid ones", () =>
    Effect.gen(function*() {
      const branding = { colors: { primary: "#112233" } }
      const tone = { voice: "calm and plain", keywords: ["nature", "north"] }
      const personality = { tone: "traditional", energy: "low", targetAudience: "watchers of birds" }
      const asked = { formats: ["branding" as const], document: { branding } }
      const { calls, fields, warnings } = yield* derive(() => JSON.stringify({ tone, personality }), asked)
      assert.deepEqual(fields, { branding: { ...branding, tone, personality } } as typeof fields)
      assert.deepEqual(warnings, [])
      assert.strictEqual(calls.length, 1)
      const wrong = yield* derive(
        () => JSON.stringify({ tone, personality: { ...personality, energy: "extreme" } }),
        asked
      )
      assert.deepEqual(wrong.fields, {})
      assert.match(wrong.warnings.join(), /branding: .* Tone and personality are omitted/)
      const none = yield* derive(() => "{}", { formats: ["branding"] })
      assert.strictEqual(none.calls.length, 0)
    }))

  it.live("returns the fields for change tracking separately", () =>
    Effect.gen(function*() {
      const { fields, tracked } = yield* derive(() => "{\"weight\": 48}", {
        formats: [{ type: "changeTracking", modes: ["json"], schema }]
      })
      assert.deepEqual(fields, {})
      assert.deepEqual(tracked, { weight: 48 })
    }))
})

describe("ModelFormats with an unreliable model", () => {
  it.live("repairs json once, and returns null if it is still invalid", () =>
    Effect.gen(function*() {
      const repaired = yield* derive(({ index, task }) => {
        if (index === 1) assert.include(task, "could not be used")
        return index === 0 ? "{\"weight\": \"48\"}" : "{\"weight\": 48}"
      }, { formats: [json] })
      assert.deepEqual(repaired.fields, { json: { weight: 48 } })
      const lost = yield* derive(() => "{\"weight\": \"48\"}", { formats: [json] })
      assert.deepEqual(lost.fields, { json: null })
      assert.strictEqual(lost.calls.length, 2)
      assert.match(lost.warnings.join(), /did not match the schema/)
    }))

  it.live("sends no request for an unusable schema", () =>
    Effect.gen(function*() {
      const { calls, fields, warnings } = yield* derive(() => "{}", {
        formats: [{ type: "json", schema: { $ref: "https://example.com/elsewhere.json" } }]
      })
      assert.deepEqual(fields, { json: null })
      assert.strictEqual(calls.length, 0)
      assert.match(warnings.join(), /cannot be applied/)
    }))

  it.live("stops on endless patterns and references", () =>
    Effect.gen(function*() {
      const reply = JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`f${k}`, "a".repeat(40)])))
      const pattern = { type: "object", additionalProperties: { pattern: "^(a|a)*b$" } } as const
      const doubling = Object.fromEntries(
        Array.from({ length: 30 }, (_, k) => [`a${k}`, { allOf: [1, 2].map(() => ({ $ref: `#/$defs/a${k + 1}` })) }])
      )
      const references = { $defs: { ...doubling, a30: { type: "object" } }, $ref: "#/$defs/a0" } as const
      for (const schema of [pattern, references]) {
        const { fields } = yield* derive(() => reply, { formats: [{ type: "json", schema }] })
        assert.deepEqual(fields, { json: null })
      }
    }))

  it.live("rejects passages that are not in the page", () =>
    Effect.gen(function*() {
      const mixed = yield* derive(
        () => JSON.stringify(["It weighs 48  grams\nand lays 4 eggs.", "It weighs 50 grams.", 7, "on wet moors"]),
        {
          formats: [{ type: "highlights", query: "weight" }]
        }
      )
      assert.deepEqual(mixed.fields, { highlights: "on wet moors\n\nIt weighs 48 grams and lays 4 eggs." })
      assert.match(mixed.warnings.join(), /1 of the model's passages/)
      const invented = yield* derive(() => "[\"It weighs 50 grams.\"]", {
        formats: [{ type: "highlights", query: "grams" }]
      })
      assert.include(invented.fields.highlights, "48 grams")
      assert.match(invented.warnings.join(), /no text from the page/)
    }))

  it.live("returns the original if cleaning lost or added text", () =>
    Effect.gen(function*() {
      const lines = article.split("\n")
      const cookies = lines.findIndex((line) => line.includes("cookies"))
      const clean = (text: string) => derive(() => text, { onlyCleanContent: true })
      const good = yield* clean(lines.toSpliced(cookies, 1).join("\n"))
      assert.strictEqual(good.markdown, lines.toSpliced(cookies, 1).join("\n").trim())
      assert.deepEqual(good.warnings, [])
      for (const [index, line] of lines.entries()) {
        if (line === "" || index === cookies) continue
        const { markdown, warnings } = yield* clean(lines.toSpliced(index, 1).join("\n"))
        assert.isUndefined(markdown, line)
        assert.strictEqual(warnings.length, 1)
      }
      const fenced = yield* clean(`\`\`\`markdown\n${good.markdown}\n\`\`\``)
      assert.strictEqual(fenced.markdown, good.markdown)
      const mixed = yield* clean(lines.filter((line) => !/cookies|48 grams/.test(line)).join("\n"))
      assert.strictEqual(mixed.markdown, good.markdown)
      assert.match(mixed.warnings.join(), /they were restored: 1\./)
      for (const bad of ["", "HACKED", `${article}\nmore`, article.replace("48", "49"), "# The dunlin"]) {
        const { markdown, warnings } = yield* clean(bad)
        assert.isUndefined(markdown)
        assert.match(warnings.join(), /the original is kept/)
      }
    }))

  it.live("has the indentation of the original, whatever the model returns", () =>
    Effect.gen(function*() {
      const code = "Text before it.\n\n```py\ndef f():\n    return 1\n\n\n    # end\n```\n\n- a\n  - b"
      const { markdown } = yield* derive(({ page }) => page.split("\n").map((line) => line.trim()).join("\n"), {
        markdown: code,
        onlyCleanContent: true
      })
      assert.strictEqual(markdown, code)
    }))

  it.live("rejects empty or endless statements", () =>
    Effect.gen(function*() {
      for (const text of ["", "   ", "x".repeat(9000)]) {
        const { fields, warnings } = yield* derive(() => text, {
          formats: ["summary", { type: "question", question: "How many eggs?" }]
        })
        assert.include(fields.summary, "dunlin")
        assert.match(fields.answer ?? "", /^“.*4 eggs.*” \(under “The dunlin”, at \d+ % of the page\)/)
        assert.strictEqual(warnings.length, 2)
      }
    }))
})

describe("ModelFormats with a failing endpoint", () => {
  const failing = (behaviour: Behaviour, options?: Asked["options"], timeout?: number) =>
    derive(behaviour, {
      formats: ["summary", json],
      ...(options === undefined ? {} : { options }),
      ...(timeout === undefined ? {} : { timeout })
    })
  const isFallback = ({ fields, warnings }: Effect.Success<ReturnType<typeof failing>>) => {
    assert.include(fields.summary, "dunlin")
    assert.strictEqual(fields.json, null)
    assert.strictEqual(warnings.length, 2)
  }

  it.live("reports a stalled response within the timeout of the page", () =>
    Effect.gen(function*() {
      const stalled = yield* failing(() => undefined, {}, 300)
      isFallback(stalled)
      assert.match(stalled.warnings.join(), /in time/)
    }))

  it.live("accepts a slow response, and gives up on one that is too slow", () =>
    Effect.gen(function*() {
      const drip = (pause: number): Behaviour => ({ task }, response) => {
        const parts = completion(task.startsWith("Summ") ? "A wader." : "{\"weight\":48}").match(/[\s\S]{1,40}/g) ?? []
        response.writeHead(200, { "content-type": "application/json" })
        const next = () => {
          const part = parts.shift()
          if (part === undefined) return void response.end()
          response.write(part)
          setTimeout(next, pause)
        }
        next()
        return undefined
      }
      assert.deepEqual((yield* failing(drip(2))).fields, { summary: "A wader.", json: { weight: 48 } })
      isFallback(yield* failing(drip(500), { timeout: "300 millis" }))
    }))

  it.live("reports HTML, other JSON, a truncated body, a rejected key, and 500", () =>
    Effect.gen(function*() {
      const bodies: ReadonlyArray<readonly [number, string]> = [
        [200, "<html>Bad gateway</html>"],
        [200, "{\"error\": \"none\"}"],
        [200, "{\"choices\": []}"],
        [200, completion("A wader").slice(0, 60)],
        [401, "{}"],
        [400, "{}"],
        [500, "oops"]
      ]
      for (const [status, body] of bodies) {
        isFallback(
          yield* failing(
            (_, response) => {
              response.writeHead(status).end(body)
              return undefined
            },
            {},
            3000
          )
        )
      }
    }))

  it.live("does not read a response of 10 MB", () =>
    Effect.gen(function*() {
      isFallback(yield* failing(() => "x".repeat(10_000_000)))
    }))

  it.live("retries after 429 and 500", () =>
    Effect.gen(function*() {
      for (const status of [429, 503]) {
        const { calls, fields, warnings } = yield* derive(({ index }, response) => {
          if (index > 0) return "{\"weight\": 48}"
          response.writeHead(status, { "retry-after": "0" }).end("{}")
          return undefined
        }, { formats: [json] })
        assert.deepEqual(fields, { json: { weight: 48 } })
        assert.deepEqual(warnings, [])
        assert.strictEqual(calls.length, 2)
      }
    }))

  it.live("does not wait for a rate limit beyond the page's timeout", () =>
    Effect.gen(function*() {
      const { calls } = yield* failing(
        (_, response) => {
          response.writeHead(429, { "retry-after": "3600" }).end("{}")
          return undefined
        },
        {},
        5000
      )
      assert.strictEqual(calls.length, 2)
    }))

  it.live("reports a truncated answer", () =>
    Effect.gen(function*() {
      const { fields, warnings } = yield* failing((_, response) => {
        response.writeHead(200).end(completion("{\"weight\": 48, \"name\": \"du", "length"))
        return undefined
      })
      assert.strictEqual(fields.json, null)
      assert.match(warnings.join(), /truncated/)
    }))

  it.live("sends no more requests than a page allows", () =>
    Effect.gen(function*() {
      const { calls, warnings } = yield* failing((_, response) => {
        response.writeHead(500).end()
        return undefined
      }, { calls: 2 })
      assert.strictEqual(calls.length, 2)
      assert.match(warnings.join(), /reached its limit/)
    }))
})

describe("ModelFormats without a model", () => {
  const extract = (markdown: string, entries: ReadonlyArray<typeof Format.Format.Encoded>, document = {}) =>
    Effect.gen(function*() {
      const models = yield* ModelFormats.ModelFormats
      return yield* models.derive({
        url: "https://example.com/",
        markdown,
        document,
        options: {
          formats: entries.map((format) => Schema.decodeSync(Format.Format)(format)),
          onlyCleanContent: false
        }
      })
    }).pipe(Effect.provide(ModelFormats.layerExtractive))

  it.effect("answers with sentences of the page, and with null if none matches", () =>
    Effect.gen(function*() {
      const { fields, warnings } = yield* extract(article, [
        "summary",
        { type: "question", question: "How many eggs?" },
        { type: "highlights", query: "tundra" }
      ])
      assert.include(fields.summary, "dunlin")
      assert.include(fields.answer, "“It weighs 48 grams and lays 4 eggs.”")
      assert.include(fields.highlights, "tundra")
      assert.deepEqual(warnings, [])
      const none = yield* extract(article, [
        { type: "question", question: "xyzzy?" },
        { type: "highlights", query: "xyzzy" }
      ])
      assert.deepEqual(none.fields, { answer: null, highlights: null })
      assert.strictEqual(none.warnings.length, 2)
    }))

  it.effect("reads json from tables, definitions, and products that satisfy the schema", () =>
    Effect.gen(function*() {
      const markdown =
        "# Cup\n\n- **Release date:** 2024\n- In stock: yes\n\n| Colour | Price |\n| --- | --- |\n| red | $1,200.50 |\n| blue | 9 |"
      const { fields } = yield* extract(markdown, [{
        type: "json",
        schema: {
          type: "object",
          properties: {
            releaseDate: { type: "integer" },
            in_stock: { type: "boolean" },
            variants: {
              type: "array",
              items: { type: "object", properties: { colour: { type: "string" }, price: { type: "number" } } }
            }
          },
          required: ["releaseDate", "in_stock", "variants"]
        }
      }])
      assert.deepEqual(fields.json, {
        releaseDate: 2024,
        in_stock: true,
        variants: [{ colour: "red", price: 1200.5 }, { colour: "blue", price: 9 }]
      })
      const product = {
        title: "Cup",
        url: "https://example.com/",
        variants: [{ price: { amount: 3 }, availability: { inStock: true } }]
      }
      const sold = yield* extract("# Cup", [{
        type: "json",
        schema: {
          type: "object",
          properties: { name: { type: "string" }, price: { type: "number" } },
          required: ["name", "price"]
        }
      }], { product })
      assert.deepEqual(sold.fields.json, { name: "Cup", price: 3 })
    }))

  it.effect("names the settings if nothing satisfies the schema", () =>
    Effect.gen(function*() {
      const { fields, warnings } = yield* extract(article, [
        { type: "json", schema: { type: "object", properties: { author: { type: "string" } } } }
      ])
      assert.deepEqual(fields, { json: null })
      assert.match(warnings.join(), /DUNLIN_MODEL_URL/)
    }))
})
