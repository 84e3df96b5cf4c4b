/**
 * Defines the body of every error response.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The error codes.
 *
 * @category constants
 * @since 0.1.0
 */
export const codes = [
  "BAD_REQUEST",
  "BAD_REQUEST_INVALID_JSON",
  "REQUEST_TOO_LARGE",
  "UNSUPPORTED_FILE_TYPE",
  "PARSE_UNSUPPORTED_OPTIONS",
  "UNAUTHORIZED",
  "PAYMENT_REQUIRED",
  "FORBIDDEN",
  "unsafe_domain_blocked",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "IDEMPOTENCY_CONFLICT",
  "JOB_ENDED",
  "RATE_LIMITED",
  "SEARCH_TIMEOUT",
  "SEARCH_PROVIDER_ERROR",
  "MODEL_NOT_CONFIGURED",
  "NOT_IMPLEMENTED",
  "SCRAPE_TIMEOUT",
  "SCRAPE_NO_CACHED_DATA",
  "SCRAPE_LOCKDOWN_CACHE_MISS",
  "SCRAPE_ALL_ENGINES_FAILED",
  "SCRAPE_SSL_ERROR",
  "SCRAPE_SITE_ERROR",
  "SCRAPE_DNS_RESOLUTION_ERROR",
  "SCRAPE_ACTION_ERROR",
  "SCRAPE_PROFILE_BUSY",
  "SCRAPE_UNSUPPORTED_FILE_ERROR",
  "SCRAPE_PDF_INSUFFICIENT_TIME_ERROR",
  "SCRAPE_PDF_ANTIBOT_ERROR",
  "SCRAPE_ZDR_VIOLATION_ERROR",
  "SCRAPE_REDACTION_FAILED",
  "SERVICE_UNAVAILABLE",
  "UNKNOWN_ERROR"
] as const

/**
 * @category schemas
 * @since 0.1.0
 */
export const ErrorCode = Schema.Literals(codes)

/**
 * @category models
 * @since 0.1.0
 */
export type ErrorCode = typeof ErrorCode.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const ErrorBody = Schema.Struct({
  success: Schema.Literal(false),
  code: ErrorCode,
  error: Schema.String,
  /** The same sentence as `error`, for clients that expect errors in the format of RFC 9457. */
  detail: Schema.optionalKey(Schema.String),
  /** Details if available: the issues of a bad request, or the id of an unexpected error. */
  details: Schema.optionalKey(Schema.Json)
})

/**
 * @category models
 * @since 0.1.0
 */
export type ErrorBody = typeof ErrorBody.Type
