/**
 * Runs the server: `dunlin serve`. Its settings are environment variables, which are all optional.
 *
 * @since 0.1.0
 */
import * as AuditLog from "@dunlin/http-api/AuditLog"
import * as Capacity from "@dunlin/http-api/Capacity"
import * as CrawlPlanner from "@dunlin/http-api/CrawlPlanner"
import * as InteractLimits from "@dunlin/http-api/InteractLimits"
import * as Listener from "@dunlin/http-api/Listener"
import { MetricsAccess } from "@dunlin/http-api/MetricsAccess"
import * as NodeServer from "@dunlin/http-api/NodeServer"
import type * as SqliteAuditLog from "@dunlin/http-api/SqliteAuditLog"
import type { JobError } from "@dunlin/jobs/JobError"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Server } from "node:http"
import * as KnownPages from "./internal/knownPages.ts"
import { lazily } from "./internal/lazily.ts"
import { layer as agents } from "./internal/serve/agents.ts"
import { diskHealth } from "./internal/serve/diskHealth.ts"
import { doors } from "./internal/serve/doors.ts"
import { ending } from "./internal/serve/ending.ts"
import { ofServer as healthPort } from "./internal/serve/healthPort.ts"
import { idempotency } from "./internal/serve/idempotency.ts"
import { tellOpen } from "./internal/serve/openServer.ts"
import { patientServer } from "./internal/serve/patientServer.ts"
import { mounts as playground } from "./internal/serve/playground.ts"
import { reachable } from "./internal/serve/reachable.ts"
import { retention } from "./internal/serve/retention.ts"
import { telemetry } from "./internal/serve/telemetry.ts"
import { unkeptPromises } from "./internal/serve/unkeptPromises.ts"
import * as WorkerProcess from "./internal/serve/workerProcess.ts"
import { audit } from "./internal/settings/audit.ts"
import { languageModel } from "./internal/settings/models.ts"
import { researchIndex } from "./internal/settings/papers.ts"
import { checkRows, configOf, reading } from "./internal/settings/read.ts"
import { forAgents } from "./internal/settings/redaction.ts"
import { searchSettings } from "./internal/settings/search.ts"
import { fromSettings } from "./internal/settings/services.ts"
import * as Shares from "./internal/settings/shares.ts"
import * as storage from "./internal/settings/storage.ts"
import { serverSettings } from "./internal/settings/table.ts"
import { jobsOfTeams, teams } from "./internal/settings/teams.ts"
import { refuseMistyped, tellUnknown } from "./internal/settings/unknown.ts"
import { worker } from "./internal/settings/worker.ts"
import * as Services from "./Services.ts"
import * as Settings from "./Settings.ts"
import { SettingsError } from "./SettingsError.ts"

/**
 * The server's settings in addition to `Settings.config`.
 *
 * @category config
 * @since 0.1.0
 */
export const config = configOf(serverSettings)

/**
 * @category models
 * @since 0.1.0
 */
export type ServeSettings = Config.Success<typeof config>

type AllSettings = ServeSettings & Settings.Settings

const publicUrlOf = ({ host, publicUrl }: AllSettings) =>
  Effect.map(Listener.Listener, ({ port }) => Option.getOrElse(publicUrl, () => reachable(host, port)))

const services = Effect.fnUntraced(function*(settings: AllSettings) {
  // Invalid settings must fail before the port is opened.
  const parts = yield* fromSettings(settings, { initialCredits: 0 })
  const linked = Effect.gen(function*() {
    return Services.layer({ ...parts, artifacts: yield* storage.artifacts(settings, yield* publicUrlOf(settings)) })
  })
  return KnownPages.layer.pipe(Layer.provideMerge(Layer.unwrap(linked)))
})

const planner = (settings: AllSettings) =>
  Option.match(languageModel(settings), {
    onNone: () => CrawlPlanner.layerNone("the operator can set DUNLIN_MODEL_URL and DUNLIN_MODEL"),
    onSome: (model) =>
      lazily(() => import("@dunlin/http-api/ModelCrawlPlanner"), ({ layer }) => layer).pipe(Layer.provide(model))
  })

const capacityOf = ({ maxRequests, maxWaiting }: AllSettings) =>
  Capacity.make({
    requests: maxRequests,
    waiting: maxWaiting,
    remedy: "the operator can raise DUNLIN_MAX_REQUESTS or DUNLIN_MAX_WAITING"
  })

const BYTES_PER_MEGABYTE = 1024 ** 2

const uploadsOf = ({ maxUpload }: AllSettings) => ({ maxUploadBytes: maxUpload * BYTES_PER_MEGABYTE })

const openPagesOf = ({ maxOpenPages, openPageIdle, openPageLife, openPagesPerTeam }: AllSettings) => ({
  ...InteractLimits.defaults,
  perServer: maxOpenPages,
  perTeam: openPagesPerTeam,
  life: openPageLife,
  idle: openPageIdle
})

const listener = ({ host, port }: AllSettings, server: Server) =>
  Listener.layer(() => server, { host, port, gracefulShutdownTimeout: "20 seconds" }).pipe(
    Layer.catchTag("ServeError", ({ cause }) => {
      const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
      const variable = code === "EADDRINUSE" || code === "EACCES" ? "DUNLIN_PORT" : "DUNLIN_HOST"
      const why = code === "EADDRINUSE" ? `port ${port} is in use` : `cannot listen on ${host}:${port} (${code})`
      return Layer.effectContext(Effect.fail(new SettingsError({ variable, why })))
    })
  )

const announce = (settings: AllSettings) =>
  Layer.effectDiscard(
    Effect.gen(function*() {
      const { url } = yield* Listener.Listener
      yield* tellOpen(settings)
      yield* Effect.annotateLogs(Effect.logInfo("listening"), {
        url,
        teams: Option.isSome(settings.teams) ? "from DUNLIN_TEAMS" : "open: no key required",
        provider: settings.provider.join(",")
      })
      yield* Effect.addFinalizer(() =>
        Effect.annotateLogs(Effect.logInfo("stopping: new requests are rejected, running requests are completed"), {
          url
        })
      )
    })
  )

/**
 * Why a server cannot start: an error in its settings, in the services that they name, in its audit log, or in its
 * job store.
 *
 * @category errors
 * @since 0.1.0
 */
export type Failure = Services.ConfigFailure | SqliteAuditLog.AuditFileError | JobError

/**
 * Runs a server with the environment's settings. It listens as soon as the layer is built, and completes pending
 * requests before it stops.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: {
  readonly settings?: Partial<AllSettings> | undefined
}): Layer.Layer<Listener.Listener, Failure> =>
  Layer.unwrap(Effect.gen(function*() {
    yield* refuseMistyped
    const settings = { ...yield* Settings.read, ...yield* reading(config), ...options?.settings }
    yield* checkRows(serverSettings, settings)
    // The pipeline and the API must share one cache, so both use this layer value.
    const shared = yield* services(settings)
    const server = patientServer()
    const known = teams(settings)
    const shares = Shares.make(settings.workers, settings.workerProcesses)
    // Built before the worker and closed after it, so that the further processes stop together with this one.
    const processes = Effect.map(publicUrlOf(settings), (publicUrl) =>
      WorkerProcess.layer({ ...settings, shares, publicUrl }))
    const store = Layer.unwrap(processes).pipe(
      Layer.provideMerge(jobsOfTeams(settings).pipe(Layer.provide(known)))
    )
    return Layer.mergeAll(
      ending(server),
      Layer.effectDiscard(tellUnknown),
      announce(settings),
      healthPort(settings),
      diskHealth({ data: settings.data, isEssential: Option.isNone(settings.database) }),
      retention(settings)
    ).pipe(
      Layer.provideMerge(
        Layer.merge(
          NodeServer.layer(uploadsOf(settings)),
          worker({ ...settings, shares }).pipe(Layer.provide(AuditLog.layerCharges))
        )
      ),
      Layer.provide(agents({
        publicUrl: Option.getOrUndefined(settings.publicUrl),
        authorizationServers: settings.authorizationServers,
        redactPII: forAgents(settings),
        beside: settings.playground === "on" ? playground : []
      })),
      Layer.provide(Layer.merge(shared, store)),
      Layer.provide(Layer.mergeAll(
        known,
        planner(settings),
        yield* researchIndex(settings),
        storage.admission(settings),
        idempotency.pipe(Layer.provide(shared)),
        audit(settings),
        Layer.succeed(MetricsAccess, settings.metrics),
        doors(settings),
        unkeptPromises(settings).pipe(Layer.provide(known)),
        Layer.succeed(Capacity.Capacity, capacityOf(settings)),
        Layer.succeed(InteractLimits.InteractLimits, openPagesOf(settings))
      )),
      Layer.provideMerge(listener(settings, server)),
      Layer.provide(searchSettings(settings)),
      Layer.provideMerge(telemetry(settings))
    )
  }))

/**
 * Serves until interrupted.
 *
 * @category running
 * @since 0.1.0
 */
export const run: Effect.Effect<never, Failure> = Layer.launch(layer())
