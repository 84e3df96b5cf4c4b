/**
 * Why a search failed, in terms every provider shares.
 *
 * @since 0.1.0
 */
import { PackageMissing } from "@dunlin/common/OptionalPackage"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

/**
 * The provider asked us to slow down; the same question may succeed later.
 *
 * **Example** (An engine that asks to wait)
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
 * console.log(error instanceof Error && error.message) // engine: the provider asks to wait 60 s
 * await client.close()
 * ```
 *
 * @category errors
 * @since 0.1.0
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  /**
   * Milliseconds the provider asked us to wait, when it said so, as a header `retry-after: 2` is 2000. `SearchProvider.make`
   * waits up to 10 seconds and asks again, as often as its `retries` say; a longer pause is not waited for, and fails at
   * once. Absent: the next attempt comes after 200 ms, 400 ms and so on.
   */
  retryAfterMillis: Schema.optionalKey(Schema.Number)
}) {
  override get message(): string {
    return this.retryAfterMillis === undefined
      ? "the provider asks for fewer requests"
      : `the provider asks to wait ${Math.ceil(this.retryAfterMillis / 1000)} s`
  }

  get isRetryable(): boolean {
    return true
  }

  /** How long to wait before the next attempt, when the provider said so. */
  get retryAfter(): Duration.Duration | undefined {
    return this.retryAfterMillis === undefined ? undefined : Duration.millis(this.retryAfterMillis)
  }
}

/**
 * The account's budget is used up; waiting a little does not help.
 *
 * @category errors
 * @since 0.1.0
 */
export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  /** The provider's own code of the limit, when it names one. */
  code: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return this.code === undefined ? "the quota is used up" : `the quota is used up (${this.code})`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The provider does not accept our credential, or there is none.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  /** HTTP status of the refusal, when there was an answer. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return "the provider does not accept the credential"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The provider understood the request and refuses it as wrong.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.status === undefined
      ? "the provider refuses the request"
      : `the provider refuses the request (status ${this.status})`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The provider could not be reached, answered with a server error, or said
 * that the engines behind it did not answer.
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
    const what = this.status === undefined ? "the provider is unavailable" : `the provider answered ${this.status}`
    return this.detail === undefined ? what : `${what} (${this.detail})`
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The provider did not answer in the time it was given.
 *
 * @category errors
 * @since 0.1.0
 */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  /** Milliseconds the whole search was given, all pages and attempts together; absent when others were faster. */
  afterMillis: Schema.optionalKey(Schema.Number)
}) {
  override get message(): string {
    return this.afterMillis === undefined ? "no answer in time" : `no answer within ${this.afterMillis} ms`
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The provider answered something its own contract does not allow.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidResponse extends Schema.TaggedError<InvalidResponse>()("InvalidResponse", {
  status: Schema.optionalKey(Schema.Int),
  /** Description of the fault, without any text of the response. */
  detail: Schema.optionalKey(Schema.String),
  /** Exception of your own function. */
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    const { cause, detail } = this
    // what a function threw is no answer
    if (cause !== undefined && detail !== undefined) return detail
    return detail === undefined ? "the answer cannot be read" : `the answer cannot be read: ${detail}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The provider has no such function, for example no image search.
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
 * The index has vectors of another model than the one it is opened with; vectors of two models cannot be compared.
 *
 * @category errors
 * @since 0.2.0
 */
export class ModelChanged extends Schema.TaggedError<ModelChanged>()("ModelChanged", {
  /** The model whose vectors the index has. */
  indexed: Schema.String,
  /** The model it was opened with. */
  model: Schema.String
}) {
  override get message(): string {
    return `the index has vectors of ${this.indexed} and none of ${this.model}; \`replaceModel: true\` makes all anew`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * Everything a search can fail for.
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
 * Everything a search can fail for.
 *
 * @category errors
 * @since 0.1.0
 */
export type Reason = typeof Reason.Type

/**
 * The one error a `SearchProvider` fails with. Match the reason with
 * `Effect.catchReason("SearchError", "RateLimited", ...)`. The message names
 * the provider and the reason, never the query, a key or a page.
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

  /** The original exception, when the reason has one. */
  override get cause(): unknown {
    return "cause" in this.reason ? this.reason.cause : undefined
  }

  /** Whether the same question to the same provider may succeed a moment later. */
  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
