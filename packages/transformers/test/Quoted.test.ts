import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pages, unanswered } from "./fixtures/questions.ts"

const answerTo = (markdown: string, question: string) =>
  Effect.gen(function*() {
    const models = yield* ModelFormats.ModelFormats
    const { fields } = yield* models.derive({
      url: "https://example.com/",
      markdown,
      document: {},
      options: { formats: [{ type: "question", question }], onlyCleanContent: false }
    })
    return fields.answer ?? null
  }).pipe(Effect.provide(ModelFormats.layerExtractive))

describe("an answer without a model", () => {
  it.effect("quotes rows, items, definitions, and sentences with their context", () =>
    Effect.gen(function*() {
      const missed: Array<string> = []
      let count = 0
      for (const { asked, markdown } of pages) {
        for (const { place, question, quote } of asked) {
          count++
          const answer = yield* answerTo(markdown, question)
          const line = answer?.split("\n").find((each) => each.includes(quote))
          if (line === undefined || (place !== undefined && !line.includes(place))) {
            missed.push(`${question}\n${answer}`)
          }
        }
      }
      assert.isAtLeast(count, 36)
      assert.deepEqual(missed, [])
    }))

  it.effect("quotes complete sentences after a heading, with sentences that limit them", () =>
    Effect.gen(function*() {
      const behind = yield* answerTo(
        "# Manual\n\n## Valve of the lock\n\nThe operator shall not\nopen it by hand.",
        "valve of the lock"
      )
      assert.include(behind ?? "", "The operator shall not open it by hand.")
      const limited = yield* answerTo(
        "Visitors may ring the bell at noon.\nExcept when the red lamp is lit. The bell is of brass.",
        "may visitors ring at noon"
      )
      assert.include(limited ?? "", "at noon. Except when the red lamp is lit.")
    }))

  it.effect("is empty if the page does not answer", () =>
    Effect.gen(function*() {
      for (const { markdown } of pages) {
        for (const question of unanswered) assert.isNull(yield* answerTo(markdown, question))
      }
    }))

  it.effect("quotes only text of the page, for any page", () =>
    Effect.gen(function*() {
      const hostile = [
        "| a | b |\n".repeat(5000),
        `${"# ".repeat(2000)}berth`,
        `- ${"berth ".repeat(20_000)}`,
        `${"  ".repeat(3000)}- berth:\n`.repeat(20),
        `**${"berth".repeat(50)}**\n\nberth`,
        `|${" berth |".repeat(5000)}\n|${" --- |".repeat(5000)}\n| berth |`,
        "\u0000berth\u2028berth"
      ]
      for (const markdown of hostile) {
        const answer = yield* answerTo(markdown, "What does a berth cost?")
        assert.isTrue(answer === null || answer.includes("berth"))
      }
    }))
})
