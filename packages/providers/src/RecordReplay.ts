/**
 * Records HTTP responses of providers, and replays them later, so that tests use real responses without a network.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Fnv from "@dunlin/text/Fnv"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"

/**
 * One request and its response, without credentials.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Exchange = Schema.Struct({
  request: Schema.Struct({
    method: Schema.String,
    url: Schema.String,
    body: Schema.String
  }),
  response: Schema.Struct({
    status: Schema.Int,
    headers: Schema.Record(Schema.String, Schema.String),
    body: Schema.String
  })
})

/**
 * One request and its response.
 *
 * @category models
 * @since 0.1.0
 */
export type Exchange = typeof Exchange.Type

/**
 * The folder of exchanges, and the values that are removed from them.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The folder. It has one JSON file per exchange, named after the host and the request. */
  readonly directory: string
  /** Secret values to remove from URLs and bodies, besides those that are always removed. */
  readonly secrets?: ReadonlyArray<Secret.Secret> | undefined
}

const hidden = "REDACTED"
const secretName = /^(?:.*[-_])?(?:api[-_]?key|key|token|secret|password|authorization|access[-_]?token)$/i
/** Headers that adapters may read, so recordings must contain them. */
const keptHeaders = new Set(["content-type", "retry-after", "link", "location"])

const withoutSecrets = (text: string, secrets: ReadonlyArray<Secret.Secret>): string => {
  let out = text
  for (const secret of secrets) {
    const value = Secret.text(secret, "secrets")
    if (value === "") continue
    out = out.replaceAll(value, hidden).replaceAll(encodeURIComponent(value), hidden)
  }
  return out
}

const redactUrl = (url: URL): string => {
  const copy = new URL(url)
  copy.username = ""
  copy.password = ""
  for (const name of new Set(copy.searchParams.keys())) {
    if (secretName.test(name)) copy.searchParams.set(name, hidden)
  }
  copy.searchParams.sort()
  return copy.href
}

/** APIs return credentials at the top level of a JSON object, so only these fields are removed. */
const redactBody = (body: string): string => {
  if (!body.startsWith("{")) return body
  return body.replace(
    /"([^"\\]{1,64})"\s*:\s*"((?:[^"\\]|\\.)*)"/g,
    (whole, name: string) => secretName.test(name) ? `"${name}":"${hidden}"` : whole
  )
}

const decoder = new TextDecoder()

const bodyText = (body: HttpBody.HttpBody): string => body._tag === "Uint8Array" ? decoder.decode(body.body) : ""

const describe = (
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  secrets: ReadonlyArray<Secret.Secret>
): Exchange["request"] => ({
  method: request.method,
  url: withoutSecrets(redactUrl(url), secrets),
  body: withoutSecrets(redactBody(bodyText(request.body)), secrets)
})

/** From MurmurHash3. With a second prime, texts that collide in one hash differ in the other. */
const OTHER_PRIME = 0x85ebca6b

/** Hexadecimal digits of 32 bits. */
const HASH_DIGITS = 8

/** Two FNV-1a hashes with different offsets. Collisions are unlikely among the requests of one test suite. */
const digest = (text: string): string => {
  let first = Fnv.OFFSET
  let second = Fnv.PRIME
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    first = Fnv.step(first, unit) >>> 0
    second = Math.imul(second ^ unit, OTHER_PRIME) >>> 0
  }
  return [first, second].map((hash) => hash.toString(16).padStart(HASH_DIGITS, "0")).join("")
}

/**
 * Returns the file name of an exchange. The same request always has the same name.
 *
 * @category accessors
 * @since 0.1.0
 */
export const fileName = (request: Exchange["request"]): string =>
  `${new URL(request.url).hostname}-${digest(JSON.stringify([request.method, request.url, request.body]))}.json`

const failed = (request: HttpClientRequest.HttpClientRequest, description: string, cause?: unknown) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, description, ...(cause === undefined ? {} : { cause }) })
  })

/**
 * Wraps the client of the context, and also writes every exchange to a file.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerRecord = (
  options: Options
): Layer.Layer<HttpClient.HttpClient, never, HttpClient.HttpClient | FileSystem.FileSystem | Path.Path> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      const files = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const secrets = options.secrets ?? []
      return HttpClient.make((request, url) =>
        Effect.gen(function*() {
          const response = yield* client.execute(request)
          const body = yield* response.text
          const exchange: Exchange = {
            request: describe(request, url, secrets),
            response: {
              status: response.status,
              headers: Object.fromEntries(
                Object.entries(response.headers).filter(([name]) => keptHeaders.has(name.toLowerCase()))
              ),
              body: withoutSecrets(body, secrets)
            }
          }
          yield* Effect.andThen(
            files.makeDirectory(options.directory, { recursive: true }),
            files.writeFileString(
              path.join(options.directory, fileName(exchange.request)),
              `${JSON.stringify(exchange, null, 2)}\n`
            )
          ).pipe(Effect.mapError((cause) => failed(request, "the recording cannot be written", cause)))
          return answer(request, { ...exchange.response, body })
        })
      )
    })
  )

const answer = (request: HttpClientRequest.HttpClientRequest, response: Exchange["response"]) =>
  HttpClientResponse.fromWeb(
    request,
    // Responses with these statuses must not have a body.
    new Response([204, 205, 304].includes(response.status) ? null : response.body, {
      status: response.status,
      headers: response.headers
    })
  )

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Exchange))

/**
 * Replays the files of `layerRecord`. A request that was not recorded fails with the name of the missing file.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerReplay = (
  options: Options
): Layer.Layer<HttpClient.HttpClient, never, FileSystem.FileSystem | Path.Path> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      return HttpClient.make((request, url) => {
        const name = fileName(describe(request, url, options.secrets ?? []))
        return files.readFileString(path.join(options.directory, name)).pipe(
          Effect.flatMap(decode),
          Effect.map((exchange) => answer(request, exchange.response)),
          Effect.mapError((cause) => failed(request, `no recorded exchange ${name}`, cause))
        )
      })
    })
  )

/**
 * Responds to every request with the given function, for example with recorded bodies within a test.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerFixed = (
  reply: (request: Exchange["request"]) => Exchange["response"]
): Layer.Layer<HttpClient.HttpClient> =>
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) =>
      Effect.sync(() => answer(request, reply({ method: request.method, url: url.href, body: bodyText(request.body) })))
    )
  )
