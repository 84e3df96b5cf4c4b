/**
 * Defines the responses about batches, crawls and extractions.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Document } from "./Document.ts"
import { Omission } from "./Omission.ts"

const warning = Schema.optionalKey(Schema.String)

/**
 * An accepted job.
 *
 * @category schemas
 * @since 0.1.0
 */
export const JobStarted = Schema.Struct({
  success: Schema.Literal(true),
  id: Schema.String,
  url: Schema.String,
  invalidURLs: Schema.optionalKey(Schema.Array(Schema.String)),
  warning
})

/**
 * @category models
 * @since 0.1.0
 */
export type JobStarted = typeof JobStarted.Type

/**
 * The status of a job.
 *
 * @category schemas
 * @since 0.1.0
 */
export const JobStatus = Schema.Literals(["scraping", "completed", "failed", "cancelled"])

/**
 * @category models
 * @since 0.1.0
 */
export type JobStatus = typeof JobStatus.Type

/**
 * The status of a batch or a crawl, with as many results as fit into one response.
 *
 * @category schemas
 * @since 0.1.0
 */
export const JobProgress = Schema.Struct({
  success: Schema.Literal(true),
  status: JobStatus,
  /**
   * Number of pages that were read, that failed, or that are known but not read yet. Pages that failed or that
   * robots.txt disallows do not count towards a crawl's `limit`, so it is at most `limit` plus their number. At the
   * end it is `completed` plus the entries of `/errors`, in `errors` and `robotsBlocked`.
   */
  total: Schema.Int,
  completed: Schema.Int,
  creditsUsed: Schema.Int,
  /** The ISO 8601 time of the submission. */
  createdAt: Schema.optionalKey(Schema.String),
  /** The ISO 8601 time of the end; absent while the job runs. */
  completedAt: Schema.optionalKey(Schema.String),
  /** The seconds from the submission to the end; absent while the job runs. */
  duration: Schema.optionalKey(Schema.Finite),
  /** The ISO 8601 time at which the results expire. */
  expiresAt: Schema.String,
  /** The URL of the next page of results. It is absent if there are no more at the moment. */
  next: Schema.optionalKey(Schema.String),
  data: Schema.Array(Document),
  /** The known URLs of a crawl that have no page in the result, by reason. */
  omitted: Schema.optionalKey(Schema.Array(Omission)),
  warning
})

/**
 * @category models
 * @since 0.1.0
 */
export type JobProgress = typeof JobProgress.Type

/**
 * The pages of a job that failed.
 *
 * @category schemas
 * @since 0.1.0
 */
export const JobFailures = Schema.Struct({
  success: Schema.Literal(true),
  errors: Schema.Array(Schema.Struct({
    id: Schema.String,
    /** The ISO 8601 time of the failure. */
    timestamp: Schema.String,
    url: Schema.String,
    code: Schema.String,
    error: Schema.String
  })),
  /** URLs of pages that the robots.txt of their site disallows. */
  robotsBlocked: Schema.Array(Schema.String)
})

/**
 * @category models
 * @since 0.1.0
 */
export type JobFailures = typeof JobFailures.Type

/**
 * @category schemas
 * @since 0.1.0
 */
export const JobCancelled = Schema.Struct({
  success: Schema.Literal(true),
  status: Schema.Literal("cancelled"),
  message: Schema.String
})

/**
 * @category schemas
 * @since 0.1.0
 */
export const ActiveCrawls = Schema.Struct({
  success: Schema.Literal(true),
  crawls: Schema.Array(Schema.Struct({
    id: Schema.String,
    teamId: Schema.String,
    url: Schema.String,
    /** The ISO 8601 time of the submission. */
    created_at: Schema.String,
    options: Schema.Json
  }))
})

/**
 * @category schemas
 * @since 0.1.0
 */
export const ExtractStatus = Schema.Struct({
  success: Schema.Literal(true),
  status: Schema.Literals(["processing", "completed", "failed", "cancelled"]),
  data: Schema.Json,
  expiresAt: Schema.String,
  creditsUsed: Schema.Int,
  /** The source pages of each top-level field. */
  sources: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  invalidURLs: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The reason why no page returned data. Such pages are not charged. */
  error: Schema.optionalKey(Schema.String),
  warning
})

/**
 * @category models
 * @since 0.1.0
 */
export type ExtractStatus = typeof ExtractStatus.Type
