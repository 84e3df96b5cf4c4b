/** Records each PDF that the engine returns, so that `dunlin scrape --explain` can show its letter counts. */
import type { PdfDocument } from "@dunlin/pdf/PdfDocument"
import { PdfEngine } from "@dunlin/pdf/PdfEngine"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const PdfReadings = Context.Reference<(document: PdfDocument) => void>("dunlin/internal/PdfReadings", {
  defaultValue: () => () => {}
})

export const reported = (engine: Layer.Layer<PdfEngine>): Layer.Layer<PdfEngine> =>
  Layer.effect(
    PdfEngine,
    Effect.map(PdfEngine, ({ name, parse }) => ({
      name,
      parse: (bytes, options) =>
        Effect.tap(parse(bytes, options), (document) => Effect.map(PdfReadings, (report) => report(document)))
    }))
  ).pipe(Layer.provide(engine))
