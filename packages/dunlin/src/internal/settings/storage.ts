/** Provides the stores of pages, artifacts and credits. */
import type { CacheError } from "@dunlin/cache/CacheError"
import * as FileArtifacts from "@dunlin/cache/FileArtifacts"
import type { PageCache } from "@dunlin/cache/PageCache"
import type { SnapshotStore } from "@dunlin/cache/SnapshotStore"
import * as SqliteCache from "@dunlin/cache/SqliteCache"
import * as KeptKey from "@dunlin/common/KeptKey"
import * as SqliteLedger from "@dunlin/credits/SqliteLedger"
import * as Admission from "@dunlin/http-api/Admission"
import type { JobError } from "@dunlin/jobs/JobError"
import type { JobStore, Limits } from "@dunlin/jobs/JobStore"
import * as SqliteJobStore from "@dunlin/jobs/SqliteJobStore"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import type { SearchError } from "@dunlin/providers/SearchError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { join } from "node:path"
import type { Settings } from "../../Settings.ts"
import { SettingsError } from "../../SettingsError.ts"
import { dataFolder } from "../dataFolder.ts"
import { lazily } from "../lazily.ts"
import { client } from "./client.ts"
import { reached } from "./reached.ts"
import { type CacheName, caches, cluster, postgres } from "./storeTable.ts"
import { wrong } from "./variable.ts"
import { embedder } from "./vectors.ts"

const sameModel = <A, R>(opened: Effect.Effect<A, SearchError, R>): Effect.Effect<A, SearchError | SettingsError, R> =>
  Effect.catchReason(opened, "SearchError", "ModelChanged", ({ indexed }) =>
    wrong(
      "DUNLIN_EMBEDDINGS_MODEL",
      `the index contains vectors of model ${indexed}: set that model, or recompute all vectors with DUNLIN_EMBEDDINGS_REPLACE=on`
    ))

export const index = (
  settings: Settings
): Layer.Layer<LocalIndex.LocalIndex, SearchError | SettingsError> | undefined => {
  if (settings.index === "opensearch") {
    return reached(cluster.variable, "the index")(Layer.effect(
      LocalIndex.LocalIndex,
      LocalIndex.makeOpenSearch({
        url: Option.getOrElse(settings.indexUrl, () => ""),
        index: settings.indexName,
        shards: settings.indexShards,
        replicas: Option.getOrUndefined(settings.indexReplicas)
      })
    ))
  }
  const database = settings.index === "database" ? Option.getOrUndefined(settings.database) : undefined
  const place = database === undefined ? { filename: join(settings.data, "index.sqlite") } : { database }
  const isReplaced = settings.embeddingsReplace === "on"
  const layer = Option.match(embedder(settings), {
    onNone: () =>
      database === undefined ? undefined : Layer.effect(LocalIndex.LocalIndex, LocalIndex.makeShared({ database })),
    onSome: (model) =>
      Layer.effect(
        LocalIndex.LocalIndex,
        sameModel(LocalIndex.makeWithVectors({ ...place, replaceModel: isReplaced }))
      ).pipe(Layer.provide(model))
  })
  return layer === undefined || database === undefined ? layer : reached("DUNLIN_DATABASE_URL", "the index")(layer)
}

export const cache = (settings: Settings): Layer.Layer<PageCache | SnapshotStore, SettingsError | CacheError> => {
  const limit = Option.isSome(settings.cacheBytes) ? { maxBytes: settings.cacheBytes.value } : {}
  const database = { variable: postgres.variable, module: () => import("@dunlin/cache/PostgresCache") }
  for (const [name, { module, variable }] of Object.entries({ ...caches, database })) {
    const url = Option.getOrUndefined(settings[name as CacheName | "database"])
    if (url !== undefined) {
      return lazily(module, ({ layer }) => layer({ url, ...limit })).pipe(reached(variable, "the cache"))
    }
  }
  return SqliteCache.layer({ filename: join(settings.data, "cache.sqlite"), ...limit })
}

export const credits = ({ data, database }: Settings, initial: number | "unlimited") =>
  Option.isSome(database)
    ? lazily(() => import("@dunlin/credits/PostgresLedger"), ({ layer }) => layer({ url: database.value, initial }))
      .pipe(
        reached("DUNLIN_DATABASE_URL", "the ledger")
      )
    : SqliteLedger.layer({ file: join(data, "credits.sqlite"), initial })

export const jobs = (
  { data, database }: Pick<Settings, "data" | "database">,
  limits: Limits
): Layer.Layer<JobStore, SettingsError | JobError> =>
  Option.isSome(database)
    ? lazily(() => import("@dunlin/jobs/PostgresJobStore"), ({ layer }) => layer({ url: database.value, ...limits }))
      .pipe(reached("DUNLIN_DATABASE_URL", "the store of jobs"))
    : Layer.unwrap(
      // A worker process may be the first to need the folder.
      Effect.as(dataFolder(data, "DUNLIN_DATA"), SqliteJobStore.layer({ file: join(data, "jobs.sqlite"), ...limits }))
    )

export const watch = ({ database }: Pick<Settings, "database">): Layer.Layer<never, SettingsError | JobError> =>
  Option.isSome(database)
    ? lazily(() => import("@dunlin/jobs/PostgresJobStore"), ({ layerWatch }) => layerWatch({ url: database.value }))
      .pipe(reached("DUNLIN_DATABASE_URL", "the store of jobs"))
    : Layer.empty

const keptSigningKey = (data: string) =>
  Effect.catch(
    Effect.andThen(dataFolder(data, "DUNLIN_DATA"), KeptKey.read(join(data, "artifacts", "signing.key"))),
    (cause) =>
      cause instanceof SettingsError
        ? Effect.fail(cause)
        : wrong(
          "DUNLIN_SIGNING_KEY",
          `set a key, because a generated one cannot be stored in the data folder (${String(cause)})`
        )
  )

export const artifacts = Effect.fnUntraced(function*(settings: Settings, publicUrl?: string) {
  const { data, s3AccessKey, s3Bucket, s3Region, s3SecretKey, s3Url, signingKey } = settings
  const links = {
    ...(publicUrl === undefined ? {} : { publicUrl: `${publicUrl.replace(/\/+$/, "")}/artifacts` }),
    signingKey: Option.getOrUndefined(signingKey)
  }
  if (Option.isNone(s3Bucket)) return FileArtifacts.layer({ directory: join(data, "artifacts"), ...links })
  const need = <A>(variable: string, value: Option.Option<A>): Effect.Effect<A, SettingsError> =>
    Option.isSome(value) ? Effect.succeed(value.value) : wrong(variable, "required for the bucket in DUNLIN_S3_BUCKET")
  const endpoint = yield* need("DUNLIN_S3_URL", s3Url)
  const accessKeyId = yield* need("DUNLIN_S3_ACCESS_KEY", s3AccessKey)
  const secretAccessKey = yield* need("DUNLIN_S3_SECRET_KEY", s3SecretKey)
  const signed = Option.isSome(signingKey) ? links : { ...links, signingKey: yield* keptSigningKey(data) }
  return lazily(() => import("@dunlin/cache/S3Artifacts"), ({ layer }) =>
    layer({
      endpoint,
      bucket: s3Bucket.value,
      accessKeyId,
      secretAccessKey,
      region: Option.getOrUndefined(s3Region),
      ...signed
    })).pipe(Layer.provide(client(endpoint)))
})

/** With PostgreSQL, all servers share the limits. Otherwise each process counts. */
export const admission = ({ database }: Settings) =>
  Option.isSome(database)
    ? lazily(() => import("@dunlin/http-api/PostgresAdmission"), ({ layer }) => layer({ url: database.value })).pipe(
      reached("DUNLIN_DATABASE_URL", "the limits of teams")
    )
    : Admission.layerMemory
