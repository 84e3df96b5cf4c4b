/**
 * Why a page could not be fetched, on two axes: what happened (the tag of the
 * reason) and what a caller may do about it (`retry`).
 *
 * An HTTP status is never an error here; it is data of the page.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * What a caller may do after a failure.
 *
 * - `never`: the same request fails again.
 * - `now`: the failure looks transient, the same request may be sent again.
 * - `after`: the same, but not before `retryAfter` milliseconds have passed.
 * - `otherEngine`: the other engine (HTTP or browser) may succeed.
 *
 * @category models
 * @since 0.1.0
 */
export type Retry = "never" | "now" | "after" | "otherEngine"

/**
 * What the layer below called the failure, such as `ECONNRESET` or `ERR_CERT_DATE_INVALID`. Nothing else of a foreign
 * error is kept: they carry host names, addresses and bytes of answers.
 */
const code = { code: Schema.optionalKey(Schema.String) }

/**
 * The address is not an absolute `http:` or `https:` URL with a host.
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
 * The egress guard refused the scheme, the port, the name or an address it
 * resolved to. The message does not say which: that would answer questions
 * about the internal network. It is the same for every refusal, and names the
 * settings by which an operator opens a single target.
 *
 * @category errors
 * @since 0.1.0
 */
export class EgressBlocked extends Schema.TaggedError<EgressBlocked>()("EgressBlocked", {}) {
  override get message(): string {
    return "the destination is not allowed: only public addresses and web ports are; whoever runs this can open one " +
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
 * The navigation guard (threat protection, a policy of the caller) refused a
 * hop.
 *
 * @category errors
 * @since 0.1.0
 */
export class NavigationRefused extends Schema.TaggedError<NavigationRefused>()("NavigationRefused", {
  /** Why, as the guard wrote it; shown to the caller. */
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
 * `robots.txt` of the site forbids the page to the configured user agent, or could not be read, which forbids all.
 *
 * @category errors
 * @since 0.1.0
 */
export class RobotsDisallowed extends Schema.TaggedError<RobotsDisallowed>()("RobotsDisallowed", {
  /** Why it could not be read; absent when it was. */
  unreadable: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return this.unreadable === undefined
      ? "robots.txt of the site does not allow this page"
      : `the robots.txt of the site cannot be read: ${this.unreadable}`
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The name has no address.
 *
 * @category errors
 * @since 0.1.0
 */
export class DnsError extends Schema.TaggedError<DnsError>()("DnsError", {
  /** `true` when the resolver itself failed, so that asking again may help. */
  temporary: Schema.Boolean,
  ...code
}) {
  override get message(): string {
    return this.temporary ? "the resolver did not answer" : "the host name does not exist"
  }
  get retry(): Retry {
    return this.temporary ? "now" : "never"
  }
  get isRetryable(): boolean {
    return this.temporary
  }
}

/** Statuses by which a proxy rejects a user or a password. */
const CREDENTIALS_REJECTED: ReadonlySet<string> = new Set(["401", "407"])

/**
 * No connection: refused, unreachable, or the proxy would not open one.
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
    return /^[1-9]/.test(proxy) ? `the proxy opened no tunnel to the host (${proxy})` : "could not connect to the proxy"
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
    return "the TLS handshake failed or the certificate was not accepted"
  }
  get retry(): Retry {
    return "never"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The connection ended before the answer was complete.
 *
 * @category errors
 * @since 0.1.0
 */
export class ConnectionReset extends Schema.TaggedError<ConnectionReset>()("ConnectionReset", {
  ...code
}) {
  override get message(): string {
    return "the connection ended before the answer was complete"
  }
  get retry(): Retry {
    return "now"
  }
  get isRetryable(): boolean {
    return true
  }
}

/**
 * The server did not speak HTTP as it is defined.
 *
 * @category errors
 * @since 0.1.0
 */
export class ProtocolError extends Schema.TaggedError<ProtocolError>()("ProtocolError", {
  ...code
}) {
  override get message(): string {
    return "the server did not answer with valid HTTP"
  }
  get retry(): Retry {
    return "otherEngine"
  }
  get isRetryable(): boolean {
    return false
  }
}

/**
 * The deadline passed. `phase` names what was going on.
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
 * The answer exceeded a limit.
 *
 * @category errors
 * @since 0.1.0
 */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  what: Schema.Literals(["body", "headers", "screenshot", "pdf", "actions"]),
  /** Bytes; for a screenshot, pixels. `actions` are the results of all of them together. */
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
 * The body was not what its `content-encoding` promised. A browser is not tried: a chain of codings that is refused here
 * ends a Chromium.
 *
 * @category errors
 * @since 0.1.0
 */
export class DecodeError extends Schema.TaggedError<DecodeError>()("DecodeError", {
  ...code
}) {
  override get message(): string {
    return "the body could not be decoded as its content-encoding says"
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
        return "a redirect has no valid location"
      case "scheme":
        return "a redirect leaves http and https"
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
 * The browser or the page process died while the page was being fetched, or (`NO_FRAME`) it returned no picture of the
 * page. With `ACTED` it died after a click or a key, which may have changed something, so the page was not tried again.
 *
 * @category errors
 * @since 0.1.0
 */
export class BrowserCrashed extends Schema.TaggedError<BrowserCrashed>()("BrowserCrashed", {
  ...code
}) {
  override get message(): string {
    return this.code === "NO_FRAME"
      ? "the browser could not take a picture of the page"
      : this.code === "ACTED"
      ? "the browser crashed after an action that may have changed something on the site, so the page was not tried " +
        "again: send the request again if its actions may run twice"
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
 * The request needs a browser and there is none. `detail` says how to install
 * one.
 *
 * @category errors
 * @since 0.1.0
 */
export class BrowserUnavailable extends Schema.TaggedError<BrowserUnavailable>()("BrowserUnavailable", {
  detail: Schema.String,
  /** Why a browser that is there does not start, where that is known. */
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
 * One of the actions of the request failed; those before it were performed.
 *
 * @category errors
 * @since 0.1.0
 */
export class ActionError extends Schema.TaggedError<ActionError>()("ActionError", {
  /** Position in `options.actions`, from 0. */
  index: Schema.Int,
  type: Schema.String,
  /** Why, without text of the page. */
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
  const owner = of === "team" ? "the team" : "this process, which keeps profiles in memory,"
  return unit === "profiles"
    ? `${owner} has ${limit} profiles, which is the quota; delete one, or save under the name of another`
    : `the profiles of ${owner} would take ${kibibytes(needed)}, and the quota is ${
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
   * `busy`: another session is saving to it. `unreadable`: wrong key or damaged. `storage`: could not be read or written.
   * `full`: the profiles of its owner exceed a quota.
   */
  kind: Schema.Literals(["busy", "unreadable", "storage", "full"]),
  /** Of a full store: the limit that a save would exceed, in profiles or in bytes, and its owner. */
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
        return "profile is in use (another request is saving it); retry, or use another name"
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
 * A `file:` address names a document of the embedded index, and the index did not give one. Files themselves are never
 * opened.
 *
 * @category errors
 * @since 0.2.0
 */
export class IndexError extends Schema.TaggedError<IndexError>()("IndexError", {
  /** `absent`: no document has this address. `failed`: the index could not be asked. */
  kind: Schema.Literals(["absent", "failed"])
}) {
  override get message(): string {
    return this.kind === "absent"
      ? "the index has no document with this address; a `file:` address is read from the index alone"
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
 * The function of a `FetchFunction` failed, and not because of the network. What it threw is the `cause` of the `FetchError`.
 *
 * @category errors
 * @since 0.2.0
 */
export class FunctionFailed extends Schema.TaggedError<FunctionFailed>()("FunctionFailed", {
  /** `true` when what it threw says `isRetryable`. */
  temporary: Schema.Boolean
}) {
  override get message(): string {
    return "the function that fetches pages failed"
  }
  get retry(): Retry {
    return this.temporary ? "now" : "never"
  }
  get isRetryable(): boolean {
    return this.temporary
  }
}

/**
 * Everything a fetch can fail for.
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
 * The one error a `Fetcher` fails with. Match the reason with
 * `Effect.catchReason("FetchError", "Timeout", ...)`.
 *
 * @category errors
 * @since 0.1.0
 */
export class FetchError extends Schema.TaggedError<FetchError>()("FetchError", {
  reason: Reason,
  /** Milliseconds to wait before trying again, when `retry` is `after`. */
  retryAfter: Schema.optionalKey(Schema.Number),
  /** The address that was asked for did answer; what failed is one that it led to. */
  afterRedirect: Schema.optionalKey(Schema.Literal(true)),
  /** What the function of a `FetchFunction` threw. */
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    return `${this.reason._tag}: ${this.reason.message}`
  }
  /** What a caller may do about it. */
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
