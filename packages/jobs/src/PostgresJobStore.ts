/**
 * Stores jobs in PostgreSQL (15 or later), for workers on several machines. Requires the package `pg`, which is
 * loaded when the layer is built.
 *
 * @since 0.1.0
 */
import * as Background from "@dunlin/common/Background"
import type * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Postgres from "./internal/postgres.ts"
import * as Keys from "./internal/sealing/keys.ts"
import * as Ring from "./internal/sealing/ring.ts"
import { seal } from "./internal/sealing/sealed.ts"
import * as Store from "./internal/store.ts"
import type { JobError } from "./JobError.ts"
import { JobStore, type Limits } from "./JobStore.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = Limits & {
  /**
   * A database URL, `postgres://user:password@host:port/database`. Several servers are separated by commas; the one that
   * can be written to is used.
   */
  readonly url: Secret.Secret
  /** Number of connections of a separate pool. @default the pool that all stores of the process share */
  readonly maxConnections?: number | undefined
}

/**
 * How often a process writes the keys of encrypted jobs again. A database crash deletes the keys, and every process
 * that knows them restores them.
 */
const RESTORE_INTERVAL = "10 seconds"

/**
 * Connects, creates missing tables, and disconnects when the scope closes. If the database hangs, an operation fails
 * with `StoreUnavailable`: after 30 seconds without a connection, or after less than 40 without a response. Jobs that
 * are `sealed` are encrypted, and their keys are destroyed after they expire.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<JobStore, JobError> =>
  Layer.effect(
    JobStore,
    Effect.gen(function*() {
      const sql = yield* Postgres.open(options)
      const ring = Ring.make(Keys.make(sql))
      const restoring = Effect.forever(Effect.andThen(Effect.sleep(RESTORE_INTERVAL), Effect.ignore(ring.restore)))
      yield* Effect.forkScoped(Background.quietly(restoring))
      return seal(Store.make(sql, options), ring)
    })
  )

/**
 * Reports database outages and recoveries in the log and in `Status`. It is for processes that only process jobs. In a
 * server, `PostgresAdmission` already reports them.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerWatch = (options: Pick<Options, "url">): Layer.Layer<never, JobError> =>
  Layer.effectDiscard(Postgres.watch(options))
