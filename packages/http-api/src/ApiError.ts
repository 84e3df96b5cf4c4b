/**
 * A failure as a client sees it. HTTP statuses are chosen here and nowhere else.
 *
 * @since 0.1.0
 */
import { type ErrorBody, ErrorCode } from "@dunlin/schema/ErrorBody"
import type { InvalidRequest } from "@dunlin/schema/InvalidRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"

const statuses: { readonly [Code in ErrorCode]: number } = {
  BAD_REQUEST: 400,
  BAD_REQUEST_INVALID_JSON: 400,
  REQUEST_TOO_LARGE: 413,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  unsafe_domain_blocked: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_CONFLICT: 409,
  RATE_LIMITED: 429,
  SEARCH_TIMEOUT: 408,
  // Not 502: clients of the contract repeat a 502 at once, which helps no provider that is in trouble.
  SEARCH_PROVIDER_ERROR: 503,
  MODEL_NOT_CONFIGURED: 501,
  SCRAPE_TIMEOUT: 408,
  SCRAPE_NO_CACHED_DATA: 404,
  SCRAPE_LOCKDOWN_CACHE_MISS: 404,
  SCRAPE_ALL_ENGINES_FAILED: 500,
  SCRAPE_SSL_ERROR: 500,
  SCRAPE_SITE_ERROR: 500,
  SCRAPE_DNS_RESOLUTION_ERROR: 500,
  SCRAPE_ACTION_ERROR: 500,
  SCRAPE_UNSUPPORTED_FILE_ERROR: 500,
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: 500,
  SCRAPE_PDF_ANTIBOT_ERROR: 500,
  SCRAPE_ZDR_VIOLATION_ERROR: 400,
  SCRAPE_REDACTION_FAILED: 500,
  SERVICE_UNAVAILABLE: 503,
  UNKNOWN_ERROR: 500
}

/**
 * The HTTP status that goes with a code.
 *
 * @category accessors
 * @since 0.1.0
 */
export const statusOf = (code: ErrorCode): number => statuses[code]

/**
 * The one error of the HTTP API: what becomes an error body.
 *
 * @category errors
 * @since 0.1.0
 */
export class ApiError extends Schema.TaggedError<ApiError>()("ApiError", {
  code: ErrorCode,
  /** One sentence for a person, without query, URL, key or page text. */
  error: Schema.String,
  details: Schema.optionalKey(Schema.Json),
  /** Whole seconds after which the request may be tried again. */
  retryAfter: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return this.error
  }

  get status(): number {
    return statuses[this.code]
  }

  get isRetryable(): boolean {
    return this.status === 408 || this.status === 429 || this.status === 503
  }
}

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  code: ErrorCode,
  error: string,
  more: { readonly details?: Schema.Json; readonly retryAfter?: number } = {}
): ApiError => new ApiError({ code, error, ...more })

/**
 * A body that breaks the contract: one issue per fault.
 *
 * @category conversions
 * @since 0.1.0
 */
export const fromInvalidRequest = (error: InvalidRequest): ApiError =>
  make("BAD_REQUEST", "Bad Request", { details: error.issues.map((issue) => ({ ...issue })) })

/**
 * A failure of a domain package that names a code of the contract.
 *
 * @category conversions
 * @since 0.1.0
 */
export const fromCoded = (error: { readonly code: ErrorCode; readonly message: string }): ApiError =>
  make(error.code, sentence(error.message))

/**
 * @category options
 * @since 0.1.0
 */
export interface BodyOptions {
  /** Whether the endpoint is one of the research index. @default false */
  readonly isResearch?: boolean | undefined
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The wire body. `details` is always there, because clients that find none take the whole body for it. Under
 * `/v2/search/research` clients of the contract show `detail` and nothing else.
 *
 * @category conversions
 * @since 0.1.0
 */
export const toBody = (error: ApiError, requestId: string, options?: BodyOptions): ErrorBody => ({
  success: false,
  code: error.code,
  error: error.error,
  ...(options?.isResearch === true ? { detail: error.error } : {}),
  details: error.details ?? { requestId }
})

/**
 * @category conversions
 * @since 0.1.0
 */
export const toResponse = (
  error: ApiError,
  requestId: string,
  options?: BodyOptions
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(toBody(error, requestId, options), {
    status: error.status,
    headers: {
      "x-request-id": requestId,
      ...(error.retryAfter === undefined ? {} : { "retry-after": String(error.retryAfter) }),
      ...(error.code === "UNAUTHORIZED" ? { "www-authenticate": "Bearer" } : {})
    }
  })
