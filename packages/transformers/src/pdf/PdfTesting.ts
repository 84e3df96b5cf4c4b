/**
 * Tests the requirements of every `PdfEngine`, and writes small PDFs for tests.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import type * as PdfEngine from "@dunlin/pdf/PdfEngine"
import { checks } from "@dunlin/pdf/PdfTesting"
import type * as Layer from "effect/Layer"

export * from "@dunlin/pdf/PdfTesting"

/**
 * Runs the suite against one engine.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = <E>(
  name: string,
  layer: Layer.Layer<PdfEngine.PdfEngine, E>
): Conformance.Suite<PdfEngine.PdfEngine, E> =>
  Conformance.suiteOf(`PdfEngine (${name})`, layer, (it) => {
    for (const check of checks) it.effect(check.name, () => check.effect)
  }, { clock: "system" })

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"
