/** Defines the interface of job stores, without implementations. */
import type { Omission, OmissionReason } from "@dunlin/schema/Omission"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type {
  Claim,
  FailedPage,
  Job,
  Kind,
  NewJob,
  NewPage,
  OmittedPage,
  Outcome,
  PageRecord,
  Results,
  State,
  Turn,
  Wait
} from "../Job.ts"
import type { JobError } from "../JobError.ts"
import type { JobOperations } from "../JobOperations.ts"
import type { Visit, Visits } from "../PageWorth.ts"
import type { Monitors } from "./monitors/kept.ts"

/**
 * A worker's request for pages.
 *
 * @category options
 * @since 0.1.0
 */
export interface ClaimRequest {
  readonly worker: string
  readonly most: number
  /**
   * Maximum leased pages whose hosts require delays (`gap` of a claim). Such pages must be requested immediately, so
   * that the delays are kept. Other pages fill the remaining slots. @default most
   */
  readonly mostWithGap?: number | undefined
  /** Lease duration in milliseconds. */
  readonly lease: number
}

/**
 * The outcome of a settlement.
 *
 * @category models
 * @since 0.1.0
 */
export interface Settled {
  /** Whether the page was settled. It is false if a newer lease existed, so that nothing was changed. */
  readonly settled: boolean
  readonly added: number
  readonly ended: boolean
}

/**
 * Credits that the settled pages of one job owe under one reservation and that are not charged yet.
 *
 * @category models
 * @since 0.2.0
 */
export interface Owed {
  readonly job: string
  readonly team: string
  readonly credits: number
  readonly kind: Kind
  /** The reservation, or its unpaid bill. */
  readonly reservation: string
}

/**
 * Pages that are charged together. Pages that are settled later under the same reservation are on another bill.
 *
 * @category models
 * @since 0.2.0
 */
export interface Bill {
  readonly id: string
  readonly credits: number
  /** The reservation to settle. It is absent in later bills of a reservation, because the first bill has ended it. */
  readonly reservation?: string | undefined
}

/**
 * Totals over all jobs, for metrics.
 *
 * @category models
 * @since 0.1.0
 */
export interface Depth {
  readonly jobs: number
  readonly queued: number
  readonly running: number
  /** Epoch milliseconds when the oldest running job was submitted. */
  readonly oldest: number | undefined
  /** Epoch milliseconds when the earliest undeleted expired job expired. */
  readonly expired: number | undefined
  readonly events: number
  /** Number of active pauses. */
  readonly pauses: number
}

/**
 * @category services
 * @since 0.1.0
 */
export class JobStore extends Context.Service<JobStore, {
  /** Stores a job with its pages. If the id is known, returns the existing job and ignores the other fields. */
  readonly submit: (job: NewJob) => Effect.Effect<{ readonly job: Job; readonly created: boolean }, JobError>
  /**
   * Adds pages with new keys, and reopens an ended job. Fails with `UnknownJob`, and with `JobEnded` for a cancelled
   * job.
   */
  readonly append: (request: {
    readonly team: string
    readonly job: string
    readonly pages: ReadonlyArray<NewPage>
  }) => Effect.Effect<number, JobError>
  /**
   * Leases pages. Teams take turns by weight, then jobs by priority, then hosts. Returns an empty list if no page is
   * due.
   */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Claim>, JobError>
  /** Renews leases, and returns the tokens that are still valid. Cancelling a job revokes the leases of its pages. */
  readonly heartbeat: (request: {
    readonly tokens: ReadonlyArray<string>
    readonly lease: number
  }) => Effect.Effect<ReadonlyArray<string>, JobError>
  /** Ends the work on a page. Adds discovered pages in the same transaction. */
  readonly settle: (request: {
    readonly claim: Claim
    readonly outcome: Outcome
    readonly discovered?: ReadonlyArray<NewPage> | undefined
    /** Discovered URLs that are not pages of the job. They are counted by reason. */
    readonly omitted?: ReadonlyArray<OmittedPage> | undefined
    /**
     * The reason why the page has no result. A page that was dropped because of `numbers` may be added again by
     * another page.
     */
    readonly reason?: OmissionReason | undefined
    readonly copyOf?: string | undefined
    /** Milliseconds of work on the page. */
    readonly took?: number | undefined
    /** The reservation of the outcome's credits. `owed` returns them until `paid` reports their charge. */
    readonly reservation?: string | undefined
    /**
     * An event: a page that the same transaction adds to another job of the team. If the outcome is rejected, the
     * event is not added.
     */
    readonly event?: { readonly job: string; readonly page: NewPage } | undefined
  }) => Effect.Effect<Settled, JobError>
  /** Returns the uncharged credits of pages that were settled some time ago by workers that have ended. */
  readonly owed: Effect.Effect<ReadonlyArray<Owed>, JobError>
  /**
   * Creates a bill for the settled pages of a reservation that are on no bill yet. For the id of an existing bill,
   * returns that bill. Returns nothing if no page owes credits.
   */
  readonly bill: (request: Pick<Owed, "job" | "reservation">) => Effect.Effect<Option.Option<Bill>, JobError>
  /**
   * Records charged bills, or charged reservations of one page. If the account lacked credits, reduces the job's
   * credits by them.
   */
  readonly paid: (
    bills: ReadonlyArray<Pick<Bill, "id" | "credits"> & { readonly job: string; readonly charged: number }>
  ) => Effect.Effect<void, JobError>
  /** Returns a page to the queue with a delay in milliseconds. A `free` attempt does not count. */
  readonly release: (request: {
    readonly claim: Claim
    readonly delay: number
    readonly free: boolean
    /** The job's `warning`, until one of its pages is done. */
    readonly warning?: string | undefined
  }) => Effect.Effect<boolean, JobError>
  /** Ends a job. Waiting pages never start, and workers stop running ones. It has no effect on an ended job. */
  readonly cancel: (request: { readonly team: string; readonly job: string }) => Effect.Effect<Job, JobError>
  readonly get: (request: { readonly team: string; readonly job: string }) => Effect.Effect<Job, JobError>
  /** Returns why the job's next page waits; `undefined` if a page may start now or the job has ended. */
  readonly wait: (request: { readonly team: string; readonly job: string }) => Effect.Effect<Wait | undefined, JobError>
  /** Returns leased pages, of all teams and jobs or of one, in the order of their lease ends. */
  readonly look: (request: {
    readonly team?: string | undefined
    readonly job?: string | undefined
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Turn>, JobError>
  /** Returns the jobs of a team, or of all teams, newest first. */
  readonly list: (request: {
    /** @default all teams */
    readonly team?: string | undefined
    readonly kind?: Kind | undefined
    readonly state?: State | undefined
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Job>, JobError>
  /** Returns results after the first `skip`, up to `limit` or `maxBytes`. Returns at least one if there is one. */
  readonly results: (request: {
    readonly team: string
    readonly job: string
    readonly skip: number
    readonly limit: number
    readonly maxBytes: number
  }) => Effect.Effect<Results, JobError>
  /** Returns the URLs that a job has found but that are not its pages, by reason. */
  readonly omissions: (
    request: { readonly team: string; readonly job: string }
  ) => Effect.Effect<ReadonlyArray<Omission>, JobError>
  readonly failures: (request: {
    readonly team: string
    readonly job: string
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<FailedPage>, JobError>
  /** Returns finished pages without their results, in the order of their keys, after the page with the key `after`. */
  readonly records: (request: {
    readonly team: string
    readonly job: string
    readonly after?: string | undefined
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<PageRecord>, JobError>
  /**
   * Records a page's visit in one transaction: its fingerprints, and whether it counts as useful for its URL pattern.
   * Returns how many fingerprints were new.
   */
  readonly visit: (request: Visit & { readonly job: string }) => Effect.Effect<number, JobError>
  /** Returns the URL of the first page that had a fingerprint. */
  readonly firstWith: (
    request: { readonly job: string; readonly mark: string }
  ) => Effect.Effect<string | undefined, JobError>
  /** Returns the visits so far of each given URL pattern. */
  readonly visits: (
    request: { readonly job: string; readonly forms: ReadonlyArray<string> }
  ) => Effect.Effect<ReadonlyArray<Visits>, JobError>
  /**
   * Records the delay in milliseconds that a host's robots.txt requires, for all crawls of the next day. Returns the
   * milliseconds that the current page must wait; 0 means that it may start.
   */
  readonly pace: (request: {
    readonly host: string
    readonly gap: number
    /** The job whose page is on the host. If the store encrypts the job, it does not store the host's name. */
    readonly job?: string | undefined
  }) => Effect.Effect<number, JobError>
  /**
   * Reserves the host's next request slot for a request other than a page, such as a sitemap. Pages use the same
   * slots. Returns the milliseconds until the slot.
   */
  readonly takeTurn: (request: {
    readonly host: string
    /** Milliseconds until the following slot. */
    readonly gap: number
    readonly job?: string | undefined
  }) => Effect.Effect<number, JobError>
  /**
   * Returns the slot of a page that sent no request because it was cached, so that the next page need not wait.
   * `since` is the number of milliseconds since the page was leased. If another page was leased since then, nothing
   * changes.
   */
  readonly returnTurn: (request: {
    readonly host: string
    /** Minimum milliseconds between two pages of the host. */
    readonly gap: number
    readonly since: number
    readonly job?: string | undefined
  }) => Effect.Effect<void, JobError>
  /**
   * Delays all of a team's pages of a host by this many milliseconds, unless they already wait longer. Other teams
   * are not affected, so that no team can block a host for others.
   */
  readonly rest: (request: {
    readonly team: string
    readonly host: string
    readonly delay: number
    readonly job?: string | undefined
  }) => Effect.Effect<void, JobError>
  /**
   * Deletes some expired jobs and the memory of ended crawls, and ends running jobs that had no finished page for the
   * duration of their retention. Returns the number of jobs. Callers repeat it until it returns 0. Expired jobs are
   * unreadable even before they are deleted.
   */
  readonly purge: Effect.Effect<number, JobError>
  readonly operations: JobOperations
  readonly depth: (team?: string) => Effect.Effect<Depth, JobError>
  /** Returns the epoch milliseconds when a page was last done for a team, over its stored jobs. */
  readonly lastDone: (team: string) => Effect.Effect<number | undefined, JobError>
  /**
   * Starts to watch for pages that this process submits. The returned effect waits for the next one. Pages of other
   * processes are not announced, so workers also poll.
   */
  readonly watch: Effect.Effect<Effect.Effect<void>>
  /** Stores monitors. Without it, no scheduled checks run. */
  readonly monitors?: Monitors | undefined
}>()("@dunlin/jobs/JobStore") {}

/**
 * Limits over all workers.
 *
 * @category options
 * @since 0.1.0
 */
export interface Limits {
  /** Maximum concurrent pages of one host, over all jobs. @default 8 */
  readonly mostPerHost?: number | undefined
  /** Minimum milliseconds between the starts of two pages of one host, over all jobs. @default 0 */
  readonly delay?: number | undefined
  /** Maximum concurrent pages of a team. @default no limit */
  readonly mostPerTeam?: ((team: string) => number) | undefined
  /** Weight of a team relative to other teams, above 0. @default 1 for every team */
  readonly weightOf?: ((team: string) => number) | undefined
  /** Number of lost workers after which a page fails. @default 5 */
  readonly mostAttempts?: number | undefined
}
