/**
 * Stores jobs and leases their pages to workers. Only the worker with the newest lease can settle a page, and only
 * once, so results of slow or lost workers are ignored. Limits, pauses and counts that apply to all workers are
 * decided in one transaction.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { JobStore, type Limits } from "./internal/service.ts"
import * as Sqlite from "./internal/sqlite.ts"
import * as Store from "./internal/store.ts"
import type { JobError } from "./JobError.ts"

export { type ClaimRequest, type Depth, JobStore, type Limits, type Owed, type Settled } from "./internal/service.ts"

/**
 * Stores jobs in memory. They are lost when the process ends.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (limits: Limits = {}): Layer.Layer<JobStore, JobError> =>
  Layer.effect(JobStore, Effect.map(Sqlite.open({ file: ":memory:" }), (sql) => Store.make(sql, limits)))
