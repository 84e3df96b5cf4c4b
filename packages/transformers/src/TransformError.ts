/**
 * Defines the reasons why a page could not be converted to the requested formats.
 *
 * @since 0.1.0
 */
import { PdfError } from "@dunlin/pdf/PdfError"
import * as Schema from "effect/Schema"

/**
 * A CSS selector of the request is invalid or exceeds the limit.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidSelector extends Schema.TaggedError<InvalidSelector>()("InvalidSelector", {
  /** The first 200 characters of the selector. */
  selector: Schema.String,
  option: Schema.Literals(["includeTags", "excludeTags", "formats"]),
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.option}: ${JSON.stringify(this.selector)} is not a valid CSS selector: ${this.detail}`
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The page is a PDF and the PDF engine could not read it.
 *
 * @category errors
 * @since 0.1.0
 */
export class UnreadablePdf extends Schema.TaggedError<UnreadablePdf>()("UnreadablePdf", {
  error: PdfError
}) {
  override get message(): string {
    return this.error.message
  }
  get isRetryable(): boolean {
    return this.error.isRetryable
  }
}

/**
 * The page's content type is not supported, for example that of an image or an archive.
 *
 * @category errors
 * @since 0.1.0
 */
export class UnsupportedType extends Schema.TaggedError<UnsupportedType>()("UnsupportedType", {
  /** The server's content type; `""` if the server sent none. */
  contentType: Schema.String
}) {
  override get message(): string {
    const supported = "HTML, PDF, office files, EPUB, JSON, XML, CSV and text"
    if (this.contentType.startsWith("text/")) {
      return `the document is declared as ${this.contentType}, but its content is binary; ${supported} are supported`
    }
    const type = this.contentType === "" ? "an unknown type" : `type ${this.contentType}`
    return `documents of ${type} are not supported; ${supported} are`
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * An office file or an e-book cannot be read.
 *
 * @category errors
 * @since 0.3.0
 */
export class UnreadableOffice extends Schema.TaggedError<UnreadableOffice>()("UnreadableOffice", {
  /** `legacy` is the binary format of Office 97 to 2003, or a newer file with a password. */
  why: Schema.Literals(["damaged", "encrypted", "large", "legacy"])
}) {
  override get message(): string {
    switch (this.why) {
      case "damaged":
        return "the office file is damaged: a part is missing or cannot be unpacked"
      case "encrypted":
        return "the office file is encrypted; save it without a password"
      case "large":
        return "the unpacked office file is too large"
      case "legacy":
        return "the file has a password or is in Office 97-2003 format; save it as docx, xlsx or pptx, without a password"
    }
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * A requested optional package is not installed.
 *
 * @category errors
 * @since 0.1.0
 */
export class PackageMissing extends Schema.TaggedError<PackageMissing>()("PackageMissing", {
  /** The names of the packages for `npm install`. */
  names: Schema.String
}) {
  override get message(): string {
    return `a package is not installed: npm install ${this.names}`
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The transformer or one of its workers crashed, because of a bug or insufficient memory.
 *
 * @category errors
 * @since 0.1.0
 */
export class Crashed extends Schema.TaggedError<Crashed>()("Crashed", {
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    return "the transformer ended unexpectedly"
  }
  get isRetryable(): boolean {
    return true
  }
}

/**
 * All reasons of a `TransformError`.
 *
 * @category errors
 * @since 0.1.0
 */
export type Reason = InvalidSelector | UnreadablePdf | UnreadableOffice | UnsupportedType | Crashed | PackageMissing

/**
 * The error type of a `Transformer`. Match its reason with `Effect.catchReason("TransformError", "InvalidSelector",
 * ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class TransformError extends Schema.TaggedError<TransformError>()("TransformError", {
  reason: Schema.Union([InvalidSelector, UnreadablePdf, UnreadableOffice, UnsupportedType, Crashed, PackageMissing])
}) {
  override get message(): string {
    return this.reason.message
  }
  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
