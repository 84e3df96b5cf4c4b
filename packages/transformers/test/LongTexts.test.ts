import { Format } from "@dunlin/schema"
import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import { TestClock } from "effect/testing"
import { type Asked, derive } from "./modelEndpoint.ts"

const needle = "The sanderling has no hind toe."
const formats = [
  { type: "highlights", query: "sanderling hind toe" },
  { type: "question", question: "Does the sanderling have a hind toe?" },
  { type: "summary" }
] as const

/** A book, with one sentence of its own near the end. */
const book = `${
  "A wader runs along the shore and eats what the waves leave behind.\n\n".repeat(10_000)
}${needle}\n\nThe end.\n`

const godwit = "The bill of the godwit is long."

/** Ten chapters; what is asked about stands in the last. */
const chapters = `${
  Array.from(
    { length: 10 },
    (_, index) =>
      `Chapter ${index} tells of waders that run along the shore and eat what the waves leave behind.\n\n`.repeat(800)
  ).join("")
}${needle}\n\n${godwit}\n\nThe end.\n`

/** A model that knows nothing, and keeps what it is shown. */
const model = (pages: Array<string>) =>
  Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: ({ prompt }) =>
        Effect.sync(() => {
          pages.push(
            prompt.content.map(({ content }) =>
              typeof content === "string" ? content : content.map((part) => "text" in part ? part.text : "").join()
            ).join()
          )
          return [{ type: "text" as const, text: "Nobody knows." }]
        }),
      streamText: () => Stream.empty
    })
  )

describe("very long texts", () => {
  it.live("do not block other requests", () =>
    Effect.gen(function*() {
      const models = yield* ModelFormats.ModelFormats
      // a thread of its own takes many turns of this one
      let turns = 0
      const turn = () => {
        turns++
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      const { fields, warnings } = yield* models.derive({
        url: "https://example.com/",
        markdown: book,
        document: {},
        options: { formats: formats.map((format) => Schema.decodeSync(Format.Format)(format)), onlyCleanContent: false }
      })
      clearImmediate(next)
      assert.include(fields.highlights, needle)
      assert.include(fields.answer, needle)
      assert.isString(fields.summary)
      assert.deepStrictEqual(warnings, [])
      assert.isAbove(turns, 20)
    }).pipe(Effect.provide(ModelFormats.layerExtractive)))

  it.live("show a model the relevant passages at any position", () =>
    Effect.gen(function*() {
      const { calls, fields } = yield* derive(({ page }) => page.includes(needle) ? "No." : "Nobody knows.", {
        markdown: book,
        formats: [formats[1]],
        options: { pageTokens: 20_000 }
      })
      assert.strictEqual(fields.answer, "No.")
      assert.isBelow(calls[0]!.page.length, 100_000)
    }))

  it.live("report how much a model received", () =>
    Effect.gen(function*() {
      const ask = (markdown: string) =>
        derive(() => "Nobody knows.", {
          markdown,
          formats: [formats[1]],
          options: { pageTokens: 20_000, inputTokens: 10_000 }
        })
      // a token is four characters
      const [once, fourTimes] = yield* Effect.all([ask(book), ask(book.repeat(4))])
      assert.deepStrictEqual([once.warnings, fourTimes.warnings], [
        ["question: the page exceeds the model's input limit; 5 % of it was used."],
        ["question: the page exceeds the model's input limit; 1 % of it was used."]
      ])
    }))

  it.live("show a model passages for each task", () =>
    Effect.gen(function*() {
      const shownTo = Effect.fnUntraced(function*(format: NonNullable<Asked["formats"]>[number], start: string) {
        const { calls } = yield* derive(({ task }) => task.includes("JSON") ? `{"bill": "long"}` : "A book.", {
          markdown: chapters,
          formats: [format, ...formats.slice(0, 2)],
          options: { pageTokens: 80_000, inputTokens: 5000, calls: 30 }
        })
        const shown = (start: string) =>
          calls.filter(({ task }) => task.startsWith(start)).map(({ page }) => page).join()
        assert.include(shown("Answer this question"), needle)
        assert.include(shown("Select the passages"), needle)
        return shown(start)
      })
      const summarised = yield* shownTo("summary", "This is a part of a long page.")
      assert.deepStrictEqual(
        Array.from({ length: 10 }, (_, index) => index).filter((index) => summarised.includes(`Chapter ${index} `)),
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
      )
      const json = { type: "json", prompt: "How long is the bill of a godwit?" } as const
      assert.include(yield* shownTo(json, "Extract data"), godwit)
    }))

  it.effect("are sent from their beginning if the selection takes too long", () =>
    Effect.gen(function*() {
      const pages: Array<string> = []
      const asked = yield* ModelFormats.ModelFormats.use((models) =>
        models.derive({
          url: "https://example.com/",
          markdown: book,
          document: {},
          options: { formats: [Schema.decodeSync(Format.Format)(formats[1])], onlyCleanContent: false },
          timeout: 86_400_000
        })
      ).pipe(
        Effect.provide(
          ModelFormats.layer({ pageTokens: 20_000, inputTokens: 24_000, timeout: "1 day" }).pipe(
            Layer.provide(model(pages))
          )
        ),
        Effect.forkChild
      )
      // a thread may take a minute to start, and half a minute for its work
      for (let minute = 0; minute < 20; minute++) yield* TestClock.adjust("1 minute")
      const { fields, warnings } = yield* Fiber.join(asked)
      assert.strictEqual(fields.answer, "Nobody knows.")
      assert.isTrue(pages.join().includes(book.slice(0, 79_000)))
      assert.isFalse(pages.join().includes(book.slice(0, 81_000)))
      assert.deepStrictEqual(warnings, [
        "The page's text is too long to select from in time; only its beginning was sent to the language model.",
        "question: the page exceeds the model's input limit; 11 % of it was used."
      ])
    }))
})
