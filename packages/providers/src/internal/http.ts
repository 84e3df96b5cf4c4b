/** Sends one request to an engine, and returns the JSON response or the reason of its failure. */
import * as RetryAfter from "@dunlin/common/RetryAfter"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import {
  InvalidRequest,
  InvalidResponse,
  QuotaExceeded,
  RateLimited,
  type Reason,
  Unauthorized,
  Unavailable
} from "../SearchError.ts"

/** More than any engine needs for a page of results. */
const LARGEST = 16 * 1024 * 1024

export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** Returns the system's error code, such as `ECONNREFUSED`. The message may contain a URL, so it is not used. */
const codeOf = (error: HttpClientError.HttpClientError): string => {
  if (error.reason._tag === "EmptyBodyError") return error.reason._tag
  let current: unknown = error.reason
  for (let depth = 0; depth < 6 && typeof current === "object" && current !== null; depth++) {
    const { cause, code } = current as { readonly code?: unknown; readonly cause?: unknown }
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code
    current = cause
  }
  return "no connection"
}

/** Words by which an exhausted quota differs from a rate limit. */
const quotaWords =
  /quota|credit|insufficient|exceed(?:ed)?[ _-]*budget|billing|payment|plan[ _-]*limit|usage[ _-]*limit|monthly|daily/i

/** Serper sends such a message with status 400, and SerpApi with 429. That status has many other causes, so the whole message must match. */
const spentAccount =
  /\b(?:not enough|insufficient|out of|no (?:more )?|ran out of) ?(?:credits?|balance|funds|quota|searches)\b|\b(?:credits?|quota) (?:is |are |has been |have been |was )?(?:exceeded|exhausted|used up|depleted)\b/i

const saysQuota = (text: string): boolean => quotaWords.test(text) || spentAccount.test(text)

/** OpenAlex and GitHub also send a rate limit with status 403, which otherwise means a rejected key. */
const rateWords = /\brate[ -]?limit/i

/** Returns up to 20 strings of an error body, from at most four levels, each truncated to 300 characters. */
const codes = (body: unknown): ReadonlyArray<string> => {
  const out: Array<string> = []
  const visit = (value: unknown, depth: number): void => {
    if (out.length >= 20) return
    if (typeof value === "string") out.push(value.slice(0, 300))
    else if (typeof value === "object" && value !== null && depth < 4) {
      for (const inner of Object.values(value).slice(0, 20)) visit(inner, depth + 1)
    }
  }
  visit(body, 0)
  return out
}

const codeIn = (body: unknown): string | undefined => codes(body).find((text) => /^[A-Z][A-Z0-9_]{3,60}$/.test(text))

/** Statuses that engines use for several causes of a rejection. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 401, 403, 422])

const rateLimited = (headers: Refusal["headers"], now: number): RateLimited => {
  const wait = RetryAfter.millis(headers["retry-after"], now)
  return new RateLimited(wait === undefined ? {} : { retryAfterMillis: wait })
}

export const reasonOf = ({ body, headers, status }: Refusal, now: number): Reason => {
  if (status === 429 || status === 402 || status === 432 || status === 433) {
    const code = codeIn(body)
    if (status !== 429 || codes(body).some(saysQuota)) {
      return new QuotaExceeded(code === undefined ? {} : { code })
    }
    return rateLimited(headers, now)
  }
  if (REJECTIONS.has(status) && codes(body).some((text) => spentAccount.test(text))) {
    const code = codeIn(body)
    return new QuotaExceeded(code === undefined ? {} : { code })
  }
  if (status === 403 && codes(body).some((text) => rateWords.test(text))) return rateLimited(headers, now)
  if (status === 401 || status === 403) return new Unauthorized({ status })
  if (status === 408 || status === 425 || status >= 500) return new Unavailable({ status })
  if (status >= 300 && status < 400) return new InvalidResponse({ status, detail: "it redirects" })
  if (status >= 400) return new InvalidRequest({ status })
  return new InvalidResponse({ status })
}

/** Some engines report errors in a response with status 200. */
export const failureIn = (body: unknown): Reason | undefined => {
  if (typeof body !== "object" || body === null) return undefined
  const { error, errors, status, success } = body as Readonly<Record<string, unknown>>
  const isFailure = success === false || isSaid(error) || isSaid(errors) ||
    (typeof status === "string" && /^(?:error|fail(?:ed|ure)?)$/i.test(status))
  if (!isFailure) return undefined
  const errorCodes = codes({ ...body })
  if (errorCodes.some(saysQuota)) {
    const code = codeIn(body)
    return new QuotaExceeded(code === undefined ? {} : { code })
  }
  return errorCodes.some((text) => /api[ _-]?key|unauthori[sz]ed|credential/i.test(text))
    ? new Unauthorized({})
    : new InvalidResponse({ status: 200, detail: "it reports an error" })
}

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && value !== "" && value !== 0 &&
  !(typeof value === "object" && Object.keys(value).length === 0)

const isJson = (response: HttpClientResponse.HttpClientResponse): boolean =>
  /[/+]json\b/i.test(response.headers["content-type"] ?? "")

const mediaType = (response: HttpClientResponse.HttpClientResponse): string => {
  const type = (response.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase()
  return /^[a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,60}$/.test(type) ? type : "no content type"
}

const parse = (text: string): Effect.Effect<unknown, Reason> =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new InvalidResponse({ detail: "it is not valid JSON" })
  })

/** The limit applies even if the headers declare another size. */
export const text = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<string, Reason> =>
  response.stream.pipe(
    Stream.mapError((error): Reason => new Unavailable({ detail: codeOf(error) })),
    Stream.runFoldEffect(
      (): Body => ({ text: "", size: 0, decoder: new TextDecoder() }),
      (body, chunk): Effect.Effect<Body, Reason> => {
        const size = body.size + chunk.byteLength
        return size > LARGEST
          ? Effect.fail(new InvalidResponse({ status: response.status, detail: "it is larger than 16 MiB" }))
          : Effect.succeed({ ...body, size, text: body.text + body.decoder.decode(chunk, { stream: true }) })
      }
    ),
    Effect.map((body) => body.text + body.decoder.decode()),
    Effect.catchTag(
      "Unavailable",
      (reason) => reason.detail === "EmptyBodyError" ? Effect.succeed("") : Effect.fail(reason)
    )
  )

interface Body {
  readonly text: string
  readonly size: number
  readonly decoder: InstanceType<typeof TextDecoder>
}

export const nothing: unique symbol = Symbol("nothing found")

/** The client's spans would contain the query, so they are disabled. Redirects are not followed. */
export const json = (
  client: HttpClient.HttpClient,
  request: HttpClientRequest.HttpClientRequest,
  engine: {
    readonly refuse?: ((refusal: Refusal) => Reason | undefined) | undefined
    readonly empty?: ((refusal: Refusal) => boolean) | undefined
  }
): Effect.Effect<unknown, Reason> =>
  Effect.gen(function*() {
    const response = yield* client.execute(HttpClientRequest.acceptJson(request)).pipe(
      Effect.mapError((error) => new Unavailable({ detail: codeOf(error) }))
    )
    if (response.status < 200 || response.status >= 300) {
      const body = isJson(response)
        ? yield* text(response).pipe(Effect.flatMap(parse), Effect.orElseSucceed(() => undefined))
        : undefined
      const refusal: Refusal = { status: response.status, headers: response.headers, body }
      if (engine.empty?.(refusal) === true) return nothing
      return yield* Effect.fail(engine.refuse?.(refusal) ?? reasonOf(refusal, yield* Clock.currentTimeMillis))
    }
    const content = yield* text(response)
    if (!isJson(response) && !/^\s*[[{]/.test(content)) {
      return yield* Effect.fail(
        new InvalidResponse({ status: response.status, detail: `${mediaType(response)} instead of JSON` })
      )
    }
    return yield* parse(content)
  }).pipe(Effect.provideService(HttpClient.TracerDisabledWhen, () => true))
