import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import { CacheError, Refused, Unavailable } from "../CacheError.ts"
import * as signature from "../SignatureV4.ts"

/** What errors and spans call a bucket. */
export const store = "s3"

/** The failure of a request that was not answered, or whose answer broke off. */
export const failed = (cause: unknown) => new CacheError({ store, reason: new Unavailable({ cause }) })

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: "\"", apos: "'", amp: "&" }

/** Of Unicode. */
const LAST_CODE_POINT = 0x10ffff

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|amp));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[name.toLowerCase()]!
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole
  })

/** All values of one element in an answer. */
const elements = (xml: string, name: string): ReadonlyArray<string> =>
  xml.split(`<${name}>`).slice(1).map((rest) => unescapeXml(rest.slice(0, Math.max(0, rest.indexOf(`</${name}>`)))))

/** Reads why the service refused a request. */
export const refusal = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse) {
  // an answer to HEAD has no body, and what stands between here and the service may answer anything
  const xml = yield* Effect.orElseSucceed(response.text, () => "")
  const code = elements(xml, "Code")[0]
  const named = code !== undefined && /^\w{1,64}$/.test(code) ? { code } : {}
  return new Refused({ status: response.status, ...named })
})

/** Fails unless the answer has one of these statuses. */
export const expected = (response: HttpClientResponse.HttpClientResponse, ...accepted: ReadonlyArray<number>) =>
  accepted.includes(response.status)
    ? Effect.void
    : Effect.flatMap(refusal(response), (reason) => Effect.fail(new CacheError({ store, reason })))

/** Signs and sends requests to a bucket, with path-style addresses. */
export const make = (client: HttpClient.HttpClient, options: {
  readonly endpoint: string
  readonly bucket: string
  /** What the names of our objects begin with. */
  readonly prefix: string
  readonly credentials: signature.Credentials
}) => {
  const { credentials, prefix } = options
  const root = `${options.endpoint.replace(/\/$/, "")}/${options.bucket}`
  const path = prefix.split("/").map(signature.escape).join("/")

  const send = Effect.fnUntraced(function*(
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
    return yield* Effect.mapError(client.execute(request), failed)
  })

  /** One page of the names of our objects without the prefix, and the token of the next page. */
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

  return { send, list, urlOf: (name: string) => new URL(`${root}/${path}${name}`) }
}
