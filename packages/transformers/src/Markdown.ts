/**
 * HTML and PDFs to markdown, with promises.
 *
 * @since 0.1.0
 */
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PdfDocument } from "./pdf/PdfDocument.ts"

const HtmlInput = Schema.Struct({
  html: Schema.String,
  url: Schema.optionalKey(Schema.UndefinedOr(Schema.String)),
  onlyMainContent: Schema.optionalKey(Schema.UndefinedOr(Schema.Boolean))
})

/**
 * @category options
 * @since 0.1.0
 */
export interface HtmlOptions {
  /** Where the page comes from: links and pictures become absolute. */
  readonly url?: string | undefined
  /**
   * Whether navigation, banners and everything else around the content is left out.
   *
   * @default true
   */
  readonly onlyMainContent?: boolean | undefined
}

/**
 * The markdown of a page. Rejects with `InvalidOptions`.
 *
 * @category conversions
 * @since 0.1.0
 */
export const toMarkdown = async (html: string, options: HtmlOptions = {}): Promise<string> => {
  const { onlyMainContent = true, url } = InvalidOptions.read("toMarkdown", HtmlInput, { html, ...options })
  const Html = await import("./html/Html.ts")
  const page = Html.parse(html, url)
  return Html.markdown(page, onlyMainContent ? Html.mainContent(page) : Html.everything(page)).markdown
}

const PdfInput = Schema.Struct({
  bytes: Schema.Uint8Array,
  mode: Schema.optionalKey(Schema.UndefinedOr(Schema.Literals(["fast", "auto", "ocr"]))),
  maxPages: Schema.optionalKey(Schema.UndefinedOr(Schema.Int)),
  timeout: Schema.optionalKey(Schema.UndefinedOr(Schema.Number))
})

/**
 * @category options
 * @since 0.1.0
 */
export interface PdfOptions {
  /** Whether text in pictures is read, for which tesseract has to be installed. @default "auto" */
  readonly mode?: "fast" | "auto" | "ocr" | undefined
  /** Pages to read from the first one. @default 10000 */
  readonly maxPages?: number | undefined
  /** Milliseconds; what is read by then is the answer, `truncated`. @default 30000 */
  readonly timeout?: number | undefined
}

let engine: Promise<(bytes: Uint8Array, options: PdfOptions) => Promise<PdfDocument>> | undefined

const startEngine = async () => {
  const [ManagedRuntime, PdfEngine, PdfJs] = await Promise.all([
    import("effect/ManagedRuntime"),
    import("./pdf/PdfEngine.ts"),
    import("./pdf/PdfJs.ts")
  ])
  const runtime = ManagedRuntime.make(PdfJs.layer())
  return (bytes: Uint8Array, options: PdfOptions) =>
    runtime.runPromise(Effect.flatMap(PdfEngine.PdfEngine, (engine) => engine.parse(bytes, options)))
}

/**
 * The markdown of a PDF, with its pages. Needs the package pdfjs-dist. The parser processes are shared by all calls and
 * do not keep the program alive. Rejects with `InvalidOptions` or `PdfError`.
 *
 * @category conversions
 * @since 0.1.0
 */
export const pdfToMarkdown = async (bytes: Uint8Array, options: PdfOptions = {}): Promise<PdfDocument> => {
  const { bytes: _, ...read } = InvalidOptions.read("pdfToMarkdown", PdfInput, { bytes, ...options })
  engine ??= startEngine()
  return (await engine)(bytes, read)
}
