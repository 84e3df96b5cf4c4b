/**
 * Defines the reasons why a page could not be scraped.
 *
 * @since 0.1.0
 */
import { FetchError } from "@dunlin/fetcher/FetchError"
import type { ErrorCode } from "@dunlin/schema/ErrorBody"
import * as Schema from "effect/Schema"
import { StageFailed } from "./StageFailed.ts"
import { StageTimeout } from "./StageTimeout.ts"

/**
 * Fetching the page failed.
 *
 * @category errors
 * @since 0.1.0
 */
export class FetchFailed extends Schema.TaggedError<FetchFailed>()("FetchFailed", { error: FetchError }) {
  override get message(): string {
    return this.error.reason.message
  }

  get code(): ErrorCode {
    switch (this.error.reason._tag) {
      case "Timeout":
        return "SCRAPE_TIMEOUT"
      case "DnsError":
        return "SCRAPE_DNS_RESOLUTION_ERROR"
      case "TlsError":
        return "SCRAPE_SSL_ERROR"
      case "ActionError":
        return "SCRAPE_ACTION_ERROR"
      case "NavigationRefused":
        return "unsafe_domain_blocked"
      case "EgressBlocked":
        return "FORBIDDEN"
      case "BrowserUnavailable":
      case "BrowserCrashed":
        return "SCRAPE_ALL_ENGINES_FAILED"
      case "ProfileError":
        return this.error.reason.kind === "busy" ? "SCRAPE_PROFILE_BUSY" : "SERVICE_UNAVAILABLE"
      case "FunctionFailed":
        return "UNKNOWN_ERROR"
      default:
        return "SCRAPE_SITE_ERROR"
    }
  }

  get isRetryable(): boolean {
    return this.error.isRetryable
  }
}

/**
 * The request timed out before the page was scraped.
 *
 * @category errors
 * @since 0.1.0
 */
export class ScrapeTimeout extends Schema.TaggedError<ScrapeTimeout>()("ScrapeTimeout", {
  milliseconds: Schema.Number
}) {
  override get message(): string {
    return `the page timed out after ${Math.round(this.milliseconds)} ms`
  }

  get code(): ErrorCode {
    return "SCRAPE_TIMEOUT"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * `minAge` reads only the cache, and the cache has no page of this age.
 *
 * @category errors
 * @since 0.1.0
 */
export class NoCachedData extends Schema.TaggedError<NoCachedData>()("NoCachedData", {}) {
  override get message(): string {
    return "the cache has no version of this page with the requested age"
  }

  get code(): ErrorCode {
    return "SCRAPE_NO_CACHED_DATA"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * `lockdown` never contacts the site, and the page is not cached.
 *
 * @category errors
 * @since 0.1.0
 */
export class LockdownCacheMiss extends Schema.TaggedError<LockdownCacheMiss>()("LockdownCacheMiss", {}) {
  override get message(): string {
    return "the page is not in the cache, and lockdown forbids fetching it"
  }

  get code(): ErrorCode {
    return "SCRAPE_LOCKDOWN_CACHE_MISS"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The threat policy blocks the page.
 *
 * @category errors
 * @since 0.1.0
 */
export class ThreatBlocked extends Schema.TaggedError<ThreatBlocked>()("ThreatBlocked", {
  rule: Schema.String,
  scanned: Schema.optionalKey(Schema.Boolean)
}) {
  override get message(): string {
    return this.rule === "failure"
      ? "blocked by the threat protection policy: no URL scanner returned a result, and failurePolicy is closed"
      : `blocked by the threat protection policy (${this.rule})`
  }

  get code(): ErrorCode {
    return "unsafe_domain_blocked"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The page was fetched but could not be parsed.
 *
 * @category errors
 * @since 0.1.0
 */
export class TransformFailed extends Schema.TaggedError<TransformFailed>()("TransformFailed", {
  why: Schema.String,
  code: Schema.Literals([
    "SCRAPE_SITE_ERROR",
    "SCRAPE_UNSUPPORTED_FILE_ERROR",
    "SCRAPE_PDF_INSUFFICIENT_TIME_ERROR",
    "BAD_REQUEST"
  ])
}) {
  override get message(): string {
    return this.why
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The cache failed while it was the only permitted source.
 *
 * @category errors
 * @since 0.1.0
 */
export class CacheFailed extends Schema.TaggedError<CacheFailed>()("CacheFailed", { cause: Schema.Defect() }) {
  override get message(): string {
    return "the page cache failed"
  }

  get code(): ErrorCode {
    return "SERVICE_UNAVAILABLE"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The caller's team may not use these scrape options.
 *
 * @category errors
 * @since 0.1.0
 */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", { why: Schema.String }) {
  override get message(): string {
    return this.why
  }

  get code(): ErrorCode {
    return "FORBIDDEN"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * @category schemas
 * @since 0.1.0
 */
export const Reason = Schema.Union([
  FetchFailed,
  ScrapeTimeout,
  NoCachedData,
  LockdownCacheMiss,
  ThreatBlocked,
  TransformFailed,
  CacheFailed,
  NotAllowed,
  StageFailed,
  StageTimeout
])

/**
 * @category models
 * @since 0.1.0
 */
export type Reason = typeof Reason.Type

/**
 * The error of a scrape. Match its reason with `Effect.catchReason("ScrapeError", "NoCachedData", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class ScrapeError extends Schema.TaggedError<ScrapeError>()("ScrapeError", { reason: Reason }) {
  override get message(): string {
    return this.reason.message
  }

  /** The original exception, if the reason has one. */
  override get cause(): unknown {
    const { reason } = this
    if (reason._tag === "FetchFailed") return reason.error.cause
    return "cause" in reason ? reason.cause : undefined
  }

  /** Returns the corresponding error code of the contract. */
  get code(): ErrorCode {
    return this.reason.code
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = (reason: Reason): ScrapeError => new ScrapeError({ reason })
