/**
 * Defines the reasons why the cache, the snapshot history or the artifact store failed. A reason never contains a
 * URL, a key or any part of a page.
 *
 * @since 0.1.0
 */
import { PackageMissing } from "@dunlin/common/OptionalPackage"
import * as Schema from "effect/Schema"

/**
 * The backend is unreachable or returned an unexpected response. A later retry may succeed.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    return "the storage did not respond"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The backend rejected the operation: a wrong key, a missing bucket, a wrong clock.
 *
 * @category errors
 * @since 0.1.0
 */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  status: Schema.Int,
  /** The error code of the backend, for example `SignatureDoesNotMatch`. */
  code: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return `the storage rejected the request: ${this.code === undefined ? "" : `${this.code}, `}status ${this.status}`
  }

  get isRetryable(): boolean {
    return this.status >= 500 || this.status === 429
  }
}

/**
 * The stored bytes are damaged. A cache deletes them and reports a miss. Histories and artifacts fail with this error.
 *
 * @category errors
 * @since 0.1.0
 */
export class Corrupt extends Schema.TaggedError<Corrupt>()("Corrupt", {
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    return "the stored data is damaged"
  }

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
  found: Schema.Int,
  /** The newest schema version that this package supports. */
  supported: Schema.Int
}) {
  override get message(): string {
    return `the storage has format ${this.found}, written by a newer version; this version supports formats up to ${this.supported}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The request only accepts cached pages (`minAge`, `lockdown`), and none matches.
 *
 * @category errors
 * @since 0.1.0
 */
export class NotCached extends Schema.TaggedError<NotCached>()("NotCached", {}) {
  override get message(): string {
    return "the request allows only cached data, and the cache has no matching entry"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * No artifact has this id, or it has expired.
 *
 * @category errors
 * @since 0.1.0
 */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {}) {
  override get message(): string {
    return "the artifact does not exist, or has expired"
  }

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
  override get message(): string {
    return "the link has expired, was changed, or was signed with another key"
  }

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
  /** The bytes of the value. */
  size: Schema.Int,
  /** The maximum bytes. */
  limit: Schema.Int
}) {
  override get message(): string {
    return `the value has ${this.size} bytes; the limit is ${this.limit}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The error type of this package. Match its reason with `Effect.catchReason("CacheError", "NotCached", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class CacheError extends Schema.TaggedError<CacheError>()("CacheError", {
  /** The name of the backend or service that failed, for example `sqlite`. */
  store: Schema.String,
  reason: Schema.Union([
    Unavailable,
    Refused,
    Corrupt,
    Incompatible,
    NotCached,
    NotFound,
    LinkRefused,
    TooLarge,
    PackageMissing
  ])
}) {
  override get message(): string {
    return `${this.store}: ${this.reason.message}`
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
