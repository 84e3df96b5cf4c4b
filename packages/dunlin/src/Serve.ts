/**
 * The server: `dunlin serve`. Every setting is an environment variable, and
 * none is required.
 *
 * @since 0.1.0
 */
import * as FileArtifacts from "@dunlin/cache/FileArtifacts"
import * as SqliteCache from "@dunlin/cache/SqliteCache"
import * as SqliteLedger from "@dunlin/credits/SqliteLedger"
import * as Fetcher from "@dunlin/fetcher/Fetcher"
import * as Admission from "@dunlin/http-api/Admission"
import * as AuditLog from "@dunlin/http-api/AuditLog"
import * as Idempotency from "@dunlin/http-api/Idempotency"
import * as Server from "@dunlin/http-api/Server"
import * as SqliteAuditLog from "@dunlin/http-api/SqliteAuditLog"
import * as Teams from "@dunlin/http-api/Teams"
import { SearchSettings } from "@dunlin/pipeline/SearchSettings"
import * as Redactor from "@dunlin/redaction/Redactor"
import * as ModelFormats from "@dunlin/transformers/ModelFormats"
import * as Tesseract from "@dunlin/transformers/Tesseract"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import * as operatorHttp from "./internal/serve/operatorHttp.ts"
import { patientServer } from "./internal/serve/patientServer.ts"
import * as providers from "./internal/serve/providers.ts"
import { SettingsError } from "./internal/serve/SettingsError.ts"
import * as Services from "./Services.ts"
import * as Settings from "./Settings.ts"

export {
  /**
   * A setting that cannot be used: which one, and why.
   *
   * @category errors
   * @since 0.1.0
   */
  SettingsError
} from "./internal/serve/SettingsError.ts"

const list = (text: string): ReadonlyArray<string> =>
  text.split(",").map((item) => item.trim()).filter((item) => item !== "")

const text = (name: string) => Config.option(Config.NonEmptyString(name))
const secret = (name: string) => Config.option(Config.Redacted(name))

/**
 * The settings of the server beside those of `Settings.config`.
 *
 * @category config
 * @since 0.1.0
 */
export const config = Config.all({
  /** `DUNLIN_HOST`: the address to listen on. */
  host: Config.String("DUNLIN_HOST").pipe(Config.withDefault("127.0.0.1")),
  /** `DUNLIN_PORT`: 0 takes a free one. */
  port: Config.Int("DUNLIN_PORT").pipe(Config.withDefault(3002)),
  /** `DUNLIN_TEAMS`: path of the teams file; without it nobody needs a key. */
  teams: text("DUNLIN_TEAMS"),
  /** `DUNLIN_PUBLIC_URL`: how clients reach this server, for links to screenshots and other files. */
  publicUrl: text("DUNLIN_PUBLIC_URL"),
  /** `DUNLIN_SIGNING_KEY`: signs those links; without it they end with the process. */
  signingKey: secret("DUNLIN_SIGNING_KEY"),
  /** `DUNLIN_PROVIDER`: one or several, separated by commas. */
  provider: Config.String("DUNLIN_PROVIDER").pipe(Config.withDefault("local"), Config.map(list)),
  /** `DUNLIN_PROVIDER_MODE`: how several providers work together. */
  providerMode: Config.Literals(["fuse", "failover", "hedge"], "DUNLIN_PROVIDER_MODE").pipe(Config.withDefault("fuse")),
  /** `DUNLIN_PROXY_BASIC`, `DUNLIN_PROXY_ENHANCED`: `http://user:password@host:port`. */
  basicProxy: secret("DUNLIN_PROXY_BASIC"),
  enhancedProxy: secret("DUNLIN_PROXY_ENHANCED"),
  /** `DUNLIN_BROWSER`: path of a Chromium; without it one is looked for in the usual places. */
  browser: text("DUNLIN_BROWSER"),
  /** `DUNLIN_MODEL_URL`: an OpenAI-compatible endpoint, up to and including `/v1`, for the formats that need a model. */
  modelUrl: text("DUNLIN_MODEL_URL"),
  /** `DUNLIN_MODEL`: the name of the model, as the endpoint knows it. */
  model: text("DUNLIN_MODEL"),
  /** `DUNLIN_MODEL_KEY`: the key of the endpoint; local ones need none. */
  modelKey: secret("DUNLIN_MODEL_KEY"),
  /** `DUNLIN_PII_URL`: a Presidio analyzer that finds personal data beside the built-in engine. */
  pii: text("DUNLIN_PII_URL"),
  /** `DUNLIN_DATABASE_URL`: keeps credits and pages in PostgreSQL instead of SQLite. */
  database: secret("DUNLIN_DATABASE_URL"),
  /** `DUNLIN_REDIS_URL`: keeps pages in Redis; goes before `DUNLIN_DATABASE_URL`. */
  redis: secret("DUNLIN_REDIS_URL"),
  /** `DUNLIN_AUDIT`: where audit events of teams with auditing go: `sqlite` (in the data folder), `stdout` or `off`. */
  audit: Config.Literals(["sqlite", "stdout", "off"], "DUNLIN_AUDIT").pipe(Config.withDefault("sqlite")),
  /** `DUNLIN_LOG_LEVEL`: the least severe lines that are logged. */
  logLevel: Config.LogLevel("DUNLIN_LOG_LEVEL").pipe(Config.withDefault("Info" as const)),
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`: where traces, metrics and logs are sent. */
  otlp: text("OTEL_EXPORTER_OTLP_ENDPOINT")
})

/**
 * @category models
 * @since 0.1.0
 */
export type ServeSettings = Config.Success<typeof config>

const inFolder = (data: string) =>
  Effect.try({
    try: () => void mkdirSync(data, { recursive: true }),
    catch: (cause) =>
      new SettingsError({
        variable: "DUNLIN_DATA",
        why: `the folder cannot be created (${cause instanceof Error && "code" in cause ? cause.code : "unknown"})`
      })
  })

const check = (settings: ServeSettings): Effect.Effect<void, SettingsError> => {
  const wrong = (variable: string, why: string) => Effect.fail(new SettingsError({ variable, why }))
  if (settings.port < 0 || settings.port > 65535) return wrong("DUNLIN_PORT", "a port is a number from 0 to 65535")
  if (Option.isSome(settings.publicUrl) && !/^https?:$/.test(URL.parse(settings.publicUrl.value)?.protocol ?? "")) {
    return wrong("DUNLIN_PUBLIC_URL", "an http or https URL is needed")
  }
  if (Option.isSome(settings.modelUrl) && Option.isNone(settings.model)) {
    return wrong("DUNLIN_MODEL", "the endpoint of DUNLIN_MODEL_URL needs the name of a model")
  }
  if (Option.isSome(settings.model) && Option.isNone(settings.modelUrl)) {
    return wrong("DUNLIN_MODEL_URL", "the model of DUNLIN_MODEL needs the address of an endpoint")
  }
  if (Option.isSome(settings.redis) && !/^rediss?:\/\//.test(Redacted.value(settings.redis.value))) {
    return wrong("DUNLIN_REDIS_URL", "a URL that begins with redis:// is needed")
  }
  if (Option.isSome(settings.database) && !/^postgres(ql)?:\/\//.test(Redacted.value(settings.database.value))) {
    return wrong("DUNLIN_DATABASE_URL", "a URL that begins with postgres:// is needed")
  }
  return Effect.void
}

/** An address to put into links: a wildcard is not one. */
const reachable = (host: string, port: number): string =>
  `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`

/** Modules of what is not configured are not loaded: a server starts faster without them, and is smaller. */
const lazily = <M, A, E, R>(load: () => Promise<M>, layer: (module: M) => Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.unwrap(Effect.map(Effect.promise(load), layer))

const cache = ({ database, redis }: ServeSettings, data: string) =>
  Option.isSome(redis)
    ? lazily(() => import("@dunlin/cache/RedisCache"), ({ layer }) => layer({ url: redis.value }))
    : Option.isSome(database)
    ? lazily(() => import("@dunlin/cache/PostgresCache"), ({ layer }) => layer({ url: database.value }))
    : SqliteCache.layer({ filename: join(data, "cache.sqlite") })

const credits = ({ database }: ServeSettings, data: string) =>
  Option.isSome(database)
    ? lazily(() => import("@dunlin/credits/PostgresLedger"), ({ layer }) => layer({ url: database.value }))
    : SqliteLedger.layer({ file: join(data, "credits.sqlite") })

const languageModel = ({ model, modelKey, modelUrl }: ServeSettings) =>
  Option.isSome(modelUrl) && Option.isSome(model)
    ? Option.some(
      lazily(() => import("@dunlin/transformers/OpenAiCompatible"), ({ layer }) =>
        layer({
          apiUrl: modelUrl.value,
          model: model.value,
          apiKey: Option.getOrUndefined(modelKey)
        })).pipe(Layer.provide(operatorHttp.layer(modelUrl.value)))
    )
    : Option.none()

const redactor = ({ pii }: ServeSettings) =>
  Option.isSome(pii)
    ? Redactor.layerModel().pipe(
      Layer.provide(lazily(() => import("@dunlin/redaction/Presidio"), ({ layer }) => layer({ apiUrl: pii.value }))),
      Layer.provide(NodeHttpClient.layerUndici)
    )
    : Redactor.layer

const services = (settings: ServeSettings, shared: Settings.Settings) =>
  Effect.gen(function*() {
    const provider = yield* providers.layer(settings.provider, settings.providerMode)
    const publicUrl = Option.getOrElse(settings.publicUrl, () => reachable(settings.host, settings.port))
    const proxies = {
      basicProxy: Option.getOrUndefined(settings.basicProxy),
      enhancedProxy: Option.getOrUndefined(settings.enhancedProxy)
    }
    return Services.layer({
      data: shared.data,
      allow: shared.allow,
      provider,
      fetcher: Fetcher.layer({
        http: proxies,
        browser: { ...proxies, executable: Option.getOrUndefined(settings.browser) }
      }),
      cache: cache(settings, shared.data),
      artifacts: FileArtifacts.layer({
        directory: join(shared.data, "artifacts"),
        publicUrl: `${publicUrl.replace(/\/+$/, "")}/artifacts`,
        signingKey: Option.getOrUndefined(settings.signingKey)
      }),
      redactor: redactor(settings),
      models: Option.match(languageModel(settings), {
        onNone: () => ModelFormats.layerExtractive,
        onSome: (model) => ModelFormats.layer().pipe(Layer.provide(model))
      }),
      credits: credits(settings, shared.data)
    }).pipe(Layer.provide(Tesseract.layer()))
  })

// Without an enhanced proxy no page can cost what it costs, so nothing is set aside for it.
const prices = (settings: ServeSettings) =>
  Layer.effect(
    SearchSettings,
    Effect.map(SearchSettings, (defaults) => ({
      ...defaults,
      prices: Option.isSome(settings.enhancedProxy)
        ? defaults.prices
        : { ...defaults.prices, page: { ...defaults.prices.page, enhanced: defaults.prices.page.basic } }
    }))
  )

const audit = (settings: ServeSettings, data: string) =>
  settings.audit === "off"
    ? AuditLog.layerNoop
    : settings.audit === "stdout"
    ? AuditLog.layerJson
    : SqliteAuditLog.layer({ file: join(data, "audit.sqlite") })

const telemetry = ({ logLevel, otlp }: ServeSettings) => {
  const console = Logger.layer([process.stdout.isTTY ? Logger.defaultLogger : Logger.consoleJson])
  const logs = Option.isSome(otlp)
    ? lazily(() => import("effect/observability/Otlp"), (Otlp) =>
      Otlp.layerJson({
        baseUrl: otlp.value,
        resource: { serviceName: "dunlin" },
        loggerMergeWithExisting: true
      })).pipe(Layer.provide(NodeHttpClient.layerUndici), Layer.provideMerge(console))
    : console
  return Layer.merge(logs, Layer.succeed(References.MinimumLogLevel, logLevel))
}

const announce = (settings: ServeSettings) =>
  Layer.effectDiscard(
    Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
      Effect.annotateLogs(Effect.logInfo("listening"), {
        url: HttpServer.formatAddress(address),
        teams: Option.isSome(settings.teams) ? "from DUNLIN_TEAMS" : "open: no key is asked for",
        provider: settings.provider.join(",")
      }))
  )

/**
 * A running server with the settings of the environment: it listens as soon as
 * the layer is built, and answers what is in flight before it ends.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: {
  /** Replaces settings of the environment. */
  readonly settings?: Partial<ServeSettings & Settings.Settings> | undefined
}): Layer.Layer<HttpServer.HttpServer, unknown> =>
  Layer.unwrap(Effect.gen(function*() {
    const settings = { ...yield* config, ...options?.settings }
    const shared = { ...yield* Settings.config, ...options?.settings }
    yield* check(settings)
    yield* inFolder(shared.data)
    const teams = Option.isSome(settings.teams)
      ? Teams.layerFile(settings.teams.value).pipe(Layer.provide(NodeFileSystem.layer))
      : Teams.layerOpen
    const listener = NodeHttpServer.layer(patientServer, {
      host: settings.host,
      port: settings.port,
      gracefulShutdownTimeout: "20 seconds"
    })
    const planner = Option.match(languageModel(settings), {
      onNone: () => Layer.empty,
      onSome: (model) =>
        lazily(() => import("@dunlin/http-api/ModelCrawlPlanner"), ({ layer }) => layer).pipe(Layer.provide(model))
    })
    return Layer.mergeAll(Server.layer(), announce(settings)).pipe(
      Layer.provide(yield* services(settings, shared)),
      Layer.provide(Layer.mergeAll(
        teams,
        planner,
        Admission.layerMemory,
        Idempotency.layerMemory(),
        audit(settings, shared.data)
      )),
      Layer.provideMerge(listener),
      Layer.provide(prices(settings)),
      Layer.provideMerge(telemetry(settings))
    )
  }))

/**
 * Serves until it is interrupted.
 *
 * @category running
 * @since 0.1.0
 */
export const run: Effect.Effect<never, unknown> = Layer.launch(layer())
