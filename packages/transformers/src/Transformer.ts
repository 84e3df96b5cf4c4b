/**
 * From a raw page to the deterministic formats of the contract: markdown, html, rawHtml, links, images, attributes,
 * product, menu, branding and metadata. No model is asked.
 *
 * @since 0.1.0
 */
import type { Document, Metadata } from "@dunlin/schema/Document"
import * as Format from "@dunlin/schema/Format"
import type { RawPage } from "@dunlin/schema/RawPage"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Charset from "./Charset.ts"
import * as Html from "./Html.ts"
import * as PdfEngine from "./PdfEngine.ts"
import { TransformError, UnreadablePdf } from "./TransformError.ts"

/**
 * What became of a page.
 *
 * @category models
 * @since 0.1.0
 */
export interface Transformed {
  readonly document: Document
  /** Pages of the PDF that were parsed; 0 when the page was no PDF. */
  readonly pdfPages: number
  /** What the caller should be told, in whole sentences. */
  readonly warnings: ReadonlyArray<string>
}

/**
 * Turns raw pages into documents.
 *
 * @category services
 * @since 0.1.0
 */
export class Transformer extends Context.Service<Transformer, {
  readonly transform: (page: RawPage, options: ScrapeOptions) => Effect.Effect<Transformed, TransformError>
}>()("@dunlin/transformers/Transformer") {}

type Kind = "pdf" | "html" | "json" | "text" | "binary"

const textual =
  /^(?:text\/|application\/(?:javascript|ecmascript|x-javascript|yaml|x-yaml|toml|x-sh|x-httpd-php|sql|graphql)|message\/)/
const markup = /^\s*(?:<!doctype\s+html|<html|<head|<body|<!--|<\?xml[^>]*>\s*(?:<!doctype\s+html|<html))/i

const kindOf = (page: RawPage): Kind => {
  const { body, contentType } = page
  if (PdfEngine.isPdf(body)) return "pdf"
  if (contentType === "text/html" || contentType === "application/xhtml+xml") return "html"
  if (contentType === "application/json" || contentType.endsWith("+json") || contentType === "text/json") return "json"
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 1024))
  const start = head.toString("latin1").replace(/^\u00ef\u00bb\u00bf/, "")
  if (contentType === "" || contentType === "application/octet-stream" || contentType === "text/plain") {
    if (contentType !== "text/plain" && markup.test(start)) return "html"
    if (contentType === "text/plain") return "text"
    return head.includes(0) || body.byteLength === 0 ? body.byteLength === 0 ? "text" : "binary" : "text"
  }
  if (contentType.endsWith("xml")) return markup.test(start) ? "html" : "text"
  return textual.test(contentType) ? "text" : "binary"
}

const fence = (body: string, language: string): string => {
  let longest = 2
  for (const run of body.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length)
  const mark = "`".repeat(longest + 1)
  return `${mark}${language}\n${body.trimEnd()}\n${mark}`
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const baseMetadata = (page: RawPage): Metadata => ({
  sourceURL: page.sourceUrl,
  url: page.url,
  statusCode: page.status,
  ...(page.contentType === "" ? {} : { contentType: page.contentType }),
  proxyUsed: page.proxyUsed
})

/**
 * The transformer of this package. HTML is read by the engine of `Html`, PDFs by the `PdfEngine` in the context, JSON
 * becomes a fenced block, text stays as it is, anything else is named in a warning.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Transformer, never, PdfEngine.PdfEngine> = Layer.effect(
  Transformer,
  Effect.gen(function*() {
    const pdf = yield* PdfEngine.PdfEngine

    const transformPdf = Effect.fnUntraced(function*(page: RawPage, options: ScrapeOptions) {
      const parser = options.parsers.find((parser) => parser.type === "pdf")
      const metadata = baseMetadata(page)
      if (parser === undefined) {
        const document: Document = { markdown: Buffer.from(page.body).toString("base64"), metadata }
        return { document, pdfPages: 0, warnings: [] }
      }
      const parsed = yield* Effect.mapError(
        pdf.parse(page.body, { mode: parser.mode, maxPages: parser.maxPages }),
        (error) => new TransformError({ reason: new UnreadablePdf({ error }) })
      )
      const document: Document = {
        ...(Format.has(options.formats, "html") ? { html: "" } : {}),
        markdown: parsed.markdown,
        metadata: {
          ...(parsed.title === undefined ? {} : { title: parsed.title }),
          ...(parsed.author === undefined ? {} : { author: parsed.author }),
          ...(parsed.language === undefined ? {} : { language: parsed.language }),
          ...metadata,
          numPages: parsed.numPages,
          ...(parsed.totalPages === undefined ? {} : { totalPages: parsed.totalPages })
        }
      }
      return { document, pdfPages: parsed.numPages, warnings: parsed.warnings }
    })

    const transformText = (page: RawPage, options: ScrapeOptions, kind: "json" | "text"): Transformed => {
      const { text } = Charset.decode(page.body, page.charset)
      const document: Document = {
        markdown: kind === "json" ? fence(pretty(text), "json") : text.trim(),
        ...(Format.has(options.formats, "rawHtml") ? { rawHtml: text } : {}),
        ...(Format.has(options.formats, "html") ? { html: text } : {}),
        ...(Format.has(options.formats, "links") ? { links: [] } : {}),
        ...(Format.has(options.formats, "images") ? { images: [] } : {}),
        metadata: baseMetadata(page)
      }
      return { document, pdfPages: 0, warnings: [] }
    }

    const transformHtml = (page: RawPage, options: ScrapeOptions): Transformed => {
      const { text } = Charset.decode(page.body, page.charset)
      const parsed = Html.parse(text, page.url)
      const content = options.onlyMainContent ? Html.mainContent(parsed) : Html.everything(parsed)
      const written = Html.markdown(parsed, content, { removeBase64Images: options.removeBase64Images })
      const document: Document = {
        markdown: written.markdown,
        ...(Format.has(options.formats, "rawHtml") ? { rawHtml: text } : {}),
        ...(Format.has(options.formats, "links") ? { links: Html.links(parsed) } : {}),
        ...(Format.has(options.formats, "images") ? { images: Html.images(parsed) } : {}),
        metadata: { ...Html.metadata(parsed), ...baseMetadata(page) }
      }
      return {
        document,
        pdfPages: 0,
        warnings: parsed.truncated || written.truncated ? ["The page is too large and was truncated."] : []
      }
    }

    return Transformer.of({
      transform: Effect.fn("Transformer.transform")(function*(page, options) {
        const kind = kindOf(page)
        yield* Effect.annotateCurrentSpan({ kind, bytes: page.body.byteLength })
        switch (kind) {
          case "pdf":
            return yield* transformPdf(page, options)
          case "json":
          case "text":
            return transformText(page, options, kind)
          case "binary":
            return {
              document: { markdown: "", metadata: baseMetadata(page) },
              pdfPages: 0,
              warnings: [
                `The content type ${page.contentType || "of the page"} has no text; only metadata is returned.`
              ]
            }
          case "html":
            return transformHtml(page, options)
        }
      })
    })
  })
)
