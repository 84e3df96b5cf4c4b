import { arrived } from "@dunlin/common/Arrived"
import * as Fault from "@dunlin/common/Fault"
import * as Health from "@dunlin/common/Health"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import { CacheError, Refused, Unavailable } from "../CacheError.ts"
import * as signature from "../SignatureV4.ts"

export const store = "s3"

export const failed = (cause: unknown) => new CacheError({ store, reason: new Unavailable({ cause }) })

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: "\"", apos: "'", amp: "&" }

const ANSWER_LIMIT_MS = 5000

/** The timeout grows by one second per this many sent bytes. */
const BUCKET_BYTES_PER_SECOND = 256 * 1024

/** Name of an object that probes read. While the service is unavailable, probes also write and delete it. */
const PROBE = "dunlin-probe"

const LAST_CODE_POINT = 0x10ffff

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|amp));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[name.toLowerCase()]!
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole
  })

const elements = (xml: string, name: string): ReadonlyArray<string> =>
  xml.split(`<${name}>`).slice(1).map((rest) => unescapeXml(rest.slice(0, Math.max(0, rest.indexOf(`</${name}>`)))))

export const refusal = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse) {
  // A response to HEAD has no body, and intermediaries may return anything.
  const xml = yield* Effect.orElseSucceed(response.text, () => "")
  const code = elements(xml, "Code")[0]
  const named = code !== undefined && /^\w{1,64}$/.test(code) ? { code } : {}
  return new Refused({ status: response.status, ...named })
})

export const expected = (response: HttpClientResponse.HttpClientResponse, ...accepted: ReadonlyArray<number>) =>
  accepted.includes(response.status)
    ? Effect.void
    : Effect.flatMap(refusal(response), (reason) => Effect.fail(new CacheError({ store, reason })))

export const make = Effect.fnUntraced(function*(client: HttpClient.HttpClient, options: {
  readonly endpoint: string
  readonly bucket: string
  readonly prefix: string
  readonly credentials: signature.Credentials
}) {
  const { credentials, prefix } = options
  const root = `${options.endpoint.replace(/\/$/, "")}/${options.bucket}`
  const path = prefix.split("/").map(signature.escape).join("/")
  const urlOf = (name: string) => new URL(`${root}/${path}${name}`)

  const sendUnguarded = Effect.fnUntraced(function*(
    method: "GET" | "HEAD" | "PUT" | "DELETE",
    url: URL,
    headers: { readonly [name: string]: string } = {},
    body: Uint8Array = new Uint8Array(0)
  ) {
    const now = yield* Clock.currentTimeMillis
    const signed = signature.signHeaders({ credentials, method, url, headers, body, now })
    const request = HttpClientRequest.make(method)(url.href).pipe(
      method === "PUT" ? HttpClientRequest.bodyUint8Array(body, headers["content-type"]) : (request) => request,
      HttpClientRequest.setHeaders(signed)
    )
    const milliseconds = ANSWER_LIMIT_MS + Math.floor(body.length / BUCKET_BYTES_PER_SECOND) * 1000
    const silent = Effect.andThen(Effect.sleep(milliseconds), arrived)
    return yield* Effect.raceFirst(
      Effect.mapError(client.execute(request), failed),
      Effect.andThen(silent, Effect.fail(failed(new Fault.NoAnswer({ milliseconds }))))
    )
  })

  const accepted = (response: HttpClientResponse.HttpClientResponse) =>
    Effect.flatMap(
      refusal(response),
      (reason) =>
        response.status < 300 || (response.status === 404 && reason.code !== "NoSuchBucket")
          ? Effect.void
          : Effect.fail(reason)
    )
  const part = yield* Health.part({
    part: "s3",
    use: "artifacts",
    consequence: "screenshots and other files are not stored, and their links fail",
    slowAfter: "1 second",
    isWatched: true,
    probe: (lost) =>
      lost === undefined || lost.condition === "slow"
        ? Effect.flatMap(sendUnguarded("GET", urlOf(PROBE)), accepted)
        : sendUnguarded("PUT", urlOf(PROBE), { "content-type": "text/plain" }, new Uint8Array([0])).pipe(
          Effect.flatMap(accepted),
          Effect.andThen(Effect.ignore(sendUnguarded("DELETE", urlOf(PROBE))))
        )
  })

  /** A rejection is a failure of the service, although it is a response. */
  const noted = (response: HttpClientResponse.HttpClientResponse) => {
    const fault = response.status === 404 ? undefined : Fault.of({ status: response.status })
    return fault === undefined ? Effect.void : part.lost(fault)
  }

  const send = (...request: Parameters<typeof sendUnguarded>) =>
    part.guard(sendUnguarded(...request)).pipe(
      Effect.mapError((error) => error._tag === "Silenced" ? failed(error) : error),
      Effect.tap(noted)
    )

  const list = Effect.fnUntraced(function*(token: string | undefined) {
    const url = new URL(root)
    const after = token === undefined ? "" : `&continuation-token=${signature.escape(token)}`
    url.search = `list-type=2&prefix=${signature.escape(prefix)}${after}`
    const response = yield* send("GET", url)
    yield* expected(response, 200)
    const xml = yield* Effect.mapError(response.text, failed)
    const next = elements(xml, "NextContinuationToken")[0]
    return {
      names: elements(xml, "Key").map((key) => key.slice(prefix.length)),
      next: next === "" ? undefined : next
    }
  })

  return { send, list, urlOf }
})
