/** Serves health and metrics on a port that is separate from that for clients. */
import * as HealthServer from "@dunlin/http-api/HealthServer"
import { MetricsAccess } from "@dunlin/http-api/MetricsAccess"
import type { JobStore } from "@dunlin/jobs/JobStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { SettingsError } from "../../SettingsError.ts"

/** Several workers on one machine need different ports. */
const WORKER_PORT = 3003

interface Settings {
  readonly healthPort: Option.Option<number>
  readonly host: string
  readonly metrics: typeof MetricsAccess.Service
}

const listening = (options: HealthServer.Options): Layer.Layer<never, SettingsError, JobStore> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const port = yield* Effect.mapError(HealthServer.serve(options), ({ cause }) => {
      const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
      return new SettingsError({
        variable: "DUNLIN_HEALTH_PORT",
        why: `cannot listen on ${options.host}:${options.port} (${code})`
      })
    })
    yield* Effect.annotateLogs(Effect.logInfo("health and metrics"), { host: options.host, port })
  }))

export const ofServer = ({ healthPort, host, metrics }: Settings): Layer.Layer<never, SettingsError, JobStore> =>
  Option.match(healthPort, {
    onNone: () => Layer.empty,
    onSome: (port) => listening({ host, port }).pipe(Layer.provide(Layer.succeed(MetricsAccess, metrics)))
  })

export const ofWorker = ({ healthPort, host, metrics }: Settings): Layer.Layer<never, SettingsError, JobStore> =>
  listening({
    host,
    port: Option.getOrElse(healthPort, () => WORKER_PORT),
    orAnother: Option.isNone(healthPort)
  }).pipe(Layer.provide(Layer.succeed(MetricsAccess, metrics)))
