/**
 * How files are read (section 2.9).
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { integerBetween, optional, orName, withDefault } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"

/**
 * The PDF parser in its canonical form. `fast` reads the text layer only, `auto` falls back to OCR page by page,
 * `ocr` recognises every page.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ParserObject = Schema.Struct({
  type: Schema.Literal("pdf"),
  mode: withDefault(
    Schema.Literals(["fast", "auto", "ocr"]),
    "auto",
    "fast reads the text layer only, auto falls back to OCR page by page, ocr recognises every page."
  ),
  maxPages: optional(integerBetween(Limits.maxPages), "Most pages that are read.")
}).annotate({ expected: "a parser: pdf" })

/**
 * @category models
 * @since 0.1.0
 */
export type Parser = typeof ParserObject.Type

/**
 * One entry of `parsers`: an object with `type`, or the bare name `pdf`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Parser = orName(ParserObject, ["pdf"], (type): Parser => ({ type, mode: "auto" }), "a parser: pdf")
