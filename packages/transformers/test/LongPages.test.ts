import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import { TestClock } from "effect/testing"
import { type Asked, type Behaviour, derive as deriveWith } from "./modelEndpoint.ts"

/** What comes of a long page. */
const derive = (
  behaviour: Behaviour,
  markdown: string,
  entries: NonNullable<Asked["formats"]>,
  options: NonNullable<Asked["options"]>,
  asked: Asked = {}
) => deriveWith(behaviour, { markdown, formats: entries, options, ...asked })

const paragraph = (index: number) =>
  `Paragraph ${index} speaks of harbours, ships and the weather of the coast in the year ${1500 + index}.`

const filler = Array.from({ length: 400 }, (_, index) => paragraph(index))
const long = filler.toSpliced(251, 0, "The lighthouse keeper was called Maren Holt.").join("\n\n")
const table = `| Year | Harbour |\n| --- | --- |\n${
  filler.map((_, index) => `| ${1500 + index} | H${index} |`).join("\n")
}`
const sections = Array.from(
  { length: 8 },
  (_, index) => `## Chapter ${index}\n\n${filler.slice(index * 50, index * 50 + 50).join("\n\n")}`
).join("\n\n")

const yearsIn = (text: string) => [...text.matchAll(/1[5-8]\d\d/g)].map(([year]) => Number(year))

describe("a page above the model's limit", () => {
  it.live("is reduced to passages about the question, and the share is reported", () =>
    Effect.gen(function*() {
      const { calls, fields, warnings } = yield* derive(
        ({ page }) => page.includes("Maren Holt") ? "Maren Holt" : "?",
        long,
        [{ type: "question", question: "What was the lighthouse keeper called?" }],
        { inputTokens: 1000 }
      )
      assert.strictEqual(fields.answer, "Maren Holt")
      assert.strictEqual(calls.length, 1)
      assert.match(warnings.join(), /\d+ % of it was used/)
      assert.isAtMost(calls[0]!.page.length, 4100)
      assert.isAtLeast(calls[0]!.page.length, 2500)
    }))

  it.live("is summarised part by part, without omissions", () =>
    Effect.gen(function*() {
      const { calls, fields, warnings } = yield* derive(
        ({ page, task }) =>
          task.startsWith("This is a part") ? `Years ${Math.min(...yearsIn(page))} on.` : `All of it: ${page}`,
        long,
        ["summary"],
        { inputTokens: 1500, calls: 20 }
      )
      const parts = calls.filter(({ task }) => task.startsWith("This is a part"))
      assert.isAtLeast(parts.length, 6)
      assert.isAtMost(parts.length, 18)
      const years = parts.flatMap(({ page }) => yearsIn(page))
      assert.strictEqual(new Set(years).size, 400)
      assert.strictEqual(calls.length, parts.length + 1)
      assert.match(fields.summary ?? "", /^All of it: Years 1500 on\.\n\nYears/)
      assert.deepEqual(warnings, [])
    }))

  it.live("is divided before its headings, and each part names its headings", () =>
    Effect.gen(function*() {
      const { calls } = yield* derive(() => "A chapter.", `# The coast\n\n${sections}`, ["summary"], {
        inputTokens: 2600,
        calls: 20
      })
      const parts = calls.filter(({ task }) => task.startsWith("This is a part"))
      for (const { page } of parts) assert.match(page, /^# The coast\n/)
      assert.isAtLeast(
        parts.filter(({ page }) => page.startsWith("# The coast\n\n## Chapter")).length,
        parts.length - 1
      )
    }))

  it.live("repeats the head of a long table in every part", () =>
    Effect.gen(function*() {
      const { calls } = yield* derive(() => "{}", table, [{ type: "json", prompt: "harbours" }], {
        inputTokens: 800,
        calls: 20
      })
      const parts = calls.filter(({ task }) => task.includes("part of a long page"))
      assert.isAtLeast(parts.length, 3)
      for (const { page } of parts) assert.match(page, /^\| Year \| Harbour \|\n\| --- \| --- \|/)
    }))

  const harbours = {
    type: "object",
    properties: {
      title: { type: "string" },
      harbours: {
        type: "array",
        items: {
          type: "object",
          properties: { year: { type: "integer" }, name: { type: "string" } },
          required: ["year"]
        },
        minItems: 300
      }
    },
    required: ["title", "harbours"],
    additionalProperties: false
  } as const

  it.live("combines the json of all its parts without another call", () =>
    Effect.gen(function*() {
      const { calls, fields, warnings } = yield* derive(
        ({ page }) => {
          const rows = [...page.matchAll(/\| (\d{4}) \| (H\d+) \|/g)]
          return JSON.stringify({
            title: page.includes("Harbours of") ? "Harbours of the coast" : null,
            harbours: rows.map(([, year, name]) => ({ year: Number(year), name }))
          })
        },
        `# Harbours of the coast\n\n${table}`,
        [{ type: "json", schema: harbours }],
        { inputTokens: 800, calls: 20 }
      )
      const json = fields.json as { readonly title: string; readonly harbours: ReadonlyArray<unknown> }
      assert.strictEqual(json.title, "Harbours of the coast")
      assert.strictEqual(json.harbours.length, 400)
      assert.deepEqual(warnings, [])
      assert.isTrue(calls.every(({ task }) => task.includes("part of a long page")))
    }))

  it.live("omits invalid values of a part, and asks again if the whole is invalid", () =>
    Effect.gen(function*() {
      let asked = 0
      const { fields, warnings } = yield* derive(
        ({ page, task }) => {
          if (task.includes("data of all parts")) {
            asked++
            assert.include(page, "\"harbours\"")
            return JSON.stringify({ title: "Coast", harbours: Array.from({ length: 300 }, (_, year) => ({ year })) })
          }
          return JSON.stringify({ harbours: [{ year: yearsIn(page)[0] }], title: 7, other: "x" })
        },
        table,
        [{ type: "json", schema: harbours }],
        { inputTokens: 800, calls: 20 }
      )
      assert.strictEqual(asked, 1)
      assert.strictEqual((fields.json as { readonly title: string }).title, "Coast")
      assert.deepEqual(warnings, [])
    }))

  it.live("reports parts without a response", () =>
    Effect.gen(function*() {
      const { fields, warnings } = yield* derive(
        ({ index, page, task }, response) => {
          if (task.startsWith("This is a part") && index % 2 === 1) {
            response.writeHead(400).end("{}")
            return undefined
          }
          return page.length > 0 ? "A coast with harbours." : "?"
        },
        long,
        ["summary"],
        { inputTokens: 1500, calls: 20, concurrency: 1 }
      )
      assert.strictEqual(fields.summary, "A coast with harbours.")
      assert.match(warnings.join(), /summary: .* [3-6]\d % of it was used/)
    }))

  it.live("stays within its calls and tokens, by a selection over the whole page", () =>
    Effect.gen(function*() {
      for (const limits of [{ calls: 4 }, { calls: 20, pageTokens: 2400 }]) {
        for (const markdown of [long, `${table}\n\nEnd of 1899.`]) {
          const { calls, warnings } = yield* derive(() => "A coast.", markdown, ["summary"], {
            inputTokens: 1200,
            ...limits
          })
          assert.isAtMost(calls.length, 4)
          const years = calls.filter(({ page }) => page !== "").flatMap(({ page }) => yearsIn(page))
          assert.isAtMost(Math.min(...years), 1520)
          assert.isAtLeast(Math.max(...years), 1850)
          if (calls.length === 1) assert.match(warnings.join(), /% of it was used/)
        }
      }
      const { calls, warnings } = yield* derive(() => "A coast.", Array(30).fill(long).join("\n\n"), ["summary"], {
        inputTokens: 1200,
        calls: 8
      })
      assert.isAtMost(calls.length, 8)
      assert.match(warnings.join(), /summary: .* \d % of it was used/)
    }))

  it.live("leaves calls for the other formats", () =>
    Effect.gen(function*() {
      const { calls, fields } = yield* derive(
        ({ task }) => task.includes("JSON") ? "{\"a\": 1}" : "A coast with harbours and ships.",
        long,
        ["summary", { type: "json", prompt: "a" }, { type: "question", question: "Which coast?" }],
        { inputTokens: 1500, calls: 12 }
      )
      assert.isAtMost(calls.length, 12)
      assert.deepEqual(fields.json, { a: 1 })
      assert.strictEqual(fields.answer, "A coast with harbours and ships.")
      assert.strictEqual(fields.summary, "A coast with harbours and ships.")
    }))

  it.effect("waits for slow parts no longer than the page's timeout", () =>
    Effect.gen(function*() {
      const isStuck = yield* Latch.make()
      let asked = 0
      const model = LanguageModel.make({
        generateText: ({ prompt }) =>
          asked++ > 2 && JSON.stringify(prompt).includes("This is a part")
            ? Effect.andThen(isStuck.open, Effect.never)
            : Effect.succeed([{ type: "text", text: "A coast with harbours." }]),
        streamText: () => Stream.empty
      })
      const deriving = yield* ModelFormats.ModelFormats.use((models) =>
        models.derive({
          url: "https://example.com/",
          markdown: long,
          document: {},
          options: { formats: [{ type: "summary" }], onlyCleanContent: false },
          timeout: 2000
        })
      ).pipe(
        Effect.provide(
          ModelFormats.layer({ inputTokens: 1500, calls: 20 }).pipe(
            Layer.provide(Layer.effect(LanguageModel.LanguageModel, model))
          )
        ),
        Effect.forkChild
      )
      yield* isStuck.await
      for (let step = 0; step < 20; step++) yield* TestClock.adjust("100 millis")
      const { fields, warnings } = yield* Fiber.join(deriving)
      assert.strictEqual(fields.summary, "A coast with harbours.")
      assert.match(warnings.join(), /% of it was used/)
    }))

  it.live("is not cleaned if the model could not repeat it", () =>
    Effect.gen(function*() {
      const { calls, markdown, warnings } = yield* derive(({ page }) => page, long, [], { outputTokens: 500 }, {
        onlyCleanContent: true
      })
      assert.isUndefined(markdown)
      assert.strictEqual(calls.length, 0)
      assert.match(warnings.join(), /exceeds the model's output limit/)
    }))
})
