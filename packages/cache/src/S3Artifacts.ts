/**
 * Stores artifacts in a bucket of any S3-compatible service, for many machines.
 *
 * Requests are signed with Signature Version 4 and use the application's `HttpClient`, with path-style URLs. Object
 * names start with the expiry, and buckets list names in order: `sweep` lists the first names and deletes expired
 * objects.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as ArtifactStore from "./ArtifactStore.ts"
import { CacheError, Corrupt } from "./CacheError.ts"
import * as Bucket from "./internal/bucket.ts"
import { expiryOf, isId, MILLIS } from "./internal/links.ts"
import * as signature from "./SignatureV4.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options extends ArtifactStore.Options {
  /** The URL of the service, for example `https://s3.eu-central-1.amazonaws.com` or `http://127.0.0.1:9000`. */
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: Secret.Secret
  readonly sessionToken?: Secret.Secret | undefined
  /** @default "us-east-1" */
  readonly region?: string | undefined
  /** The prefix of object names. @default "artifacts/" */
  readonly prefix?: string | undefined
  /**
   * Whether links lead to the S3 service instead of this store. Such links are valid for at most 7 days. @default
   * false
   */
  readonly presign?: boolean | undefined
}

/** The service's maximum lifetime of signed links. */
const MAX_LINK_SECONDS = 604_800

const DELETED_AT_ONCE = 8

const secondsUntil = (end: number, now: number): number => Math.ceil((end - now) / MILLIS)

const expiresAt = (headers: { readonly [name: string]: string | undefined }) =>
  Number(headers["x-amz-meta-expires-at"] ?? Number.NaN)

/**
 * @category constructors
 * @since 0.1.0
 */
export const makeBackend = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<ArtifactStore.Backend, never, HttpClient.HttpClient | Scope.Scope> {
  const credentials: signature.Credentials = {
    accessKeyId: options.accessKeyId,
    secretAccessKey: Secret.text(options.secretAccessKey, "secretAccessKey"),
    sessionToken: options.sessionToken === undefined ? undefined : Secret.text(options.sessionToken, "sessionToken"),
    region: options.region ?? "us-east-1"
  }
  const bucket = yield* Bucket.make(yield* HttpClient.HttpClient, {
    endpoint: options.endpoint,
    bucket: options.bucket,
    prefix: options.prefix ?? "artifacts/",
    credentials
  })

  const remove = Effect.fnUntraced(function*(id: string) {
    yield* Bucket.expected(yield* bucket.send("DELETE", bucket.urlOf(id)), 200, 204, 404)
  })

  const link = (id: string, artifact: ArtifactStore.Artifact, now: number) =>
    Effect.sync(() =>
      signature.signUrl({
        credentials,
        url: bucket.urlOf(id),
        seconds: Math.max(1, Math.min(MAX_LINK_SECONDS, secondsUntil(artifact.expiresAt, now))),
        now
      })
    )

  return {
    name: Bucket.store,
    write: Effect.fnUntraced(function*(id, artifact) {
      const response = yield* bucket.send("PUT", bucket.urlOf(id), {
        "content-type": artifact.contentType,
        "x-amz-meta-expires-at": String(artifact.expiresAt)
      }, artifact.bytes)
      yield* Bucket.expected(response, 200)
    }),
    read: Effect.fnUntraced(function*(id) {
      const response = yield* bucket.send("GET", bucket.urlOf(id))
      if (response.status === 404) {
        const reason = yield* Bucket.refusal(response)
        return reason.code === "NoSuchBucket"
          ? yield* new CacheError({ store: Bucket.store, reason })
          : Option.none()
      }
      yield* Bucket.expected(response, 200)
      const end = expiresAt(response.headers)
      if (Number.isNaN(end)) return yield* new CacheError({ store: Bucket.store, reason: new Corrupt({}) })
      const bytes = new Uint8Array(yield* Effect.mapError(response.arrayBuffer, Bucket.failed))
      return Option.some({
        contentType: response.headers["content-type"] ?? "application/octet-stream",
        bytes,
        expiresAt: end
      })
    }),
    remove,
    sweep: Effect.fnUntraced(function*(now) {
      let gone = 0
      let token: string | undefined
      do {
        const { names, next } = yield* bucket.list(token)
        const ids = names.filter(isId)
        const expired = ids.filter((id) => expiryOf(id) <= now)
        yield* Effect.forEach(expired, remove, { concurrency: DELETED_AT_ONCE, discard: true })
        gone += expired.length
        // Names are sorted by expiry, so all later objects are valid.
        token = expired.length === ids.length ? next : undefined
      } while (token !== undefined)
      return gone
    }),
    ...(options.presign === true ? { link } : {})
  }
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<ArtifactStore.ArtifactStore, never, HttpClient.HttpClient> =>
  Layer.effect(
    ArtifactStore.ArtifactStore,
    Effect.map(makeBackend(options), (backend) => ArtifactStore.make(backend, options))
  )
