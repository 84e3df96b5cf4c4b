/**
 * Operations on the jobs of all teams, on all machines that share a store: pause, resume, retry and delete.
 *
 * @since 0.2.0
 */
import type * as Effect from "effect/Effect"
import type { Kind, State } from "./Job.ts"
import type { JobError } from "./JobError.ts"

/**
 * The jobs that a pause stops: the jobs of a team, one job, or all jobs. New jobs in this scope are paused too.
 *
 * @category models
 * @since 0.2.0
 */
export type Scope =
  | { readonly team: string; readonly job?: undefined }
  | { readonly job: string; readonly team?: undefined }
  | { readonly team?: undefined; readonly job?: undefined }

/**
 * Selects the jobs that match every given field; without fields, all jobs.
 *
 * @category options
 * @since 0.2.0
 */
export interface Selection {
  readonly team?: string | undefined
  readonly job?: string | undefined
  readonly kind?: Kind | undefined
  readonly state?: State | undefined
  /** Minimum milliseconds since the job ended. A running job never matches. */
  readonly endedFor?: number | undefined
}

/**
 * An active pause.
 *
 * @category models
 * @since 0.2.0
 */
export type Pause = Scope & {
  /** Epoch milliseconds. */
  readonly since: number
}

/**
 * The jobs and pages that are queued again by a retry, or would be.
 *
 * @category models
 * @since 0.2.0
 */
export interface Retried {
  readonly jobs: number
  readonly pages: number
  /**
   * Failed pages that cannot be retried, because their input was deleted. Jobs with zero data retention store no
   * input.
   */
  readonly lost: number
}

/**
 * The jobs that are deleted, or would be.
 *
 * @category models
 * @since 0.2.0
 */
export interface Deleted {
  readonly jobs: number
  readonly pages: number
  /** Jobs that are kept because some of their pages are not charged yet. */
  readonly unpaid: number
  /** Jobs that are kept because some of their events are not delivered yet. */
  readonly undelivered: number
}

/**
 * @category services
 * @since 0.2.0
 */
export interface JobOperations {
  /**
   * Stops leasing pages of the jobs in scope; pages in progress finish. A paused job does not expire.
   */
  readonly pause: (scope: Scope) => Effect.Effect<void, JobError>
  /** Ends a pause. Returns false if there is no such pause. Jobs in the scope of another pause stay paused. */
  readonly resume: (scope: Scope) => Effect.Effect<boolean, JobError>
  readonly pauses: Effect.Effect<ReadonlyArray<Pause>, JobError>
  /** Number of pages that workers hold under a valid lease. */
  readonly held: (scope: Scope) => Effect.Effect<number, JobError>
  /**
   * Queues failed pages again, and reopens jobs that have ended. Cancelled jobs and jobs with their maximum number of
   * results do not change. Events of a retried page are not delivered twice.
   */
  readonly retry: (
    selection: Selection & {
      /** Only pages that failed with this code, such as `SCRAPE_TIMEOUT`. */
      readonly code?: string | undefined
      /** Only the page with this URL. */
      readonly url?: string | undefined
      /** Only counts, without changes. @default false */
      readonly isDryRun?: boolean | undefined
    }
  ) => Effect.Effect<Retried, JobError>
  /** Deletes ended jobs with their results and events, before they expire. */
  readonly delete: (
    selection: Selection & {
      /** Also deletes jobs with undelivered webhook events. @default false */
      readonly withUndelivered?: boolean | undefined
      /** Only counts, without changes. @default false */
      readonly isDryRun?: boolean | undefined
    }
  ) => Effect.Effect<Deleted, JobError>
}
