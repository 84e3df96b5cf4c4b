/**
 * Signs requests with AWS Signature Version 4 for S3, as described in "Authenticating Requests" of the S3 API
 * reference.
 *
 * @since 0.1.0
 */
import * as crypto from "node:crypto"

/**
 * @category models
 * @since 0.1.0
 */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  readonly region: string
}

const hmac = (key: string | Buffer, text: string): Buffer => crypto.createHmac("sha256", key).update(text).digest()

/**
 * Percent-encodes all characters except the unreserved ones of RFC 3986. All services sign this form in the same way.
 *
 * @category conversions
 * @since 0.1.0
 */
export const escape = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalPath = (url: URL): string =>
  url.pathname.split("/").map((segment) => escape(decodeURIComponent(segment))).join("/")

const canonicalQuery = (query: ReadonlyMap<string, string>): string =>
  Array.from(query, ([name, value]) => [escape(name), escape(value)] as const)
    .sort(([left], [right]) => left < right ? -1 : 1)
    .map(([name, value]) => `${name}=${value}`)
    .join("&")

const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, "")

const dayOf = (stamp: string): string => stamp.slice(0, "YYYYMMDD".length)

const SERVICE = "s3"
const REQUEST = "aws4_request"

const scopeOf = ({ region }: Credentials, stamp: string): string => [dayOf(stamp), region, SERVICE, REQUEST].join("/")

const credentialOf = (credentials: Credentials, stamp: string): string =>
  `${credentials.accessKeyId}/${scopeOf(credentials, stamp)}`

const signatureOf = (options: {
  readonly credentials: Credentials
  readonly method: string
  readonly url: URL
  readonly query: ReadonlyMap<string, string>
  readonly headers: ReadonlyMap<string, string>
  readonly payload: string
  readonly stamp: string
}): string => {
  const { credentials, headers, method, payload, query, stamp, url } = options
  const names = Array.from(headers.keys()).sort()
  const request = [
    method,
    canonicalPath(url),
    canonicalQuery(query),
    ...names.map((name) => `${name}:${headers.get(name)}`),
    "",
    names.join(";"),
    payload
  ].join("\n")
  const text = ["AWS4-HMAC-SHA256", stamp, scopeOf(credentials, stamp), crypto.hash("sha256", request)].join("\n")
  const dated = hmac(`AWS4${credentials.secretAccessKey}`, dayOf(stamp))
  const key = hmac(hmac(hmac(dated, credentials.region), SERVICE), REQUEST)
  return hmac(key, text).toString("hex")
}

/**
 * Returns the headers of a signed request: the given headers and the headers of the signature. Names must be in lower
 * case. `host` is part of the signature, and the client sends it. `now` is in epoch milliseconds.
 *
 * @category constructors
 * @since 0.1.0
 */
export const signHeaders = (options: {
  readonly credentials: Credentials
  readonly method: string
  readonly url: URL
  readonly headers: { readonly [name: string]: string }
  readonly body: Uint8Array
  readonly now: number
}): Record<string, string> => {
  const { credentials, url } = options
  const stamp = stampOf(options.now)
  const payload = crypto.hash("sha256", options.body)
  const sent: Record<string, string> = {
    ...options.headers,
    "x-amz-content-sha256": payload,
    "x-amz-date": stamp,
    ...(credentials.sessionToken === undefined ? {} : { "x-amz-security-token": credentials.sessionToken })
  }
  const headers = new Map([...Object.entries(sent), ["host", url.host]] as Array<[string, string]>)
  const query = new Map(url.searchParams)
  const signature = signatureOf({ credentials, method: options.method, url, query, headers, payload, stamp })
  const names = Array.from(headers.keys()).sort().join(";")
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${
      credentialOf(credentials, stamp)
    },SignedHeaders=${names},Signature=${signature}`
  }
}

/**
 * Returns a link for GET without headers, valid for `seconds` from `now` (epoch milliseconds).
 *
 * @category constructors
 * @since 0.1.0
 */
export const signUrl = (options: {
  readonly credentials: Credentials
  readonly url: URL
  readonly seconds: number
  readonly now: number
}): string => {
  const { credentials, url } = options
  const stamp = stampOf(options.now)
  const query = new Map([
    ...url.searchParams,
    ["X-Amz-Algorithm", "AWS4-HMAC-SHA256"],
    ["X-Amz-Credential", credentialOf(credentials, stamp)],
    ["X-Amz-Date", stamp],
    ["X-Amz-Expires", String(options.seconds)],
    ["X-Amz-SignedHeaders", "host"],
    ...(credentials.sessionToken === undefined ? [] : [["X-Amz-Security-Token", credentials.sessionToken] as const])
  ])
  const headers = new Map([["host", url.host]])
  const payload = "UNSIGNED-PAYLOAD"
  const signature = signatureOf({ credentials, method: "GET", url, query, headers, payload, stamp })
  return `${url.origin}${canonicalPath(url)}?${canonicalQuery(query)}&X-Amz-Signature=${signature}`
}
