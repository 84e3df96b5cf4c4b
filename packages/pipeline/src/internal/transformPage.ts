import type { Document } from "@dunlin/schema/Document"
import * as Format from "@dunlin/schema/Format"
import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import { Transformer } from "@dunlin/transformers/Transformer"
import type { TransformError } from "@dunlin/transformers/TransformError"
import * as Effect from "effect/Effect"
import * as Deadline from "../Deadline.ts"
import * as Retention from "../Retention.ts"
import * as ScrapeError from "../ScrapeError.ts"
import type { Input, Loaded, Transformed } from "../ScrapeState.ts"

export const transformPage = Effect.fnUntraced(
  function*(
    state: Input & Loaded
  ): Effect.fn.Return<Transformed & Pick<Input, "warnings">, ScrapeError.ScrapeError, Transformer> {
    const transformer = yield* Transformer
    // A long PDF stops being read shortly before the deadline, so that the pages read so far are returned.
    const left = Math.max(1, (yield* Deadline.remaining) * 0.9)
    const options = withMarkdown({
      ...state.options,
      timeout: Math.min(state.options.timeout, left),
      zeroDataRetention: !Retention.keeps(state.retention)
    })
    const { document, marks, pdfPages, warnings } = yield* transformer.transform(state.page, options).pipe(
      Effect.mapError((error) => ScrapeError.make(fromTransform(error)))
    )
    const robots = robotsOf(state.page, document)
    return {
      document: robots === undefined ? document : { ...document, metadata: { ...document.metadata, robots } },
      pdfPages,
      ...(marks === undefined ? {} : { marks }),
      warnings: [...state.warnings, ...warnings]
    }
  }
)

/** A directive for one crawler starts with the crawler's name (`googlebot: noindex`). */
const namesCrawler = /^\s*(?!max-|unavailable_after)[\w-]+\s*:/i

/** Reads the page's head and its `X-Robots-Tag` header. Ignores directives for a single crawler. */
const robotsOf = ({ headers }: Loaded["page"], { metadata }: Document): string | undefined => {
  const header = headers["x-robots-tag"]
  if (header === undefined || namesCrawler.test(header)) return undefined
  return metadata?.robots === undefined ? header : `${metadata.robots}, ${header}`
}

// Highlights, redaction and derived formats need Markdown, so it is always created.
const withMarkdown = (options: ScrapeOptions): ScrapeOptions =>
  Format.has(options.formats, "markdown")
    ? options
    : { ...options, formats: [...options.formats, { type: "markdown" }] }

const fromTransform = (error: TransformError): ScrapeError.TransformFailed => {
  const why = error.message
  switch (error.reason._tag) {
    case "InvalidSelector":
      return new ScrapeError.TransformFailed({ why, code: "BAD_REQUEST" })
    case "UnsupportedType":
    case "UnreadableOffice":
      return new ScrapeError.TransformFailed({ why, code: "SCRAPE_UNSUPPORTED_FILE_ERROR" })
    case "UnreadablePdf":
      return new ScrapeError.TransformFailed({
        why,
        code: error.reason.error.reason._tag === "Timeout"
          ? "SCRAPE_PDF_INSUFFICIENT_TIME_ERROR"
          : "SCRAPE_UNSUPPORTED_FILE_ERROR"
      })
    default:
      return new ScrapeError.TransformFailed({ why, code: "SCRAPE_SITE_ERROR" })
  }
}
