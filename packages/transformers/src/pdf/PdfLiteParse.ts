/**
 * Provides the native engine of `@llamaindex/liteparse`, an optional peer dependency. Tenants share its processors
 * fairly.
 *
 * @since 0.1.0
 */
import * as PdfEngine from "@dunlin/pdf/PdfEngine"
import * as Engine from "@dunlin/pdf/PdfLiteParse"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { sharedFairly } from "../internal/pdf/sharedFairly.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = Engine.Options

/**
 * Builds the engine, like `make` of `@dunlin/pdf/PdfLiteParse`. Its processes stop with the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): Effect.Effect<PdfEngine.PdfEngine["Service"], never, Scope.Scope> =>
  sharedFairly(Engine.make(options))

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<PdfEngine.PdfEngine> =>
  Layer.effect(PdfEngine.PdfEngine, make(options))
