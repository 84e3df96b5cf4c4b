/** The storage port of monitors. */
import type { Summary } from "@dunlin/schema/Monitor"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { NewJob } from "../../Job.ts"
import type { JobError } from "../../JobError.ts"

/**
 * A monitor as the store knows it.
 *
 * @category models
 * @since 0.3.0
 */
export interface StoredMonitor {
  readonly id: string
  readonly team: string
  readonly state: "active" | "paused"
  /** The body of the caller, with the ids of targets. */
  readonly given: Schema.Json
  /** The same with every default. */
  readonly spec: Schema.Json
  /** On whose behalf it runs. */
  readonly caller: Schema.Json
  /** Lets the feeds be read without a key. */
  readonly token: string
  /** Epoch milliseconds. */
  readonly nextAt: number | undefined
  readonly lastAt: number | undefined
  /** The check that runs. */
  readonly check: string | undefined
  /** Of the last check that ended. */
  readonly summary: Summary | undefined
  readonly warning: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/**
 * How a check ended, or that it runs.
 *
 * @category models
 * @since 0.3.0
 */
export type CheckState = "running" | "completed" | "partial" | "failed" | "skipped_overlap" | "skipped_no_credits"

/**
 * @category models
 * @since 0.3.0
 */
export interface StoredCheck {
  readonly id: string
  readonly monitor: string
  readonly state: CheckState
  readonly cause: "scheduled" | "manual"
  readonly scheduledFor: number | undefined
  readonly createdAt: number
  readonly endedAt: number | undefined
  /** What it has seen so far. */
  readonly summary: Summary
  readonly credits: number | undefined
  readonly error: string | undefined
}

/**
 * A page that a monitor knows: the version that the next check compares with.
 *
 * @category models
 * @since 0.3.0
 */
export interface KnownPage {
  readonly version: number
  readonly firstCheck: string
  readonly isPresent: boolean
  readonly content: Schema.Json | undefined
}

/**
 * An observation of a page by a check, which is stored once.
 *
 * @category models
 * @since 0.3.0
 */
export interface Observation {
  readonly check: string
  readonly monitor: string
  readonly page: string
  readonly target: string
  readonly url: string
  readonly status: "same" | "new" | "changed" | "removed" | "error"
  /** Whether it is reported. */
  readonly isChange: boolean
  readonly body: Schema.Json
  /** The version that was compared with; undefined for a page that was not known. */
  readonly version: number | undefined
  /** The page as it is known from now on; undefined keeps what is known. */
  readonly known?: { readonly isPresent: boolean; readonly content: Schema.Json | undefined } | undefined
}

/**
 * @category models
 * @since 0.3.0
 */
export interface StoredResult {
  readonly check: string
  readonly monitor: string
  readonly page: string
  readonly status: Observation["status"]
  readonly isChange: boolean
  readonly body: Schema.Json
  readonly at: number
}

interface OfMonitor {
  readonly team: string
  readonly monitor: string
}

/**
 * Monitors, their checks, and what those saw. Each operation is one transaction.
 *
 * @category services
 * @since 0.3.0
 */
export interface Monitors {
  /** Stores a monitor; false when the team has as many as it may have. */
  readonly create: (
    monitor: Pick<StoredMonitor, "id" | "team" | "given" | "spec" | "caller" | "token" | "nextAt">,
    most: number
  ) => Effect.Effect<boolean, JobError>
  readonly get: (request: OfMonitor) => Effect.Effect<StoredMonitor | undefined, JobError>
  /** The newest first. */
  readonly list: (request: {
    readonly team: string
    readonly limit: number
    readonly offset: number
  }) => Effect.Effect<ReadonlyArray<StoredMonitor>, JobError>
  /** Replaces what a monitor is; `nextAt: undefined` means that it has no next run. */
  readonly update: (
    request: OfMonitor & Pick<StoredMonitor, "state" | "given" | "spec" | "caller" | "nextAt" | "warning">
  ) => Effect.Effect<boolean, JobError>
  /** Deletes a monitor, and answers the check that ran. `purge` deletes its versions. */
  readonly remove: (request: OfMonitor) => Effect.Effect<{ readonly check: string | undefined } | undefined, JobError>
  /** Active monitors whose time has come, the longest overdue first, and the time. */
  readonly due: (limit: number) => Effect.Effect<
    { readonly now: number; readonly monitors: ReadonlyArray<StoredMonitor> },
    JobError
  >
  /**
   * Begins a check with its jobs. Refuses when the monitor is gone, when a scheduled run was begun by another process, and
   * when a check of the monitor runs.
   */
  readonly begin: (request: {
    readonly monitor: string
    readonly check: string
    readonly cause: "scheduled" | "manual"
    /** The time of the schedule that it is for; of a scheduled run it must still be the next. */
    readonly scheduledFor: number | undefined
    readonly nextAt: number | undefined
    readonly retention: number
    /** Why it is skipped, if it is. */
    readonly skipped?: { readonly state: CheckState; readonly why: string } | undefined
    readonly jobs: ReadonlyArray<NewJob>
  }) => Effect.Effect<
    { readonly _tag: "Begun" | "Gone" | "Taken" } | { readonly _tag: "Overlap"; readonly check: string },
    JobError
  >
  readonly checks: (
    request: OfMonitor & { readonly limit: number; readonly offset: number; readonly state?: string | undefined }
  ) => Effect.Effect<ReadonlyArray<StoredCheck>, JobError>
  readonly check: (request: OfMonitor & { readonly check: string }) => Effect.Effect<StoredCheck | undefined, JobError>
  /** Closes checks whose job has ended, and returns how many those were. */
  readonly finish: Effect.Effect<number, JobError>
  /** The stored version of a page, and the observation of this check, if any. */
  readonly page: (
    request: { readonly monitor: string; readonly page: string; readonly check: string }
  ) => Effect.Effect<
    { readonly known: KnownPage | undefined; readonly result: StoredResult | undefined },
    JobError
  >
  /** Stores what a check saw of a page: false when the page has a newer version, or the monitor is gone. */
  readonly observe: (observation: Observation) => Effect.Effect<boolean, JobError>
  /** Pages of a target that are known as present, and that a check has not seen. */
  readonly unseen: (request: {
    readonly monitor: string
    readonly target: string
    readonly check: string
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<{ readonly page: string; readonly url: string }>, JobError>
  readonly result: (
    request: { readonly check: string; readonly page: string }
  ) => Effect.Effect<StoredResult | undefined, JobError>
  readonly results: (
    request: OfMonitor & {
      readonly check: string
      readonly skip: number
      readonly limit: number
      readonly status?: string | undefined
    }
  ) => Effect.Effect<ReadonlyArray<StoredResult>, JobError>
  /** The newest changes of a monitor. */
  readonly changes: (
    request: { readonly monitor: string; readonly token: string; readonly limit: number }
  ) => Effect.Effect<
    { readonly monitor: StoredMonitor; readonly results: ReadonlyArray<StoredResult> } | undefined,
    JobError
  >
  /** What a check saw, by status. */
  readonly summary: (check: string) => Effect.Effect<Summary, JobError>
  /** Notes that a query or a site was read to its end for the first time. Later results are new. */
  readonly begun: (request: {
    readonly monitor: string
    readonly page: string
    readonly target: string
    readonly check: string
  }) => Effect.Effect<void, JobError>
  /** Deletes what a target remembers beyond its bound. */
  readonly trim: (request: { readonly monitor: string; readonly target: string }) => Effect.Effect<void, JobError>
  /** Deletes some of what has expired, and returns how many rows that were. */
  readonly purge: Effect.Effect<number, JobError>
}
