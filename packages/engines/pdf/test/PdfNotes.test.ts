import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { line, type PageSource, write } from "@dunlin/pdf/PdfTesting"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

const rule = (x0: number, x1: number, y: number) => `${x0} ${792 - y} m ${x1} ${792 - y} l S\n`

const lines = (texts: ReadonlyArray<string>, y: number, size = 10) =>
  texts.map((text, k) => line(text, 72, y + 12 * k, size)).join("")

/** "Boats float", a raised mark, and the rest of a paragraph. */
const marked = (mark: string, y = 100) =>
  line("Boats float", 72, y) + line(mark, 119.4, y - 4, 6) + line("on the water, as everybody knows who has", 126, y) +
  lines(["ever seen one, and nobody who has seen one will say that it is otherwise."], y + 12)

/** A note with its raised mark. */
const note = (mark: string, text: string, y: number) => line(mark, 72, y - 3, 5) + line(text, 75.5, y, 8)

it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })("footnotes", (it) => {
  const parse = (pages: ReadonlyArray<PageSource>, source?: Parameters<typeof write>[1]) =>
    PdfEngine.PdfEngine.use((engine) => engine.parse(write(pages, source), { mode: "fast" }))
  const text = "Boats float[^1] on the water, as everybody knows who has ever seen one, and nobody who has seen one " +
    "will say that it is otherwise."

  it.effect("are written below the page, after their superscript mark", () =>
    Effect.gen(function*() {
      const content = marked("1") + note("1", "Most of them, says the", 700) + line("harbour master.", 72, 709, 8)
      const document = yield* parse([{ content }])
      assert.strictEqual(document.markdown, `${text}\n\n[^1]: Most of them, says the harbour master.`)
      assert.strictEqual(document.pages[0]!.markdown, document.markdown)
    }))

  it.effect("are found below a rule with the text's size and a separate mark", () =>
    Effect.gen(function*() {
      const content = marked("1") + rule(72, 190, 688) + line("1", 72, 700) + line("Most of them.", 84, 700)
      assert.strictEqual((yield* parse([{ content }])).markdown, `${text}\n\n[^1]: Most of them.`)
    }))

  it.effect("do not divide text that continues on the next page", () =>
    Effect.gen(function*() {
      const cut = lines(["This sentence is not at its end when the page is, and so it goes on,"], 640)
      const document = yield* parse([
        { content: marked("1") + cut + note("1", "Most of them.", 700) },
        { content: lines(["as one sees, on the page behind it, where nothing stands between the two."], 100) }
      ])
      assert.include(document.markdown, "so it goes on, as one sees, on the page behind it")
      assert.isTrue(document.markdown.endsWith("between the two.\n\n[^1]: Most of them."))
    }))

  it.effect("have unique names if their numbers start again", () =>
    Effect.gen(function*() {
      const page = (word: string) => ({ content: marked("1") + note("1", `${word} boats.`, 700) })
      const { markdown } = yield* parse([page("Wooden"), page("Steel")])
      assert.include(markdown, "float[^1] on")
      assert.include(markdown, "[^1]: Wooden boats.")
      assert.include(markdown, "float[^1-2] on")
      assert.include(markdown, "[^1-2]: Steel boats.")
    }))

  it.effect("can be marked with signs", () =>
    Effect.gen(function*() {
      const { markdown } = yield* parse([{ content: marked("*") + note("*", "Not all.", 700) }])
      assert.include(markdown, "Boats float[^1a] on")
      assert.include(markdown, "[^1a]: Not all.")
    }))

  it.effect("stay text without a mark, and a power without a note stays a superscript", () =>
    Effect.gen(function*() {
      const { markdown } = yield* parse([{ content: marked("2") + note("1", "Not all.", 700) }])
      assert.include(markdown, "float<sup>2</sup> on")
      assert.include(markdown, "<sup>1</sup>Not all.")
      const area = line("An area of 10 m", 72, 100) + line("1", 143.3, 96, 6) + line("is not large at all.", 149, 100)
      assert.include((yield* parse([{ content: area + note("1", "Not all.", 700) }])).markdown, "10 m<sup>1</sup> is")
    }))

  it.effect("stay text if other text is below them", () =>
    Effect.gen(function*() {
      const { markdown } = yield* parse([{
        content: marked("1") + note("1", "University of Boats", 300) +
          lines(["This is the text of the paper, which begins below the names and places"], 330)
      }])
      assert.notInclude(markdown, "[^1]")
    }))

  it.effect("at the end of the text are found by the link back", () =>
    Effect.gen(function*() {
      const back = (x: number, y: number) => `q /G1 gs BT 1 0 0 1 ${x} ${792 - y} Tm (!) Tj ET Q\n`
      const document = yield* parse([
        { content: marked("1") },
        { content: lines(["1. Most of them."], 100) + back(145, 100) }
      ], {
        resources: "/ExtGState<</G1<</Font[100 0 R 10]>>>>",
        objects: [
          "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[33/uni21A9]>>>>"
        ]
      })
      assert.strictEqual(document.markdown, `${text}\n\n[^1]: Most of them.`)
    }))
})
