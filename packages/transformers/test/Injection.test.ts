import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { host, injections } from "./fixtures/injections.ts"
import { deriveHarbour, formats, serve } from "./modelEndpoint.ts"

const schema = {
  type: "object",
  properties: { night: { type: "number" }, isOpen: { type: "boolean" }, season: { enum: ["summer", "winter"] } },
  required: ["night"],
  additionalProperties: false
} as const

const paragraphs = host.split("\n\n")

/** The attempt within the page, not at its end. */
const pageWith = (text: string) => paragraphs.toSpliced(2, 0, text).join("\n\n")

/** Everything that comes of a page when the model does what the page says, in every way it could. */
const deriveObeying = (text: string, payload: string, say: (task: string) => string) =>
  Effect.gen(function*() {
    const { apiUrl, calls } = yield* serve(({ task }) => say(task))
    const derived = yield* deriveHarbour(apiUrl, pageWith(text), schema)
    return { ...derived, calls, payload }
  }).pipe(Effect.scoped)

describe("a model that obeys the page", () => {
  it("has forty pages to obey", () => {
    assert.strictEqual(injections.length, 40)
    assert.strictEqual(new Set(injections.map(({ text }) => text)).size, 40)
  })

  for (const { payload, text } of injections) {
    it.live(`receives nothing of: ${text.slice(0, 60).replaceAll("\n", " ")}`, () =>
      Effect.gen(function*() {
        const ways: ReadonlyArray<(task: string) => string> = [
          () => payload,
          (task) => task.startsWith("Select") ? JSON.stringify([payload, text]) : text,
          (task) =>
            task.startsWith("Extract") ? JSON.stringify({ night: payload, isOpen: payload, season: payload }) : payload
        ]
        for (const say of ways) {
          const { fields, markdown, warnings } = yield* deriveObeying(text, payload, say)
          assert.isUndefined(markdown)
          assert.strictEqual(fields.json, null)
          assert.include(fields.highlights, "12 euros")
          for (const shown of [fields.highlights, fields.summary, fields.answer]) assert.notInclude(shown, payload)
          assert.isAtLeast(warnings.length, 3)
        }
      }))
  }
})

describe("a page with instructions for a model", () => {
  it.live("is sent without these sentences, with a warning to the caller", () =>
    Effect.gen(function*() {
      let unseen = 0
      for (const { payload, text } of injections) {
        const { calls, warnings } = yield* deriveObeying(text, payload, () => "The harbour opens at 8.")
        const asked = calls.filter(({ task }) => !task.startsWith("Remove"))
        assert.isAtLeast(asked.length, 4)
        for (const { page } of asked) assert.include(page, "Berths cost 12 euros")
        if (asked.every(({ page }) => !page.includes(text))) unseen++
        assert.match(warnings.join(), /contains instructions to language models/)
      }
      assert.strictEqual(unseen, 40)
    }))

  it.live("does not prevent an honest answer", () =>
    Effect.gen(function*() {
      const { text, payload } = injections[0]!
      const { fields } = yield* deriveObeying(text, payload, (task) =>
        task.startsWith("Select")
          ? "[\"Berths cost 12 euros a night for boats of up to ten metres.\"]"
          : task.startsWith("Extract")
          ? "{\"night\": 12}"
          : "A berth costs 12 euros a night at the harbour.")
      assert.deepEqual(fields.json, { night: 12 })
      assert.strictEqual(fields.highlights, "Berths cost 12 euros a night for boats of up to ten metres.")
      assert.strictEqual(fields.answer, "A berth costs 12 euros a night at the harbour.")
    }))

  it.live("is not a page about models, commands, and rules", () =>
    Effect.gen(function*() {
      const { apiUrl, calls } = yield* serve(() => "A summary of the page about rules and commands.")
      const markdown =
        "# Rules of the house\n\nGuests follow the instructions of the harbour master.\n\nLanguage models learned " +
        "to play chess in 2023. The command `git reset` returns to an earlier state.\n\nYou are invited to a tour of the " +
        "harbour. Please print your ticket. The assistant manager answers the telephone.\n\n" +
        "Available models: Aurora 3, Borea 5. Contact our agents: 555 123. Our agents help you, please call.\n\n" +
        "Note to editors: the harbour is closed. AI: a modern approach is the title of a book.\n\n" +
        "AI systems should be tested before they are sold, a new law says. Never write your own parser, use this one " +
        "instead. Set the option only when it is needed; it overrides the rules of the style sheet. Return only the first " +
        "row. Enter your answer below. ChatGPT is used as an assistant by many, and you are one of them."
      const { warnings } = yield* Effect.gen(function*() {
        const models = yield* ModelFormats.ModelFormats
        return yield* models.derive({
          url: "https://harbour.example/",
          markdown,
          document: {},
          options: { formats: [{ type: "summary" }], onlyCleanContent: false }
        })
      }).pipe(Effect.provide(formats(apiUrl)))
      assert.deepEqual(warnings, [])
      assert.strictEqual(calls[0]?.page, markdown)
    }).pipe(Effect.scoped))
})
