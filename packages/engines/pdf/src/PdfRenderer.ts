/**
 * Turns pages of a PDF into pictures, for OCR.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { OcrError, Picture } from "./Ocr.ts"

/**
 * One open document.
 *
 * @category models
 * @since 0.1.0
 */
export interface Pages {
  /** Renders one page, counted from 1, in grey. */
  readonly render: (page: number, dpi: number) => Effect.Effect<Picture, OcrError>
}

/**
 * The interface of a renderer.
 *
 * @category models
 * @since 0.1.0
 */
export interface Renderer {
  /** A stable lowercase name. */
  readonly name: string
  readonly open: (bytes: Uint8Array) => Effect.Effect<Pages, OcrError, Scope.Scope>
}

/**
 * The renderer to use; none by default.
 *
 * @category references
 * @since 0.1.0
 */
export const PdfRenderer: Context.Reference<Option.Option<Renderer>> = Context.Reference(
  "@dunlin/pdf/PdfRenderer",
  { defaultValue: () => Option.none<Renderer>() }
)
