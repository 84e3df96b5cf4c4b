import type { Summary } from "@dunlin/schema/Monitor"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { NewJob } from "../../Job.ts"
import type { JobError } from "../../JobError.ts"

/**
 * A monitor as stored.
 *
 * @category models
 * @since 0.3.0
 */
export interface StoredMonitor {
  readonly id: string
  readonly team: string
  readonly state: "active" | "paused"
  /** The caller's request, completed with the ids of its targets. */
  readonly given: Schema.Json
  readonly spec: Schema.Json
  /** The caller on whose behalf it runs. */
  readonly caller: Schema.Json
  /** Token that grants access to the feeds without an API key. */
  readonly token: string
  /** Epoch milliseconds. */
  readonly nextAt: number | undefined
  readonly lastAt: number | undefined
  readonly check: string | undefined
  readonly summary: Summary | undefined
  readonly warning: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/**
 * The state of a check.
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
  readonly summary: Summary
  readonly credits: number | undefined
  readonly error: string | undefined
}

/**
 * A known page of a monitor, in the version with which the next check compares.
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
 * A check's observation of a page. It is stored once.
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
  readonly isChange: boolean
  readonly body: Schema.Json
  readonly version: number | undefined
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
 * Stores monitors, their checks and observations. Each operation is one transaction.
 *
 * @category services
 * @since 0.3.0
 */
export interface Monitors {
  /** Stores a monitor; returns false if the team has reached its limit. */
  readonly create: (
    monitor: Pick<StoredMonitor, "id" | "team" | "given" | "spec" | "caller" | "token" | "nextAt">,
    most: number
  ) => Effect.Effect<boolean, JobError>
  readonly get: (request: OfMonitor) => Effect.Effect<StoredMonitor | undefined, JobError>
  /** Newest first. */
  readonly list: (request: {
    readonly team: string
    readonly limit: number
    readonly offset: number
  }) => Effect.Effect<ReadonlyArray<StoredMonitor>, JobError>
  /** Replaces a monitor's definition; `nextAt: undefined` means that no run is scheduled. */
  readonly update: (
    request: OfMonitor & Pick<StoredMonitor, "state" | "given" | "spec" | "caller" | "nextAt" | "warning">
  ) => Effect.Effect<boolean, JobError>
  /** Deletes a monitor, and returns its running check. `purge` deletes its versions. */
  readonly remove: (request: OfMonitor) => Effect.Effect<{ readonly check: string | undefined } | undefined, JobError>
  /** Returns active monitors that are due, and the current time. The longest overdue monitor is first. */
  readonly due: (limit: number) => Effect.Effect<
    { readonly now: number; readonly monitors: ReadonlyArray<StoredMonitor> },
    JobError
  >
  /**
   * Starts a check with its jobs. Returns false if the monitor no longer exists, if another process started the
   * scheduled run, or if a check of the monitor is running.
   */
  readonly begin: (request: {
    readonly monitor: string
    readonly check: string
    readonly cause: "scheduled" | "manual"
    /** The scheduled time of the run. The run starts only if this is still the monitor's next time. */
    readonly scheduledFor: number | undefined
    readonly nextAt: number | undefined
    readonly retention: number
    /** The reason why the check is skipped, if it is skipped. */
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
  readonly finish: Effect.Effect<number, JobError>
  /** Returns the stored version of a page, and the observation of this check if there is one. */
  readonly page: (
    request: { readonly monitor: string; readonly page: string; readonly check: string }
  ) => Effect.Effect<
    { readonly known: KnownPage | undefined; readonly result: StoredResult | undefined },
    JobError
  >
  /** Stores an observation of a page. Returns false if the page has a newer version or the monitor no longer exists. */
  readonly observe: (observation: Observation) => Effect.Effect<boolean, JobError>
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
  /** A check's observations, counted by status. */
  readonly summary: (check: string) => Effect.Effect<Summary, JobError>
  /**
   * Records the first check that read a query or site completely. It is the baseline: only later checks report results
   * as new.
   */
  readonly begun: (request: {
    readonly monitor: string
    readonly page: string
    readonly target: string
    readonly check: string
  }) => Effect.Effect<void, JobError>
  readonly trim: (request: { readonly monitor: string; readonly target: string }) => Effect.Effect<void, JobError>
  readonly purge: Effect.Effect<number, JobError>
}
