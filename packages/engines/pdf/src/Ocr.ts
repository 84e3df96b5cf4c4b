/**
 * Reads the words of a picture.
 *
 * `Ocr` is the port; `Tesseract.layer` is the program of that name, `TesseractJs.layer` its build for JavaScript.
 * Without any of them a PDF engine reads text layers only, and says so in a warning.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/**
 * The recogniser failed on a picture.
 *
 * @category errors
 * @since 0.1.0
 */
export class OcrError extends Schema.TaggedError<OcrError>()("OcrError", {
  /** Name of the recogniser or renderer. */
  engine: Schema.String,
  /** Description of the fault, without any text of the picture. */
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.engine}: ${this.detail}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * A picture of one page.
 *
 * @category models
 * @since 0.1.0
 */
export interface Picture {
  /** PGM, PPM or PNG. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** Pixels per inch. */
  readonly dpi: number
}

/**
 * One word of a picture. Boxes are in pixels from the top left corner.
 *
 * @category models
 * @since 0.1.0
 */
export interface Word {
  readonly text: string
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  /** Numbers the recogniser gave to its blocks, paragraphs and lines. */
  readonly block: number
  readonly paragraph: number
  readonly line: number
  /**
   * How sure the recogniser is, 0 to 100. A page of which it is not sure is turned, in case it lies on a side or on its
   * head; nothing is turned for a recogniser that does not say it.
   */
  readonly confidence?: number | undefined
}

/**
 * What a recogniser is. Interrupting `recognize` ends its work.
 *
 * @category models
 * @since 0.1.0
 */
export interface Recognizer {
  /** A stable lowercase name. */
  readonly name: string
  /** Languages that it has data for, by their tesseract names; absent where it needs none. */
  readonly languages?: ReadonlyArray<string> | undefined
  /** Languages in which it reads when none are named. */
  readonly usual?: ReadonlyArray<string> | undefined
  /** The words in reading order. `languages` are those of the picture, a subset of the languages of the recognizer. */
  readonly recognize: (
    picture: Picture,
    languages?: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Word>, OcrError>
  /** The script of a picture, as tesseract names it (`Latin`, `Cyrillic`, `Han`); `undefined` where it does not show. */
  readonly scriptOf?: ((picture: Picture) => Effect.Effect<string | undefined, OcrError>) | undefined
}

/**
 * The recogniser to use; none by default.
 *
 * @category references
 * @since 0.1.0
 */
export const Ocr: Context.Reference<Option.Option<Recognizer>> = Context.Reference("@dunlin/pdf/Ocr", {
  defaultValue: () => Option.none<Recognizer>()
})
