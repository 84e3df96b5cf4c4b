import { Redactor, RedactTexts } from "@dunlin/redaction"
import { RedactPii } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FastCheck from "fast-check"

const options: RedactPii.RedactPiiOptions = { mode: "fast", entities: RedactPii.entities, replaceStyle: "tag" }

const redact = (...parts: ReadonlyArray<RedactTexts.Part>) =>
  Effect.map(RedactTexts.redactAll(Redactor.heuristic, parts, options), ({ texts }) => texts)

const page = "Write to Maria Schneider, maria.schneider@rosenhof-verlag.de, or call +49 30 901820."

describe("RedactTexts", () => {
  it.effect("redacts a name in all texts if one text identifies it, in any spelling", () =>
    Effect.gen(function*() {
      const texts = yield* redact(
        { text: page, kind: "markdown" },
        { text: "https://example.com/people/maria-schneider" },
        { text: "https://example.com/people/MariaSchneider.html" },
        { text: "https://example.com/people?q=Maria%20Schneider" },
        { text: "[her](https://example.com/maria_schneider)", kind: "markdown" },
        { text: "https://example.com/schneider/maria" }
      )
      assert.deepStrictEqual(texts.slice(1), [
        "https://example.com/people/<PERSON>",
        "https://example.com/people/<PERSON>.html",
        "https://example.com/people?q=<PERSON>",
        "[her](https://example.com/<PERSON>)",
        "https://example.com/schneider/maria"
      ])
    }))

  it.effect("redacts the parts of a name in all texts", () =>
    Effect.gen(function*() {
      const texts = yield* redact(
        { text: "Our team: Maria Schneider", kind: "markdown" },
        { text: "[Maria](/people/maria-schneider) said hello.", kind: "markdown" },
        { text: "Ask Maria tomorrow" }
      )
      assert.deepStrictEqual(texts.slice(1), ["[<PERSON>](/people/<PERSON>) said hello.", "Ask <PERSON> tomorrow"])
    }))

  it.effect("redacts the parts of an author's name that is on no list", () =>
    Effect.gen(function*() {
      const texts = yield* redact(
        { text: "Margarindel Oberhuber", label: "author" },
        { text: "Margarindel likes waders.\n\n| Oberhuber, Margarindel |", kind: "markdown" },
        { text: "[Mail](mailto:info@example.com?subject=hi%20Margarindel), [all](/q?Margarindel=1)", kind: "markdown" },
        {
          text: "[Her](/q?of=Margarindel%20Oberhuber&as=Margarindel+X) or [her](/q?Margarindel%20M%20Oberhuber)",
          kind: "markdown"
        },
        { text: "What Margarindel likes: Margarindeln" }
      )
      assert.deepStrictEqual(texts, [
        "<PERSON>",
        "<PERSON> likes waders.\n\n| <PERSON> |",
        "[Mail](mailto:<EMAIL>?subject=hi%20<PERSON>), [all](/q?Margarindel=1)",
        "[Her](/q?of=<PERSON>&as=<PERSON>+X) or [her](/q?Margarindel%20M%20<PERSON>)",
        "What <PERSON> likes: Margarindeln"
      ])
    }))

  it.effect("replaces a complete finding in text that is not Markdown, without escapes", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* redact({ text: page, kind: "markdown" }, { text: "Maria Schneider" }), [
        "Write to <PERSON>, <EMAIL>, or call <PHONE>.",
        "<PERSON>"
      ])
    }))

  it.effect("treats the name of a field as a label of its value", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* redact({ text: "4930901820", label: "phone" }, { text: "4930901820", label: "build" }),
        ["<PHONE>", "<PHONE>"]
      )
      assert.deepStrictEqual(yield* redact({ text: "4930901820", label: "build" }), ["4930901820"])
    }))

  it.effect("does not change harmless texts or their number", () =>
    Effect.gen(function*() {
      yield* Effect.promise(() =>
        FastCheck.assert(
          FastCheck.asyncProperty(
            FastCheck.array(FastCheck.constantFrom("", "lazy streams", "\n", "a | b", "# x")),
            async (list) => {
              const texts = await Effect.runPromise(redact(...list.map((text) => ({ text }))))
              assert.deepStrictEqual([...texts], list)
            }
          ),
          { numRuns: 30 }
        )
      )
    }))

  it.effect("returns the result of an engine that replaces text itself", () =>
    Effect.gen(function*() {
      const shouting = Redactor.Redactor.of({
        detect: () => Effect.succeed([]),
        redact: (text) =>
          Effect.succeed({ text: text.toUpperCase(), spans: [], counts: { ...counts }, warnings: ["loud"] })
      })
      const { texts, warnings } = yield* RedactTexts.redactAll(shouting, [{ text: "a" }, { text: "b" }], options)
      assert.deepStrictEqual([texts, warnings], [["A", "B"], ["loud"]])
    }))
})

const counts = Object.fromEntries(RedactPii.entities.map((entity) => [entity, 0])) as Record<RedactPii.Entity, number>
