/**
 * Sends one JSON request to a model endpoint, and maps every failure to a reason.
 *
 * @since 0.1.0
 */
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { InvalidResponse, RateLimited, RedactionError, Refused, Unavailable } from "../RedactionError.ts"

/** Enough for the findings of a few thousand characters. */
const MAX_BYTES = 8 * 1024 * 1024

export const statusReason = (status: number, retryAfterMillis: number | undefined): RedactionError["reason"] => {
  if (status === 429) return new RateLimited(retryAfterMillis === undefined ? {} : { retryAfterMillis })
  return status >= 500 || status === 408 ? new Unavailable({ status }) : new Refused({ status })
}

/** The header may also be a date, which is ignored. */
const millisOf = (seconds: string | undefined): number | undefined => {
  const millis = Math.ceil(Number(seconds ?? "") * 1000)
  return millis > 0 ? millis : undefined
}

/** Posts JSON. `refine` may return a more precise reason than the status. */
export const postJson = <A>(options: {
  readonly client: HttpClient.HttpClient
  readonly engine: string
  readonly url: string
  readonly headers?: Record<string, string> | undefined
  readonly body: string
  readonly schema: Schema.Codec<A, unknown>
  readonly refine?: ((status: number, body: string) => RedactionError["reason"] | undefined) | undefined
}): Effect.Effect<A, RedactionError> => {
  const fail = (reason: RedactionError["reason"]) => new RedactionError({ engine: options.engine, reason })
  return Effect.gen(function*() {
    const response = yield* options.client.execute(
      HttpClientRequest.post(options.url, { headers: { accept: "application/json", ...options.headers } }).pipe(
        HttpClientRequest.bodyText(options.body, options.headers?.["content-type"] ?? "application/json")
      )
    ).pipe(Effect.mapError(() => fail(new Unavailable({}))))
    const decoder = new TextDecoder()
    let size = 0
    let text = ""
    yield* Stream.runForEach(response.stream, (chunk) => {
      size += chunk.byteLength
      if (size > MAX_BYTES) return Effect.fail(fail(new InvalidResponse({ detail: "the response is too long" })))
      text += decoder.decode(chunk, { stream: true })
      return Effect.void
    }).pipe(
      Effect.mapError((error) => error._tag === "RedactionError" ? error : fail(new Unavailable({})))
    )
    text += decoder.decode()
    if (response.status < 200 || response.status > 299) {
      return yield* fail(
        options.refine?.(response.status, text) ??
          statusReason(response.status, millisOf(response.headers["retry-after"]))
      )
    }
    return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(options.schema))(text).pipe(
      Effect.mapError(({ issue }) => {
        const [first] = InvalidRequest.fromIssue(issue, undefined).issues
        const where = first === undefined || first.path.length === 0 ? "" : ` at ${first.path.join(".")}`
        return fail(new InvalidResponse({ detail: `the response does not have the required shape${where}` }))
      })
    )
  })
}
