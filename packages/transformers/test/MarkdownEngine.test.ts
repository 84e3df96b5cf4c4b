import { ScrapeOptions } from "@dunlin/schema"
import { MarkdownEngine, PdfEngine, Transformer, Turndown } from "@dunlin/transformers"
import { markdownEngineSuite, run } from "@dunlin/transformers/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as vitest from "vitest"
import { endless } from "./endlessEngine.ts"
import { rawPage } from "./rawPage.ts"

run(markdownEngineSuite("dunlin", MarkdownEngine.layer), vitest)
run(markdownEngineSuite("turndown", Turndown.layer), vitest)

const read = (html: string, engine: Layer.Layer<never>, options: Transformer.Options) =>
  Transformer.Transformer.pipe(
    Effect.flatMap(({ transform }) => transform(rawPage(html), ScrapeOptions.make({ formats: ["markdown", "links"] }))),
    Effect.provide([engine, Transformer.layerWith(options).pipe(Layer.provide(PdfEngine.layerMemory("")))])
  )

/** Any page is heavy beside a threshold of one character. */
const heavy = `<main><h1>Birds</h1><p>${"A sentence of a <b>very</b> long page. ".repeat(300)}</p></main>`

describe("a custom markdown engine in a module", () => {
  it.effect("writes the same text in a thread as on the caller's thread", () =>
    Effect.gen(function*() {
      const written = (workerThreshold: number) => read(heavy, Turndown.layer, { workerThreshold })
      const inThread = yield* written(1)
      assert.match(inThread.document.markdown!, /^# Birds\n\nA sentence of a \*\*very\*\* long page/)
      assert.deepStrictEqual(inThread, yield* written(Infinity))
    }))

  it.live("is stopped with its thread if it does not end", () =>
    Effect.gen(function*() {
      const engine = Layer.succeed(MarkdownEngine.MarkdownEngine, endless)
      const error = yield* Effect.flip(read(heavy, engine, { workerThreshold: 1, workers: { timeout: "1 second" } }))
      assert.strictEqual(error.reason._tag, "Crashed")
    }))
})
