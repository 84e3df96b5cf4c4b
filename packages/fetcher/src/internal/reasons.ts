import {
  ConnectError,
  ConnectionReset,
  DecodeError,
  DnsError,
  ProtocolError,
  type Reason,
  Timeout,
  TlsError,
  TooLarge
} from "../FetchError.ts"
import { opaque } from "./opaque.ts"

const own = new Set<string>(["InvalidUrl", "EgressBlocked", "DnsError", "ConnectError", "Timeout", "TooLarge"])

interface Foreign {
  readonly _tag?: string
  readonly name?: string
  readonly message?: string
  readonly code?: string
  readonly handshake?: boolean
  readonly cause?: unknown
  readonly errors?: ReadonlyArray<unknown>
}

const connectCodes = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "ENETDOWN",
  "EHOSTDOWN",
  "EACCES",
  "EPERM"
])
const resetCodes = new Set([
  "ECONNRESET",
  "EPIPE",
  "ECONNABORTED",
  "UND_ERR_SOCKET",
  "UND_ERR_CLOSED",
  "UND_ERR_DESTROYED",
  "UND_ERR_ABORTED",
  // undici does not distinguish a short body from a reset inside the body.
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"
])

const isTlsCode = (code: string): boolean =>
  /^(?:ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|ERR_OSSL)/.test(code)

export const fromNetwork = (error: unknown, limits: { readonly headers: number }): Reason => {
  const foreign = (error ?? {}) as Foreign
  if (foreign._tag !== undefined && own.has(foreign._tag)) return error as Reason
  const code = foreign.code ?? (foreign.cause as Foreign | undefined)?.code ?? ""
  const message = foreign.message ?? ""
  if (foreign.name === "AggregateError" && foreign.errors?.length) return fromNetwork(foreign.errors[0], limits)
  if (code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT") return new Timeout({ phase: "connect" })
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW") {
    return new TooLarge({ what: "headers", limit: limits.headers })
  }
  if (code.startsWith("ENOTFOUND") || code.startsWith("EAI_")) {
    return new DnsError({ temporary: code === "EAI_AGAIN", ...opaque(error) })
  }
  // The server only supports HTTP/2, which a browser supports.
  if (code.includes("NO_APPLICATION_PROTOCOL")) return new ProtocolError(opaque(error))
  if (isTlsCode(code) || foreign.handshake === true) return new TlsError(opaque(error))
  if (connectCodes.has(code)) return new ConnectError(opaque(error))
  if (/bad (?:response|upgrade)/.test(message)) return new ProtocolError(opaque(error))
  if (resetCodes.has(code)) return new ConnectionReset(opaque(error))
  return new ProtocolError(opaque(error))
}

export const fromDecoder = (error: unknown, limit: number): Reason =>
  (error as Foreign | undefined)?.code === "ERR_BUFFER_TOO_LARGE"
    ? new TooLarge({ what: "body", limit })
    : new DecodeError(opaque(error))
