/** Implements the process pool, the timeout and OCR, which all engines share. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import * as Ocr from "../../Ocr.ts"
import * as PdfEngine from "../../PdfEngine.ts"
import type { Options } from "../../PdfJs.ts"
import * as PdfPoppler from "../../PdfPoppler.ts"
import * as PdfRenderer from "../../PdfRenderer.ts"
import * as Tesseract from "../../Tesseract.ts"
import * as Reader from "../ocr/ocr.ts"
import * as Job from "./job.ts"
import * as Pool from "./pool.ts"
import type { Engine } from "./protocol.ts"

const DEFAULT_PROCESSORS = 4

/** Default memory limit of a parser process in bytes. */
const MEMORY = 1024 * 1024 * 1024

export const make = Effect.fnUntraced(
  function*(
    name: Engine,
    options: Options
  ): Effect.fn.Return<PdfEngine.PdfEngine["Service"], never, Scope.Scope> {
    const processors = Math.min(DEFAULT_PROCESSORS, availableParallelism())
    const recognizer = yield* Ocr.Ocr
    const renderer = yield* PdfRenderer.PdfRenderer
    const reader = yield* Reader.make({
      recognizer: Option.isSome(recognizer)
        ? Effect.succeed(recognizer)
        : Tesseract.make({ languages: options.ocrLanguages }),
      renderer: Option.isSome(renderer) ? Effect.succeed(renderer) : PdfPoppler.make(),
      concurrency: options.ocrConcurrency ?? processors
    })
    const memory = options.memory ?? MEMORY
    const pool = yield* Pool.make({
      engine: name,
      library: options.library,
      size: options.processes ?? processors,
      memory,
      idle: Duration.toMillis(options.idle ?? "30 seconds")
    })
    const most = Duration.toMillis(options.maxTimeout ?? "5 minutes")
    const usual = Duration.toMillis(options.timeout ?? "30 seconds")
    return PdfEngine.make({
      name,
      maxBytes: options.maxBytes,
      parse: Effect.fnUntraced(function*(bytes, requested) {
        const millis = Math.min(most, requested.timeout === undefined ? usual : Duration.toMillis(requested.timeout))
        const deadline = (yield* Clock.currentTimeMillis) + millis
        return yield* Job.parse({ pool, reader, bytes, ...requested, memory, millis, deadline })
      })
    })
  }
)
