/**
 * Work that outlives a request: a job, and the pages it consists of.
 *
 * @since 0.1.0
 */
import type { OmissionReason } from "@dunlin/schema/Omission"
import type * as Schema from "effect/Schema"

/**
 * The kind of work that a job does on its pages. A `webhook` job delivers the events of another; a `monitor` job is one check
 * of a monitor, an `agent` job answers one question, and a `feedback` job has no pages: it stores an opinion.
 *
 * @category models
 * @since 0.1.0
 */
export type Kind = "batch" | "crawl" | "extract" | "webhook" | "monitor" | "agent" | "feedback"

/**
 * `running` covers waiting: a job runs from its submission to the end of its last page.
 *
 * @category models
 * @since 0.1.0
 */
export type State = "running" | "completed" | "cancelled" | "failed"

/**
 * Where the pages of a job stand; the five add up to `total` at every moment. Pages beyond `mostDone` are not among them,
 * however many the job knows, so `total` is at most `mostDone` and what failed or was cancelled.
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
 * A job as the store knows it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Job {
  readonly id: string
  readonly team: string
  readonly kind: Kind
  readonly state: State
  /** The text of the submitter, for the workers of the pages. */
  readonly spec: Schema.Json
  /** Higher comes first among the jobs of a team. */
  readonly priority: number
  readonly counts: Counts
  /** Credits that its pages did cost. */
  readonly credits: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds; absent while it runs. */
  readonly endedAt: number | undefined
  /** Epoch milliseconds from which on the job and its results cannot be read; of a running job the earliest. */
  readonly expiresAt: number
  /** Why the job does not go on, or went on without something. */
  readonly warning: string | undefined
}

/**
 * A page to be worked on.
 *
 * @category models
 * @since 0.1.0
 */
export interface NewPage {
  /** Identifies the page within its job: a second page with the same key is not added. */
  readonly key: string
  readonly url: string
  /** Lower comes first among the pages of a host. @default 0 */
  readonly rank?: number | undefined
  /** Facts that the worker needs besides the URL. */
  readonly payload?: Schema.Json | undefined
  /**
   * The version of what `payload` says: raised for a kind of page that older workers would take for another one. Pages of a
   * newer format than a worker reads wait for a newer worker. @default 0
   */
  readonly format?: number | undefined
}

/**
 * Work whose credits a job owes.
 *
 * @category models
 * @since 0.2.0
 */
export interface OwedWork {
  /** Unique within the job, and different from the keys of its pages. */
  readonly key: string
  readonly url: string
  readonly credits: number
  /** The reservation that they are set aside under. */
  readonly reservation: string
}

/**
 * An address that a job knows and has no page of.
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
  /** Chosen by the submitter: the same id again is the same job. */
  readonly id: string
  readonly team: string
  readonly kind: Kind
  readonly spec: Schema.Json
  /** @default 0 */
  readonly priority?: number | undefined
  /** Most pages of the job that are worked on at the same time. @default only the limits of team and host */
  readonly maxConcurrency?: number | undefined
  /** Shortest time between the starts of two pages of one host, in milliseconds. @default 0 */
  readonly delay?: number | undefined
  /** The job is complete when this number of pages is done. @default no limit */
  readonly mostDone?: number | undefined
  /**
   * Most pages the job may ever know, so that a job that finds its own pages ends. Also the most addresses that it
   * records among the pages it skips. @default no limit
   */
  readonly mostPages?: number | undefined
  /** Milliseconds the results are kept after the end. @default 24 hours */
  readonly retention?: number | undefined
  /** Whether results are forgotten as soon as they were read from the ended job. @default false */
  readonly ephemeral?: boolean | undefined
  /**
   * Whether the job must be unreadable on every disk after it expires. A store whose database keeps the bytes of
   * deleted rows encrypts the job, and destroys its key. @default `ephemeral`
   *
   * @since 0.2.0
   */
  readonly sealed?: boolean | undefined
  /**
   * Work that was done for the job before it was submitted, such as a map of a site. Its credits are those of the job from
   * the moment it is accepted; `JobStore.paid` notes that they were taken. @default none
   *
   * @since 0.2.0
   */
  readonly owed?: ReadonlyArray<OwedWork> | undefined
  readonly pages: ReadonlyArray<NewPage>
}

/**
 * A page that a worker holds until its lease ends.
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
  /** 1 for the first try. */
  readonly attempt: number
  /** Milliseconds until another page of the host is handed out. */
  readonly gap: number
  /** Proves that the lease is this one: only its holder can settle or release the page. */
  readonly token: string
}

/**
 * A page that a worker holds, as operators see it.
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
  /** The host name and the process of the worker, and a random part. */
  readonly worker: string
  /** 1 for the first try. */
  readonly attempt: number
  /** Milliseconds until the lease ends, unless it is prolonged. Below 0, the page waits for the next claim of any worker. */
  readonly left: number
}

/**
 * How work on a page ended.
 *
 * @category models
 * @since 0.1.0
 */
export type Outcome =
  | {
    readonly _tag: "Done"
    /** `undefined` for a page that counts and has nothing to show. */
    readonly result: Schema.Json | undefined
    readonly credits: number
  }
  | { readonly _tag: "Failed"; readonly error: Failure; readonly credits: number }
  /** The page turned out not to belong to the job, for example because another page has the same content. */
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
}

/**
 * The reason why the next page of a job waits:
 *
 * - `Turn`: for the end of a pause between two requests to its host,
 * - `Rest`: for a host that rests after it did not answer,
 * - `Delay`: for its own next try, because its site did not answer or its worker could not continue,
 * - `Lease`: for the pages at work, because no other page of the job is left,
 * - `Newer`: for a worker of a newer version, which reads the format of the page,
 * - `Paused`: for an operator, because the job is paused.
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
    /** Milliseconds; of a lease those after which the page is handed to others, unless it is prolonged. */
    readonly left: number
    /** Pages that wait so. */
    readonly pages: number
  }
  | {
    readonly _tag: "Newer"
    /** That of one of them. */
    readonly host: string
    /** Pages that wait so. */
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
 * Some results of a job, in the order in which they came.
 *
 * @category models
 * @since 0.1.0
 */
export interface Results {
  readonly results: ReadonlyArray<Schema.Json>
  /** How many results precede the ones after these; absent when these were the last there are now. */
  readonly next: number | undefined
}
