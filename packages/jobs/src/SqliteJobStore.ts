/**
 * Keeps jobs in a SQLite file that several processes of one machine share, through `node:sqlite`: nothing to install.
 *
 * A process that dies anywhere leaves all of an operation or nothing; the pages it held are handed out again at once,
 * and those of one that hangs when their leases end. Each process that takes pages has an extra file (`-owner-`), which
 * is locked while it lives.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Owners from "./internal/owners.ts"
import * as Sqlite from "./internal/sqlite.ts"
import * as Store from "./internal/store.ts"
import type { JobError } from "./JobError.ts"
import { JobStore, type Limits } from "./JobStore.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = Limits & {
  /** Path of the file, created when missing. Its folder must exist. */
  readonly file: string
  /**
   * Whether a commit waits for the disk: without it a power cut (not a crash of the process) may lose the newest
   * commits, never part of one; pages of which the result was lost are worked on again.
   *
   * @default false
   */
  readonly fullSync?: boolean | undefined
}

/**
 * Opens or creates the file, and closes it with the scope.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<JobStore, JobError> =>
  Layer.effect(
    JobStore,
    Effect.flatMap(Sqlite.open(options), (sql) => Owners.watch(Store.make(sql, options), { file: options.file, sql }))
  )
