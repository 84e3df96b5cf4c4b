/** Where pages, artifacts and credits are kept. */
import * as FileArtifacts from "@dunlin/cache/FileArtifacts"
import * as SqliteCache from "@dunlin/cache/SqliteCache"
import * as SqliteLedger from "@dunlin/credits/SqliteLedger"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { join } from "node:path"
import type { Settings } from "../../Settings.ts"
import type { SettingsError } from "../../SettingsError.ts"
import { client } from "./client.ts"
import { lazily } from "./lazily.ts"
import { wrong } from "./variable.ts"

/** Redis before PostgreSQL before SQLite. */
export const cache = ({ cacheBytes, data, database, redis }: Settings) => {
  const limit = Option.isSome(cacheBytes) ? { maxBytes: cacheBytes.value } : {}
  return Option.isSome(redis)
    ? lazily(() => import("@dunlin/cache/RedisCache"), ({ layer }) => layer({ url: redis.value, ...limit }))
    : Option.isSome(database)
    ? lazily(() => import("@dunlin/cache/PostgresCache"), ({ layer }) => layer({ url: database.value, ...limit }))
    : SqliteCache.layer({ filename: join(data, "cache.sqlite"), ...limit })
}

/** PostgreSQL before SQLite. `initial` is what an account has that was never granted anything. */
export const credits = ({ data, database }: Settings, initial: number | "unlimited") =>
  Option.isSome(database)
    ? lazily(() => import("@dunlin/credits/PostgresLedger"), ({ layer }) => layer({ url: database.value, initial }))
    : SqliteLedger.layer({ file: join(data, "credits.sqlite"), initial })

/** An S3 bucket, or files in the data folder. */
export const artifacts = Effect.fnUntraced(function*(settings: Settings, publicUrl: string | undefined) {
  const { data, s3AccessKey, s3Bucket, s3Region, s3SecretKey, s3Url, signingKey } = settings
  const links = {
    ...(publicUrl === undefined ? {} : { publicUrl: `${publicUrl.replace(/\/+$/, "")}/artifacts` }),
    signingKey: Option.getOrUndefined(signingKey)
  }
  if (Option.isNone(s3Bucket)) return FileArtifacts.layer({ directory: join(data, "artifacts"), ...links })
  const need = <A>(variable: string, value: Option.Option<A>): Effect.Effect<A, SettingsError> =>
    Option.isSome(value) ? Effect.succeed(value.value) : wrong(variable, "the bucket of DUNLIN_S3_BUCKET needs it")
  const endpoint = yield* need("DUNLIN_S3_URL", s3Url)
  const accessKeyId = yield* need("DUNLIN_S3_ACCESS_KEY", s3AccessKey)
  const secretAccessKey = yield* need("DUNLIN_S3_SECRET_KEY", s3SecretKey)
  return lazily(() => import("@dunlin/cache/S3Artifacts"), ({ layer }) =>
    layer({
      endpoint,
      bucket: s3Bucket.value,
      accessKeyId,
      secretAccessKey,
      region: Option.getOrUndefined(s3Region),
      ...links
    })).pipe(Layer.provide(client(endpoint)))
})
