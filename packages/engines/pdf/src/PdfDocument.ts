/**
 * Defines a parsed PDF: its Markdown as a whole and page by page.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Source of a page's text.
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
 * A block of a page: its kind, its markdown, and its box if the engine provides one. Blocks are in reading order.
 *
 * @category schemas
 * @since 0.3.0
 */
export const PdfBlock = Schema.Struct({
  kind: Schema.Literals(["heading", "paragraph", "item", "code", "table"]),
  markdown: Schema.String,
  /** Left, top, right and bottom, in points from the left and top edge of the page. */
  box: Schema.optionalKey(Schema.Tuple([Schema.Number, Schema.Number, Schema.Number, Schema.Number])),
  /**
   * For a heading, the signs by which it is one. The sum of their weights exceeds a threshold. Absent if the document
   * declares the heading in its structure.
   */
  signs: Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String, weight: Schema.Number })))
})

/**
 * @category models
 * @since 0.3.0
 */
export type PdfBlock = typeof PdfBlock.Type

/**
 * Number of the page's letters and digits in one class. Letters of class `lost` are missing in the result because of
 * a fault of the layout analysis. A page with many lost letters is returned line by line, with a warning.
 *
 * @category schemas
 * @since 0.3.0
 */
export const PdfLetters = Schema.Struct({
  as: Schema.Literals([
    "text",
    "note",
    "running-head",
    "page-number",
    "line-number",
    "browser-print",
    "artifact",
    "turned",
    "hidden",
    "lost"
  ]),
  letters: Schema.Int,
  /** The rule that hides them; see `PdfDocument.concealed`. */
  by: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.3.0
 */
export type PdfLetters = typeof PdfLetters.Type

/**
 * One page, in the order of the document.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PdfPage = Schema.Struct({
  /** Counted from 1. */
  number: Schema.Int,
  /**
   * The markdown of this page. A paragraph that continues on the next page is split here, and joined in
   * `PdfDocument.markdown`.
   */
  markdown: Schema.String,
  /** `text` if the page was read from the PDF's text layer, `ocr` if it was read by OCR from an image of the page. */
  source: PageSource,
  /** BCP 47 tag of the language that OCR used for the page; absent if it is unknown. */
  language: Schema.optionalKey(Schema.String),
  /** Number of the page's letters per class; absent if the engine does not count them. */
  account: Schema.optionalKey(Schema.Array(PdfLetters)),
  /** Size in points; absent if the engine does not report it. */
  width: Schema.optionalKey(Schema.Number),
  height: Schema.optionalKey(Schema.Number),
  /** The blocks of the page; absent if the engine does not analyse layout. */
  blocks: Schema.optionalKey(Schema.Array(PdfBlock))
})

/**
 * @category models
 * @since 0.1.0
 */
export type PdfPage = typeof PdfPage.Type

/**
 * The result of a `PdfEngine`.
 *
 * @category schemas
 * @since 0.1.0
 */
export class PdfDocument extends Schema.Class<PdfDocument>("@dunlin/pdf/PdfDocument")({
  /** The whole document, CommonMark with GFM tables; a table with merged cells is an HTML table. */
  markdown: Schema.String,
  /** Pages parsed: the length of `pages`. */
  numPages: Schema.Int,
  /** Number of pages whose visible content was read completely; absent if all were. Only these are charged. */
  readPages: Schema.optionalKey(Schema.Int),
  /** Actual number of pages in the document; absent if unknown. */
  totalPages: Schema.optionalKey(Schema.Int),
  /** Title in the document's metadata. */
  title: Schema.optionalKey(Schema.String),
  author: Schema.optionalKey(Schema.String),
  /** BCP 47 language tag the document declares. */
  language: Schema.optionalKey(Schema.String),
  pages: Schema.Array(PdfPage),
  /** Start of each page in `markdown`. A page that continues a paragraph or table of the previous page has no entry. */
  starts: Schema.optionalKey(Schema.Array(Schema.Struct({ page: Schema.Int, at: Schema.Int }))),
  /** Whether pages are missing, because of `maxPages`, the time limit or the memory limit. */
  truncated: Schema.Boolean,
  /** Warnings, in whole sentences. */
  warnings: Schema.Array(Schema.String),
  /**
   * Number of hidden characters that were omitted, by cause. The causes are `render-mode`, `color`, `opacity`,
   * `size`, `clip`, `covered`, `off-page`, or a disabled `layer`. Absent if the engine does not detect hidden text.
   */
  concealed: Schema.optionalKey(Schema.Array(Schema.Struct({ by: Schema.String, characters: Schema.Int })))
}) {}

/**
 * Returns the markdown of a document with a marker comment before every page, for callers who quote page numbers.
 *
 * @example
 * // <!-- page 2 -->
 *
 * @category accessors
 * @since 0.1.0
 */
export const withPageMarkers = (document: PdfDocument): string =>
  document.pages.map((page) => `<!-- page ${page.number} -->\n\n${page.markdown}`.trim()).join("\n\n") + "\n"

/**
 * Returns the markdown of a document with a rule and a marker between pages. A page that continues a paragraph or a
 * table has no marker, so that no sentence is cut.
 *
 * @example
 * // The end of page 1.
 * //
 * // ---
 * //
 * // <!-- page 2 -->
 * //
 * // The start of page 2.
 *
 * @category accessors
 * @since 0.3.0
 */
export const withPageBreaks = ({ markdown, starts = [] }: PdfDocument): string => {
  let out = ""
  let from = 0
  for (const { at, page } of starts) {
    if (at === 0) continue
    out += `${markdown.slice(from, at).trimEnd()}\n\n---\n\n<!-- page ${page} -->\n\n`
    from = at
  }
  return out + markdown.slice(from)
}
