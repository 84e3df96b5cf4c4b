/**
 * Defines the parsers of files.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { integerBetween, optional, orName, withDefault } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

/**
 * The PDF parser in its canonical form. `fast` only reads the text layer. `auto` also uses OCR for pages without a text
 * layer. `ocr` uses OCR for every page.
 *
 * @category schemas
 * @since 0.1.0
 */
export const PdfParser = Schema.Struct({
  type: Schema.Literal("pdf"),
  mode: withDefault(
    Schema.Literals(["fast", "auto", "ocr"]),
    "auto",
    "`fast` reads only the text layer, `auto` uses OCR for pages without one, `ocr` recognises every page."
  ),
  maxPages: optional(integerBetween(Limits.maxPages), "Maximum number of pages to read."),
  pages: optional(Schema.Boolean, "Returns the Markdown of each page in `pages`."),
  pageMarkdown: optional(Schema.Boolean, "Older name of `pages`."),
  blocks: optional(Schema.Boolean, "Returns the blocks of each page, with their positions, in `blocks`."),
  pageMarkers: optional(Schema.Boolean, "Adds a horizontal rule and `<!-- page N -->` between pages in `markdown`.")
})

/**
 * The image parser, which has no options. Images are not supported yet, so scraping an image fails with or without
 * it.
 *
 * @category schemas
 * @since 0.3.0
 */
export const ImageParser = Schema.Struct({ type: Schema.Literal("image") })

const expected = "a parser: pdf or image"

/**
 * A parser in its canonical form.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ParserObject = Schema.Union([PdfParser, ImageParser]).annotate({ expected })

/**
 * @category models
 * @since 0.1.0
 */
export type Parser = typeof ParserObject.Type

/**
 * One entry of `parsers`: an object with `type`, or the bare name `pdf` or `image`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Parser = orName(
  ParserObject,
  ["pdf", "image"],
  (type): Parser => type === "pdf" ? { type, mode: "auto" } : { type },
  expected
)
