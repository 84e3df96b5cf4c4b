/**
 * The engine that is always there: pdf.js in child processes, and our own layout analysis on what it reads.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import * as Job from "./internal/pdf/job.ts"
import * as Reader from "./internal/pdf/ocr.ts"
import * as Pool from "./internal/pdf/pool.ts"
import * as Ocr from "./Ocr.ts"
import * as PdfEngine from "./PdfEngine.ts"
import * as PdfPoppler from "./PdfPoppler.ts"
import * as PdfRenderer from "./PdfRenderer.ts"
import * as Tesseract from "./Tesseract.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = {
  /**
   * Parser processes at most. They are started when needed; one stays warm.
   *
   * @default the number of processors, at most 4
   */
  readonly processes?: number | undefined
  /**
   * Memory in bytes one parser process may allocate. Below 600 MiB the process may not start.
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
   * Longest time one document may take, also when the caller allows more.
   *
   * @default "5 minutes"
   */
  readonly maxTimeout?: Duration.Input | undefined
  /**
   * Time one document may take when the caller says nothing.
   *
   * @default "30 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * Time after which an idle process beyond the first one is ended.
   *
   * @default "30 seconds"
   */
  readonly idle?: Duration.Input | undefined
  /**
   * Pages of all documents that are rendered and recognised at the same time. Each takes one processor.
   *
   * @default the number of processors, at most 4
   */
  readonly ocrConcurrency?: number | undefined
  /**
   * Languages for the tesseract that is looked up when no `Ocr` is provided.
   *
   * @default ["eng"]
   */
  readonly ocrLanguages?: ReadonlyArray<string> | undefined
}

/**
 * Builds the engine. Its processes end with the scope.
 *
 * OCR and rendering are taken from `Ocr` and `PdfRenderer` where they are provided, else from `tesseract` and
 * `pdftoppm` where those are installed; both are looked up when the first page needs them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(
  function*(options: Options = {}): Effect.fn.Return<PdfEngine.PdfEngine["Service"], never, Scope.Scope> {
    const recognizer = yield* Ocr.Ocr
    const renderer = yield* PdfRenderer.PdfRenderer
    const reader = yield* Reader.make({
      recognizer: Option.isSome(recognizer)
        ? Effect.succeed(recognizer)
        : Tesseract.make({ languages: options.ocrLanguages }),
      renderer: Option.isSome(renderer) ? Effect.succeed(renderer) : PdfPoppler.make(),
      concurrency: options.ocrConcurrency ?? Math.min(4, availableParallelism())
    })
    const memory = options.memory ?? 1024 * 1024 * 1024
    const pool = yield* Pool.make({
      engine: "pdfjs",
      size: options.processes ?? Math.min(4, availableParallelism()),
      memory,
      idle: Duration.toMillis(options.idle ?? "30 seconds"),
      maxJobs: 200
    })
    const most = Duration.toMillis(options.maxTimeout ?? "5 minutes")
    const usual = Duration.toMillis(options.timeout ?? "30 seconds")
    return PdfEngine.make({
      name: "pdfjs",
      maxBytes: options.maxBytes,
      parse: Effect.fnUntraced(function*(bytes, asked) {
        const millis = Math.min(most, asked.timeout === undefined ? usual : Duration.toMillis(asked.timeout))
        const deadline = (yield* Clock.currentTimeMillis) + millis
        return yield* Job.parse({ pool, reader, bytes, ...asked, memory, millis, deadline })
      })
    })
  }
)

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<PdfEngine.PdfEngine> =>
  Layer.effect(PdfEngine.PdfEngine, make(options))
