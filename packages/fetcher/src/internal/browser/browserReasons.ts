import {
  BrowserCrashed,
  ConnectError,
  ConnectionReset,
  DecodeError,
  DnsError,
  EgressBlocked,
  ProtocolError,
  type Reason,
  RedirectError,
  Timeout,
  TlsError,
  TooLarge
} from "../../FetchError.ts"

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

export const netError = (error: unknown): string | undefined => /net::ERR_([A-Z0-9_]+)/.exec(messageOf(error))?.[1]

export const isDownload = (error: unknown): boolean => /Download is starting/.test(messageOf(error))

export const isInterrupted = (error: unknown): boolean =>
  netError(error) === "ABORTED" || /interrupted by another navigation/i.test(messageOf(error))

const crashed = /Target crashed|Page crashed|has been closed|Browser closed|Connection closed|browser has disconnected/i

export const isCrash = (error: unknown): boolean => crashed.test(messageOf(error))

export const hasNoFrame = (error: unknown): boolean => /Unable to capture screenshot/.test(messageOf(error))

export const fromBrowser = (error: unknown, atProxy: Reason | undefined, phase: Timeout["phase"]): Reason => {
  if (error instanceof TooLarge) return error
  const net = netError(error)
  const known = net === undefined ? {} : { code: `ERR_${net}` }
  if (net !== undefined) {
    if (net === "TUNNEL_CONNECTION_FAILED" || net === "EMPTY_RESPONSE" || net === "CONNECTION_CLOSED") {
      return atProxy ?? new ConnectionReset(known)
    }
    if (net.startsWith("CERT_") || net.startsWith("SSL_") || net === "BAD_SSL_CLIENT_AUTH_CERT") {
      return new TlsError(known)
    }
    if (net === "NAME_NOT_RESOLVED") return new DnsError({ temporary: false, ...known })
    if (net === "TOO_MANY_REDIRECTS") return new RedirectError({ kind: "tooMany" })
    if (net === "INVALID_REDIRECT" || net === "UNSAFE_REDIRECT" || net === "UNKNOWN_URL_SCHEME") {
      return new RedirectError({ kind: "scheme" })
    }
    if (net === "UNSAFE_PORT" || net === "BLOCKED_BY_CLIENT" || net === "ACCESS_DENIED") return new EgressBlocked()
    if (net === "CONTENT_DECODING_FAILED" || net === "CONTENT_DECODING_INIT_FAILED") {
      return new DecodeError(known)
    }
    if (net === "RESPONSE_HEADERS_TOO_BIG") return new TooLarge({ what: "headers", limit: 256 * 1024 })
    if (net === "CONNECTION_RESET" || net === "CONTENT_LENGTH_MISMATCH" || net === "INCOMPLETE_CHUNKED_ENCODING") {
      return atProxy ?? new ConnectionReset(known)
    }
    if (net.includes("TIMED_OUT")) return new Timeout({ phase })
    if (net.startsWith("CONNECTION_") || net === "ADDRESS_UNREACHABLE" || net === "PROXY_CONNECTION_FAILED") {
      return atProxy ?? new ConnectError(known)
    }
    return atProxy ?? new ProtocolError(known)
  }
  if (error instanceof Error && error.name === "TimeoutError") return new Timeout({ phase })
  return new BrowserCrashed(hasNoFrame(error) ? { code: "NO_FRAME" } : known)
}
