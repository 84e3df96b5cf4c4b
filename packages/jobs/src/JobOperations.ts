/**
 * Operations on the jobs of all teams, on all machines that share a store: pause, resume, retry and delete.
 *
 * @since 0.2.0
 */
import type * as Effect from "effect/Effect"
import type { Kind, State } from "./Job.ts"
import type { JobError } from "./JobError.ts"

/**
 * The jobs that a pause stops: those of a team, one job, or all. New jobs in its scope are paused too.
 *
 * @category models
 * @since 0.2.0
 */
export type Scope =
  | { readonly team: string; readonly job?: undefined }
  | { readonly job: string; readonly team?: undefined }
  | { readonly team?: undefined; readonly job?: undefined }

/**
 * Which jobs an operation is about: those that fit every field. Without fields it is about all jobs.
 *
 * @category options
 * @since 0.2.0
 */
export interface Selection {
  readonly team?: string | undefined
  readonly job?: string | undefined
  readonly kind?: Kind | undefined
  readonly state?: State | undefined
  /** Milliseconds that have passed since the job ended. A running job never fits. */
  readonly endedFor?: number | undefined
}

/**
 * A pause that nobody has ended.
 *
 * @category models
 * @since 0.2.0
 */
export type Pause = Scope & {
  /** Epoch milliseconds. */
  readonly since: number
}

/**
 * The jobs and pages that wait again after a retry, or would.
 *
 * @category models
 * @since 0.2.0
 */
export interface Retried {
  readonly jobs: number
  readonly pages: number
  /**
   * Failed pages that cannot be retried, because the input was deleted. Jobs with zero data retention keep none.
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
  /** Jobs that are kept, because credits of their pages are not charged yet. */
  readonly unpaid: number
  /** Jobs that are kept, because events of them wait for their webhook. */
  readonly undelivered: number
}

/**
 * @category services
 * @since 0.2.0
 */
export interface JobOperations {
  /**
   * Keeps pages in the queue: pages that workers hold are finished, and no others are handed out. A paused job does not
   * expire.
   */
  readonly pause: (scope: Scope) => Effect.Effect<void, JobError>
  /** Ends a pause. Returns false when there is no such pause; jobs in the scope of another pause stay paused. */
  readonly resume: (scope: Scope) => Effect.Effect<boolean, JobError>
  readonly pauses: Effect.Effect<ReadonlyArray<Pause>, JobError>
  /** Pages that workers hold under a lease that has not ended. */
  readonly held: (scope: Scope) => Effect.Effect<number, JobError>
  /**
   * Lets failed pages wait again, and continues jobs that have ended. A job that was cancelled, or that has as many
   * results as it may have, stays as it is. An event of a retried page is not delivered a second time.
   */
  readonly retry: (
    selection: Selection & {
      /** Only pages that failed with this code, such as `SCRAPE_TIMEOUT`. */
      readonly code?: string | undefined
      /** Only the page with this URL. */
      readonly url?: string | undefined
      /** Counts, and changes nothing. @default false */
      readonly isDryRun?: boolean | undefined
    }
  ) => Effect.Effect<Retried, JobError>
  /** Deletes jobs that have ended, with their results and events, before they expire. */
  readonly delete: (
    selection: Selection & {
      /** Deletes jobs with events that wait for their webhook too. @default false */
      readonly withUndelivered?: boolean | undefined
      /** Counts, and changes nothing. @default false */
      readonly isDryRun?: boolean | undefined
    }
  ) => Effect.Effect<Deleted, JobError>
}
