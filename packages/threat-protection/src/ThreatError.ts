/**
 * Why a URL classifier could not judge.
 *
 * No reason carries the URL or a key.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The service could not be reached, was too slow, or answered with a server error.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  /** HTTP status, when there was an answer. */
  status: Schema.optionalKey(Schema.Int)
}) {
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The service asked us to slow down, or the quota is used up.
 *
 * @category errors
 * @since 0.1.0
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retryAfterMillis: Schema.optionalKey(Schema.Int)
}) {
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The service refused the key.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The service answered something its own documentation does not allow.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidResponse extends Schema.TaggedError<InvalidResponse>()("InvalidResponse", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The classifier failed several times in a row and is not asked for a while.
 *
 * @category errors
 * @since 0.1.0
 */
export class CircuitOpen extends Schema.TaggedError<CircuitOpen>()("CircuitOpen", {}) {
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The one error of this package. Match the reason with
 * `Effect.catchReason("ThreatError", "RateLimited", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class ThreatError extends Schema.TaggedError<ThreatError>()("ThreatError", {
  /** Name of the classifier. */
  classifier: Schema.String,
  reason: Schema.Union([Unavailable, RateLimited, Unauthorized, InvalidResponse, CircuitOpen])
}) {
  override get message(): string {
    return `${this.classifier}: ${this.reason._tag}`
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
