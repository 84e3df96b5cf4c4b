import { Heuristics, PiiModel, Redactor, Replacement } from "@dunlin/redaction"
import { run, suite } from "@dunlin/redaction/testing"
import * as RedactPii from "@dunlin/schema/RedactPii"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import * as vitest from "vitest"
import { anyText } from "../../common/test/anyText.ts"
import { pages } from "../../engines/pii/test/pages.ts"

const fast: RedactPii.RedactPiiOptions = { ...RedactPii.defaults, mode: "fast" }
const styles = ["tag", "mask", "remove"] as const

const redact = (text: string, options: Partial<RedactPii.RedactPiiOptions> = {}) =>
  Effect.runSync(
    Effect.flatMap(Redactor.Redactor, (redactor) => redactor.redact(text, { ...fast, ...options })).pipe(
      Effect.provide(Redactor.layer)
    )
  )

// the first redaction loads the lists; every later one answers at once
beforeAll(() =>
  Effect.runPromise(
    Effect.flatMap(Redactor.Redactor, (redactor) => redactor.redact("", fast)).pipe(Effect.provide(Redactor.layer))
  )
)

run(
  suite("Redactor.layer", Redactor.layer, [
    {
      text: "Write to ann@example.com, Dr. Mara Quill, or ring +1 212 555 0147.",
      found: [["ann@example.com", "EMAIL"], ["Mara Quill", "PERSON"], ["+1 212 555 0147", "PHONE"]]
    },
    {
      text: "😀 漢字 IBAN: DE89 3704 0044 0532 0130 00, at 48 Harbour Street, Springfield, IL 62704",
      found: [["DE89 3704 0044 0532 0130 00", "FINANCIAL"], ["48 Harbour Street, Springfield, IL 62704", "LOCATION"]]
    }
  ]),
  vitest
)

run(
  suite("Redactor.layerModel", Redactor.layerModel().pipe(Layer.provide(PiiModel.layerMemory([["Zorba", "PERSON"]]))), [
    { text: "😀 signed Zorba and Zorba", found: [["Zorba", "PERSON"]] }
  ], "accurate"),
  vitest
)

describe("redact", () => {
  it("writes a tag, a mask or nothing", () => {
    const text = "Mail ann@example.com now"
    assert.strictEqual(redact(text).text, "Mail <EMAIL> now")
    assert.strictEqual(redact(text, { replaceStyle: "mask" }).text, "Mail *************** now")
    assert.strictEqual(redact(text, { replaceStyle: "remove" }).text, "Mail  now")
    assert.strictEqual(redact(text).counts.EMAIL, 1)
  })

  it("reports counts and reasons without the text", () => {
    const report = Redactor.report(redact("card 4242 4242 4242 4242, ann@example.com"))
    assert.deepStrictEqual(report.reasons, { "FINANCIAL/card": 1, "EMAIL/shape": 1 })
    assert.notInclude(JSON.stringify(report), "example.com")
  })

  it.each(styles)(
    "changes nothing on the second run, and no other text, on every labelled page (%s)",
    (replaceStyle) => {
      for (const page of pages()) {
        const once = redact(page.text, { replaceStyle })
        assert.strictEqual(redact(once.text, { replaceStyle }).text, once.text, page.name)
        for (const span of once.spans) {
          const value = page.text.slice(span.start, span.end)
          // a lone first name may also be a word elsewhere on the page
          if (value.length > 8 && !value.includes("\n")) assert.notInclude(once.text, value, page.name)
        }
      }
    }
  )

  const words = fc.constantFrom(
    "ann@example.com",
    "+1 212 555 0147",
    "Mara Quill",
    "Dr. John Smith",
    "4242 4242 4242 4242",
    "password: h7Gk2mPq91xZ",
    "48 Harbour Street, Springfield, IL 62704",
    "IBAN DE89370400440532013000",
    "https://a.example/p?token=a8f5f167f44f4964e6c998dee827110c",
    "**John** Smith",
    "| name | mail |\n|---|---|\n| Ada Moss | a@b.org |",
    "<EMAIL>",
    "****",
    "\\",
    "- ",
    "# ",
    "> ",
    "\n",
    "\n\n",
    "```\n",
    "\u200b",
    "＠",
    "&#64;",
    "😀",
    "é",
    "the",
    "call",
    "1",
    "."
  )
  const text = fc.array(
    fc.oneof({ weight: 5, arbitrary: words }, { weight: 1, arbitrary: anyText({ maxLength: 6 }) }),
    {
      maxLength: 24
    }
  ).chain((parts) => fc.constantFrom(" ", "", "\n", ", ").map((glue) => parts.join(glue)))

  it("is idempotent for any text in any style", () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...styles),
        fc.constantFrom("fast", "aggressive"),
        (value, replaceStyle, mode) => {
          const once = redact(value, { replaceStyle, mode }).text
          assert.strictEqual(redact(once, { replaceStyle, mode }).text, once)
        }
      ),
      { numRuns: 300 }
    )
  })

  it.each(styles)("repeats until no redaction reveals another finding (%s)", (replaceStyle) => {
    for (
      const unit of [
        "+12125550147",
        "a@b.co",
        "+1 212 555 0147",
        "Dr. Dr. John Smith ",
        "password: password: aB3dE5fG7!"
      ]
    ) {
      const once = redact(unit.repeat(150), { replaceStyle, mode: "aggressive" }).text
      assert.strictEqual(redact(once, { replaceStyle, mode: "aggressive" }).text, once)
    }
  })

  it("does not change text outside the spans", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...styles), (value, replaceStyle) => {
        const spans = Heuristics.detect(value, { entities: RedactPii.entities, recall: true })
        const replaced = Replacement.apply(value, spans, replaceStyle)
        let before = ""
        let after = ""
        let from = 0
        let outFrom = 0
        for (const segment of replaced.segments) {
          before += value.slice(from, segment.start)
          after += replaced.text.slice(outFrom, segment.outStart)
          from = segment.end
          outFrom = segment.outEnd
          assert.isTrue(spans.some((span) => span.start <= segment.start && segment.end <= span.end))
        }
        assert.strictEqual(after + replaced.text.slice(outFrom), before + value.slice(from))
      }),
      { numRuns: 300 }
    )
  })
})

describe("modes", () => {
  const model = PiiModel.layerMemory([["Zorba", "PERSON"], ["Blue House", "LOCATION"]])
  const withModel = (text: string, mode: RedactPii.RedactPiiOptions["mode"]) =>
    Effect.flatMap(Redactor.Redactor, (redactor) => redactor.redact(text, { ...fast, mode })).pipe(
      Effect.provide(Redactor.layerModel().pipe(Layer.provide(model)))
    )

  it.effect("accurate uses only the model", () =>
    Effect.gen(function*() {
      const { text, warnings } = yield* withModel("Zorba, ann@example.com", "accurate")
      assert.strictEqual(text, "<PERSON>, ann@example.com")
      assert.deepStrictEqual(warnings, [])
    }))

  it.effect("aggressive combines both, and adds places", () =>
    Effect.gen(function*() {
      const { text } = yield* withModel("Zorba, ann@example.com, Paris", "aggressive")
      assert.strictEqual(text, "<PERSON>, <EMAIL>, <LOCATION>")
    }))

  it.effect("fast uses no model", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* withModel("Zorba, ann@example.com", "fast")).text, "Zorba, <EMAIL>")
    }))

  it("accurate without a model warns, and is as precise as fast", () => {
    const redaction = redact("ann@example.com in Paris", { mode: "accurate" })
    assert.strictEqual(redaction.text, "<EMAIL> in Paris")
    assert.deepStrictEqual(redaction.warnings, [Redactor.noModelWarning])
  })

  it.effect("a noop changes nothing", () =>
    Effect.gen(function*() {
      const redactor = yield* Redactor.Redactor
      assert.strictEqual((yield* redactor.redact("ann@example.com", fast)).text, "ann@example.com")
    }).pipe(Effect.provide(Redactor.layerNoop)))
})
