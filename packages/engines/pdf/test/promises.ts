/** The checks of the port `PdfEngine`, as tests of one engine. */
import type { PdfEngine } from "@dunlin/pdf"
import { checks } from "@dunlin/pdf/PdfTesting"
import { layer } from "@effect/vitest"
import type { Layer } from "effect"

export const testPromises = (name: string, engine: Layer.Layer<PdfEngine.PdfEngine>) =>
  layer(engine, { excludeTestServices: true, timeout: "1 minute" })(`PdfEngine (${name})`, (it) => {
    for (const check of checks) it.effect(check.name, () => check.effect)
  })
