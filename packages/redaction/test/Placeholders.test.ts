import { Placeholders, Redactor, RedactTexts } from "@dunlin/redaction"
import { entities } from "@dunlin/schema/RedactPii"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const options = { mode: "fast", entities, replaceStyle: "tag" } as const

const redact = (...texts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const numbering = new Placeholders.Numbering()
    const parts = texts.map((text) => ({ text, kind: "markdown" as const }))
    const redacted = yield* RedactTexts.redactAll(Redactor.heuristic, parts, options, numbering)
    return { texts: redacted.texts, placeholders: numbering.placeholders }
  })

describe("placeholders", () => {
  it.effect("give the same person the same number in every text, and fill every text in again", () =>
    Effect.gen(function*() {
      const texts = [
        "Dr. **Maria Lindqvist** met John Harper. Harper wrote to maria@quill.example.",
        "Call Maria Lindqvist: +49 30 901820, or 030 901820 from Berlin. [Her page](/people/maria-lindqvist)"
      ]
      const { placeholders, texts: redacted } = yield* redact(...texts)
      assert.deepStrictEqual(redacted, [
        "Dr. **<PERSON_1>** met <PERSON_2>. <PERSON_2> wrote to <EMAIL_1>.",
        "Call <PERSON_1>: <PHONE_1>, or <PHONE_1> from Berlin. [Her page](/people/<PERSON_1>)"
      ])
      assert.deepStrictEqual(placeholders, {
        "<PERSON_1>": "Maria Lindqvist",
        "<PERSON_2>": "John Harper",
        "<EMAIL_1>": "maria@quill.example",
        "<PHONE_1>": "+49 30 901820"
      })
      assert.strictEqual(
        Placeholders.restore(redacted[0]!, placeholders),
        "Dr. **Maria Lindqvist** met John Harper. John Harper wrote to maria@quill.example."
      )
    }))

  it.effect("read the same where they stand alone on a line", () =>
    Effect.gen(function*() {
      const text = "212 555 0147\n\n- +49 30 901820\n\nor call 212 555 0147"
      const { placeholders, texts } = yield* redact(text)
      assert.deepStrictEqual(texts, ["<PHONE_1>\n\n- <PHONE_2>\n\nor call <PHONE_1>"])
      assert.strictEqual(Placeholders.restore(texts[0]!, placeholders), text)
      const { text: unnumbered } = yield* Redactor.heuristic.redact(text, options)
      assert.strictEqual(Placeholders.withoutNumbers(texts[0]!), unnumbered)
    }))

  it("tell persons apart whom one name is not enough for", () => {
    const numbering = new Placeholders.Numbering()
    const tags = ["Jane Harper", "John Harper", "Harper", "J. Lee", "Jane M. Harper", "Herr Harper", "Jude Lee"]
      .map((value) => numbering.tagOf("PERSON", value))
    assert.deepStrictEqual(tags, [
      "<PERSON_1>",
      "<PERSON_2>",
      "<PERSON_3>",
      "<PERSON_4>",
      "<PERSON_1>",
      "<PERSON_3>",
      "<PERSON_4>"
    ])
  })

  it("stand for the longest way in which a name or a telephone was written", () => {
    const numbering = new Placeholders.Numbering()
    const tags = ["J Smith", "Jane Smith", "Smith", "John Smith"].map((value) => numbering.tagOf("PERSON", value))
    assert.deepStrictEqual(tags, ["<PERSON_1>", "<PERSON_1>", "<PERSON_1>", "<PERSON_2>"])
    numbering.tagOf("PHONE", "030 901820")
    numbering.tagOf("PHONE", "+49 30 901820")
    assert.deepStrictEqual(numbering.placeholders, {
      "<PERSON_1>": "Jane Smith",
      "<PERSON_2>": "John Smith",
      "<PHONE_1>": "+49 30 901820"
    })
  })

  it("give a part of a name that stands before every whole one a number of its own", () => {
    const numbering = new Placeholders.Numbering()
    const tags = ["Smith", "John Smith", "Mr. Smith"].map((value) => numbering.tagOf("PERSON", value))
    assert.deepStrictEqual(tags, ["<PERSON_1>", "<PERSON_2>", "<PERSON_1>"])
    assert.deepStrictEqual(numbering.placeholders, { "<PERSON_1>": "Smith", "<PERSON_2>": "John Smith" })
  })

  it("tell accounts apart by the zeros before them", () => {
    const numbering = new Placeholders.Numbering()
    const accounts = ["00123456", "123456", "1234 56", "00-123456"]
    const tags = accounts.map((value) => numbering.tagOf("FINANCIAL", value))
    assert.deepStrictEqual(tags, ["<FINANCIAL_1>", "<FINANCIAL_2>", "<FINANCIAL_2>", "<FINANCIAL_1>"])
    assert.deepStrictEqual(numbering.placeholders, { "<FINANCIAL_1>": "00123456", "<FINANCIAL_2>": "123456" })
  })

  it.effect("make nothing of a page into a tag of ours", () =>
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

  it.effect("make no tag of ours of what a page writes like one, however it is written", () =>
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

  it.effect("make no tag of ours of what a later page writes like one", () =>
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

  it.effect("leave words that are no tags, and number findings from one", () =>
    Effect.gen(function*() {
      const text = "Person 1 and EMAIL2, PERSONAL_1, a<b_1>, x &lt; 1. Tom Baker wrote."
      const { texts } = yield* redact(text)
      assert.deepStrictEqual(texts, [text.replace("Tom Baker", "<PERSON_1>")])
    }))

  it.effect("give back byte for byte what was written in one way, and in addresses in two", () =>
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

  it("are found in an answer as models write it, and only those of the map", () => {
    const placeholders = { "<PERSON_1>": "Ann Lee", "<SECRET_1>": "$1$&" }
    assert.strictEqual(
      Placeholders.restore("\\<PERSON_1>, &lt;PERSON_1&gt;, <PERSON\\_1>, <PERSON_12>, <SECRET_1>", placeholders),
      "Ann Lee, Ann Lee, Ann Lee, <PERSON_12>, $1$&"
    )
    assert.strictEqual(Placeholders.restore("<PERSON_1>", Object.create(placeholders)), "<PERSON_1>")
    assert.strictEqual(Placeholders.withoutNumbers("<PERSON_1> and <EMAIL_12>"), "<PERSON> and <EMAIL>")
  })
})
