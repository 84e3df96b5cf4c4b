/**
 * Provides the default engine: pdf.js in child processes, with this package's layout analysis.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Engine from "./internal/process/engine.ts"
import * as PdfEngine from "./PdfEngine.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Folder of pdf.js, laid out as the package pdfjs-dist.
   *
   * @default that of the installed package pdfjs-dist
   */
  readonly library?: string | undefined
  /**
   * Processors to use. A new document runs immediately for 60 ms of processor time. After that it runs only on idle
   * processors and pauses while new documents need them (on Windows it continues in parallel). Up to four times as many
   * processes may exist, plus three spare ones while documents end theirs. Processes start on demand. Two stay warm,
   * one of them for ten times `idle`. If there is more than one processor, a document of some dozen pages without
   * competing work uses two threads of its process.
   *
   * @default the number of processors, at most 4
   */
  readonly processes?: number | undefined
  /**
   * Memory limit of one parser process, in bytes. Below 192 MiB it may not start. A page that needs more than half of
   * the limit is omitted, and reading continues with the next page.
   *
   * @default 1 GiB
   */
  readonly memory?: number | undefined
  /**
   * Largest document in bytes.
   *
   * @default 100 MiB
   */
  readonly maxBytes?: number | undefined
  /**
   * Maximum time for one document, even if the caller allows more.
   *
   * @default "5 minutes"
   */
  readonly maxTimeout?: Duration.Input | undefined
  /**
   * Default time limit for one document.
   *
   * @default "30 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * Time after which idle processes beyond two are ended.
   *
   * @default "30 seconds"
   */
  readonly idle?: Duration.Input | undefined
  /**
   * Maximum number of pages, over all documents, that are rendered and recognised in parallel. Each uses one processor.
   *
   * @default the number of processors, at most 4
   */
  readonly ocrConcurrency?: number | undefined
  /**
   * Languages for the installed tesseract, which is used if no `Ocr` is provided.
   *
   * @default ["eng"]
   */
  readonly ocrLanguages?: ReadonlyArray<string> | undefined
}

/**
 * Builds the engine. Its processes end with the scope.
 *
 * OCR and rendering use `Ocr` and `PdfRenderer` if they are provided, otherwise the installed programs
 * `tesseract` and `pdftoppm`. Both are looked up when the first page needs them.
 *
 * **Example** (One engine for several documents)
 *
 * ```ts
 * import { PdfJs } from "@dunlin/pdf"
 * import { line, write } from "@dunlin/pdf/PdfTesting"
 * import { Effect } from "effect"
 *
 * const program = Effect.gen(function*() {
 *   const engine = yield* PdfJs.make({ processes: 1 })
 *   const documents = ["Tides", "Waders"].map((text) => write([{ content: line(text, 72, 72) }]))
 *   return yield* Effect.forEach(documents, (bytes) => engine.parse(bytes, { timeout: "1 minute" }))
 * })
 * const documents = await Effect.runPromise(Effect.scoped(program))
 * console.log(documents.map(({ markdown }) => markdown.trim())) // [ 'Tides', 'Waders' ]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): Effect.Effect<PdfEngine.PdfEngine["Service"], never, Scope.Scope> =>
  Engine.make("pdfjs", options)

/**
 * Provides the engine as a layer.
 *
 * **Example** (Markdown of a PDF)
 *
 * ```ts
 * import { PdfEngine, PdfJs } from "@dunlin/pdf"
 * import { line, write } from "@dunlin/pdf/PdfTesting"
 * import { Effect } from "effect"
 *
 * const bytes = write([{ content: line("Low water is at noon.", 72, 72) }])
 * const options: PdfJs.Options = { processes: 1, timeout: "1 minute" }
 * const program = PdfEngine.PdfEngine.use((engine) => engine.parse(bytes))
 * const { markdown } = await Effect.runPromise(Effect.provide(program, PdfJs.layer(options)))
 * console.log(markdown.trim()) // Low water is at noon.
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<PdfEngine.PdfEngine> =>
  Layer.effect(PdfEngine.PdfEngine, make(options))
