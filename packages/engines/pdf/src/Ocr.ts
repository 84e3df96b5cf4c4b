/**
 * Recognizes the words of a picture. `Ocr` is the port. `Tesseract.layer` runs the program `tesseract`, and
 * `TesseractJs.layer` its JavaScript build. Without an implementation, a PDF engine reads only text layers, and
 * reports this in a warning.
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
  /** Description of the fault, without text of the picture. */
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
  /** Numbers of the block, paragraph and line that contain the word, as the recogniser numbers them. */
  readonly block: number
  readonly paragraph: number
  readonly line: number
  /**
   * Confidence of the recogniser, 0 to 100. If it is low, the page is rotated and read again, because it may be
   * sideways or upside down. If it is absent, pages are never rotated.
   */
  readonly confidence?: number | undefined
}

/**
 * The interface of a recogniser. Interrupting `recognize` ends its work.
 *
 * @category models
 * @since 0.1.0
 */
export interface Recognizer {
  /** A stable lower-case name. */
  readonly name: string
  /** Languages with installed data, by their tesseract names; absent if the recogniser needs no data. */
  readonly languages?: ReadonlyArray<string> | undefined
  /** Default languages of the recogniser. Empty if it has no data for its configured languages. */
  readonly usual?: ReadonlyArray<string> | undefined
  /** Configured languages without data, by their tesseract names. A warning names them if no default language is left. */
  readonly missing?: ReadonlyArray<string> | undefined
  /**
   * How to install the data of a language, for a warning about a page in that language. The language is a tesseract
   * name, such as `deu`.
   */
  readonly installing?: ((language: string) => string) | undefined
  /**
   * Returns the words in reading order. `languages` are those of the picture, a subset of the recogniser's languages.
   */
  readonly recognize: (
    picture: Picture,
    languages?: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Word>, OcrError>
  /**
   * The script of a picture, by its tesseract name (`Latin`, `Cyrillic`, `Han`); `undefined` if it cannot be
   * determined.
   */
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
