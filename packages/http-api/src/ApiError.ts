/**
 * Defines errors in the form that clients receive. HTTP statuses are defined only here.
 *
 * @since 0.1.0
 */
import * as Fault from "@dunlin/common/Fault"
import { type ErrorBody, ErrorCode } from "@dunlin/schema/ErrorBody"
import type { InvalidRequest } from "@dunlin/schema/InvalidRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import { sentence } from "./internal/sentence.ts"

const statuses: { readonly [Code in ErrorCode]: number } = {
  BAD_REQUEST: 400,
  BAD_REQUEST_INVALID_JSON: 400,
  REQUEST_TOO_LARGE: 413,
  UNSUPPORTED_FILE_TYPE: 400,
  PARSE_UNSUPPORTED_OPTIONS: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  unsafe_domain_blocked: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_CONFLICT: 409,
  JOB_ENDED: 409,
  RATE_LIMITED: 429,
  SEARCH_TIMEOUT: 408,
  // Not 502, because clients of the contract retry a 502 immediately, which does not help a failing provider.
  SEARCH_PROVIDER_ERROR: 503,
  MODEL_NOT_CONFIGURED: 501,
  NOT_IMPLEMENTED: 501,
  SCRAPE_TIMEOUT: 408,
  SCRAPE_NO_CACHED_DATA: 404,
  SCRAPE_LOCKDOWN_CACHE_MISS: 404,
  SCRAPE_ALL_ENGINES_FAILED: 500,
  SCRAPE_SSL_ERROR: 500,
  SCRAPE_SITE_ERROR: 500,
  SCRAPE_DNS_RESOLUTION_ERROR: 500,
  SCRAPE_ACTION_ERROR: 500,
  SCRAPE_PROFILE_BUSY: 409,
  SCRAPE_UNSUPPORTED_FILE_ERROR: 500,
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: 500,
  SCRAPE_PDF_ANTIBOT_ERROR: 500,
  SCRAPE_ZDR_VIOLATION_ERROR: 400,
  SCRAPE_REDACTION_FAILED: 500,
  SERVICE_UNAVAILABLE: 503,
  UNKNOWN_ERROR: 500
}

/**
 * Returns the HTTP status of an error code.
 *
 * @category accessors
 * @since 0.1.0
 */
export const statusOf = (code: ErrorCode): number => statuses[code]

/**
 * The error type of the HTTP API, which becomes an error body.
 *
 * @category errors
 * @since 0.1.0
 */
export class ApiError extends Schema.TaggedError<ApiError>()("ApiError", {
  code: ErrorCode,
  /** One sentence for people, without query, URL, key or page text. */
  error: Schema.String,
  details: Schema.optionalKey(Schema.Json),
  /** Whole seconds after which the request may be retried. */
  retryAfter: Schema.optionalKey(Schema.Int),
  /** The cause of an unexpected failure. It is logged, and never sent to the client. */
  cause: Schema.optionalKey(Schema.Defect()),
  /**
   * The fault of a service that the request needed, such as `silent: no answer for 5000 ms`. It is logged, and never
   * sent to the client.
   */
  fault: Schema.optionalKey(Schema.String)
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
  more: {
    readonly details?: Schema.Json
    readonly retryAfter?: number
    readonly cause?: unknown
    readonly fault?: string
  } = {}
): ApiError => new ApiError({ code, error, ...more })

/**
 * Creates the error for an unavailable part of the server: status 503, retryable after a second. The log names the
 * fault in `error`.
 *
 * @category constructors
 * @since 0.2.0
 */
export const unavailable = (sentence: string, error: unknown): ApiError =>
  make("SERVICE_UNAVAILABLE", sentence, { retryAfter: 1, fault: Fault.show(Fault.from(error)) })

/** Keeps the whole error body below 16 kB. */
const MAX_DETAIL_BYTES = 12_000

/** At most four bytes per character. */
const MAX_MESSAGE_CHARACTERS = 700

const bytesOf = (value: Schema.Json): number => Buffer.byteLength(JSON.stringify(value))

const fitting = (issues: ReadonlyArray<Schema.Json>): ReadonlyArray<Schema.Json> => {
  let bytes = 0
  return issues.filter((issue) => (bytes += bytesOf(issue) + 1) <= MAX_DETAIL_BYTES)
}

/**
 * Returns the error for one invalid header or parameter: `Idempotency-Key: expected at most 255 characters`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const badRequest = (field: string, expected: string, code = "invalid_value"): ApiError =>
  make("BAD_REQUEST", `${field}: expected ${expected}`, {
    details: [{ path: [field], code, message: `Expected ${expected}` }]
  })

/**
 * Returns the error for an invalid body. It contains one issue per fault, and its sentence names the first one.
 *
 * @category conversions
 * @since 0.1.0
 */
export const fromInvalidRequest = (error: InvalidRequest): ApiError =>
  make("BAD_REQUEST", error.message, { details: fitting(error.issues.map((issue) => ({ ...issue }))) })

/**
 * Converts a domain package's error that has a code of the contract.
 *
 * @category conversions
 * @since 0.1.0
 */
export const fromCoded = (error: { readonly code: ErrorCode; readonly message: string }): ApiError =>
  make(error.code, sentence(error.message), error.code === "UNKNOWN_ERROR" ? { cause: error } : {})

/**
 * @category options
 * @since 0.1.0
 */
export interface BodyOptions {
  /** Whether the endpoint belongs to the research index. @default false */
  readonly isResearch?: boolean | undefined
}

const shortened = (text: string): string =>
  text.length <= MAX_MESSAGE_CHARACTERS ? text : `${text.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…`

/**
 * Returns the error body. `details` is always present, because clients otherwise treat the whole body as details.
 * Under `/v2/search/research`, clients of the contract show only `detail`.
 *
 * @category conversions
 * @since 0.1.0
 */
export const toBody = (error: ApiError, requestId: string, options?: BodyOptions): ErrorBody => ({
  success: false,
  code: error.code,
  error: shortened(error.error),
  ...(options?.isResearch === true ? { detail: shortened(error.error) } : {}),
  details: error.details === undefined || bytesOf(error.details) > MAX_DETAIL_BYTES ? { requestId } : error.details
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
