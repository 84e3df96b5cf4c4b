/**
 * Artifacts in a bucket of any S3-compatible service, for many machines.
 *
 * Requests are signed with Signature Version 4 and go through the `HttpClient`
 * of the application, with path-style addresses. A lifecycle rule on the prefix
 * is the cheapest way to delete what has expired; `sweep` does it without one.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as ArtifactStore from "./ArtifactStore.ts"
import { CacheError, Corrupt, Refused, Unavailable } from "./CacheError.ts"
import { isId } from "./internal/links.ts"
import * as signature from "./SignatureV4.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options extends ArtifactStore.Options {
  /** For example `https://s3.eu-central-1.amazonaws.com` or `http://127.0.0.1:9000`. */
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted<string>
  readonly sessionToken?: Redacted.Redacted<string> | undefined
  /** @default "us-east-1" */
  readonly region?: string | undefined
  /** What object names begin with. @default "artifacts/" */
  readonly prefix?: string | undefined
  /** Hand out links that the service itself answers, at most 7 days long, instead of our own. @default false */
  readonly presign?: boolean | undefined
}

const store = "s3"

const failed = (cause: unknown) => new CacheError({ store, reason: new Unavailable({ cause }) })

const sevenDays = 604_800

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: "\"", apos: "'", amp: "&" }

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|amp));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[name.toLowerCase()]!
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** All values of one element in an answer. */
const elements = (xml: string, name: string): ReadonlyArray<string> =>
  xml.split(`<${name}>`).slice(1).map((rest) => unescapeXml(rest.slice(0, Math.max(0, rest.indexOf(`</${name}>`)))))

/**
 * @category constructors
 * @since 0.1.0
 */
export const makeBackend = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<ArtifactStore.Backend, never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const prefix = options.prefix ?? "artifacts/"
  const credentials: signature.Credentials = {
    accessKeyId: options.accessKeyId,
    secretAccessKey: Redacted.value(options.secretAccessKey),
    sessionToken: options.sessionToken === undefined ? undefined : Redacted.value(options.sessionToken),
    region: options.region ?? "us-east-1"
  }
  const bucket = `${options.endpoint.replace(/\/$/, "")}/${options.bucket}`
  const path = prefix.split("/").map(signature.escape).join("/")
  const urlOf = (id: string) => new URL(`${bucket}/${path}${id}`)

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

  const refusal = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse) {
    // an answer to HEAD has no body, and what stands between here and the service may answer anything
    const xml = yield* Effect.orElseSucceed(response.text, () => "")
    const code = elements(xml, "Code")[0]
    const named = code !== undefined && /^\w{1,64}$/.test(code) ? { code } : {}
    return new Refused({ status: response.status, ...named })
  })

  const expected = (response: HttpClientResponse.HttpClientResponse, ...accepted: ReadonlyArray<number>) =>
    accepted.includes(response.status)
      ? Effect.void
      : Effect.flatMap(refusal(response), (reason) => Effect.fail(new CacheError({ store, reason })))

  const expiresAt = (headers: { readonly [name: string]: string | undefined }) =>
    Number(headers["x-amz-meta-expires-at"] ?? Number.NaN)

  return {
    name: store,
    write: Effect.fnUntraced(function*(id, artifact) {
      const response = yield* send("PUT", urlOf(id), {
        "content-type": artifact.contentType,
        "x-amz-meta-expires-at": String(artifact.expiresAt)
      }, artifact.bytes)
      yield* expected(response, 200)
    }),
    read: Effect.fnUntraced(function*(id) {
      const response = yield* send("GET", urlOf(id))
      if (response.status === 404) {
        const reason = yield* refusal(response)
        return reason.code === "NoSuchBucket" ? yield* new CacheError({ store, reason }) : Option.none()
      }
      yield* expected(response, 200)
      const end = expiresAt(response.headers)
      if (Number.isNaN(end)) return yield* Effect.fail(new CacheError({ store, reason: new Corrupt({}) }))
      const bytes = new Uint8Array(yield* Effect.mapError(response.arrayBuffer, failed))
      return Option.some({
        contentType: response.headers["content-type"] ?? "application/octet-stream",
        bytes,
        expiresAt: end
      })
    }),
    remove: Effect.fnUntraced(function*(id) {
      const response = yield* send("DELETE", urlOf(id))
      yield* expected(response, 200, 204, 404)
    }),
    sweep: Effect.fnUntraced(function*(now) {
      let gone = 0
      let token: string | undefined
      do {
        const url = new URL(bucket)
        const after = token === undefined ? "" : `&continuation-token=${signature.escape(token)}`
        url.search = `list-type=2&prefix=${signature.escape(prefix)}${after}`
        const response = yield* send("GET", url)
        yield* expected(response, 200)
        const xml = yield* Effect.mapError(response.text, failed)
        const ids = elements(xml, "Key").map((key) => key.slice(prefix.length)).filter(isId)
        const removed = yield* Effect.forEach(
          ids,
          Effect.fnUntraced(function*(id) {
            const head = yield* send("HEAD", urlOf(id))
            if (head.status !== 200 || !(expiresAt(head.headers) <= now)) return 0
            yield* expected(yield* send("DELETE", urlOf(id)), 200, 204, 404)
            return 1
          }),
          { concurrency: 8 }
        )
        gone += removed.reduce<number>((sum, one) => sum + one, 0)
        token = elements(xml, "NextContinuationToken")[0]
      } while (token !== undefined && token !== "")
      return gone
    }),
    ...(options.presign === true
      ? {
        link: (id: string, artifact: ArtifactStore.Artifact, now: number) =>
          Effect.sync(() =>
            signature.signUrl({
              credentials,
              url: urlOf(id),
              seconds: Math.max(1, Math.min(sevenDays, Math.ceil((artifact.expiresAt - now) / 1000))),
              now
            })
          )
      }
      : {})
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
