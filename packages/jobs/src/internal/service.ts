/** The service that keeps jobs, apart from what builds it. */
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
 * What a worker asks for.
 *
 * @category options
 * @since 0.1.0
 */
export interface ClaimRequest {
  /** Names the worker in what the store shows. */
  readonly worker: string
  /** Most pages to hand out now. */
  readonly most: number
  /**
   * Most pages among them of hosts that require pauses (`gap` of a claim). Such pages are requested as soon as they are
   * handed out, so that pauses lie between them. Other pages take the place of the rest. @default most
   */
  readonly mostWithGap?: number | undefined
  /** Milliseconds until the pages may be handed to somebody else. */
  readonly lease: number
}

/**
 * What settling did.
 *
 * @category models
 * @since 0.1.0
 */
export interface Settled {
  /** False when a newer lease existed, so nothing was changed. */
  readonly settled: boolean
  /** Pages among the discovered ones that are new to the job. */
  readonly added: number
  /** Whether this was the last page of the job. */
  readonly ended: boolean
}

/**
 * Credits of settled pages that were not taken yet: those that one reservation set aside for one job.
 *
 * @category models
 * @since 0.2.0
 */
export interface Owed {
  readonly job: string
  readonly team: string
  readonly credits: number
  readonly kind: Kind
  /** The reservation, or the bill that was made of it and is not paid. */
  readonly reservation: string
}

/**
 * Pages that are paid together. Pages that are settled later under the same reservation are on another bill.
 *
 * @category models
 * @since 0.2.0
 */
export interface Bill {
  readonly id: string
  readonly credits: number
  /** The reservation to settle. Absent for later bills of a reservation, because the first one ended it. */
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
  /** Epoch milliseconds at which the oldest job that still runs was submitted. */
  readonly oldest: number | undefined
  /** Epoch milliseconds at which the first of the jobs expired that are not deleted yet. */
  readonly expired: number | undefined
  /** Events that wait for their webhook. The event of the end of a running job counts too. */
  readonly events: number
  /** Pauses that operators began and did not end. */
  readonly pauses: number
}

/**
 * @category services
 * @since 0.1.0
 */
export class JobStore extends Context.Service<JobStore, {
  /** Stores a job with its pages. An id that is known is the job that is known, whatever else is given. */
  readonly submit: (job: NewJob) => Effect.Effect<{ readonly job: Job; readonly created: boolean }, JobError>
  /**
   * Adds pages whose keys are new, and takes a job up again that has ended. Fails with `UnknownJob`, and with `JobEnded`
   * for a job that was cancelled.
   */
  readonly append: (request: {
    readonly team: string
    readonly job: string
    readonly pages: ReadonlyArray<NewPage>
  }) => Effect.Effect<number, JobError>
  /** Hands out pages: teams take turns by weight, then priority, then hosts take turns. Empty when nothing is due. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Claim>, JobError>
  /** Prolongs leases; answers the tokens that still hold. A cancelled job takes the leases of its pages back. */
  readonly heartbeat: (request: {
    readonly tokens: ReadonlyArray<string>
    readonly lease: number
  }) => Effect.Effect<ReadonlyArray<string>, JobError>
  /** Ends the work on a page, and adds the pages it leads to in the same transaction. */
  readonly settle: (request: {
    readonly claim: Claim
    readonly outcome: Outcome
    readonly discovered?: ReadonlyArray<NewPage> | undefined
    /** Addresses that this one leads to and that are no pages of the job: they are counted in its account. */
    readonly omitted?: ReadonlyArray<OmittedPage> | undefined
    /**
     * Why the page itself has no result, for the account. A page that is dropped because of `numbers` may be added again
     * by another page.
     */
    readonly reason?: OmissionReason | undefined
    /** The reservation of the outcome's credits. `owed` returns them until `paid` says that they were taken. */
    readonly reservation?: string | undefined
    /** A page added to another job of the team in the same transaction. A refused page adds none. */
    readonly event?: { readonly job: string; readonly page: NewPage } | undefined
  }) => Effect.Effect<Settled, JobError>
  /** Credits of pages that were settled a while ago, by workers that have ended since and did not take them. */
  readonly owed: Effect.Effect<ReadonlyArray<Owed>, JobError>
  /**
   * Makes a bill of the pages that are settled under a reservation and on no bill yet. For the id of a bill it returns that
   * bill. Absent when no page owes anything.
   */
  readonly bill: (request: Pick<Owed, "job" | "reservation">) => Effect.Effect<Option.Option<Bill>, JobError>
  /**
   * Notes bills whose credits were taken, or reservations of one page. The job's credits are reduced by the credits that
   * the account lacked.
   */
  readonly paid: (
    bills: ReadonlyArray<Pick<Bill, "id" | "credits"> & { readonly job: string; readonly charged: number }>
  ) => Effect.Effect<void, JobError>
  /** Gives a page back, to be handed out again after `delay` milliseconds; a `free` try does not count. */
  readonly release: (request: {
    readonly claim: Claim
    readonly delay: number
    readonly free: boolean
    /** Shown with the job until a page of it is done. */
    readonly warning?: string | undefined
  }) => Effect.Effect<boolean, JobError>
  /** Ends a job: waiting pages never begin, and workers stop those in work. An ended job stays as it is. */
  readonly cancel: (request: { readonly team: string; readonly job: string }) => Effect.Effect<Job, JobError>
  readonly get: (request: { readonly team: string; readonly job: string }) => Effect.Effect<Job, JobError>
  /** The reason why the next page of a job waits; `undefined` while one may begin, or when the job has ended. */
  readonly wait: (request: { readonly team: string; readonly job: string }) => Effect.Effect<Wait | undefined, JobError>
  /** Pages that workers hold, of all teams and jobs or of one; those whose lease ends first come first. */
  readonly look: (request: {
    readonly team?: string | undefined
    readonly job?: string | undefined
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Turn>, JobError>
  /** Jobs of a team, or of all teams: the newest first. */
  readonly list: (request: {
    /** @default all teams */
    readonly team?: string | undefined
    readonly kind?: Kind | undefined
    readonly state?: State | undefined
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Job>, JobError>
  /** Results after the first `skip`, until `limit` or `maxBytes` is reached, and at least one when there is one. */
  readonly results: (request: {
    readonly team: string
    readonly job: string
    readonly skip: number
    readonly limit: number
    readonly maxBytes: number
  }) => Effect.Effect<Results, JobError>
  /** The addresses that a job knows and has no page of, by reason. */
  readonly omissions: (
    request: { readonly team: string; readonly job: string }
  ) => Effect.Effect<ReadonlyArray<Omission>, JobError>
  readonly failures: (request: {
    readonly team: string
    readonly job: string
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<FailedPage>, JobError>
  /**
   * Notes a visit of a page in one transaction: marks, for content that occurs twice, and whether the visit of a form of
   * address was of use, for what a job learns on its way. Answers how many of the marks are the page's own.
   */
  readonly visit: (request: Visit & { readonly job: string }) => Effect.Effect<number, JobError>
  /** The visits of each of a few forms of address so far. */
  readonly visits: (
    request: { readonly job: string; readonly forms: ReadonlyArray<string> }
  ) => Effect.Effect<ReadonlyArray<Visits>, JobError>
  /**
   * Notes how many milliseconds the robots.txt of a host wants between two pages, for everybody who crawls it during
   * the next day. Answers how long the page that is at hand must wait: with 0 its turn is now, and taken.
   */
  readonly pace: (request: {
    readonly host: string
    readonly gap: number
    /** The job whose page visits the host. A store that encrypts the job does not store the name of the host. */
    readonly job?: string | undefined
  }) => Effect.Effect<number, JobError>
  /**
   * Takes the next turn of a host for another request than a page, such as a sitemap. It and pages wait for each other.
   * Returns the milliseconds until the turn.
   */
  readonly takeTurn: (request: {
    readonly host: string
    /** Milliseconds until the turn after it. */
    readonly gap: number
    readonly job?: string | undefined
  }) => Effect.Effect<number, JobError>
  /**
   * Gives back the turn of a page that did not ask its host after all, because it was in a cache: the next page need not
   * wait. `since` is how many milliseconds ago the page was handed out; when another one was since, nothing is changed.
   */
  readonly returnTurn: (request: {
    readonly host: string
    /** Milliseconds between two pages of the host. */
    readonly gap: number
    readonly since: number
    readonly job?: string | undefined
  }) => Effect.Effect<void, JobError>
  /**
   * Delays every page of a host for a team by this number of milliseconds, unless it waits longer already. Other teams
   * find out separately whether the host responds, so no team can block a host for others.
   */
  readonly rest: (request: {
    readonly team: string
    readonly host: string
    readonly delay: number
    readonly job?: string | undefined
  }) => Effect.Effect<void, JobError>
  /**
   * Deletes some of the expired jobs, ends running jobs without a finished page for as long as results are kept, and
   * deletes the memory of ended crawls. Returns the number of jobs; callers repeat it until it is 0. Reads refuse an
   * expired job whether it is deleted or not.
   */
  readonly purge: Effect.Effect<number, JobError>
  /** Operations over all teams, for those who run the service. */
  readonly operations: JobOperations
  readonly depth: (team?: string) => Effect.Effect<Depth, JobError>
  /** Epoch milliseconds at which a page of a job that is kept was last done for a team. */
  readonly lastDone: (team: string) => Effect.Effect<number | undefined, JobError>
  /**
   * Begins to watch for work. The returned effect waits until this process submits some. Work from other processes is not
   * announced, so a worker also polls.
   */
  readonly watch: Effect.Effect<Effect.Effect<void>>
  /** Monitors; a store without them has no checks on a schedule. */
  readonly monitors?: Monitors | undefined
}>()("@dunlin/jobs/JobStore") {}

/**
 * What holds over all workers.
 *
 * @category options
 * @since 0.1.0
 */
export interface Limits {
  /** Most pages of one host at the same time, over all jobs. @default 8 */
  readonly mostPerHost?: number | undefined
  /** Least milliseconds between the starts of two pages of one host, over all jobs. @default 0 */
  readonly delay?: number | undefined
  /** Most pages of a team at the same time. @default no limit */
  readonly mostPerTeam?: ((team: string) => number) | undefined
  /** Weight of a team relative to other teams, above 0. @default 1 for every team */
  readonly weightOf?: ((team: string) => number) | undefined
  /** Times a page may be taken back from a worker that disappeared before it counts as failed. @default 5 */
  readonly mostAttempts?: number | undefined
}
