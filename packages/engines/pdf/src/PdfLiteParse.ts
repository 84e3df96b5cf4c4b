/**
 * Provides the native engine of `@llamaindex/liteparse` (Apache-2.0), an optional peer dependency. It is faster than
 * `PdfJs`, but finds fewer tables and headings.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Engine from "./internal/process/engine.ts"
import * as PdfEngine from "./PdfEngine.ts"
import type * as PdfJs from "./PdfJs.ts"

/**
 * Options of `PdfJs`, because both engines run in the same kind of processes.
 *
 * @category options
 * @since 0.1.0
 */
export type Options = PdfJs.Options

/**
 * Builds the engine. Its processes end with the scope. A call fails with `Unavailable` when the package is missing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): Effect.Effect<PdfEngine.PdfEngine["Service"], never, Scope.Scope> =>
  Engine.make("liteparse", options)

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<PdfEngine.PdfEngine> =>
  Layer.effect(PdfEngine.PdfEngine, make(options))
