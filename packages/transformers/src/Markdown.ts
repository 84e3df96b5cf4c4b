/**
 * Converts HTML and PDFs to Markdown, with promises.
 *
 * @since 0.1.0
 */
import type { PdfDocument } from "@dunlin/pdf/PdfDocument"
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const HtmlInput = Schema.Struct({
  html: Schema.String,
  url: Schema.optionalKey(Schema.UndefinedOr(
    Schema.String.check(Schema.makeFilter((url: string) => URL.canParse(url), { expected: "an absolute URL" }))
  )),
  onlyMainContent: Schema.optionalKey(Schema.UndefinedOr(Schema.Boolean))
})

/**
 * @category options
 * @since 0.1.0
 */
export interface HtmlOptions {
  /** The page's URL, with which links and images become absolute. */
  readonly url?: string | undefined
  /**
   * Whether to omit navigation, banners and everything else around the content.
   *
   * @default true
   */
  readonly onlyMainContent?: boolean | undefined
}

/**
 * Converts a page to Markdown. Rejects with `InvalidOptions`.
 *
 * **Example** (Convert a page)
 *
 * ```ts
 * import { toMarkdown } from "@dunlin/transformers"
 * import type { HtmlOptions } from "@dunlin/transformers/Markdown"
 *
 * const options: HtmlOptions = { url: "https://example.com/birds/" }
 * console.log(await toMarkdown("<main><p>See <a href=dunlin>the dunlin</a>.</p></main>", options)) // See [the dunlin](https://example.com/birds/dunlin).
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const toMarkdown = async (html: string, options?: HtmlOptions): Promise<string> => {
  const { onlyMainContent = true, url } = InvalidOptions.read("toMarkdown", HtmlInput, { html }, options)
  const Html = await import("@dunlin/html/Html")
  const page = Html.parse(html, url)
  return Html.markdown(page, onlyMainContent ? Html.mainContent(page) : Html.everything(page)).markdown
}

const PdfInput = Schema.Struct({
  bytes: Schema.Union([
    Schema.Uint8Array,
    Schema.declare((value): value is ArrayBuffer => value instanceof ArrayBuffer)
  ])
    .annotate({ expected: "a Uint8Array or an ArrayBuffer" }),
  mode: Schema.optionalKey(Schema.UndefinedOr(Schema.Literals(["fast", "auto", "ocr"]))),
  maxPages: Schema.optionalKey(
    Schema.UndefinedOr(Schema.Int.check(Schema.isGreaterThan(0, { expected: "a whole number of pages, from 1" })))
  ),
  timeout: Schema.optionalKey(Schema.UndefinedOr(InvalidOptions.Milliseconds))
})

/**
 * @category options
 * @since 0.1.0
 */
export interface PdfOptions {
  /** Whether to read text in images, which requires tesseract. @default "auto" */
  readonly mode?: "fast" | "auto" | "ocr" | undefined
  /** The maximum number of pages to read, counted from the first. @default 10000 */
  readonly maxPages?: number | undefined
  /**
   * The timeout in milliseconds. After it, the result contains the text that was read so far, and `truncated` is set.
   * @default 30000
   */
  readonly timeout?: number | undefined
}

let engine: Promise<(bytes: Uint8Array, options: PdfOptions) => Promise<PdfDocument>> | undefined

const startEngine = async () => {
  const [ManagedRuntime, PdfEngine, PdfJs] = await Promise.all([
    import("effect/ManagedRuntime"),
    import("@dunlin/pdf/PdfEngine"),
    import("./pdf/PdfJs.ts")
  ])
  const runtime = ManagedRuntime.make(PdfJs.layer())
  return (bytes: Uint8Array, options: PdfOptions) =>
    runtime.runPromise(Effect.flatMap(PdfEngine.PdfEngine, (engine) => engine.parse(bytes, options)))
}

/**
 * Converts a PDF to Markdown, with its pages. Requires the package pdfjs-dist. The parser processes are shared by all
 * calls and do not keep the program alive. Rejects with `InvalidOptions` or `PdfError`.
 *
 * **Example** (Convert a PDF)
 *
 * ```ts
 * import { pdfToMarkdown } from "@dunlin/transformers"
 * import type { PdfOptions } from "@dunlin/transformers/Markdown"
 *
 * const text = "BT /F1 24 Tf 72 700 Td (Hello from a PDF) Tj ET"
 * const pdf = `%PDF-1.4
 * 1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
 * 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
 * 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
 * 4 0 obj<</Length ${text.length}>>stream
 * ${text}
 * endstream endobj
 * 5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
 * trailer<</Root 1 0 R>>`
 * const options: PdfOptions = { mode: "fast", maxPages: 5 }
 * const { markdown, totalPages } = await pdfToMarkdown(new TextEncoder().encode(pdf), options)
 * console.log(markdown.trim(), totalPages) // Hello from a PDF 1
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const pdfToMarkdown = async (
  bytes: Uint8Array | ArrayBuffer,
  options?: PdfOptions
): Promise<PdfDocument> => {
  const { bytes: given, ...read } = InvalidOptions.read("pdfToMarkdown", PdfInput, { bytes }, options)
  engine ??= startEngine()
  return (await engine)(given instanceof ArrayBuffer ? new Uint8Array(given) : given, read)
}
