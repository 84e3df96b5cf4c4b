/**
 * Declares the reasons why a text could not be redacted. The caller must then withhold the text.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The model endpoint is unreachable, or returned a server error.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  /** The HTTP status, if there was a response. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.status === undefined ? "the model cannot be reached" : `the model returned status ${this.status}`
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The model did not respond in time.
 *
 * @category errors
 * @since 0.1.0
 */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {}) {
  override get message(): string {
    return "the model did not respond in time"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The rate limit of the model endpoint was exceeded.
 *
 * @category errors
 * @since 0.1.0
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  /** Milliseconds after which a retry makes sense, if the endpoint returned a time. */
  retryAfterMillis: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return "the model's rate limit was reached"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The model endpoint rejected the request: wrong key, unknown language, invalid format.
 *
 * @category errors
 * @since 0.1.0
 */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  /** The HTTP status, if there was a response. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return `the model rejected the request${
      this.status === undefined ? "" : ` with status ${this.status}`
    }: check its key, language and URL`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The model's response is invalid: not JSON, missing fields, offsets outside the text.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidResponse extends Schema.TaggedError<InvalidResponse>()("InvalidResponse", {
  /** A description of the fault. It never contains page text. */
  detail: Schema.String
}) {
  override get message(): string {
    return `the model's response is invalid: ${this.detail}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The model read only a part of the text, or returned results for only a part.
 *
 * @category errors
 * @since 0.1.0
 */
export class Truncated extends Schema.TaggedError<Truncated>()("Truncated", {}) {
  override get message(): string {
    return "the model processed only part of the text"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * Every pass over the redacted text still finds personal data. Only a text that is built for this purpose causes it.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unsettled extends Schema.TaggedError<Unsettled>()("Unsettled", {}) {
  override get message(): string {
    return "the redacted text still contained personal data after repeated redaction"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The thread that processed a large text failed: it ran out of memory, exceeded its time limit, ended, or its file is
 * missing.
 *
 * @category errors
 * @since 0.1.0
 */
export class Crashed extends Schema.TaggedError<Crashed>()("Crashed", {}) {
  override get message(): string {
    return "the redaction thread failed (out of memory, timeout or missing file)"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * All reasons why redaction can fail.
 *
 * @category errors
 * @since 0.1.0
 */
export const Reason = Schema.Union([
  Unavailable,
  TimedOut,
  RateLimited,
  Refused,
  InvalidResponse,
  Truncated,
  Unsettled,
  Crashed
])

/**
 * @category models
 * @since 0.1.0
 */
export type Reason = typeof Reason.Type

/**
 * The error type of this package. Match its reason with `Effect.catchReason("RedactionError", "TimedOut", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class RedactionError extends Schema.TaggedError<RedactionError>()("RedactionError", {
  engine: Schema.String,
  reason: Reason
}) {
  override get message(): string {
    return `${this.engine}: ${this.reason.message}`
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
