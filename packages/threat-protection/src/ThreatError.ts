/**
 * Defines the reasons why a URL classifier failed. A reason never contains the URL or a key.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The service was unreachable, too slow, or returned a server error.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  /** The HTTP status, if there was a response. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return "the service did not respond"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The rate limit or quota of the service was exceeded.
 *
 * @category errors
 * @since 0.1.0
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retryAfterMillis: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return "the service's rate limit was reached"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The service rejected the key.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {
  override get message(): string {
    return "the service rejected the key"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The response does not match the service's documentation.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidResponse extends Schema.TaggedError<InvalidResponse>()("InvalidResponse", {}) {
  override get message(): string {
    return "the service's response is invalid"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The classifier failed several times in a row and is paused.
 *
 * @category errors
 * @since 0.1.0
 */
export class CircuitOpen extends Schema.TaggedError<CircuitOpen>()("CircuitOpen", {}) {
  override get message(): string {
    return "it failed several times in a row and is paused for a while"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The error type of this package. Match its reason with `Effect.catchReason("ThreatError", "RateLimited", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class ThreatError extends Schema.TaggedError<ThreatError>()("ThreatError", {
  classifier: Schema.String,
  reason: Schema.Union([Unavailable, RateLimited, Unauthorized, InvalidResponse, CircuitOpen])
}) {
  override get message(): string {
    return `${this.classifier}: ${this.reason.message}`
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
