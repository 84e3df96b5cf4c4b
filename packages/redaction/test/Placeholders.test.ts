import { Placeholders, Redactor, RedactTexts } from "@dunlin/redaction"
import { entities } from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FastCheck from "fast-check"

const options = { mode: "fast", entities, replaceStyle: "tag" } as const

const redact = (...texts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const numbering = new Placeholders.Numbering()
    const parts = texts.map((text) => ({ text, kind: "markdown" as const }))
    const redacted = yield* RedactTexts.redactAll(Redactor.heuristic, parts, options, numbering)
    return { texts: redacted.texts, placeholders: numbering.placeholders }
  })

describe("placeholders", () => {
  it.effect("give the same person the same number in every text, and are restored in every text", () =>
    Effect.gen(function*() {
      const texts = [
        "Dr. **Maria Lindqvist** met John Harper. Harper wrote to maria@quill.example.",
        "Call Maria Lindqvist: +49 30 901820, or 030 901820 from Berlin. [Her page](/people/maria-lindqvist)"
      ]
      const { placeholders, texts: redacted } = yield* redact(...texts)
      assert.deepStrictEqual(redacted, [
        "Dr. **<PERSON_1>** met <PERSON_2>. <PERSON_2_2> wrote to <EMAIL_1>.",
        "Call <PERSON_1>: <PHONE_1>, or <PHONE_1_2> from Berlin. [Her page](/people/<PERSON_1_2>)"
      ])
      assert.deepStrictEqual(placeholders, {
        "<PERSON_1>": "Maria Lindqvist",
        "<PERSON_1_2>": "maria-lindqvist",
        "<PERSON_2>": "John Harper",
        "<PERSON_2_2>": "Harper",
        "<EMAIL_1>": "maria@quill.example",
        "<PHONE_1>": "+49 30 901820",
        "<PHONE_1_2>": "030 901820"
      })
      assert.deepStrictEqual(redacted.map((text) => Placeholders.restore(text, placeholders)), texts)
    }))

  it.effect("are read the same if alone on a line", () =>
    Effect.gen(function*() {
      const text = "212 555 0147\n\n- +49 30 901820\n\nor call 212 555 0147"
      const { placeholders, texts } = yield* redact(text)
      assert.deepStrictEqual(texts, ["<PHONE_1>\n\n- <PHONE_2>\n\nor call <PHONE_1>"])
      assert.strictEqual(Placeholders.restore(texts[0]!, placeholders), text)
      const { text: unnumbered } = yield* Redactor.heuristic.redact(text, options)
      assert.strictEqual(Placeholders.withoutNumbers(texts[0]!), unnumbered)
    }))

  it("distinguish persons who share one name", () => {
    const numbering = new Placeholders.Numbering()
    const tags = ["Jane Harper", "John Harper", "Harper", "J. Lee", "Jane M. Harper", "Herr Harper", "Jude Lee"]
      .map((value) => numbering.tagOf("PERSON", value))
    assert.deepStrictEqual(tags, [
      "<PERSON_1>",
      "<PERSON_2>",
      "<PERSON_3>",
      "<PERSON_4>",
      "<PERSON_1_2>",
      "<PERSON_3_2>",
      "<PERSON_4_2>"
    ])
  })

  it("give each spelling of a name or a phone number a second number", () => {
    const numbering = new Placeholders.Numbering()
    const tags = ["J Smith", "Jane Smith", "Smith", "John Smith"].map((value) => numbering.tagOf("PERSON", value))
    assert.deepStrictEqual(tags, ["<PERSON_1>", "<PERSON_1_2>", "<PERSON_1_3>", "<PERSON_2>"])
    numbering.tagOf("PHONE", "030 901820")
    numbering.tagOf("PHONE", "+49 30 901820")
    assert.deepStrictEqual(numbering.placeholders, {
      "<PERSON_1>": "J Smith",
      "<PERSON_1_2>": "Jane Smith",
      "<PERSON_1_3>": "Smith",
      "<PERSON_2>": "John Smith",
      "<PHONE_1>": "030 901820",
      "<PHONE_1_2>": "+49 30 901820"
    })
  })

  it("give a part of a name that precedes every full name another number", () => {
    const numbering = new Placeholders.Numbering()
    const tags = ["Smith", "John Smith", "Mr. Smith"].map((value) => numbering.tagOf("PERSON", value))
    assert.deepStrictEqual(tags, ["<PERSON_1>", "<PERSON_2>", "<PERSON_1_2>"])
    assert.deepStrictEqual(numbering.placeholders, {
      "<PERSON_1>": "Smith",
      "<PERSON_1_2>": "Mr. Smith",
      "<PERSON_2>": "John Smith"
    })
  })

  it("distinguish accounts by leading zeros", () => {
    const numbering = new Placeholders.Numbering()
    const accounts = ["00123456", "123456", "1234 56", "00-123456"]
    const tags = accounts.map((value) => numbering.tagOf("FINANCIAL", value))
    assert.deepStrictEqual(tags, ["<FINANCIAL_1>", "<FINANCIAL_2>", "<FINANCIAL_2_2>", "<FINANCIAL_1_2>"])
    assert.deepStrictEqual(numbering.placeholders, {
      "<FINANCIAL_1>": "00123456",
      "<FINANCIAL_1_2>": "00-123456",
      "<FINANCIAL_2>": "123456",
      "<FINANCIAL_2_2>": "1234 56"
    })
  })

  it.effect("are never created from page text", () =>
    Effect.gen(function*() {
      const { placeholders, texts } = yield* redact("Send <PERSON_1> to us. Anna Becker agreed.")
      assert.deepStrictEqual(texts, ["Send <PERSON_1> to us. <PERSON_2> agreed."])
      assert.deepStrictEqual(placeholders, { "<PERSON_1>": "<PERSON_1>", "<PERSON_2>": "Anna Becker" })
      assert.strictEqual(Placeholders.restore(texts[0]!, placeholders), "Send <PERSON_1> to us. Anna Becker agreed.")
    }))

  const spellings = [
    "\\<PERSON_1\\>",
    "&lt;PERSON_1&gt;",
    "&amp;lt;PERSON_1&amp;gt;",
    "<PERSON\\_1>",
    "<PERSON_1_2>",
    "<person _ 1 \\_ 02>",
    "\\\\\\<PERSON\\_1\\>",
    "&lt;PERSON_1>",
    "&#60;PERSON_1&#x3E;",
    "<person_1>",
    "<PER\u00adSON_\u200b1>",
    "<&#80;ER&#x73;ON_&#49;>",
    "< PERSON _ 1 >",
    "＜ＰＥＲＳＯＮ＿１＞",
    "%3CPERSON_1%3E",
    "`<PERSON_1>`",
    "`&lt;PERSON_1&gt;`",
    "PERSON_1",
    "<b>PERSON</b>_1",
    "{{PERSON_1}}"
  ]

  it.effect("are never created from page text that looks like a tag, in any form", () =>
    Effect.gen(function*() {
      for (const spelling of spellings) {
        const text = `Note: ${spelling} is a tag. Tom Baker wrote.`
        const { placeholders, texts } = yield* redact(text)
        assert.notInclude(texts[0], "Tom Baker", spelling)
        assert.strictEqual(Placeholders.restore(texts[0]!, placeholders), text, spelling)
        // a model may write what it read in another way
        const read = texts[0]!.normalize("NFKC").replaceAll(/\p{Cf}/gu, "").replaceAll("&#49;", "1").replaceAll(
          "&#80;",
          "P"
        )
          .replaceAll("&#x73;", "s").toUpperCase().replaceAll(/&AMP;/g, "&").replaceAll(/&LT;|%3C/g, "<")
          .replaceAll(/&GT;|%3E/g, ">").replaceAll(/[\s\\{}]|<\/?B>/g, "").split("ISATAG")[0]!
        const restored = Placeholders.restore(read.replaceAll(/<*(PERSON_\d+)>*/g, "<$1>"), placeholders)
        assert.notInclude(restored, "Tom Baker", spelling)
      }
    }))

  it.effect("are never created from the text of a later page", () =>
    Effect.gen(function*() {
      for (const spelling of spellings) {
        const numbering = new Placeholders.Numbering()
        const read = (text: string) =>
          RedactTexts.redactAll(Redactor.heuristic, [{ text, kind: "markdown" }], options, numbering)
        yield* read("Tom Baker wrote.")
        const text = `Note: ${spelling} is a tag.`
        const { texts } = yield* read(text)
        assert.strictEqual(Placeholders.restore(texts[0]!, numbering.placeholders), text, spelling)
        assert.notMatch(texts[0]!, /PERSON\W*_1(?!\d)/, spelling)
      }
    }))

  it.effect("leave words that are not tags, and number findings from one", () =>
    Effect.gen(function*() {
      const text = "Person 1 and EMAIL2, PERSONAL_1, a<b_1>, x &lt; 1. Tom Baker wrote."
      const { texts } = yield* redact(text)
      assert.deepStrictEqual(texts, [text.replace("Tom Baker", "<PERSON_1>")])
    }))

  it.effect("cover a name that marks and line ends divide, and restore it exactly", () =>
    Effect.gen(function*() {
      const text = "**Maria** Lindqvist wrote. MARIA LINDQVIST and M. Lindqvist signed."
      const { placeholders, texts } = yield* redact(text)
      assert.deepStrictEqual(texts, [
        "**<PERSON_1_2>** <PERSON_1_03> wrote. <PERSON_1_4> and <PERSON_1_5> signed."
      ])
      assert.strictEqual(placeholders["<PERSON_1>"], "Maria Lindqvist")
      assert.strictEqual(Placeholders.restore(texts[0]!, placeholders), text)
    }))

  const names = [
    "Maria Lindqvist",
    "MARIA LINDQVIST",
    "M. Lindqvist",
    "Lindqvist, Maria",
    "Dr. Maria Lindqvist",
    "John Harper"
  ]
  const values = [
    ...names,
    "maria@quill.example",
    "maria%40quill.example",
    "+49 30 901820",
    "030 901820",
    "10 Downing Street,\nLondon SW1A 2AA"
  ]
  const layouts = [
    "1",
    "**1**",
    "**a** b",
    "a\nb",
    "a  \n> b",
    "a<br>b",
    "_a_ _b_",
    "a | b",
    "`1`",
    "[1](/people/1)",
    "\\1",
    "1\n",
    "- 1"
  ]
  const layOut = (value: string, layout: string) => {
    const [first = "", ...rest] = value.split(" ")
    return layout.replace(/[1ab]/g, (sign) => sign === "1" ? value : sign === "a" ? first : rest.join(" "))
  }
  const sentence = FastCheck.tuple(
    FastCheck.constantFrom("Ask ", "Signed by ", "", "Name: ", "> from ", "\n\n", "<PERSON_1> and ", "PERSON_2_2 "),
    FastCheck.constantFrom(...values),
    FastCheck.constantFrom(...layouts),
    FastCheck.constantFrom(" wrote.", "\n", ", ", "", "\\")
  ).map(([lead, value, layout, end]) => lead + layOut(value, layout) + end)
  const page = FastCheck.array(sentence, { minLength: 1, maxLength: 6 }).map((each) => each.join(""))

  it("restore every text exactly, with any spelling, marks, and line ends", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(page, FastCheck.constantFrom("markdown", "text"), (text, kind) =>
        Effect.runPromise(Effect.gen(function*() {
          const numbering = new Placeholders.Numbering()
          const { texts } = yield* RedactTexts.redactAll(Redactor.heuristic, [{ text, kind }], options, numbering)
          assert.strictEqual(Placeholders.restore(texts[0]!, numbering.placeholders), text)
          const { texts: plain } = yield* RedactTexts.redactAll(Redactor.heuristic, [{ text, kind }], options)
          if (kind === "markdown" && !/[A-Z]_\d/.test(text)) {
            assert.strictEqual(Placeholders.withoutNumbers(texts[0]!), plain[0])
          }
        }))),
      { numRuns: 200 }
    ))

  it.effect("restore exactly what has one spelling, and addresses with two", () =>
    Effect.gen(function*() {
      const texts = [
        "mailto:anna%40firma.de",
        "[anna@firma.de](mailto:anna%40firma.de) or anna%40firma.de",
        "[call](tel:+41%2041%20555%2001%2001)",
        "password: qT9~x*Zk`4w\nPassword: Qt9~x*zk4W",
        "a\\_b@firma.de",
        "C:\\Users\\anna@firma.de\\x and \\\\\\anna@firma.de"
      ]
      for (const text of texts) {
        const { placeholders, texts: redacted } = yield* redact(text)
        assert.notStrictEqual(redacted[0], text)
        assert.strictEqual(Placeholders.restore(redacted[0]!, placeholders), text)
      }
    }))

  it("are found in a model's response in any form, if they are in the map", () => {
    const placeholders = { "<PERSON_1>": "Ann Lee", "<SECRET_1>": "$1$&" }
    assert.strictEqual(
      Placeholders.restore("\\<PERSON_1>, &lt;PERSON_1&gt;, <PERSON\\_1>, <PERSON_12>, <SECRET_1>", placeholders),
      "Ann Lee, Ann Lee, Ann Lee, <PERSON_12>, $1$&"
    )
    assert.strictEqual(Placeholders.restore("<PERSON_1>", Object.create(placeholders)), "<PERSON_1>")
    assert.strictEqual(Placeholders.withoutNumbers("<PERSON_1> and <EMAIL_12>"), "<PERSON> and <EMAIL>")
  })
})
