/**
 * Defines the reasons why an operation on jobs fails.
 *
 * @since 0.1.0
 */
import { PackageMissing } from "@dunlin/common/OptionalPackage"
import * as Schema from "effect/Schema"

/**
 * The job does not exist, belongs to another team, or has expired.
 *
 * @category errors
 * @since 0.1.0
 */
export class UnknownJob extends Schema.TaggedError<UnknownJob>()("UnknownJob", {}) {
  override get message(): string {
    return "the job does not exist, or its results have expired"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The job has ended, so it accepts no more pages.
 *
 * @category errors
 * @since 0.1.0
 */
export class JobEnded extends Schema.TaggedError<JobEnded>()("JobEnded", {
  state: Schema.Literals(["completed", "cancelled", "failed"])
}) {
  override get message(): string {
    return `the job has ended (${this.state})`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The team has no such monitor, or the monitor has no such check.
 *
 * @category errors
 * @since 0.3.0
 */
export class UnknownMonitor extends Schema.TaggedError<UnknownMonitor>()("UnknownMonitor", {}) {
  override get message(): string {
    return "the monitor or check does not exist, or its results have expired"
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The team has reached its monitor limit.
 *
 * @category errors
 * @since 0.3.0
 */
export class TooManyMonitors extends Schema.TaggedError<TooManyMonitors>()("TooManyMonitors", {
  limit: Schema.Int
}) {
  override get message(): string {
    return `the team has reached its limit of ${this.limit} monitors; delete one first`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * The store did not respond. The operation may have been executed, and it is safe to repeat it.
 *
 * @category errors
 * @since 0.1.0
 */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  cause: Schema.Defect()
}) {
  override get message(): string {
    return "the job store did not respond"
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * The error of this package. Match its reason with `Effect.catchReason("JobError", "UnknownJob", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class JobError extends Schema.TaggedError<JobError>()("JobError", {
  reason: Schema.Union([UnknownJob, JobEnded, UnknownMonitor, TooManyMonitors, StoreUnavailable, PackageMissing])
}) {
  override get message(): string {
    return this.reason.message
  }

  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}
