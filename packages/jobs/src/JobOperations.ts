/**
 * Defines operator operations on the jobs of all teams: pause, resume, retry and delete. They apply to all machines
 * that share a store.
 *
 * @since 0.2.0
 */
import type * as Effect from "effect/Effect"
import type { Kind, State } from "./Job.ts"
import type { JobError } from "./JobError.ts"

/**
 * The jobs to which a pause applies: the jobs of a team, one job, or all jobs. It also applies to their new jobs.
 *
 * @category models
 * @since 0.2.0
 */
export type Scope =
  | { readonly team: string; readonly job?: undefined }
  | { readonly job: string; readonly team?: undefined }
  | { readonly team?: undefined; readonly job?: undefined }

/**
 * Selects the jobs that match all given fields. Without fields, selects all jobs.
 *
 * @category options
 * @since 0.2.0
 */
export interface Selection {
  readonly team?: string | undefined
  readonly job?: string | undefined
  readonly kind?: Kind | undefined
  readonly state?: State | undefined
  /** Minimum milliseconds since the job ended. Running jobs never match. */
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
 * The jobs and pages that a retry queues again, or would queue in a dry run.
 *
 * @category models
 * @since 0.2.0
 */
export interface Retried {
  readonly jobs: number
  readonly pages: number
  /**
   * Number of failed pages that cannot be retried because their input was deleted. Jobs with zero data retention
   * store no input.
   */
  readonly lost: number
}

/**
 * The jobs that an operation deletes, or would delete in a dry run.
 *
 * @category models
 * @since 0.2.0
 */
export interface Deleted {
  readonly jobs: number
  readonly pages: number
  /** Number of jobs that are retained because some of their pages are not charged yet. */
  readonly unpaid: number
  /** Number of jobs that are retained because some of their events are not delivered yet. */
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
  /** Returns the number of pages that workers have leased. Expired leases do not count. */
  readonly held: (scope: Scope) => Effect.Effect<number, JobError>
  /**
   * Queues failed pages again, and reopens jobs that have ended. Cancelled jobs and jobs with their maximum number of
   * results do not change. Events of a retried page are not delivered twice.
   */
  readonly retry: (
    selection: Selection & {
      /** Only pages that failed with this code, such as `SCRAPE_TIMEOUT`. */
      readonly code?: string | undefined
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
