/**
 * Keeps jobs and hands their pages to workers.
 *
 * A page is worked on under a lease. The holder of the newest lease of a page settles it, once. The result of a worker
 * that was too slow, or considered dead, changes nothing. The store decides in one transaction everything that must hold
 * over all workers: caps of teams and hosts, pauses between two pages of a host, counts.
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
 * Jobs of this process, which end with it.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (limits: Limits = {}): Layer.Layer<JobStore, JobError> =>
  Layer.effect(JobStore, Effect.map(Sqlite.open({ file: ":memory:" }), (sql) => Store.make(sql, limits)))
