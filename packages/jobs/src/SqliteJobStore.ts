/**
 * Stores jobs in a SQLite file that several processes of one machine share. Pages of a dead process can be leased
 * again immediately, and pages of a process that hangs when their leases end. Requires the built-in `node:sqlite`.
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
  /** Path of the file, which is created if missing. Its folder must exist. */
  readonly file: string
  /**
   * Whether a commit waits for the disk. Otherwise a power failure, but not a process crash, may lose the newest
   * commits. Pages whose result was lost are repeated.
   *
   * @default false
   */
  readonly fullSync?: boolean | undefined
}

/**
 * Opens or creates the file, and closes it when the scope closes.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<JobStore, JobError> =>
  Layer.effect(
    JobStore,
    Effect.flatMap(Sqlite.open(options), (sql) => Owners.watch(Store.make(sql, options), { file: options.file, sql }))
  )
