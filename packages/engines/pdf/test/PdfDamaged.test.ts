import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { line, write } from "@dunlin/pdf/PdfTesting"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"

// the package does not export it
const { sample } = await import(new URL("../src/internal/process/warmUp.ts", import.meta.url).href) as {
  readonly sample: (fonts: { readonly trueType: Uint8Array; readonly compact: Uint8Array }) => Uint8Array
}

const words = ["first", "second", "third"]
const sentence = (word: string) => `The ${word} page has a sentence of its own, long enough to be read.`
const whole = write(words.map((word) => ({ content: line(sentence(word), 72, 90) })))

/** The bytes before the last place of a word, and some of those behind it. */
const upTo = (bytes: Uint8Array, word: string, more = 0): Uint8Array =>
  bytes.slice(0, Buffer.from(bytes).lastIndexOf(word) + more)

/** The catalog, and with it the way to the pages, is written over. */
const withoutRoot = (bytes: Uint8Array): Uint8Array => {
  const text = Buffer.from(bytes).toString("latin1").replace("/Type/Catalog/Pages 2", "/Type/Rubbish/Rubbi 2")
  return new Uint8Array(Buffer.from(text, "latin1"))
}

const parse = (bytes: Uint8Array) => PdfEngine.PdfEngine.use((engine) => engine.parse(bytes, { mode: "fast" }))

const warning = (found: string): string =>
  `The PDF is damaged or truncated: ${found} in the remaining data. Other pages may be missing, and the last one may ` +
  "be incomplete."

layer(Layer.fresh(PdfJs.layer({ processes: 1 })))("a damaged document", (it) => {
  it.effect("without its cross-reference table is read completely", () =>
    Effect.gen(function*() {
      const document = yield* parse(upTo(whole, "xref\n"))
      assert.strictEqual(document.markdown, words.map(sentence).join("\n\n"))
    }))

  it.effect("without its root is read, and reported as damaged", () =>
    Effect.gen(function*() {
      const document = yield* parse(withoutRoot(upTo(whole, "xref\n")))
      assert.strictEqual(document.markdown, words.map(sentence).join("\n\n"))
      assert.isTrue(document.truncated)
      assert.deepStrictEqual(document.warnings, [warning("3 pages were found")])
    }))

  it.effect("is read up to the stream in which it is cut", () =>
    Effect.gen(function*() {
      const document = yield* parse(withoutRoot(upTo(whole, ">>\nstream\n", 20)))
      assert.include(document.markdown, words.slice(0, 2).map(sentence).join("\n\n"))
      assert.isTrue(document.truncated)
    }))

  it.effect("is read if its objects are in a stream", () =>
    Effect.gen(function*() {
      const none = new Uint8Array(8)
      const document = yield* parse(upTo(sample({ trueType: none, compact: none }), "/Type/XRef"))
      assert.include(document.markdown, "an item of a list, number 5")
      assert.deepStrictEqual(document.warnings.slice(0, 1), [warning("2 pages were found")])
    }))

  it.effect("fails if no page remains", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(parse(whole.slice(0, Buffer.from(whole).indexOf("/Type/Page/"))))
      assert.strictEqual(error.reason._tag, "Broken")
    }))
})
