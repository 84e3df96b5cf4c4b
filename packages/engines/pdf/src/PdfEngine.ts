/**
 * Turns the bytes of a PDF into markdown. `PdfEngine` is the port. `PdfJs.layer` is the bundled engine, and
 * `PdfLiteParse` and `PdfInspector` are optional native ones.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PdfDocument } from "./PdfDocument.ts"
import * as PdfError from "./PdfError.ts"

/**
 * How pages are read. `fast` reads only the text layer. `auto` also runs OCR on pages whose text layer is missing or
 * unusable. `ocr` runs OCR on every page.
 *
 * @category models
 * @since 0.1.0
 */
export type Mode = "fast" | "auto" | "ocr"

/**
 * Progress report after every page.
 *
 * @category models
 * @since 0.1.0
 */
export interface Progress {
  /** Number of the page that has been read. The first page is 1. */
  readonly page: number
  /** Number of pages to parse, if known. */
  readonly pages: number | undefined
  readonly source: "text" | "ocr"
}

/**
 * Options of every engine.
 *
 * @category options
 * @since 0.1.0
 */
export interface ParseOptions {
  /** @default "auto" */
  readonly mode?: Mode | undefined
  /**
   * Number of pages to parse, counted from the first page: 1 to 10000.
   *
   * @default 10000
   */
  readonly maxPages?: number | undefined
  /**
   * Time limit of the whole call, including OCR. Pages that are ready by then are returned with `truncated: true`. It
   * cannot exceed the engine's own limit.
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * Possible languages of the document, as BCP 47 tags. OCR uses those for which it has data.
   *
   * @default the language that the document declares
   */
  readonly languages?: ReadonlyArray<string> | undefined
  /** Runs after each page, in the order in which the pages are completed. */
  readonly onPage?: ((progress: Progress) => Effect.Effect<void>) | undefined
}

/**
 * The service that every PDF engine implements. Interrupting `parse` stops the parser.
 *
 * @category services
 * @since 0.1.0
 */
export class PdfEngine extends Context.Service<PdfEngine, {
  /** A stable lowercase name, used in errors and spans. */
  readonly name: string

  readonly parse: (bytes: Uint8Array, options?: ParseOptions) => Effect.Effect<PdfDocument, PdfError.PdfError>
}>()("@dunlin/pdf/PdfEngine") {}

const MARKER = "%PDF-"

const MARKER_WITHIN = 1024

/** Default size limit of a document in bytes. */
const MAX_BYTES = 100 * 1024 * 1024

const MAX_READ_PAGES = 10_000

/**
 * Whether the bytes are a PDF: the marker `%PDF-` is within the first 1024 bytes, as ISO 32000 readers accept it, and
 * no HTML precedes it.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isPdf = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, MARKER_WITHIN + MARKER.length)).toString("latin1")
  const at = head.indexOf(MARKER)
  // HTML before the marker means that the file is a web page about PDF.
  return at >= 0 && !/<[!a-z]/i.test(head.slice(0, at))
}

/**
 * Builds an engine from the single function that an adapter implements. It adds the parts that all adapters share:
 * detection by bytes, the size limit, the range of `maxPages`, and the span.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: {
  readonly name: string
  readonly maxBytes?: number | undefined
  readonly parse: (
    bytes: Uint8Array,
    options: ParseOptions & { readonly mode: Mode; readonly maxPages: number }
  ) => Effect.Effect<PdfDocument, PdfError.Reason>
}): PdfEngine["Service"] => {
  const limit = options.maxBytes ?? MAX_BYTES
  const fail = (reason: PdfError.Reason) => new PdfError.PdfError({ engine: options.name, reason })
  return PdfEngine.of({
    name: options.name,
    parse: Effect.fn("PdfEngine.parse")(function*(bytes, requested) {
      const mode = requested?.mode ?? "auto"
      const maxPages = Math.min(MAX_READ_PAGES, Math.max(1, Math.trunc(requested?.maxPages ?? MAX_READ_PAGES) || 1))
      yield* Effect.annotateCurrentSpan({ engine: options.name, mode, maxPages, bytes: bytes.length })
      if (bytes.length > limit) {
        return yield* fail(new PdfError.TooLarge({ size: bytes.length, limit }))
      }
      if (!isPdf(bytes)) {
        return yield* fail(new PdfError.NotPdf())
      }
      return yield* Effect.mapError(options.parse(bytes, { ...requested, mode, maxPages }), fail)
    })
  })
}

/**
 * Returns the same markdown for every PDF, without parsing. Use it in tests that are not about PDFs.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (markdown: string): Layer.Layer<PdfEngine> =>
  Layer.succeed(
    PdfEngine,
    make({
      name: "memory",
      parse: () =>
        Effect.succeed(
          new PdfDocument({
            markdown,
            numPages: 1,
            totalPages: 1,
            pages: [{ number: 1, markdown, source: "text" }],
            truncated: false,
            warnings: []
          })
        )
    })
  )
