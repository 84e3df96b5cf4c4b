/**
 * Declares the reasons why a search failed, common to all providers.
 *
 * @since 0.1.0
 */
import { PackageMissing } from "@dunlin/common/OptionalPackage"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

/**
 * The provider's rate limit was exceeded. The same query may succeed later.
 *
 * **Example** (An engine with a rate limit)
 *
 * ```ts
 * import { SearchError, SearchProvider } from "@dunlin/providers"
 * import { createClient } from "dunlin"
 * import { Effect, Layer } from "effect"
 *
 * const reason = new SearchError.RateLimited({ retryAfterMillis: 60_000 })
 * const engine = SearchProvider.make({
 *   name: "engine",
 *   search: () => Effect.fail(new SearchError.SearchError({ provider: "engine", reason }))
 * })
 * const client = createClient({ provider: Layer.succeed(SearchProvider.SearchProvider, engine) })
 * const error = await client.search("waders").catch((error: SearchError.SearchError) => error)
 * console.log(error instanceof Error && error.message) // engine: the provider's rate limit was reached; retry in 60 s
 * await client.close()
 * ```
 *
 * @category errors
 * @since 0.1.0
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  /**
   * Milliseconds to wait, if the provider returned a time. A header `retry-after: 2` is 2000. `SearchProvider.make`
   * waits up to 10 seconds before each of its `retries`; a longer wait fails immediately. If absent, retries follow
   * after 200 ms, 400 ms and so on.
   */
  retryAfterMillis: Schema.optionalKey(Schema.Number)
}) {
  override get message(): string {
    return this.retryAfterMillis === undefined
      ? "the provider's rate limit was reached"
      : `the provider's rate limit was reached; retry in ${Math.ceil(this.retryAfterMillis / 1000)} s`
  }

  get isRetryable(): boolean {
    return true
  }

  /** The time to wait before a retry, if the provider returned a time. */
  get retryAfter(): Duration.Duration | undefined {
    return this.retryAfterMillis === undefined ? undefined : Duration.millis(this.retryAfterMillis)
  }
}

/**
 * The account's quota is used up. A short wait does not help.
 *
 * @category errors
 * @since 0.1.0
 */
export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  /** The provider's code for the limit, if it has one. */
  code: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return this.code === undefined ? "the quota is exhausted" : `the quota is exhausted (${this.code})`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The credential is missing or rejected.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  /** The HTTP status, if there was a response. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return "the provider rejected the credential"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The provider rejects the request as invalid.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.status === undefined
      ? "the provider rejected the request"
      : `the provider rejected the request (status ${this.status})`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The provider is unreachable, returned a server error, or reported that its underlying engines did not respond.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  status: Schema.optionalKey(Schema.Int),
  /** The unavailable part, in the provider's words, without query text. */
  detail: Schema.optionalKey(Schema.String),
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    const what = this.status === undefined ? "the provider is unavailable" : `the provider returned ${this.status}`
    return this.detail === undefined ? what : `${what} (${this.detail})`
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The provider did not respond within the timeout.
 *
 * @category errors
 * @since 0.1.0
 */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  /**
   * The timeout of the whole search in milliseconds, including all pages and retries. It is absent if other providers
   * were faster.
   */
  afterMillis: Schema.optionalKey(Schema.Number)
}) {
  override get message(): string {
    return this.afterMillis === undefined ? "no response in time" : `no response within ${this.afterMillis} ms`
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The response does not match the provider's API.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidResponse extends Schema.TaggedError<InvalidResponse>()("InvalidResponse", {
  status: Schema.optionalKey(Schema.Int),
  /** A description of the fault, without text of the response. */
  detail: Schema.optionalKey(Schema.String),
  /** The exception that your own function threw. */
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    const { cause, detail } = this
    if (cause !== undefined && detail !== undefined) return detail
    return detail === undefined ? "the response is invalid" : `the response is invalid: ${detail}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The provider does not support this feature, for example image search.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unsupported extends Schema.TaggedError<Unsupported>()("Unsupported", {
  /** The requested feature, for example `images`. */
  what: Schema.String
}) {
  override get message(): string {
    return `the provider does not support ${this.what}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The index has vectors of another model than the configured one. Vectors of two models cannot be compared.
 *
 * @category errors
 * @since 0.2.0
 */
export class ModelChanged extends Schema.TaggedError<ModelChanged>()("ModelChanged", {
  indexed: Schema.String,
  model: Schema.String
}) {
  override get message(): string {
    return `the index contains vectors of model ${this.indexed}, not ${this.model}; set \`replaceModel: true\` to recompute all vectors`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * All reasons why a search can fail.
 *
 * @category errors
 * @since 0.1.0
 */
export const Reason = Schema.Union([
  RateLimited,
  QuotaExceeded,
  Unauthorized,
  InvalidRequest,
  Unavailable,
  TimedOut,
  InvalidResponse,
  Unsupported,
  ModelChanged,
  PackageMissing
])

/**
 * All reasons why a search can fail.
 *
 * @category errors
 * @since 0.1.0
 */
export type Reason = typeof Reason.Type

/**
 * The error type of a `SearchProvider`. Match its reason with `Effect.catchReason("SearchError", "RateLimited",
 * ...)`. The message names the provider and the reason, never the query, a key or a page.
 *
 * @category errors
 * @since 0.1.0
 */
export class SearchError extends Schema.TaggedError<SearchError>()("SearchError", {
  provider: Schema.String,
  reason: Reason
}) {
  override get message(): string {
    return `${this.provider}: ${this.reason.message}`
  }

  /** The original exception, if the reason has one. */
  override get cause(): unknown {
    return "cause" in this.reason ? this.reason.cause : undefined
  }

  /** Whether a retry of the same query may succeed soon. */
  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
