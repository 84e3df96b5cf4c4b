/**
 * A PDF after parsing: markdown as a whole and page by page.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Where the text of a page came from.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PageSource = Schema.Literals(["text", "ocr"])

/**
 * @category models
 * @since 0.1.0
 */
export type PageSource = typeof PageSource.Type

/**
 * One page, in the order of the document.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PdfPage = Schema.Struct({
  /** Counted from 1. */
  number: Schema.Int,
  /** The page alone. A paragraph that runs on to the next page is cut here, and joined in `PdfDocument.markdown`. */
  markdown: Schema.String,
  /** `text` when the PDF's own text layer was read, `ocr` when the picture of the page was. */
  source: PageSource
})

/**
 * @category models
 * @since 0.1.0
 */
export type PdfPage = typeof PdfPage.Type

/**
 * What a `PdfEngine` answers.
 *
 * @category schemas
 * @since 0.1.0
 */
export class PdfDocument extends Schema.Class<PdfDocument>("@dunlin/pdf/PdfDocument")({
  /** The whole document, CommonMark with GFM tables; a table with merged cells is an HTML table. */
  markdown: Schema.String,
  /** Pages parsed: the length of `pages`. */
  numPages: Schema.Int,
  /** Pages of those of which all that they show was read; absent means all of them. Only these are charged. */
  readPages: Schema.optionalKey(Schema.Int),
  /** True number of pages of the document; absent when it cannot be determined. */
  totalPages: Schema.optionalKey(Schema.Int),
  /** Title of the document's own metadata. */
  title: Schema.optionalKey(Schema.String),
  author: Schema.optionalKey(Schema.String),
  /** BCP 47 language tag the document declares. */
  language: Schema.optionalKey(Schema.String),
  pages: Schema.Array(PdfPage),
  /** Pages are missing, because of `maxPages`, the time limit or the memory limit. */
  truncated: Schema.Boolean,
  /** Warnings, in whole sentences. */
  warnings: Schema.Array(Schema.String),
  /**
   * Text that no reader of the pages sees and that was left out, by what hides it, with its characters: `render-mode`,
   * `color`, `opacity`, `size`, `clip`, `covered`, `off-page`, or a `layer` that is switched off. Absent where the engine
   * does not look.
   */
  concealed: Schema.optionalKey(Schema.Array(Schema.Struct({ by: Schema.String, characters: Schema.Int })))
}) {}

/**
 * The markdown of a document with a marker comment before every page, for callers who quote page numbers.
 *
 * @example
 * // <!-- page 2 -->
 *
 * @category accessors
 * @since 0.1.0
 */
export const withPageMarkers = (document: PdfDocument): string =>
  document.pages.map((page) => `<!-- page ${page.number} -->\n\n${page.markdown}`.trim()).join("\n\n") + "\n"
