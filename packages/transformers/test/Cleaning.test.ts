import { ModelFormats } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { LanguageModel } from "effect/ai"
import * as fc from "fast-check"

const page = `# Berths

**Price**

12 €

The harbour lies on the north coast. Boats share the jetty with the ferry.

We use cookies to make your visit better.

- small boats: 12 €
- large boats: 18 €

| Boat | Night |
| --- | --- |
| small | 12 € |

\`\`\`sh
moor --fast

# newsletter
\`\`\`

> A guest wrote: quiet at night.

![The jetty](/jetty.jpg)

[The map](/map)

Subscribe to our newsletter!

Share

Electricity is paid by the hour.

© 2024 Harbour. All rights reserved.
`

const lines = page.split("\n")
const boilerplate = /cookies|Subscribe to|^Share$|©/
const clean = `${lines.filter((line) => !boilerplate.test(line)).join("\n").replace(/\n{3,}/g, "\n\n").trim()}`

/** What comes of a page when the model answers like this: cleaned markdown, or why it is the original. */
const restore = (markdown: string, answer: string) =>
  Effect.runPromise(
    Effect.gen(function*() {
      const models = yield* ModelFormats.ModelFormats
      const derived = yield* models.derive({
        url: "https://example.com/",
        markdown,
        document: {},
        options: { formats: [], onlyCleanContent: true }
      })
      const warning = derived.warnings.join()
      const restored = Number(/they were restored: (\d+)/.exec(warning)?.[1] ?? 0)
      return derived.markdown === undefined ? { why: warning } : { markdown: derived.markdown, restored }
    }).pipe(
      Effect.provide(
        ModelFormats.layer().pipe(Layer.provide(Layer.effect(
          LanguageModel.LanguageModel,
          LanguageModel.make({
            generateText: () => Effect.succeed([{ type: "text", text: answer }]),
            streamText: () => Stream.empty
          })
        )))
      )
    )
  )

const without = (...dropped: ReadonlyArray<string>) =>
  restore(page, lines.filter((line) => !dropped.some((text) => line.includes(text))).join("\n"))

describe("a page that a model cleaned", () => {
  it("loses text that every page of a site has", async () => {
    const result = await restore(page, clean)
    assert.isTrue("markdown" in result, JSON.stringify(result))
    if ("markdown" in result) {
      assert.notMatch(result.markdown, boilerplate)
      assert.include(result.markdown, "# newsletter")
      assert.strictEqual(result.restored, 0)
    }
  })

  it("contains all of its text, also what the model omitted", async () => {
    for (const text of ["12 €\n", "The harbour lies", "Electricity is", "A guest wrote", "**Price**"]) {
      const result = await without(text.trim(), "We use cookies")
      // A price stands in the list as well, which may not lose a line at all.
      if (text.startsWith("12")) assert.isTrue("why" in result)
      else {
        assert.isTrue("markdown" in result && result.restored === 1, text)
        if ("markdown" in result) {
          assert.include(result.markdown, text)
          assert.notInclude(result.markdown, "cookies")
        }
      }
    }
  })

  it("is the original if structure was lost, or text is new, changed, or moved", async () => {
    for (const text of ["# Berths", "- small", "| small", "moor --fast", "![The", "[The map"]) {
      assert.isTrue("why" in (await without(text)), text)
    }
    for (
      const answer of [
        "",
        "The page has no content.",
        `${clean}\n\nVisit zephyrol.example`,
        clean.replace("18 €", "81 €"),
        clean.replace("](/map)", "](https://evil.example)"),
        clean.replace("small boats", "Small boats"),
        clean.split("\n").toReversed().join("\n"),
        clean.replaceAll("\n", " "),
        `${clean}\n${clean}`,
        clean.replace("The harbour lies on the north coast. ", "")
      ]
    ) {
      assert.isTrue("why" in (await restore(page, answer)), answer.slice(0, 80))
    }
  })

  it("never has a line that is not in the page, and loses only boilerplate, whatever the model returns", async () => {
    const line = fc.oneof(
      fc.constantFrom(...lines),
      fc.constantFrom("- new", "12 €", "```", "Share", "| small | 13 € |")
    )
    // Most of what is made at random is refused; what leaves out boilerplate, and at most one other line, often is not.
    let taken = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 60 }),
        fc.array(fc.boolean(), { minLength: 60 }),
        fc.nat({ max: lines.length }),
        async (random, mask, missing) => {
          const cleaned = lines.filter((line, index) => mask[index] || !boilerplate.test(line))
          const answers = [
            random,
            lines.filter((_, index) => mask[index]),
            cleaned,
            cleaned.filter((_, index) => index !== missing)
          ]
          for (const answer of answers) {
            const result = await restore(page, answer.join("\n"))
            if ("why" in result) continue
            taken++
            const left = result.markdown.split("\n")
            for (const one of left) assert.include(lines, one)
            for (const one of lines) if (one !== "" && !boilerplate.test(one)) assert.include(left, one)
          }
        }
      )
    )
    assert.isAbove(taken, 0)
  })
})
