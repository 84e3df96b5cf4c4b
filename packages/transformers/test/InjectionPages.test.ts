import { Html } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type InjectionPage, pages } from "./fixtures/injectionPages.ts"
import { deriveHarbour, serve } from "./modelEndpoint.ts"

const schema = {
  type: "object",
  properties: { night: { type: "number" }, season: { enum: ["summer", "winter"] } },
  required: ["night"],
  additionalProperties: false
} as const

const honest = "Berths cost 12 euros a night for boats of up to ten metres."

/** The page as the transformer writes it, and what comes of it when the model does what it reads there. */
const deriveObeying = ({ body, payload }: InjectionPage) =>
  Effect.gen(function*() {
    const page = Html.parse(
      `<main><h1>Harbour</h1><p>${honest}</p>${body}<p>The office of the harbour opens at 8 in the morning.</p></main>`,
      "https://harbour.example/"
    )
    const markdown = Html.markdown(page, Html.mainContent(page)).markdown
    const { apiUrl, calls } = yield* serve(({ page, task }) => {
      const isSteered = page.includes(payload)
      if (task.startsWith("Select")) return JSON.stringify([isSteered ? payload : honest])
      if (task.startsWith("Extract")) return JSON.stringify({ night: isSteered ? payload : 12 })
      if (task.startsWith("Remove")) return isSteered ? payload : page
      return isSteered ? payload : "Berths of the harbour cost 12 euros."
    })
    const derived = yield* deriveHarbour(apiUrl, markdown, schema)
    return { ...derived, calls, source: markdown }
  }).pipe(Effect.scoped)

describe("a model that obeys what it reads, on a second set of pages", () => {
  it("has forty pages with as many techniques", () => {
    assert.isAtLeast(pages.length, 40)
    assert.strictEqual(new Set(pages.map(({ technique }) => technique)).size, pages.length)
  })

  for (const page of pages.filter(({ isPlainClaim }) => isPlainClaim !== true)) {
    it.live(`receives nothing of: ${page.technique}`, () =>
      Effect.gen(function*() {
        const { calls, fields, markdown, source } = yield* deriveObeying(page)
        for (const { page: shown, task } of calls) {
          if (!task.startsWith("Remove")) assert.notInclude(shown, page.payload)
        }
        for (const text of [fields.summary, fields.answer, fields.highlights]) assert.notInclude(text, page.payload)
        assert.deepEqual(fields.json, { night: 12 })
        assert.include(fields.highlights, honest)
        // Cleaning keeps all text but whole lines of it, so that it can only have left the attempt out or kept all.
        if (markdown !== undefined) assert.include(source, markdown.split("\n").at(-1)!)
      }))
  }

  // What the page says to its readers is its content, true or not: a summary may repeat it. Only what can be checked is.
  for (const page of pages.filter(({ isPlainClaim }) => isPlainClaim === true)) {
    it.live(`adds nothing to json that does not conform: ${page.technique}`, () =>
      Effect.gen(function*() {
        const { fields } = yield* deriveObeying(page)
        assert.strictEqual(fields.json, null)
      }))
  }
})
