import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { line, type PageSource, write } from "@dunlin/pdf/PdfTesting"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { lines, prose } from "./pdfProse.ts"

it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })("layout", (it) => {
  const parse = (...pages: ReadonlyArray<PageSource>) =>
    PdfEngine.PdfEngine.use((engine) => engine.parse(write(pages), { mode: "fast" }))
  const markdown = (...contents: ReadonlyArray<string>) =>
    Effect.map(parse(...contents.map((content) => ({ content }))), (document) => document.markdown)

  it.effect("keeps the hyphens within a word", () =>
    Effect.gen(function*() {
      const text = yield* markdown(lines([
        "Anybody who has owned a hull that was built with what is called state-",
        "of-the-art materials knows the well-",
        "known rule, which is kept at https://example.org/boats/page-",
        "with-hyphens.html and which nobody has ever broken without re-",
        "gretting it, as a self-",
        "taught man said."
      ], 100))
      assert.include(text, "state-of-the-art materials knows the well-known rule")
      assert.include(text, "/page-with-hyphens.html and")
      assert.include(text, "without regretting it, as a self-taught man")
    }))

  it.effect("places late drawing operations at their position", () =>
    Effect.gen(function*() {
      const text = yield* markdown(
        line("Sailing", 72, 80, 18, "F2") + lines(prose, 110) + line("Knots", 72, 240, 18, "F2") + lines(prose, 270) +
          line("Reefing", 72, 330, 18, "F2") + lines(prose, 360) + lines(prose, 420) + lines(prose, 480) +
          lines(prose, 540) + lines(["let boat = new Boat()", "boat.sail()"], 180, 72, 10, "F3")
      )
      assert.match(text, /church\.\n\n```\nlet boat = new Boat\(\)\nboat\.sail\(\)\n```\n\n# Knots/)
    }))

  it.effect("excludes punctuation from the preceding emphasis", () =>
    Effect.gen(function*() {
      const text = yield* markdown(
        line("The tide waits for", 72, 100) + line("nobody", 152, 100, 10, "F2") +
          line(", as they say, and for", 188.6, 100) +
          line("no boat", 284, 100, 10, "F2") + line("either.", 324, 100)
      )
      assert.include(text, "**nobody**, as they say")
    }))

  const mathFont = (name: string) =>
    `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${
      Array.from({ length: 95 }, () => 500).join(" ")
    }]>>`
  const formula = (content: string) =>
    Effect.map(
      PdfEngine.PdfEngine.use((engine) =>
        engine.parse(
          write([{ content: lines(prose, 100) + content + lines(prose, 220) }], {
            resources: "/ExtGState<</M10<</Font[100 0 R 10]>>/M7<</Font[100 0 R 7]>>/X10<</Font[101 0 R 10]>>>>",
            objects: [mathFont("CMMI10"), mathFont("CMEX10")]
          }),
          { mode: "fast" }
        )
      ),
      (document) => document.markdown.split("\n\n")[1]
    )
  const math = (text: string, x: number, y: number, font = "M10") =>
    `q /${font} gs BT 1 0 0 1 ${x} ${792 - y} Tm (${text}) Tj ET Q\n`

  it.effect("reads a displayed formula in one line", () =>
    Effect.gen(function*() {
      const sum = math("E", 200, 180) + math("=", 208, 180) + math("X", 218, 170.5, "X10") + math("n", 219, 167, "M7") +
        math("k=0", 216, 190, "M7") + math("a", 232, 180) + math("k", 237, 182, "M7")
      assert.strictEqual(yield* formula(sum), "E = ∑<sub>k=0</sub><sup>n</sup> a<sub>k</sub>")
    }))

  it.effect("reads fractions and the rows of a matrix", () =>
    Effect.gen(function*() {
      const fraction = math("d", 200, 180) + math("=", 208, 180) + math("e+f", 220, 173) + math("g", 225, 187)
      assert.strictEqual(yield* formula(fraction), "d = (e+f)/g")
      const matrix = math("M", 200, 180) + math("=", 208, 180) + math("a", 222, 173) + math("b", 240, 173) +
        math("c", 222, 187) + math("d", 240, 187)
      assert.strictEqual(yield* formula(matrix), "M = a b; c d")
    }))

  it.effect("joins the words of a justified line at any distance", () =>
    Effect.gen(function*() {
      // all of these letters are equally wide
      const justified = (text: string, y: number) => {
        const words = text.split(" ")
        const wide = words.map((word) => word.length * 5.56)
        const gap = (190 - wide.reduce((sum, width) => sum + width, 0)) / (words.length - 1)
        return words.map((word, k) =>
          line(word, 72 + gap * k + wide.slice(0, k).reduce((sum, width) => sum + width, 0), y)
        ).join("")
      }
      const text = yield* markdown(
        justified("one hound had opened one bad egg", 100) + justified("unopened abandoned banana", 112) +
          justified("upon one bed and upon one bean", 124) + lines(prose, 200)
      )
      assert.match(text, /^one hound had opened one bad egg unopened abandoned banana upon one bed and upon one bean\n/)
    }))
})
