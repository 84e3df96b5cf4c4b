/**
 * Provides an `HttpClient` whose connections all pass the egress guard. Other packages use it for search providers,
 * models, classifiers and media. It follows no redirects, and uses HTTP/1.1.
 *
 * @since 0.1.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type { HttpClientRequest } from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as RcMap from "effect/RcMap"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Readable } from "node:stream"
import type { ReadableStream as NodeReadableStream } from "node:stream/web"
import type { Dispatcher } from "undici"
import sendRequest from "undici/lib/api/api-request.js"
import { EgressGuard } from "./EgressGuard.ts"
import { TooLarge } from "./FetchError.ts"
import { decodeBody } from "./internal/http/decodeBody.ts"
import * as dispatchers from "./internal/http/dispatchers.ts"
import { fromNetwork } from "./internal/reasons.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The maximum size of a response in bytes, before and after decoding.
   *
   * @default 52428800 (50 MiB)
   */
  readonly maxBytes?: number | undefined
  /**
   * The timeout for opening a connection.
   *
   * @default "10 seconds"
   */
  readonly connectTimeout?: Duration.Input | undefined
  /**
   * The maximum number of connections of one team to one origin, and of all teams' requests that wait for the origin's
   * response headers. While a body is read, its connection counts only towards its team.
   *
   * @default 16
   */
  readonly connectionsPerOrigin?: number | undefined
}

const MAX_HEADER_BYTES = 64 * 1024

type ResponseBody = NonNullable<ConstructorParameters<typeof Response>[0]>

interface Sent {
  readonly body: Uint8Array | string | Readable | null
  readonly headers: Readonly<Record<string, string>>
}

const toSend = (body: HttpBody.HttpBody): Effect.Effect<Sent, unknown> => {
  switch (body._tag) {
    case "Empty":
      return Effect.succeed({ body: null, headers: {} })
    case "Uint8Array":
      return Effect.succeed({ body: body.body, headers: { "content-type": body.contentType } })
    case "Stream":
      return Effect.map(Stream.toReadableStreamEffect(body.stream), (stream) => ({
        body: Readable.fromWeb(stream as NodeReadableStream<Uint8Array>),
        headers: body.contentType === undefined ? {} : { "content-type": body.contentType }
      }))
    default: {
      // `Response` encodes forms and other body types. Nothing is sent.
      const container = new Response((body._tag === "FormData" ? body.formData : body.body) as ResponseBody)
      const contentType = container.headers.get("content-type")
      return Effect.map(Effect.tryPromise(() => container.arrayBuffer()), (bytes) => ({
        body: new Uint8Array(bytes),
        headers: contentType === null ? {} : { "content-type": contentType }
      }))
    }
  }
}

const withoutBody = new Set([101, 204, 205, 304])

const read = (body: Readable, limit: number): Effect.Effect<Uint8Array, unknown> =>
  Effect.tryPromise({
    try: async () => {
      const chunks: Array<Uint8Array> = []
      let size = 0
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.length
        if (size > limit) throw new TooLarge({ what: "body", limit })
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },
    catch: (error) => error
  })

const bounded = (body: Readable, limit: number): Readable => {
  let size = 0
  body.on("data", (chunk: Uint8Array) => {
    size += chunk.length
    if (size > limit) body.destroy(new TooLarge({ what: "body", limit }))
  })
  body.pause()
  return body
}

/**
 * Builds a guarded client. Its connections close with the scope. It creates no spans and sends no trace headers,
 * because URLs of webhooks, models, media and buckets contain secrets, and traces leave the process.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<HttpClient.HttpClient, never, EgressGuard | Scope.Scope> {
  const guard = yield* EgressGuard
  const maxBytes = options.maxBytes ?? 50 * 1024 * 1024
  const connections = options.connectionsPerOrigin ?? 16
  const lease = yield* dispatchers.make({
    guard,
    connections,
    connectTimeout: Duration.toMillis(options.connectTimeout ?? "10 seconds"),
    maxHeaderBytes: MAX_HEADER_BYTES,
    maxBytes
  })
  // undici's pool would serve requests in order of arrival. The semaphore serves tenants fairly.
  const inFlight = yield* RcMap.make({
    lookup: (_origin: string) => FairSemaphore.make(connections, { keepsLast: true })
  })

  const send = Effect.fnUntraced(function*(request: HttpClientRequest, url: URL, signal: AbortSignal) {
    yield* Effect.fromResult(guard.check(url.href))
    const sent = yield* toSend(request.body)
    const tenant = yield* FairSemaphore.Tenant
    const ask = Effect.suspend(() => {
      const { dispatcher, release } = lease({ verify: true, upstream: undefined, tenant }, url.origin)
      return Effect.ensuring(
        Effect.tryPromise({
          try: () =>
            sendRequest.call(dispatcher, {
              origin: url.origin,
              path: url.pathname + url.search,
              method: request.method as Dispatcher.HttpMethod,
              headers: { ...sent.headers, ...request.headers },
              body: sent.body,
              signal
            }),
          catch: (error) => error
        }),
        Effect.sync(release)
      )
    })
    const response = yield* Effect.scoped(
      Effect.flatMap(RcMap.get(inFlight, url.origin), (semaphore) => semaphore.withPermit(ask))
    )
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value]) headers.append(name, one)
    }
    const answer = (body: ResponseBody | null) =>
      HttpClientResponse.fromWeb(
        request,
        new Response(withoutBody.has(response.statusCode) ? null : body, { status: response.statusCode, headers })
      )
    const encoding = headers.get("content-encoding") ?? ""
    if (encoding === "" || encoding === "identity") {
      return answer(Readable.toWeb(bounded(response.body, maxBytes)) as ResponseBody)
    }
    const decoded = yield* decodeBody(yield* read(response.body, maxBytes), encoding, maxBytes)
    headers.delete("content-encoding")
    headers.delete("content-length")
    return answer(decoded.body as Uint8Array<ArrayBuffer>)
  })

  const client = HttpClient.make((request, url, signal) =>
    Effect.mapError(
      send(request, url, signal),
      (error) => {
        const cause = fromNetwork(error, { headers: MAX_HEADER_BYTES })
        return new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
      }
    )
  )
  return HttpClient.transform(client, (sent) => Effect.provideService(sent, HttpClient.TracerDisabledWhen, () => true))
})

/**
 * Provides the guarded client as an `HttpClient`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<HttpClient.HttpClient, never, EgressGuard> =>
  Layer.effect(HttpClient.HttpClient, make(options))
