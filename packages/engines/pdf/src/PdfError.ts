/**
 * Defines the reasons why a PDF could not be turned into Markdown, in terms that every engine shares.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The document needs a password or certificate.
 *
 * @category errors
 * @since 0.1.0
 */
export class Encrypted extends Schema.TaggedError<Encrypted>()("Encrypted", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The bytes start like a PDF, but no page is readable: it is damaged, truncated, or without pages.
 *
 * @category errors
 * @since 0.1.0
 */
export class Broken extends Schema.TaggedError<Broken>()("Broken", {
  /** Message of the parser, without text of the document. */
  detail: Schema.String
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The bytes are not a PDF, regardless of the content type.
 *
 * @category errors
 * @since 0.1.0
 */
export class NotPdf extends Schema.TaggedError<NotPdf>()("NotPdf", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The document is larger than the engine accepts.
 *
 * @category errors
 * @since 0.1.0
 */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  /** Size of the document in bytes. */
  size: Schema.Number,
  /** The engine's limit in bytes. */
  limit: Schema.Number
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * No page was ready before the timeout.
 *
 * @category errors
 * @since 0.1.0
 */
export class Timeout extends Schema.TaggedError<Timeout>()("Timeout", {
  /** The limit that was reached, in milliseconds. */
  millis: Schema.Number
}) {
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The parser reached its memory limit before the first page was ready.
 *
 * @category errors
 * @since 0.1.0
 */
export class MemoryLimit extends Schema.TaggedError<MemoryLimit>()("MemoryLimit", {
  /** The limit in bytes. */
  limit: Schema.Number,
  /** Last message of the parser, without text of the document. */
  detail: Schema.optionalKey(Schema.String)
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The engine does not work here: its package is not installed, or its process does not start.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  detail: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The parser ended without a result for a reason other than time or memory.
 *
 * @category errors
 * @since 0.1.0
 */
export class Crashed extends Schema.TaggedError<Crashed>()("Crashed", {
  /** Exit code or signal of the parser, and its last message, without text of the document. */
  detail: Schema.String
}) {
  get isRetryable(): boolean {
    return true
  }
}

/**
 * Every reason a `PdfError` can have.
 *
 * @category errors
 * @since 0.1.0
 */
export type Reason = Encrypted | Broken | NotPdf | TooLarge | Timeout | MemoryLimit | Unavailable | Crashed

/**
 * The error type of a `PdfEngine`. Match its reason with `Effect.catchReason("PdfError", "Encrypted", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class PdfError extends Schema.TaggedError<PdfError>()("PdfError", {
  /** Name of the engine, for example `pdfjs`. */
  engine: Schema.String,
  reason: Schema.Union([Encrypted, Broken, NotPdf, TooLarge, Timeout, MemoryLimit, Unavailable, Crashed])
}) {
  override get message(): string {
    return `${this.engine}: ${describe(this.reason)}`
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}

const MEBIBYTE = 1024 * 1024

const describe = (reason: Reason): string => {
  switch (reason._tag) {
    case "Encrypted":
      return "the PDF is protected by a password"
    case "Broken":
      return `the PDF is broken (${reason.detail})`
    case "NotPdf":
      return "the document is not a PDF"
    case "TooLarge":
      return `the PDF has ${reason.size} bytes, the limit is ${reason.limit}`
    case "Timeout":
      return `the PDF was not parsed within ${reason.millis} ms`
    case "MemoryLimit":
      return `the PDF needs more than ${Math.round(reason.limit / MEBIBYTE)} MiB of memory${
        reason.detail === undefined ? "" : ` (${reason.detail})`
      }`
    case "Unavailable":
      return `the PDF engine is not available (${reason.detail})`
    case "Crashed":
      return `the PDF parser ended unexpectedly (${reason.detail})`
  }
}
