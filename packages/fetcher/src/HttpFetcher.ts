/**
 * Fetches pages over HTTP/1.1: guarded, bounded in time and memory, and
 * without running any script.
 *
 * @since 0.1.0
 */
import { RawPage, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RcMap from "effect/RcMap"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { IncomingHttpHeaders } from "node:http"
import { EgressGuard } from "./EgressGuard.ts"
import { type FetchError, make as makeError, RedirectError, Timeout } from "./FetchError.ts"
import { parseContentType } from "./internal/contentType.ts"
import { parseUpstream, type Upstream } from "./internal/dial.ts"
import * as cookies from "./internal/http/cookies.ts"
import { decodeBody } from "./internal/http/decodeBody.ts"
import * as dispatchers from "./internal/http/dispatchers.ts"
import { type Answer, exchange, isRedirect } from "./internal/http/exchange.ts"
import { metaRefresh, refreshTarget, resolveLocation } from "./internal/http/redirects.ts"
import { baseHeaders, userHeaders, withoutCredentials } from "./internal/http/requestHeaders.ts"
import { openedTargets, recheck } from "./internal/recheck.ts"
import { Fetcher, type FetchRequest } from "./internal/service.ts"
import { basicCredentials } from "./internal/userInfo.ts"
import { NavigationGuard } from "./NavigationGuard.ts"
import { UserAgent } from "./UserAgent.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = {
  /**
   * What the fetcher calls itself. A browser-like text gets the pages people see; an honest one names you.
   *
   * @default what `UserAgent` says, else a Chrome on Linux
   */
  readonly userAgent?: string | undefined
  /**
   * Largest body in bytes, before and after decoding.
   *
   * @default 52428800 (50 MiB)
   */
  readonly maxBytes?: number | undefined
  /**
   * Largest response head in bytes.
   *
   * @default 65536
   */
  readonly maxHeaderBytes?: number | undefined
  /**
   * Most redirects followed, `<meta http-equiv="refresh">` included.
   *
   * @default 10
   */
  readonly maxRedirects?: number | undefined
  /**
   * Most requests in flight to one origin.
   *
   * @default 8
   */
  readonly connectionsPerOrigin?: number | undefined
  /**
   * How long a connection, and its TLS handshake, may take to open.
   *
   * @default "10 seconds"
   */
  readonly connectTimeout?: Duration.Input | undefined
  /**
   * Longest `Retry-After` of a 429 or 503 that is waited for, once, when it leaves half of the remaining time.
   *
   * @default "5 seconds"
   */
  readonly maxRetryAfter?: Duration.Input | undefined
  /** Address of the proxy for `proxy: "basic"`, `http://user:password@host:port`. */
  readonly basicProxy?: Redacted.Redacted | undefined
  /** Address of the proxy for `proxy: "enhanced"`, and for `auto` after a block. */
  readonly enhancedProxy?: Redacted.Redacted | undefined
}

/**
 * The default user agent of both engines.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultUserAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"

type State = { phase: Timeout["phase"]; readonly deadline: number }

const joinHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === "set-cookie" ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]
    )
  )

/** A list that may have come in several fields. */
const listOf = (value: string | ReadonlyArray<string> | undefined): string => [value ?? []].flat().join(",")

const first = (value: string | ReadonlyArray<string> | undefined): string =>
  typeof value === "string" ? value : value?.[0] ?? ""

/** Milliseconds a `retry-after` header asks for, from seconds or a date. */
const retryAfterMillis = (header: string, now: number): number | undefined => {
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  // what has no name of a month is no date of HTTP, although the platform would make one of "-5"
  const date = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Signs by which sites that sell to humans turn away programs. */
const looksBlocked = (answer: Answer): boolean => {
  if (answer.status === 403 || answer.status === 429 || answer.status === 401) return true
  if (answer.status !== 503 && answer.status !== 202 && answer.status !== 405) return false
  return /cf-chl|challenge-platform|captcha|_Incapsula_|px-captcha|datadome/i.test(
    Buffer.from(answer.body.buffer, answer.body.byteOffset, Math.min(answer.body.length, 8192)).toString("latin1")
  )
}

const isHtml = (contentType: string): boolean => contentType === "text/html" || contentType === "application/xhtml+xml"

/**
 * Builds the HTTP engine. Its connections live as long as the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options = {}
): Effect.fn.Return<Fetcher["Service"], never, EgressGuard | Scope.Scope> {
  const guard = yield* EgressGuard
  const maxBytes = options.maxBytes ?? 50 * 1024 * 1024
  const maxHeaderBytes = options.maxHeaderBytes ?? 64 * 1024
  const maxRedirects = options.maxRedirects ?? 10
  const connections = options.connectionsPerOrigin ?? 8
  const maxRetryAfter = Duration.toMillis(options.maxRetryAfter ?? "5 seconds")
  const upstreamOf = (proxy: Redacted.Redacted | undefined) =>
    proxy === undefined ? undefined : parseUpstream(Redacted.value(proxy))
  const basic = upstreamOf(options.basicProxy)
  const enhanced = upstreamOf(options.enhancedProxy)

  const lease = yield* dispatchers.make({
    guard,
    connections,
    connectTimeout: Duration.toMillis(options.connectTimeout ?? "10 seconds"),
    maxHeaderBytes,
    maxBytes
  })
  const inFlight = yield* RcMap.make({ lookup: (_origin: string) => Semaphore.make(connections) })

  /** One hop, sent a second time only when the first try cannot have been seen by the server. */
  const hop = Effect.fnUntraced(function*(
    url: URL,
    headers: Record<string, string>,
    policy: dispatchers.Policy,
    state: State
  ) {
    state.phase = "queue"
    const semaphore = yield* RcMap.get(inFlight, url.origin)
    const send = Effect.suspend(() => {
      state.phase = "connect"
      const { dispatcher, release } = lease(policy, url.origin)
      const onPhase = (phase: Timeout["phase"]) => {
        state.phase = phase
      }
      return Effect.ensuring(
        exchange({ dispatcher, url, headers, maxBytes, maxHeaderBytes, onPhase }),
        Effect.sync(release)
      )
    })
    return yield* semaphore.withPermits(1)(send.pipe(
      Effect.retry({
        times: 1,
        while: ({ answered, reason }) =>
          !answered && (reason._tag === "ConnectionReset" || (reason._tag === "DnsError" && reason.temporary))
      }),
      Effect.mapError(({ reason }) => reason)
    ))
  }, Effect.scoped)

  /** Follows redirects from the first URL to the final answer, through one proxy. */
  const follow = Effect.fnUntraced(function*(request: FetchRequest, state: State, policy: dispatchers.Policy) {
    const navigation = yield* NavigationGuard
    const userAgent = options.userAgent ?? (yield* UserAgent) ?? defaultUserAgent
    const jar = cookies.make()
    const redirects: Array<{ readonly url: string; readonly status: number }> = []
    const seen = new Set<string>()
    const user = userHeaders(request.options.headers)
    let extra = user.accepted
    let next = request.url
    let retried = false
    for (;;) {
      const url = yield* Effect.fromResult(guard.check(next))
      yield* navigation.check(url.href)
      const cookie = jar.header(url, extra.cookie ?? "")
      const key = `${url.href} ${cookie}`
      if (seen.has(key)) return yield* new RedirectError({ kind: "loop" })
      seen.add(key)
      const authorization = basicCredentials(url)
      const headers = {
        ...baseHeaders(request.options, userAgent),
        ...(authorization === undefined ? {} : { authorization }),
        ...extra,
        ...(cookie === "" ? {} : { cookie })
      }
      const answer = yield* hop(url, headers, policy, state)
      jar.store(url, answer.headers)

      const location = first(answer.headers.location)
      let target: string | undefined
      if (isRedirect(answer.status) && location !== "") {
        target = yield* Effect.fromResult(resolveLocation(location, url))
      }

      if (target === undefined && (answer.status === 429 || answer.status === 503) && !retried) {
        const now = yield* Clock.currentTimeMillis
        const delay = retryAfterMillis(first(answer.headers["retry-after"]), now)
        if (delay !== undefined && delay <= maxRetryAfter && delay <= (state.deadline - now) / 2) {
          retried = true
          seen.delete(key)
          yield* Effect.sleep(delay)
          continue
        }
      }

      if (target === undefined) {
        const contentType = parseContentType(answer.headers["content-type"])
        const transferred = listOf(answer.headers["transfer-encoding"]).replaceAll(/\bchunked\b/gi, "")
        const codings = `${listOf(answer.headers["content-encoding"])},${transferred}`
        const decoded = yield* decodeBody(answer.body, codings, maxBytes)
        if (answer.status === 200 && isHtml(contentType.essence)) {
          const head = Buffer.from(decoded.body.buffer, decoded.body.byteOffset, Math.min(decoded.body.length, 16_384))
          target = refreshTarget(first(answer.headers.refresh as string), url) ??
            metaRefresh(head.toString("latin1"), url)
        }
        if (target === undefined || redirects.length >= maxRedirects) {
          return { answer, url, redirects, contentType, refused: user.refused, ...decoded }
        }
      }
      if (redirects.length >= maxRedirects) return yield* new RedirectError({ kind: "tooMany" })
      redirects.push({ url: withoutUserInfo(url.href), status: answer.status })
      const destination = URL.parse(target)
      if (destination?.origin !== url.origin) extra = withoutCredentials(extra)
      next = target
    }
  })

  const fetchPage = Effect.fnUntraced(function*(request: FetchRequest, state: State) {
    const warnings: Array<string> = []
    const verify = !request.options.skipTlsVerification
    const { proxy } = request.options
    let upstream: Upstream | undefined = proxy === "enhanced" ? enhanced ?? basic : basic
    let result = yield* follow(request, state, { verify, upstream })
    if (proxy === "auto" && enhanced !== undefined && looksBlocked(result.answer)) {
      upstream = enhanced
      result = yield* follow(request, state, { verify, upstream })
    }
    if (proxy === "enhanced" && enhanced === undefined) {
      warnings.push("No enhanced proxy is configured; the page was fetched without one.")
    }
    if (result.refused.length > 0) {
      warnings.push(`These request headers cannot be set and were left out: ${result.refused.join(", ")}.`)
    }
    if (result.mislabelled) {
      warnings.push("The body was not encoded as its content-encoding says; it was taken as it is.")
    }
    const url = withoutUserInfo(result.url.href)
    const { charset, essence } = result.contentType
    return new RawPage({
      sourceUrl: withoutUserInfo(request.url),
      url,
      status: result.answer.status,
      headers: joinHeaders(result.answer.headers),
      contentType: essence,
      ...(charset === undefined ? {} : { charset }),
      body: result.body,
      redirects: result.redirects,
      ...openedTargets(guard, [...result.redirects.map((redirect) => redirect.url), url]),
      fetchedAt: yield* Clock.currentTimeMillis,
      engine: "http",
      proxyUsed: upstream !== undefined && upstream === enhanced ? "stealth" : "basic",
      warnings
    })
  })

  return Fetcher.of({
    recheck: recheck(guard),
    fetch: Effect.fn("HttpFetcher.fetch")(function*(request: FetchRequest): Effect.fn.Return<RawPage, FetchError> {
      const duration = Duration.toMillis(request.timeout)
      const state: State = { phase: "queue", deadline: (yield* Clock.currentTimeMillis) + duration }
      return yield* fetchPage(request, state).pipe(
        Effect.timeoutOrElse({ duration, orElse: () => Effect.fail(new Timeout({ phase: state.phase })) }),
        Effect.mapError(makeError)
      )
    })
  })
})

/**
 * The HTTP engine as the fetcher.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<Fetcher, never, EgressGuard> =>
  Layer.effect(Fetcher, make(options))
