/**
 * Why the cache, the snapshot history or the artifact store could not answer.
 *
 * No reason carries a URL, a key or any part of a page.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The backend could not be reached, or refused the operation. Asking again later may work.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  cause: Schema.optionalKey(Schema.Defect())
}) {
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The stored bytes are damaged. A cache drops them and reports a miss; histories and artifacts fail with this.
 *
 * @category errors
 * @since 0.1.0
 */
export class Corrupt extends Schema.TaggedError<Corrupt>()("Corrupt", {
  cause: Schema.optionalKey(Schema.Defect())
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The storage was written by a newer version of this package.
 *
 * @category errors
 * @since 0.1.0
 */
export class Incompatible extends Schema.TaggedError<Incompatible>()("Incompatible", {
  /** Schema version found in the storage. */
  found: Schema.Int,
  /** Newest schema version this package knows. */
  supported: Schema.Int
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The request insists on the cache (`minAge`, `lockdown`), and nothing stored matches.
 *
 * @category errors
 * @since 0.1.0
 */
export class NotCached extends Schema.TaggedError<NotCached>()("NotCached", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * There is no artifact with this id, or its lifetime is over.
 *
 * @category errors
 * @since 0.1.0
 */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * A signed link is expired, was altered, or was signed with another key.
 *
 * @category errors
 * @since 0.1.0
 */
export class LinkRefused extends Schema.TaggedError<LinkRefused>()("LinkRefused", {
  why: Schema.Literals(["expired", "invalid"])
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The value is larger than the configured limit.
 *
 * @category errors
 * @since 0.1.0
 */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  /** Bytes of the value. */
  size: Schema.Int,
  /** Bytes allowed. */
  limit: Schema.Int
}) {
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The one error of this package. Match the reason with
 * `Effect.catchReason("CacheError", "NotCached", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class CacheError extends Schema.TaggedError<CacheError>()("CacheError", {
  /** The backend or service that failed, for example `sqlite`. */
  store: Schema.String,
  reason: Schema.Union([Unavailable, Corrupt, Incompatible, NotCached, NotFound, LinkRefused, TooLarge])
}) {
  override get message(): string {
    return `${this.store}: ${this.reason._tag}`
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
