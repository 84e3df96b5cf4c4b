/**
 * Declares the reasons why a page could not be fetched. `retry` says whether the request may be repeated. An HTTP
 * status is not an error, but part of the page.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Whether and how a caller may repeat the request after a failure.
 *
 * - `never`: the same request would fail again.
 * - `now`: the failure looks temporary; the same request may be repeated.
 * - `after`: the request may be repeated after `retryAfter` milliseconds.
 * - `otherEngine`: the other engine (HTTP or browser) may succeed.
 *
 * @category models
 * @since 0.1.0
 */
export type Retry = "never" | "now" | "after" | "otherEngine"

/** Other fields of the foreign error may contain host names or response bytes, so only its code is kept. */
const code = { code: Schema.optionalKey(Schema.String) }

/**
 * The URL is not an absolute `http:` or `https:` URL with a host.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidUrl extends Schema.TaggedError<InvalidUrl>()("InvalidUrl", {}) {
  override get message(): string {
    return "the URL is not an absolute http or https URL"
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The egress guard blocked the scheme, the port, the host name or an IP address. The message is the same in all cases,
 * because the cause would reveal the internal network. It names the settings that allow a single target.
 *
 * @category errors
 * @since 0.1.0
 */
export class EgressBlocked extends Schema.TaggedError<EgressBlocked>()("EgressBlocked", {}) {
  override get message(): string {
    return "the destination is not allowed: only public addresses and web ports are. The operator can allow a " +
      "target with `allow: [\"host:port\"]`, `--allow host:port` or DUNLIN_EGRESS_ALLOW=host:port"
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The navigation guard (threat protection, a caller's policy) blocked a request or redirect.
 *
 * @category errors
 * @since 0.1.0
 */
export class NavigationRefused extends Schema.TaggedError<NavigationRefused>()("NavigationRefused", {
  /** The guard's reason. The caller sees it. */
  detail: Schema.String
}) {
  override get message(): string {
    return `navigation refused: ${this.detail}`
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The site's `robots.txt` disallows the page for the configured user agent, or could not be read, which disallows all
 * pages.
 *
 * @category errors
 * @since 0.1.0
 */
export class RobotsDisallowed extends Schema.TaggedError<RobotsDisallowed>()("RobotsDisallowed", {
  /** The reason why robots.txt could not be read; absent if it was read. */
  unreadable: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return this.unreadable === undefined
      ? "the site's robots.txt disallows this page"
      : `the site's robots.txt cannot be read: ${this.unreadable}`
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The host name has no IP address.
 *
 * @category errors
 * @since 0.1.0
 */
export class DnsError extends Schema.TaggedError<DnsError>()("DnsError", {
  /** Whether the resolver failed, so that a retry may succeed. */
  temporary: Schema.Boolean,
  ...code
}) {
  override get message(): string {
    return this.temporary ? "the DNS resolver did not respond" : "the host name does not exist"
  }
  get retry(): Retry {
    return this.temporary ? "now" : "never"
  }
  get isRetryable(): boolean {
    return this.temporary
  }
}

const CREDENTIALS_REJECTED: ReadonlySet<string> = new Set(["401", "407"])

/**
 * The connection failed. It was refused, the host was unreachable, or the proxy rejected it.
 *
 * @category errors
 * @since 0.1.0
 */
export class ConnectError extends Schema.TaggedError<ConnectError>()("ConnectError", {
  ...code
}) {
  override get message(): string {
    const [, proxy] = /^PROXY_(\w+)$/.exec(this.code ?? "") ?? []
    if (proxy === undefined) return "could not connect to the host"
    if (CREDENTIALS_REJECTED.has(proxy)) return `the proxy rejected the credentials of its URL (${proxy})`
    return /^[1-9]/.test(proxy)
      ? `the proxy rejected the tunnel to the host (${proxy})`
      : "could not connect to the proxy"
  }
  get retry(): Retry {
    return this.isRetryable ? "now" : "never"
  }
  get isRetryable(): boolean {
    return !CREDENTIALS_REJECTED.has(this.code?.slice("PROXY_".length) ?? "")
  }
}

/**
 * The TLS handshake failed, or the certificate was not accepted.
 *
 * @category errors
 * @since 0.1.0
 */
export class TlsError extends Schema.TaggedError<TlsError>()("TlsError", {
  ...code
}) {
  override get message(): string {
    return "the TLS handshake failed, or the certificate is invalid"
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The connection closed before the response was complete.
 *
 * @category errors
 * @since 0.1.0
 */
export class ConnectionReset extends Schema.TaggedError<ConnectionReset>()("ConnectionReset", {
  ...code
}) {
  override get message(): string {
    return "the connection closed before the response was complete"
  }
  get retry(): Retry {
    return "now"
  }
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The server's response is not valid HTTP.
 *
 * @category errors
 * @since 0.1.0
 */
export class ProtocolError extends Schema.TaggedError<ProtocolError>()("ProtocolError", {
  ...code
}) {
  override get message(): string {
    return "the server's response is not valid HTTP"
  }
  get retry(): Retry {
    return "otherEngine"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The timeout expired. `phase` names the operation that was running.
 *
 * @category errors
 * @since 0.1.0
 */
export class Timeout extends Schema.TaggedError<Timeout>()("Timeout", {
  phase: Schema.Literals(["queue", "connect", "headers", "body", "browser", "actions"])
}) {
  override get message(): string {
    return `timed out (${this.phase})`
  }
  get retry(): Retry {
    return "now"
  }
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The response exceeded a limit.
 *
 * @category errors
 * @since 0.1.0
 */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  what: Schema.Literals(["body", "headers", "screenshot", "pdf", "actions"]),
  /**
   * The limit in bytes; for a screenshot, in pixels. For `actions`, it is the limit for the results of all actions
   * together.
   */
  limit: Schema.Number
}) {
  override get message(): string {
    return `the ${this.what} exceeds ${this.limit} ${this.what === "screenshot" ? "pixels" : "bytes"}`
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The body does not match its `content-encoding`. The browser is not tried, because such chains of encodings crash
 * Chromium.
 *
 * @category errors
 * @since 0.1.0
 */
export class DecodeError extends Schema.TaggedError<DecodeError>()("DecodeError", {
  ...code
}) {
  override get message(): string {
    return "the body does not match its content-encoding"
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * A redirect that cannot be followed.
 *
 * @category errors
 * @since 0.1.0
 */
export class RedirectError extends Schema.TaggedError<RedirectError>()("RedirectError", {
  kind: Schema.Literals(["loop", "tooMany", "invalidLocation", "scheme"])
}) {
  override get message(): string {
    switch (this.kind) {
      case "loop":
        return "the redirects lead back to a page already visited"
      case "tooMany":
        return "too many redirects"
      case "invalidLocation":
        return "a redirect has an invalid location"
      case "scheme":
        return "a redirect leads to a URL that is not http or https"
    }
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The browser or the page's process crashed during the fetch, or (`NO_FRAME`) returned no screenshot. With `ACTED` it
 * crashed after a click or key press, which may have had an effect, so the page was not retried.
 *
 * @category errors
 * @since 0.1.0
 */
export class BrowserCrashed extends Schema.TaggedError<BrowserCrashed>()("BrowserCrashed", {
  ...code
}) {
  override get message(): string {
    return this.code === "NO_FRAME"
      ? "the browser could not take a screenshot of the page"
      : this.code === "ACTED"
      ? "the browser crashed after an action that may have changed the site, so the page was not retried: " +
        "send the request again if its actions may run twice"
      : "the browser crashed"
  }
  get retry(): Retry {
    return this.code === "ACTED" ? "never" : "now"
  }
  get isRetryable(): boolean {
    return this.code !== "ACTED"
  }
}

/**
 * The request needs a browser and none is available. `detail` says how to install one.
 *
 * @category errors
 * @since 0.1.0
 */
export class BrowserUnavailable extends Schema.TaggedError<BrowserUnavailable>()("BrowserUnavailable", {
  detail: Schema.String,
  /** The reason why an installed browser does not start, if it is known. */
  condition: Schema.optionalKey(Schema.Literals(["refused", "read-only", "full"]))
}) {
  override get message(): string {
    return this.detail
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * An action of the request failed. Earlier actions were performed.
 *
 * @category errors
 * @since 0.1.0
 */
export class ActionError extends Schema.TaggedError<ActionError>()("ActionError", {
  /** The position of the action in `options.actions`, counted from 0. */
  index: Schema.Int,
  type: Schema.String,
  /** The cause of the failure, without text of the page. */
  detail: Schema.String
}) {
  override get message(): string {
    return `action ${this.index} (${this.type}) failed: ${this.detail}`
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

const BYTES_PER_KIBIBYTE = 1024
const kibibytes = (bytes: number): string => `${Math.ceil(bytes / BYTES_PER_KIBIBYTE)} KiB`

const fullMessage = (quota: ProfileError["quota"]): string => {
  if (quota === undefined) return "the profiles of this team exceed their quota; delete some of them"
  const { limit, needed, of, unit } = quota
  const owner = of === "team" ? "the team" : "this process, which stores profiles in memory,"
  return unit === "profiles"
    ? `${owner} has reached its quota of ${limit} profiles; delete one, or overwrite an existing one`
    : `the profiles of ${owner} would use ${kibibytes(needed)}, and the quota is ${
      kibibytes(limit)
    }; delete some of them`
}

/**
 * The browser profile of the request could not be used.
 *
 * @category errors
 * @since 0.1.0
 */
export class ProfileError extends Schema.TaggedError<ProfileError>()("ProfileError", {
  /**
   * `busy` if another session is saving the profile; `unreadable` for a wrong key or damaged data; `storage` if reading
   * or writing failed; `full` if the owner's quota is exceeded.
   */
  kind: Schema.Literals(["busy", "unreadable", "storage", "full"]),
  /** The exceeded limit, in profiles or bytes, and its owner. It is present for `full`. */
  quota: Schema.optionalKey(
    Schema.Struct({
      of: Schema.Literals(["team", "process"]),
      unit: Schema.Literals(["profiles", "bytes"]),
      limit: Schema.Number,
      needed: Schema.Number
    })
  ),
  ...code
}) {
  override get message(): string {
    switch (this.kind) {
      case "busy":
        return "the profile is in use by another request; retry, or use another name"
      case "unreadable":
        return "the stored profile cannot be read with the configured key"
      case "storage":
        return "the profile storage failed"
      case "full":
        return fullMessage(this.quota)
    }
  }
  get retry(): Retry {
    return this.kind === "busy" ? "after" : "never"
  }
  get isRetryable(): boolean {
    return this.kind === "busy"
  }
}

/**
 * A `file:` URL names a document of the embedded index, and the index did not return it. Files themselves are never
 * opened.
 *
 * @category errors
 * @since 0.2.0
 */
export class IndexError extends Schema.TaggedError<IndexError>()("IndexError", {
  /** `absent` if no document has this URL; `failed` if the index returned an error. */
  kind: Schema.Literals(["absent", "failed"])
}) {
  override get message(): string {
    return this.kind === "absent"
      ? "the index contains no document with this URL; `file:` URLs are read only from the index"
      : "the index could not be read"
  }
  get retry(): Retry {
    return this.kind === "failed" ? "after" : "never"
  }
  get isRetryable(): boolean {
    return this.kind === "failed"
  }
}

/**
 * The function of a `FetchFunction` failed for a reason other than the network. Its error is the `cause` of the
 * `FetchError`.
 *
 * @category errors
 * @since 0.2.0
 */
export class FunctionFailed extends Schema.TaggedError<FunctionFailed>()("FunctionFailed", {
  /** Whether the thrown error has `isRetryable`. */
  temporary: Schema.Boolean
}) {
  override get message(): string {
    return "the page fetch function failed"
  }
  get retry(): Retry {
    return this.temporary ? "now" : "never"
  }
  get isRetryable(): boolean {
    return this.temporary
  }
}

/**
 * All reasons why a fetch can fail.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Reason = Schema.Union([
  InvalidUrl,
  EgressBlocked,
  NavigationRefused,
  RobotsDisallowed,
  DnsError,
  ConnectError,
  TlsError,
  ConnectionReset,
  ProtocolError,
  Timeout,
  TooLarge,
  DecodeError,
  RedirectError,
  BrowserCrashed,
  BrowserUnavailable,
  ActionError,
  ProfileError,
  IndexError,
  FunctionFailed
])

/**
 * @category models
 * @since 0.1.0
 */
export type Reason = typeof Reason.Type

/**
 * The error type of a `Fetcher`. Match its reason with `Effect.catchReason("FetchError", "Timeout", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class FetchError extends Schema.TaggedError<FetchError>()("FetchError", {
  reason: Reason,
  /** The milliseconds to wait before a retry, if `retry` is `after`. */
  retryAfter: Schema.optionalKey(Schema.Number),
  /** Set if the requested URL responded with a redirect, and the failure concerns a later URL. */
  afterRedirect: Schema.optionalKey(Schema.Literal(true)),
  /** The error that the function of a `FetchFunction` threw. */
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    return `${this.reason._tag}: ${this.reason.message}`
  }
  /** Whether and how a caller may repeat the request. */
  get retry(): Retry {
    return this.reason.retry
  }
  get isRetryable(): boolean {
    return this.reason.isRetryable
  }
}

/**
 * Wraps a reason into the error that callers see.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (reason: Reason): FetchError => new FetchError({ reason })
