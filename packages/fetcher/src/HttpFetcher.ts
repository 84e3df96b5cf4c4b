/**
 * Fetches pages over HTTP/1.1, without running scripts. Connections are guarded, and time and memory are limited.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Spans from "@dunlin/common/Spans"
import { RawPage, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { IncomingHttpHeaders } from "node:http"
import { EgressGuard } from "./EgressGuard.ts"
import { FetchError, make as makeError, Timeout } from "./FetchError.ts"
import { parseUpstream, type Upstream } from "./internal/dial.ts"
import * as dispatchers from "./internal/http/dispatchers.ts"
import type { Answer } from "./internal/http/exchange.ts"
import { follow, type Followed } from "./internal/http/follow.ts"
import * as Hop from "./internal/http/hop.ts"
import { PARTIAL_STATUS, partialWarning } from "./internal/partial.ts"
import { openedTargets, recheck } from "./internal/recheck.ts"
import { Fetcher, type FetchRequest } from "./internal/service.ts"
import { UserAgent } from "./UserAgent.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The user agent. With that of a browser, sites return the pages that people see. A custom one identifies you.
   *
   * @default the value of `UserAgent`, else a Chrome on Linux
   */
  readonly userAgent?: string | undefined
  /**
   * The maximum size of a body in bytes, before and after decoding.
   *
   * @default 52428800 (50 MiB)
   */
  readonly maxBytes?: number | undefined
  /**
   * The maximum size of the response headers in bytes.
   *
   * @default 65536
   */
  readonly maxHeaderBytes?: number | undefined
  /**
   * The maximum number of redirects to follow, including `<meta http-equiv="refresh">`.
   *
   * @default 10
   */
  readonly maxRedirects?: number | undefined
  /**
   * The maximum number of concurrent requests to one origin.
   *
   * @default 8
   */
  readonly connectionsPerOrigin?: number | undefined
  /**
   * The timeout for opening a connection, including its TLS handshake.
   *
   * @default "10 seconds"
   */
  readonly connectTimeout?: Duration.Input | undefined
  /**
   * The longest `Retry-After` of a 429 or 503 to wait for. The engine waits once, and only if half of the remaining
   * time is left afterwards.
   *
   * @default "5 seconds"
   */
  readonly maxRetryAfter?: Duration.Input | undefined
  /** The URL of the proxy for `proxy: "basic"`, `http://user:password@host:port`. */
  readonly basicProxy?: Secret.Secret | undefined
  /** The URL of the proxy for `proxy: "enhanced"`, and for `auto` after a block. */
  readonly enhancedProxy?: Secret.Secret | undefined
}

/**
 * The default user agent of both engines.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultUserAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"

const DEFAULT_MAX_BYTES_OF_PAGE = 50 * 1024 * 1024
const DEFAULT_MAX_HEADER_BYTES = 64 * 1024
const DEFAULT_MAX_REDIRECTS = 10
const DEFAULT_CONNECTIONS_PER_ORIGIN = 8

const BLOCK_WINDOW_BYTES = 8192

const joinHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === "set-cookie" ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]
    )
  )

const looksBlocked = (answer: Answer): boolean => {
  if (answer.status === 403 || answer.status === 429 || answer.status === 401) return true
  if (answer.status !== 503 && answer.status !== 202 && answer.status !== 405) return false
  return /cf-chl|challenge-platform|captcha|_Incapsula_|px-captcha|datadome/i.test(
    Buffer.from(answer.body.buffer, answer.body.byteOffset, Math.min(answer.body.length, BLOCK_WINDOW_BYTES)).toString(
      "latin1"
    )
  )
}

const upstreamOf = (proxy: Secret.Secret | undefined): Upstream | undefined =>
  proxy === undefined ? undefined : parseUpstream(Secret.text(proxy, "proxy"))

const warningsOf = (
  { answer, mislabelled, refused }: Followed,
  isWithoutProxy: boolean
): ReadonlyArray<string> => [
  ...(answer.status === PARTIAL_STATUS ? [partialWarning] : []),
  ...(isWithoutProxy ? ["No enhanced proxy is configured; the page was fetched without one."] : []),
  ...(refused.length > 0
    ? [`These request headers cannot be set and were omitted: ${refused.join(", ")}.`]
    : []),
  ...(mislabelled ? ["The body did not match its content-encoding and was read undecoded."] : [])
]

/**
 * Builds the HTTP engine. Its connections close with the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<Fetcher["Service"], never, EgressGuard | Scope.Scope> {
  const guard = yield* EgressGuard
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES_OF_PAGE
  const maxHeaderBytes = options.maxHeaderBytes ?? DEFAULT_MAX_HEADER_BYTES
  const maxRedirects = options.maxRedirects ?? DEFAULT_MAX_REDIRECTS
  const connections = options.connectionsPerOrigin ?? DEFAULT_CONNECTIONS_PER_ORIGIN
  const maxRetryAfter = Duration.toMillis(options.maxRetryAfter ?? "5 seconds")
  const basic = upstreamOf(options.basicProxy)
  const enhanced = upstreamOf(options.enhancedProxy)

  const lease = yield* dispatchers.make({
    guard,
    connections,
    connectTimeout: Duration.toMillis(options.connectTimeout ?? "10 seconds"),
    maxHeaderBytes,
    maxBytes
  })
  const hop = yield* Hop.make({ lease, connections, maxBytes, maxHeaderBytes })

  const fetchThrough = Effect.fnUntraced(function*(request: FetchRequest, progress: Hop.Progress) {
    const userAgent = options.userAgent ?? (yield* UserAgent) ?? defaultUserAgent
    const verify = !request.options.skipTlsVerification
    const { proxy } = request.options
    const through = (upstream: Upstream | undefined) =>
      follow({ guard, hop, userAgent, maxBytes, maxRedirects, maxRetryAfter }, request, progress, { verify, upstream })
    const upstream = proxy === "enhanced" ? enhanced ?? basic : basic
    return yield* Effect.flatMap(
      through(upstream),
      (followed) =>
        proxy === "auto" && enhanced !== undefined && looksBlocked(followed.answer)
          ? Effect.map(through(enhanced), (followed) => ({ followed, isEnhanced: true }))
          : Effect.succeed({ followed, isEnhanced: upstream !== undefined && upstream === enhanced })
    )
  })

  const fetchPage = Effect.fnUntraced(function*(request: FetchRequest, progress: Hop.Progress) {
    const { followed, isEnhanced } = yield* fetchThrough(request, progress)
    const { answer, body, contentType: { charset, essence }, redirects } = followed
    const url = withoutUserInfo(followed.url.href)
    return new RawPage({
      sourceUrl: withoutUserInfo(request.url),
      url,
      status: answer.status,
      headers: joinHeaders(answer.headers),
      contentType: essence,
      ...(charset === undefined ? {} : { charset }),
      body,
      redirects,
      ...openedTargets(guard, [...redirects.map((redirect) => redirect.url), url]),
      fetchedAt: yield* Clock.currentTimeMillis,
      engine: "http",
      proxyUsed: isEnhanced ? "stealth" : "basic",
      warnings: warningsOf(followed, request.options.proxy === "enhanced" && enhanced === undefined)
    })
  })

  return Fetcher.of({
    recheck: recheck(guard),
    fetch: Spans.fn("HttpFetcher.fetch")(function*(request: FetchRequest): Effect.fn.Return<RawPage, FetchError> {
      const duration = Duration.toMillis(request.timeout)
      const progress: Hop.Progress = { phase: "queue", deadline: (yield* Clock.currentTimeMillis) + duration }
      return yield* fetchPage(request, progress).pipe(
        Effect.timeoutOrElse({ duration, orElse: () => Effect.fail(new Timeout({ phase: progress.phase })) }),
        Effect.mapError((reason) =>
          progress.hasMoved === true ? new FetchError({ reason, afterRedirect: true }) : makeError(reason)
        )
      )
    })
  })
})

/**
 * Provides the HTTP engine as a fetcher.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<Fetcher, never, EgressGuard> =>
  Layer.effect(Fetcher, make(options))
