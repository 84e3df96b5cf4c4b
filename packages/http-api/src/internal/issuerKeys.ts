/** Fetches the public keys of an authorization server on demand, and caches them. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpClient from "effect/http/HttpClient"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { createLocalJWKSet, type JSONWebKeySet } from "jose"
import * as ApiError from "../ApiError.ts"

export type Keys = ReturnType<typeof createLocalJWKSet>

export interface IssuerKeys {
  /** At most an hour old. */
  readonly known: Effect.Effect<Keys, ApiError.ApiError>
  /** Fetches the keys again after a token named an unknown one, at most every 30 seconds. */
  readonly renewed: Effect.Effect<Keys, ApiError.ApiError>
}

/** A revoked key is rejected after this time. */
const KEY_CACHE_TTL_MS = 3_600_000
/** Invented tokens must not cause requests to the issuer. */
const MIN_FETCH_INTERVAL_MS = 30_000
const MAX_DOCUMENT_BYTES = 256 * 1024
const timeout = "10 seconds"

const Metadata = Schema.fromJsonString(Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String }))
const KeySet = Schema.fromJsonString(
  Schema.Struct({
    keys: Schema.Array(Schema.StructWithRest(Schema.Struct({ kty: Schema.String }), [
      Schema.Record(Schema.String, Schema.Unknown)
    ]))
  })
)

const unavailable = ApiError.make(
  "SERVICE_UNAVAILABLE",
  "The authorization server's keys could not be read, so its tokens cannot be checked. Retry later."
)

/** RFC 8414 inserts the well-known part before the path. OpenID Connect Discovery appends it. */
const metadataOf = (issuer: string): ReadonlyArray<string> => {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, "")
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/openid-configuration${path}`
  ]
}

/** Keys need HTTPS, unless the issuer's own URL uses HTTP. */
const mayRead = (issuer: string, address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && (url.protocol === "https:" || url.origin === new URL(issuer).origin)
}

const textOf = (client: HttpClient.HttpClient, url: string): Effect.Effect<string, unknown> =>
  Effect.gen(function*() {
    const response = yield* client.get(url, { headers: { accept: "application/json" } })
    if (response.status !== 200) return yield* Effect.fail(`it returned ${response.status}`)
    const chunks: Array<Uint8Array> = []
    let size = 0
    yield* Stream.runForEach(response.stream, (chunk) => {
      size += chunk.length
      chunks.push(chunk)
      return size > MAX_DOCUMENT_BYTES ? Effect.fail("it is too long") : Effect.void
    })
    return Buffer.concat(chunks).toString("utf8")
  })

const readKeys = (client: HttpClient.HttpClient, issuer: string): Effect.Effect<Keys, ApiError.ApiError> => {
  const metadata = (url: string) =>
    Effect.flatMap(textOf(client, url), Schema.decodeUnknownEffect(Metadata)).pipe(
      Effect.filterOrFail(
        ({ issuer: named, jwks_uri }) => named === issuer && mayRead(issuer, jwks_uri),
        () => "it names another issuer"
      )
    )
  return Effect.firstSuccessOf(metadataOf(issuer).map(metadata)).pipe(
    Effect.flatMap(({ jwks_uri }) => textOf(client, jwks_uri)),
    Effect.flatMap(Schema.decodeUnknownEffect(KeySet)),
    Effect.map((set) => createLocalJWKSet(set as unknown as JSONWebKeySet)),
    Effect.timeout(timeout),
    Effect.tapError((error) =>
      Effect.logWarning("an authorization server's keys could not be read", { issuer, error: String(error) })
    ),
    Effect.mapError(() => unavailable)
  )
}

export const make = (client: HttpClient.HttpClient, issuer: string): IssuerKeys => {
  let keys: Keys | undefined
  let readAt = -Infinity
  let triedAt = -Infinity
  let reading: Deferred.Deferred<Keys, ApiError.ApiError> | undefined

  /** Waiting requests share one fetch, which continues even if one of them ends. */
  const read = Effect.suspend(() => {
    if (reading !== undefined) return Deferred.await(reading)
    const found = Deferred.makeUnsafe<Keys, ApiError.ApiError>()
    reading = found
    return readKeys(client, issuer).pipe(
      Effect.onExit((exit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          reading = undefined
          triedAt = now
          if (Exit.isSuccess(exit)) {
            keys = exit.value
            readAt = now
          }
          return Deferred.done(found, exit)
        })
      ),
      Effect.forkDetach,
      Effect.andThen(Deferred.await(found))
    )
  })

  /** Recent keys are returned at once, even while another request waits for newer ones. */
  const since = (longest: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (keys !== undefined && now - readAt < longest) return Effect.succeed(keys)
      if (now - triedAt >= MIN_FETCH_INTERVAL_MS) return read
      return keys !== undefined && now - readAt < KEY_CACHE_TTL_MS ? Effect.succeed(keys) : Effect.fail(unavailable)
    })

  return { known: since(KEY_CACHE_TTL_MS), renewed: since(MIN_FETCH_INTERVAL_MS) }
}
