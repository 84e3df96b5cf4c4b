/** Provides the telemetry of server processes: JSON lines on stdout, and OTLP if configured. */
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as References from "effect/References"
import type { ServeSettings } from "../../Serve.ts"
import type { Settings } from "../../Settings.ts"
import { lazily } from "../lazily.ts"
import { client } from "../settings/client.ts"

export const telemetry = ({ logLevel, otlp }: Pick<ServeSettings & Settings, "logLevel" | "otlp">) => {
  const console = Logger.layer([process.stdout.isTTY ? Logger.defaultLogger : Logger.consoleJson])
  const logs = Option.isSome(otlp)
    ? lazily(() => import("effect/observability/Otlp"), (Otlp) =>
      Otlp.layerJson({
        baseUrl: otlp.value,
        resource: { serviceName: "dunlin" },
        loggerMergeWithExisting: true
      })).pipe(Layer.provide(client(otlp.value)), Layer.provideMerge(console))
    : console
  return Layer.mergeAll(
    logs,
    Layer.succeed(References.MinimumLogLevel, logLevel),
    Layer.succeed(HttpClient.TracerPropagationEnabled, Option.isSome(otlp))
  )
}
