/**
 * Defines models of jobs and their pages. A job outlives the request that started it.
 *
 * @since 0.1.0
 */
import type { OmissionReason } from "@dunlin/schema/Omission"
import type * as Schema from "effect/Schema"

/**
 * The kind of work on a job's pages. A `webhook` job delivers the events of another job, a `monitor` job is one check
 * of a monitor, and an `agent` job answers one question. A `feedback` job has no pages; it stores a user's feedback.
 *
 * @category models
 * @since 0.1.0
 */
export type Kind = "batch" | "crawl" | "extract" | "webhook" | "monitor" | "agent" | "feedback"

/**
 * A job is `running` from its submission until its last page ends, including the time it waits.
 *
 * @category models
 * @since 0.1.0
 */
export type State = "running" | "completed" | "cancelled" | "failed"

/**
 * Number of a job's pages by state. The five states always add up to `total`. Pages above `mostDone` are not counted,
 * so `total` never exceeds `mostDone` plus failed and cancelled pages.
 *
 * @category models
 * @since 0.1.0
 */
export interface Counts {
  readonly total: number
  readonly queued: number
  readonly running: number
  readonly done: number
  readonly failed: number
  readonly cancelled: number
}

/**
 * A job in the store.
 *
 * @category models
 * @since 0.1.0
 */
export interface Job {
  readonly id: string
  readonly team: string
  readonly kind: Kind
  readonly state: State
  readonly spec: Schema.Json
  /** Jobs of a team with a higher priority run first. */
  readonly priority: number
  readonly counts: Counts
  readonly credits: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds; absent while it runs. */
  readonly endedAt: number | undefined
  /** Epoch milliseconds when the job and its results expire. For a running job, this is the earliest possible time. */
  readonly expiresAt: number
  /** Why the job is blocked, or why its results are incomplete. */
  readonly warning: string | undefined
}

/**
 * A page to work on.
 *
 * @category models
 * @since 0.1.0
 */
export interface NewPage {
  /** Identifies the page within its job. Adding the same key again has no effect. */
  readonly key: string
  readonly url: string
  /** Pages of a host with a lower rank run first. @default 0 */
  readonly rank?: number | undefined
  /** Data that the worker needs in addition to the URL. */
  readonly payload?: Schema.Json | undefined
  /**
   * The format version of `payload`. Use a higher version for pages that older workers would misread. Pages of a
   * newer format wait for a newer worker. @default 0
   */
  readonly format?: number | undefined
}

/**
 * Work for the job that has not been charged yet.
 *
 * @category models
 * @since 0.2.0
 */
export interface OwedWork {
  /** A key that is unique within the job, and different from the keys of its pages. */
  readonly key: string
  readonly url: string
  readonly credits: number
  readonly reservation: string
}

/**
 * A URL that the job has found but that is not one of its pages.
 *
 * @category models
 * @since 0.2.0
 */
export interface OmittedPage {
  readonly key: string
  readonly url: string
  readonly reason: OmissionReason
}

/**
 * A job to be submitted.
 *
 * @category models
 * @since 0.1.0
 */
export interface NewJob {
  /** Id chosen by the submitter. Submitting the same id again returns the same job. */
  readonly id: string
  readonly team: string
  readonly kind: Kind
  readonly spec: Schema.Json
  /** @default 0 */
  readonly priority?: number | undefined
  /** Maximum concurrent pages of the job. @default only the limits of team and host */
  readonly maxConcurrency?: number | undefined
  /** Minimum milliseconds between the starts of two pages of one host. @default 0 */
  readonly delay?: number | undefined
  /** The job completes when this many pages are done. @default no limit */
  readonly mostDone?: number | undefined
  /**
   * Maximum number of pages of the job in all states, so that a job that discovers pages ends. Also limits the number
   * of skipped URLs that are recorded. @default no limit
   */
  readonly mostPages?: number | undefined
  /** Milliseconds for which results are stored after the job ends. @default 24 hours */
  readonly retention?: number | undefined
  /** Whether results are deleted once they were read from the ended job. @default false */
  readonly ephemeral?: boolean | undefined
  /**
   * Whether the job must be unreadable on every disk after it expires. A store whose database retains the bytes of
   * deleted rows encrypts the job and then destroys the key. @default `ephemeral`
   *
   * @since 0.2.0
   */
  readonly sealed?: boolean | undefined
  /**
   * Work that was done for the job before its submission, such as a map of a site. Its credits are owed once the job
   * is accepted, and `JobStore.paid` records their payment. @default none
   *
   * @since 0.2.0
   */
  readonly owed?: ReadonlyArray<OwedWork> | undefined
  readonly pages: ReadonlyArray<NewPage>
}

/**
 * A page that a worker has leased.
 *
 * @category models
 * @since 0.1.0
 */
export interface Claim {
  readonly job: string
  readonly team: string
  readonly kind: Kind
  readonly spec: Schema.Json
  readonly key: string
  readonly url: string
  readonly rank: number
  readonly payload: Schema.Json | undefined
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Milliseconds until the next page of the host may start. */
  readonly gap: number
  /** Identifies the lease. Only the worker that has the token can settle or release the page. */
  readonly token: string
}

/**
 * A leased page, as shown to operators.
 *
 * @category models
 * @since 0.2.0
 */
export interface Turn {
  readonly job: string
  readonly team: string
  readonly kind: Kind
  readonly url: string
  readonly host: string
  /** The worker's host name and process id, and a random part. */
  readonly worker: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Remaining milliseconds of the lease. If the number is negative, any worker may claim the page. */
  readonly left: number
}

/**
 * The outcome of work on a page.
 *
 * @category models
 * @since 0.1.0
 */
export type Outcome =
  | {
    readonly _tag: "Done"
    /** The result; `undefined` for a page that counts but has no content to return. */
    readonly result: Schema.Json | undefined
    readonly credits: number
  }
  | { readonly _tag: "Failed"; readonly error: Failure; readonly credits: number }
  /** The page does not belong to the job, for example because another page has the same content. */
  | { readonly _tag: "Dropped" }

/**
 * Why a page has no result.
 *
 * @category models
 * @since 0.1.0
 */
export interface Failure {
  readonly code: string
  readonly message: string
  /**
   * The HTTP status of the page, if it is the reason.
   *
   * @since 0.3.0
   */
  readonly status?: number | undefined
}

/**
 * The reason why the job's next page waits:
 *
 * - `Turn`: for the pause between two requests to its host,
 * - `Rest`: for a host that is paused because it did not respond,
 * - `Delay`: for its own retry, because its site did not respond or its worker could not continue,
 * - `Lease`: for the pages in progress, because the job has no other page left,
 * - `Newer`: for a newer worker that supports the page's format,
 * - `Paused`: for an operator to resume the job.
 *
 * @category models
 * @since 0.2.0
 */
export type Wait =
  | {
    readonly _tag: "Turn" | "Rest"
    readonly host: string
    /** Milliseconds. */
    readonly left: number
    /** Milliseconds between two pages of the host. */
    readonly gap: number
  }
  | {
    readonly _tag: "Delay" | "Lease"
    readonly host: string
    /** Remaining milliseconds of the lease. After that, another worker may claim the page. */
    readonly left: number
    readonly pages: number
  }
  | {
    readonly _tag: "Newer"
    readonly host: string
    readonly pages: number
  }
  | { readonly _tag: "Paused" }

/**
 * A page that failed.
 *
 * @category models
 * @since 0.1.0
 */
export interface FailedPage {
  readonly key: string
  readonly url: string
  readonly error: Failure
  /** Epoch milliseconds. */
  readonly at: number
}

/**
 * A finished page of a job, without its result.
 *
 * @category models
 * @since 0.3.0
 */
export interface PageRecord {
  readonly key: string
  readonly url: string
  readonly state: "done" | "failed" | "dropped"
  readonly attempts: number
  /** Epoch milliseconds when the page was finished. */
  readonly at: number
  /** Milliseconds of the last attempt; absent if its worker was lost or has an older version. */
  readonly took?: number | undefined
  readonly error?: Failure | undefined
  readonly reason?: OmissionReason | undefined
  readonly copyOf?: string | undefined
}

/**
 * Results of a job, in the order in which they were stored.
 *
 * @category models
 * @since 0.1.0
 */
export interface Results {
  readonly results: ReadonlyArray<Schema.Json>
  /** The offset of the next results; absent if there are no more at this time. */
  readonly next: number | undefined
}
