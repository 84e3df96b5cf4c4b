import { PdfDocument, PdfEngine } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("isPdf", () => {
  it("finds the marker within the first kilobyte", () => {
    assert.isTrue(PdfEngine.isPdf(bytes("%PDF-1.4\n")))
    assert.isTrue(PdfEngine.isPdf(bytes("garbage\n".repeat(20) + "%PDF-1.4\n")))
    assert.isTrue(PdfEngine.isPdf(bytes("\ufeff%PDF-1.7")))
    assert.isFalse(PdfEngine.isPdf(bytes("x".repeat(2000) + "%PDF-1.4\n")))
    assert.isFalse(PdfEngine.isPdf(bytes("")))
    assert.isFalse(PdfEngine.isPdf(bytes("%PDF")))
  })

  it("rejects a page that mentions PDF", () => {
    assert.isFalse(PdfEngine.isPdf(bytes("<!doctype html><title>%PDF-1.4</title>")))
    assert.isFalse(PdfEngine.isPdf(bytes("<p>%PDF-1.4</p>")))
  })

  it("gives the same result as a plain search for the marker", () => {
    fc.assert(fc.property(fc.string().map((text) => text.replaceAll("<", "")), fc.boolean(), (text, marked) => {
      const data = bytes(text + (marked ? "%PDF-1.7" : ""))
      const found = Buffer.from(data).indexOf("%PDF-")
      assert.strictEqual(PdfEngine.isPdf(data), found >= 0 && found <= 1024)
    }))
  })
})

describe("make", () => {
  const engine = (maxBytes?: number) =>
    PdfEngine.make({
      name: "test",
      maxBytes,
      parse: (_, options) =>
        Effect.succeed(
          new PdfDocument.PdfDocument({
            markdown: `${options.mode} ${options.maxPages}`,
            numPages: 0,
            pages: [],
            truncated: false,
            warnings: []
          })
        )
    })

  it.effect("fills in the defaults, and limits maxPages to its range", () =>
    Effect.gen(function*() {
      const parse = (options?: PdfEngine.ParseOptions) =>
        Effect.map(engine().parse(bytes("%PDF-1.4"), options), (document) => document.markdown)
      assert.strictEqual(yield* parse(), "auto 10000")
      assert.strictEqual(yield* parse({ maxPages: 0, mode: "fast" }), "fast 1")
      assert.strictEqual(yield* parse({ maxPages: 1e9 }), "auto 10000")
      assert.strictEqual(yield* parse({ maxPages: Number.NaN }), "auto 1")
    }))

  it.effect("rejects a document that is too large before reading it", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(engine(10).parse(bytes("%PDF-1.4 and more")))
      assert.strictEqual(error.reason._tag, "TooLarge")
      assert.strictEqual(error.message, "test: the PDF has 17 bytes, the limit is 10")
    }))
})

it.effect("layerMemory returns text for every PDF", () =>
  Effect.gen(function*() {
    const document = yield* PdfEngine.PdfEngine.use((engine) => engine.parse(bytes("%PDF-1.4")))
    assert.strictEqual(document.markdown, "# Hello")
    assert.strictEqual(PdfDocument.withPageMarkers(document), "<!-- page 1 -->\n\n# Hello\n")
  }).pipe(Effect.provide(PdfEngine.layerMemory("# Hello"))))
