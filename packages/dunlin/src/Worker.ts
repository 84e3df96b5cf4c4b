/**
 * Runs a process that works on jobs and serves no requests: `dunlin worker`. Workers can share a store, and with it
 * the limits of teams and hosts.
 *
 * @since 0.1.0
 */
import * as AuditLog from "@dunlin/http-api/AuditLog"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { lazily } from "./internal/lazily.ts"
import { diskHealth } from "./internal/serve/diskHealth.ts"
import { reachable } from "./internal/serve/reachable.ts"
import * as WorkerProcess from "./internal/serve/workerProcess.ts"
import { audit } from "./internal/settings/audit.ts"
import { reading } from "./internal/settings/read.ts"
import * as Shares from "./internal/settings/shares.ts"
import * as storage from "./internal/settings/storage.ts"
import { jobsOfTeams, teams } from "./internal/settings/teams.ts"
import { worker } from "./internal/settings/worker.ts"
import * as Serve from "./Serve.ts"
import * as Settings from "./Settings.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Overrides settings of the environment. */
  readonly settings?: Partial<Settings.Settings & Serve.ServeSettings> | undefined
  /**
   * Timeout for unfinished pages when the process stops. The remaining pages are returned to the queue for other
   * workers. @default "20 seconds"
   *
   * @since 0.2.0
   */
  readonly drain?: Duration.Input | undefined
  /**
   * The stream to which the additional processes of `DUNLIN_WORKER_PROCESSES` write their log. @default "stdout"
   *
   * @since 0.3.0
   */
  readonly log?: "stdout" | "stderr" | undefined
}

/**
 * Provides the services of a process that submits and follows jobs. Unless `workers` is 0, the process also works on
 * jobs.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options = {}) =>
  Layer.unwrap(Effect.gen(function*() {
    const settings = { ...yield* Settings.read, ...yield* reading(Serve.config), ...options.settings }
    // Links of files must name the server, so its URL is derived from the same settings.
    const publicUrl = Option.getOrElse(settings.publicUrl, () => reachable(settings.host, settings.port))
    const shares = Shares.make(settings.workers, settings.workerProcesses)
    const processes = settings.workers === 0
      ? Layer.empty
      : WorkerProcess.layer({ ...settings, shares, publicUrl, log: options.log })
    const shared = Layer.merge(
      lazily(() => import("./internal/configured.ts"), ({ configured }) =>
        configured(settings, { initialCredits: "unlimited", publicUrl })),
      processes.pipe(Layer.provideMerge(jobsOfTeams(settings).pipe(Layer.provide(teams(settings)))))
    )
    return Layer.provideMerge(
      Layer.merge(
        worker({ ...settings, shares, drain: options.drain }).pipe(
          Layer.provide(AuditLog.layerCharges),
          Layer.provide([audit(settings), teams(settings)])
        ),
        Layer.merge(
          storage.watch(settings),
          diskHealth({ data: settings.data, isEssential: Option.isNone(settings.database) })
        )
      ),
      shared
    )
  }))
