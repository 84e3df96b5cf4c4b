/**
 * Converts a raw page to the deterministic formats of the contract: markdown, html, rawHtml, links, images,
 * attributes, product, menu, branding and metadata. It uses no model.
 *
 * @since 0.1.0
 */
import * as Arrived from "@dunlin/common/Arrived"
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Spans from "@dunlin/common/Spans"
import { withPageBreaks } from "@dunlin/pdf/PdfDocument"
import * as PdfEngine from "@dunlin/pdf/PdfEngine"
import type { Document, Metadata } from "@dunlin/schema/Document"
import * as Format from "@dunlin/schema/Format"
import type { RawPage } from "@dunlin/schema/RawPage"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import type * as Anchors from "@dunlin/text/Anchors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as MarkdownEngine from "./html/MarkdownEngine.ts"
import * as HtmlWorkers from "./HtmlWorkers.ts"
import * as OfficeKind from "./internal/office/officeKind.ts"
import { pagesOf } from "./internal/pdf/pagesOf.ts"
import { cleaned } from "./internal/reading/cleaned.ts"
import type { Done, Job } from "./internal/reading/formats.ts"
import type * as Formats from "./internal/reading/formats.ts"
import * as LightPages from "./internal/reading/lightPages.ts"
import type { OfficeJob } from "./internal/reading/office.ts"
import type { PlainJob, PlainKind } from "./internal/reading/plain.ts"
import {
  Crashed,
  InvalidSelector,
  TransformError,
  UnreadableOffice,
  UnreadablePdf,
  UnsupportedType
} from "./TransformError.ts"

/**
 * The result of transforming a page.
 *
 * @category models
 * @since 0.1.0
 */
export interface Transformed {
  readonly document: Document
  /** The number of parsed PDF pages; 0 if the page is not a PDF. */
  readonly pdfPages: number
  /** Warnings for the caller, in whole sentences. */
  readonly warnings: ReadonlyArray<string>
  /** The anchors of an HTML page, with the words at each; absent for other content. */
  readonly marks?: ReadonlyArray<Anchors.Mark> | undefined
}

/**
 * Converts raw pages to documents.
 *
 * @category services
 * @since 0.1.0
 */
export class Transformer extends Context.Service<Transformer, {
  readonly transform: (page: RawPage, options: ScrapeOptions) => Effect.Effect<Transformed, TransformError>
}>()("@dunlin/transformers/Transformer") {}

/**
 * Bytes of HTML times parts of selectors. Above this product, a page is parsed in a worker thread. The densest page
 * takes about ten nanoseconds per byte, so selectors block the calling thread for a few milliseconds at most.
 */
const SELECTOR_WORK = 500_000

const WORKER_THRESHOLD = 262_144

/** Bytes at the start of a page that determine its type. */
const SNIFFED_BYTES = 1024

type Kind = "pdf" | "html" | "office" | PlainKind | "binary"

const nameOf = {
  html: "an HTML page",
  pdf: "a PDF",
  office: "an office file",
  json: "JSON",
  xml: "XML",
  table: "a table",
  text: "plain text",
  binary: "not text"
} as const

const tabular = new Set(["text/csv", "application/csv", "text/tab-separated-values"])

/** Types that servers use for unknown files, and for tables to be opened in an office program. */
const anything = new Set(["", "text/plain", "application/octet-stream", "application/vnd.ms-excel"])

const textual =
  /^(?:text\/|application\/(?:javascript|ecmascript|x-javascript|yaml|x-yaml|toml|x-sh|x-httpd-php|sql|graphql)|message\/)/
const markup = /^\s*(?:<!doctype\s+html|<html|<head|<body|<!--|<\?xml[^>]*>\s*(?:<!doctype\s+html|<html))/i

/** Text cannot contain these bytes, except after a byte order mark (WHATWG MIME Sniffing, sections 3 and 7.2). */
const isBinary = (head: Uint8Array): boolean => {
  const [first, second] = head
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return false
  return head.some((byte) => byte < 0x20 && (byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte !== 0x1b)))
}

/** A page that is declared as a PDF may be a login or error page. */
const kindOfFalsePdf = (body: Uint8Array): Kind => {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SNIFFED_BYTES))
  const start = head.toString("latin1").replace(/^\u00ef\u00bb\u00bf/, "")
  if (markup.test(start) || /^\s*<[!a-z]/i.test(start)) return "html"
  return start.trim() === "" || isBinary(head) ? "pdf" : "text"
}

const mayBeOffice = ([first, second]: Uint8Array): boolean =>
  (first === 0x50 && second === 0x4b) || (first === 0x7b && second === 0x5c) || (first === 0xd0 && second === 0xcf)

const kindOf = (page: RawPage): Kind => {
  const { body, contentType } = page
  if (PdfEngine.isPdf(body)) return "pdf"
  if (mayBeOffice(body) && OfficeKind.kindOf(body) !== undefined) return "office"
  if (contentType === "application/pdf") return kindOfFalsePdf(body)
  if (contentType === "text/html" || contentType === "application/xhtml+xml") return "html"
  if (contentType === "application/json" || contentType.endsWith("+json") || contentType === "text/json") return "json"
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SNIFFED_BYTES))
  const start = head.toString("latin1").replace(/^\u00ef\u00bb\u00bf/, "")
  const isTable = tabular.has(contentType) ||
    (anything.has(contentType) && /\.[ct]sv$/i.test(URL.parse(page.url)?.pathname ?? ""))
  if (isTable && !isBinary(head)) return "table"
  if (contentType === "text/plain") {
    return isBinary(head) && !/^utf-?(?:16|32)/i.test(page.charset ?? "")
      ? "binary"
      : "text"
  }
  if (contentType === "" || contentType === "application/octet-stream") {
    return markup.test(start) ? "html" : isBinary(head) ? "binary" : /^\s*<\?xml\s/.test(start) ? "xml" : "text"
  }
  if (/[/+]xml$/.test(contentType)) return markup.test(start) ? "html" : "xml"
  return textual.test(contentType) ? "text" : "binary"
}

let formats: typeof Formats | undefined

/** Imports the HTML engine with the first page. Effect keeps the result. */
const loaded: Effect.Effect<typeof Formats> = Effect.suspend(() =>
  formats === undefined
    ? Effect.map(Effect.promise(() => import("./internal/reading/formats.ts")), (module) => formats = module)
    : Effect.succeed(formats)
)

const readHere = (job: Job): Effect.Effect<Done, TransformError> =>
  Effect.flatMap(loaded, ({ run }) =>
    Effect.try({
      try: () => run(job),
      catch: (cause) => new TransformError({ reason: new Crashed({ cause }) })
    }))

const readPlainHere = (job: PlainJob): Effect.Effect<Done, TransformError> =>
  Effect.flatMap(Effect.promise(() => import("./internal/reading/plain.ts")), ({ readPlain }) =>
    Effect.try({
      try: () => readPlain(job),
      catch: (cause) => new TransformError({ reason: new Crashed({ cause }) })
    }))

const readOfficeHere = (job: OfficeJob): Effect.Effect<Done, TransformError> =>
  Effect.flatMap(Effect.promise(() => import("./internal/reading/office.ts")), ({ readOffice }) =>
    Effect.try({
      try: () => readOffice(job),
      catch: (cause) => cause instanceof TransformError ? cause : new TransformError({ reason: new Crashed({ cause }) })
    }))

const convertHere = (engine: MarkdownEngine.Engine, job: Job): Effect.Effect<Done, TransformError> =>
  Effect.flatMap(Effect.promise(() => import("./internal/reading/convertWith.ts")), (_) => _.convertWith(engine, job))

const baseMetadata = (page: RawPage): Metadata => ({
  sourceURL: page.sourceUrl,
  url: page.url,
  statusCode: page.status,
  ...(page.contentType === "" ? {} : { contentType: page.contentType }),
  proxyUsed: page.proxyUsed,
  engine: page.engine,
  ...(page.engineReason === undefined ? {} : { engineReason: page.engineReason }),
  ...(page.markdownSource === undefined ? {} : { markdownSource: page.markdownSource })
})

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The bytes of HTML or text from which a page is parsed in a worker thread of `workers`. `Infinity` uses only the
   * calling thread.
   *
   * @default 262144
   */
  readonly workerThreshold?: number | undefined
  /**
   * The maximum number of threads that parse smaller HTML pages while the calling thread is busy, as in a crawl. The
   * first one starts after some pages had to wait, and each stops after an idle minute. 0 starts none.
   *
   * @default 1 where there is more than one processor, else 0
   */
  readonly threads?: number | undefined
  readonly workers?: HtmlWorkers.Options | undefined
}

/**
 * Builds the transformer with custom settings. See {@link layer}.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (options: Options): Layer.Layer<Transformer, never, PdfEngine.PdfEngine> =>
  Layer.effect(Transformer, make(options))

/** Parses one page per event loop iteration, so that sockets and timers are served between two pages. */
const turns = Effect.gen(function*() {
  const oneByOne = yield* FairSemaphore.make(1)
  let taken = false
  return <A, E>(work: () => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    oneByOne.withPermit(Effect.suspend(() =>
      Effect.andThen(
        taken ? Arrived.turn : Effect.void,
        Effect.suspend(() => {
          taken = true
          setImmediate(() => {
            taken = false
          })
          return work()
        })
      )
    ))
})

const transformPdf = Effect.fnUntraced(function*(
  engine: PdfEngine.PdfEngine["Service"],
  page: RawPage,
  options: ScrapeOptions
) {
  const parser = options.parsers.find((parser) => parser.type === "pdf")
  const metadata = baseMetadata(page)
  if (parser === undefined) {
    const document: Document = { markdown: Buffer.from(page.body).toString("base64"), metadata }
    return { document, pdfPages: 0, warnings: unsupported(options, nameOf.pdf) }
  }
  const parsed = yield* Effect.mapError(
    engine.parse(page.body, {
      mode: parser.mode,
      maxPages: parser.maxPages,
      timeout: options.timeout,
      languages: options.location.languages
    }),
    (error) => new TransformError({ reason: new UnreadablePdf({ error }) })
  )
  const document: Document = {
    ...(parser.pageMarkers === true ? { markdown: withPageBreaks(parsed) } : { markdown: parsed.markdown }),
    ...pagesOf(parsed, parser),
    metadata: {
      ...(parsed.title === undefined ? {} : { title: parsed.title }),
      ...(parsed.author === undefined ? {} : { author: parsed.author }),
      ...(parsed.language === undefined ? {} : { language: parsed.language }),
      ...metadata,
      numPages: parsed.numPages,
      ...(parsed.totalPages === undefined ? {} : { totalPages: parsed.totalPages })
    }
  }
  const warnings = parsed.truncated && parsed.warnings.length === 0
    ? ["The PDF was only partly parsed (truncated)."]
    : parsed.warnings
  const concealed = new Map(parsed.concealed?.map(({ by, characters }) => [by, characters]))
  return {
    document: cleaned(document, concealed),
    pdfPages: parsed.readPages ?? parsed.numPages,
    warnings: [...warnings, ...unsupported(options, nameOf.pdf)]
  }
})

/** A file of unknown type is Markdown if its name says so. */
const isMarkdown = ({ contentType, url }: RawPage): boolean =>
  /^text\/(?:x-)?markdown$/.test(contentType) ||
  (anything.has(contentType) && /\.(?:md|mdx|markdown)$/i.test(URL.parse(url)?.pathname ?? ""))

/** Formats that are not derived from the text of the page. */
const apart = [...Format.ofOrigin("browser"), ...Format.ofOrigin("media"), ...Format.ofOrigin("bytes")]

/** The type of these files is detected from their content. If such a file has other content, it is damaged. */
const ofOffice =
  /^application\/(?:vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.|msword$|rtf$|epub\+zip$)/

/** A response without readable text is an error, except for an error page or if no text was requested. */
const transformBinary = (page: RawPage, options: ScrapeOptions): Effect.Effect<Transformed, TransformError> => {
  const { contentType } = page
  const reason = ofOffice.test(contentType)
    ? new UnreadableOffice({ why: "damaged" })
    : new UnsupportedType({ contentType })
  if (page.status < 400 && !apart.some((type) => Format.has(options.formats, type))) {
    return Effect.fail(new TransformError({ reason }))
  }
  return Effect.succeed({
    document: { markdown: "", metadata: baseMetadata(page) },
    pdfPages: 0,
    warnings: [
      `Only formats that require no text are returned: ${reason.message}.`,
      ...unsupported(options, nameOf.binary)
    ]
  })
}

const jobOf = (page: RawPage, options: ScrapeOptions): Job => ({
  body: page.body,
  charset: page.charset,
  url: page.url,
  isRendered: page.engine === "browser",
  isPrivate: options.zeroDataRetention,
  onlyMainContent: options.onlyMainContent,
  includeTags: options.includeTags,
  excludeTags: options.excludeTags,
  removeBase64Images: options.removeBase64Images,
  formats: options.formats.map((format) => format.type),
  selectors: Format.find(options.formats, "attributes")?.selectors ?? [],
  computedStyles: page.computedStyles
})

const make = Effect.fnUntraced(function*(settings: Options) {
  const pdf = yield* PdfEngine.PdfEngine
  const workers = yield* HtmlWorkers.make(settings.workers)
  const threshold = settings.workerThreshold ?? WORKER_THRESHOLD
  const inTurn = yield* turns
  const parseLight = yield* LightPages.make(Number.isFinite(threshold) ? settings.threads : 0)

  const transformHtml = Effect.fnUntraced(function*(page: RawPage, options: ScrapeOptions) {
    const parts = yield* checkSelectors(options)
    const job = jobOf(page, options)
    const engine = yield* MarkdownEngine.MarkdownEngine
    const isHeavy = page.body.byteLength >= threshold || page.body.byteLength * parts >= SELECTOR_WORK
    const done = yield* isHeavy && (engine.name === "dunlin" || engine.module !== undefined)
      ? workers.run({ job, engine: engine.module })
      : engine.name === "dunlin"
      ? parseLight(job, { here: inTurn(() => readHere(job)), again: workers.run({ job }) })
      : convertHere(engine, job)
    return {
      document: { ...done.document, metadata: { ...done.document.metadata, ...baseMetadata(page) } },
      pdfPages: 0,
      warnings: done.warnings,
      ...(done.marks === undefined ? {} : { marks: done.marks })
    }
  })

  const transformText = Effect.fnUntraced(function*(page: RawPage, options: ScrapeOptions, kind: PlainKind) {
    const job = {
      kind,
      body: page.body,
      charset: page.charset,
      hasTabs: page.contentType === "text/tab-separated-values",
      isMarkdown: isMarkdown(page),
      withSource: Format.has(options.formats, "rawHtml")
    }
    const { document, warnings } = yield* page.body.byteLength >= threshold
      ? workers.run({ plain: job })
      : inTurn(() => readPlainHere(job))
    return {
      document: { ...document, metadata: { ...document.metadata, ...baseMetadata(page) } },
      pdfPages: 0,
      warnings: [...warnings, ...unsupported(options, nameOf[kind])],
      ...(page.marks === undefined ? {} : { marks: page.marks })
    }
  })

  const transformOffice = Effect.fnUntraced(function*(page: RawPage, options: ScrapeOptions) {
    const { bytes, kind } = OfficeKind.kindOf(page.body)!
    yield* checkSelectors(options)
    const office = { kind, job: jobOf(page, options) }
    const done = yield* Math.max(bytes, page.body.byteLength) >= threshold
      ? workers.run({ office })
      : inTurn(() => readOfficeHere(office))
    return {
      document: { ...done.document, metadata: { ...done.document.metadata, ...baseMetadata(page) } },
      pdfPages: 0,
      warnings: done.warnings,
      ...(done.marks === undefined ? {} : { marks: done.marks })
    }
  })

  const transformAs = Effect.fnUntraced(function*(kind: Kind, page: RawPage, options: ScrapeOptions) {
    switch (kind) {
      case "pdf":
        return yield* transformPdf(pdf, page, options)
      case "json":
      case "xml":
      case "table":
      case "text":
        return yield* transformText(page, options, kind)
      case "binary":
        return yield* transformBinary(page, options)
      case "office":
        return yield* transformOffice(page, options)
      case "html":
        return yield* transformHtml(page, options)
    }
  })

  return Transformer.of({
    transform: Spans.fn("Transformer.transform")(function*(page, options) {
      const kind = kindOf(page)
      yield* Effect.annotateCurrentSpan({ kind, bytes: page.body.byteLength })
      const transformed = yield* transformAs(kind, page, options)
      if (kind === "pdf" || page.contentType !== "application/pdf") return transformed
      const notice = `The site declares this page as PDF, but it is ${nameOf[kind]} and was read as such.`
      return { ...transformed, warnings: [notice, ...transformed.warnings] }
    })
  })
})

/**
 * Validates a request's selectors, in `includeTags`, `excludeTags` and `attributes` formats, and returns the number
 * of their parts. Their cost is this number times the size of the page. `transform` checks each page again.
 *
 * @category validation
 * @since 0.1.0
 */
export const checkSelectors = Effect.fnUntraced(
  function*(options: Pick<ScrapeOptions, "includeTags" | "excludeTags" | "formats">): Effect.fn.Return<
    number,
    TransformError
  > {
    const lists = [
      ["includeTags", options.includeTags],
      ["excludeTags", options.excludeTags],
      ["formats", Format.find(options.formats, "attributes")?.selectors.map((one) => one.selector) ?? []]
    ] as const
    if (lists.every(([, selectors]) => selectors.length === 0)) return 0
    const { counter } = yield* Effect.promise(() => import("@dunlin/html/Selectors"))
    const add = counter()
    let parts = 0
    for (const [option, selectors] of lists) {
      for (const selector of selectors) {
        parts = yield* Effect.try({
          try: () => add(selector),
          catch: (error) =>
            new TransformError({
              reason: new InvalidSelector({
                option,
                selector: selector.slice(0, 200),
                detail: error instanceof Error ? error.message : "unreadable"
              })
            })
        })
      }
    }
    return parts
  }
)

const unsupported = (options: ScrapeOptions, what: string): ReadonlyArray<string> => {
  const missing = Format.ofOrigin("html").filter((type) => Format.has(options.formats, type))
  return missing.length === 0 ? [] : [`The page is ${what}, so these formats are not available: ${missing.join(", ")}.`]
}

/**
 * The transformer of this package. `Html` parses HTML, large pages in worker threads, and the `MarkdownEngine` writes
 * it. The `PdfEngine` in the context reads PDFs. JSON and XML become a fenced block, CSV and TSV a table, and text
 * stays unchanged. Office files and e-books are converted like pages. Other types, such as images and archives, fail
 * with `UnsupportedType`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Transformer, never, PdfEngine.PdfEngine> = layerWith({})
