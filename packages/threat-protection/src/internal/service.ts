/**
 * Sends the requests of all adapters. Failures become reasons, and no span or error contains the checked URL or the
 * key.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Schema from "effect/Schema"
import { InvalidResponse, RateLimited, ThreatError, Unauthorized, Unavailable } from "../ThreatError.ts"

export interface Service {
  readonly fail: (reason: ThreatError["reason"]) => ThreatError
  readonly send: (
    request: HttpClientRequest.HttpClientRequest,
    accept?: ReadonlyArray<number>
  ) => Effect.Effect<HttpClientResponse.HttpClientResponse, ThreatError>
  readonly json: <A>(
    response: HttpClientResponse.HttpClientResponse,
    schema: Schema.Codec<A, unknown>
  ) => Effect.Effect<A, ThreatError>
}

/** Longer than any valid response. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

const MILLIS_IN_SECOND = 1000

const retryAfterMillis = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * MILLIS_IN_SECOND))
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

export const make = (name: string): Effect.Effect<Service, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (client) => {
    const fail = (reason: ThreatError["reason"]) => new ThreatError({ classifier: name, reason })

    const send = Effect.fnUntraced(function*(
      request: HttpClientRequest.HttpClientRequest,
      accept: ReadonlyArray<number> = []
    ) {
      const response = yield* client.execute(request).pipe(
        // The client's own span would contain the whole URL.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
        Effect.mapError(() => fail(new Unavailable({})))
      )
      const { status } = response
      if ((status >= 200 && status <= 299) || accept.includes(status)) return response
      if (status === 401 || status === 403) return yield* Effect.fail(fail(new Unauthorized()))
      if (status === 429) {
        const millis = retryAfterMillis(response.headers["retry-after"], yield* Clock.currentTimeMillis)
        return yield* Effect.fail(fail(new RateLimited(millis === undefined ? {} : { retryAfterMillis: millis })))
      }
      return yield* Effect.fail(fail(status >= 500 ? new Unavailable({ status }) : new InvalidResponse()))
    })

    return {
      fail,
      send,
      json: <A>(response: HttpClientResponse.HttpClientResponse, schema: Schema.Codec<A, unknown>) =>
        Number(response.headers["content-length"] ?? 0) > MAX_BODY_BYTES
          ? Effect.fail(fail(new InvalidResponse()))
          : Effect.flatMap(
            Effect.mapError(response.json, () => fail(new InvalidResponse())),
            (body) => Effect.mapError(Schema.decodeUnknownEffect(schema)(body), () => fail(new InvalidResponse()))
          )
    }
  })

export interface Polling {
  readonly pollInterval?: Duration.Input | undefined
  readonly patience?: Duration.Input | undefined
}

const Submitted = Schema.Struct({ uuid: Schema.String })

export const scan = Effect.fnUntraced(function*<A>(
  { fail, json, send }: Service,
  options: Polling & {
    readonly submit: HttpClientRequest.HttpClientRequest
    readonly result: (uuid: string) => HttpClientRequest.HttpClientRequest
    readonly schema: Schema.Codec<A, unknown>
  }
): Effect.fn.Return<A, ThreatError> {
  const { uuid } = yield* json(yield* send(options.submit), Submitted)
  const ask = Effect.gen(function*() {
    const response = yield* send(options.result(encodeURIComponent(uuid)), [404])
    return response.status === 404 ? undefined : yield* json(response, options.schema)
  })
  return yield* poll(ask, {
    every: Duration.toMillis(options.pollInterval ?? "2 seconds"),
    atMost: Duration.toMillis(options.patience ?? "60 seconds"),
    otherwise: fail(new Unavailable({}))
  })
})

/** Polls a scan until `read` returns a result. `undefined` means that the scan has not ended. */
export const poll = <A>(
  ask: Effect.Effect<A | undefined, ThreatError>,
  options: { readonly every: number; readonly atMost: number; readonly otherwise: ThreatError }
): Effect.Effect<A, ThreatError> =>
  Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    while (true) {
      const answer = yield* ask
      if (answer !== undefined) return answer
      if ((yield* Clock.currentTimeMillis) - start + options.every > options.atMost) {
        return yield* Effect.fail(options.otherwise)
      }
      yield* Effect.sleep(options.every)
    }
  })
