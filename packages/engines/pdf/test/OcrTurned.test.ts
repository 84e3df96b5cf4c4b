import { Ocr, PdfEngine, PdfJs, PdfRenderer } from "@dunlin/pdf"
import { line, stream, write } from "@dunlin/pdf/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { deflateSync } from "node:zlib"
import * as RealOcr from "./realOcr.ts"
import { lined, wordsOfLine } from "./scannedWords.ts"

const parse = (bytes: Uint8Array, options?: PdfEngine.ParseOptions) =>
  PdfEngine.PdfEngine.use((engine) => engine.parse(bytes, options))

/** Five words of one line. */
const words = wordsOfLine("word word word word word")

/** A page that is one picture. */
const picture = write([{ content: "q 612 0 0 792 0 0 cm /Im Do Q" }], {
  resources: "/XObject<</Im 100 0 R>>",
  objects: [
    stream(
      "/Type/XObject/Subtype/Image/Width 10/Height 10/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode",
      deflateSync(new Uint8Array(100).fill(255))
    )
  ]
})

/** A recogniser that sees one thing in the page as it is rendered, and another in the same turned. */
const turning = (upright: Partial<Ocr.Word>, turned: Partial<Ocr.Word>) => {
  const original = lined()
  const seen: Array<Partial<Ocr.Word>> = []
  const recognize: Ocr.Recognizer["recognize"] = ({ bytes }) =>
    Effect.sync(() => {
      const word = original.equals(bytes) ? upright : turned
      seen.push(word)
      return words.map((one) => ({ ...one, ...word }))
    })
  const render = () => Effect.succeed({ bytes: original, width: 900, height: 1200, dpi: 100 })
  const layer = PdfJs.layer({ processes: 1, ocrConcurrency: 1 }).pipe(
    Layer.provide(Layer.succeed(Ocr.Ocr, Option.some({ name: "fake", recognize }))),
    Layer.provide(
      Layer.succeed(PdfRenderer.PdfRenderer, Option.some({ name: "fake", open: () => Effect.succeed({ render }) }))
    )
  )
  return { seen, layer }
}

describe("a page that a recogniser reads with low confidence", () => {
  const good = { text: "upright", confidence: 95 }
  const poor = { text: "ʇɥƃᴉɹdn", confidence: 44 }
  const standing = { text: "standing", confidence: 95, x0: 100, x1: 130, y0: 100, y1: 300 }

  const read = Effect.fnUntraced(function*(first: Partial<Ocr.Word>, second: Partial<Ocr.Word>) {
    const { layer, seen } = turning(first, second)
    const { markdown } = yield* Effect.provide(parse(picture), layer)
    return { markdown, seen }
  })

  it.effect("is turned to the direction with the best result", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* read(poor, good)).markdown, "upright upright upright upright upright")
      assert.deepStrictEqual((yield* read(standing, good)).markdown, "upright upright upright upright upright")
      assert.deepStrictEqual(
        (yield* read(poor, { ...poor, confidence: 30 })).markdown,
        Array(5).fill(poor.text).join(" ")
      )
    }))

  it.effect("is unchanged if the confidence is high or unknown", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* read(good, poor)).seen, [good])
      const silent = { text: "silent" }
      assert.deepStrictEqual((yield* read(silent, good)).seen, [silent])
    }))
})

RealOcr.describeReal(() => {
  it.layer(RealOcr.layer, RealOcr.options)("real", (it) => {
    const lines = [
      "The quick brown fox jumps over the lazy dog, every morning at seven",
      "and then sleeps in the shade of the old oak tree until noon."
    ]

    it.effect.each([90, 180, 270])("read a scan that is turned by %i degrees", (degrees) =>
      Effect.gen(function*() {
        const document = yield* parse(
          write([{
            entries: `/Rotate ${degrees}`,
            content: line("The Fox Report", 72, 80, 24) +
              lines.map((text, k) => line(text, 72, 130 + 16 * k, 12)).join("\n")
          }]),
          { mode: "ocr" }
        )
        assert.strictEqual(document.pages[0]!.source, "ocr")
        assert.match(document.markdown, /^# The Fox Report$/m)
        assert.include(document.markdown.replace(/\s+/g, " "), lines.join(" "))
      }))
  })
})
