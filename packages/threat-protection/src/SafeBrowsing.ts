/**
 * Connects Google Safe Browsing v5 with hash prefixes. The service receives four bytes of a hash, never the URL. It
 * is for non-commercial use; for other uses see `WebRisk`. A listed hash scores 100.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as responses from "./internal/safeBrowsingResponse.ts"
import * as service from "./internal/service.ts"
import * as SafeBrowsingUrl from "./SafeBrowsingUrl.ts"
import { InvalidResponse } from "./ThreatError.ts"
import * as UrlClassifier from "./UrlClassifier.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  readonly apiKey: Secret.Secret
  /** @default "https://safebrowsing.googleapis.com" */
  readonly apiUrl?: string | undefined
  /** The maximum number of cached hash prefixes. @default 50,000 */
  readonly capacity?: number | undefined
}

interface Known {
  readonly expiresAt: number
  readonly hashes: ReadonlyArray<responses.FullHash>
}

const name = "safe-browsing"

const MAX_REMEMBERED_PREFIXES = 50_000

const PREFIX_DIGITS = 8

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<UrlClassifier.UrlClassifier["Service"], never, HttpClient.HttpClient> {
  const { fail, json, send } = yield* service.make(name)
  const apiUrl = options.apiUrl ?? "https://safebrowsing.googleapis.com"
  const capacity = options.capacity ?? MAX_REMEMBERED_PREFIXES
  const known = new Map<string, Known>()

  const remember = (prefix: string, entry: Known) => {
    known.delete(prefix)
    known.set(prefix, entry)
    for (const oldest of known.keys()) {
      if (known.size <= capacity) break
      known.delete(oldest)
    }
  }

  const search = Effect.fnUntraced(function*(prefixes: ReadonlyArray<string>) {
    const request = HttpClientRequest.get(`${apiUrl}/v5/hashes:search`).pipe(
      HttpClientRequest.setUrlParams([
        ["alt", "json"],
        ...prefixes.map((prefix) => ["hashPrefixes", Buffer.from(prefix, "hex").toString("base64")] as const)
      ]),
      HttpClientRequest.setHeader("x-goog-api-key", Secret.text(options.apiKey, "apiKey"))
    )
    const response = yield* send(request)
    if (!(response.headers["content-type"] ?? "").includes("protobuf")) {
      return responses.fromJson(yield* json(response, responses.Json))
    }
    const invalid = () => fail(new InvalidResponse())
    const buffer = yield* Effect.mapError(response.arrayBuffer, invalid)
    return yield* Effect.try({ try: () => responses.fromProtobuf(Buffer.from(buffer)), catch: invalid })
  })

  return UrlClassifier.make({
    name,
    classify: Effect.fnUntraced(function*(url) {
      const canonical = SafeBrowsingUrl.parse(url)
      if (canonical === undefined) return { score: 0, categories: [] }
      const hashes = SafeBrowsingUrl.expressions(canonical).map((one) => SafeBrowsingUrl.hash(one).toString("hex"))
      const now = yield* Clock.currentTimeMillis
      const prefixes = Array.from(new Set(hashes.map((hash) => hash.slice(0, PREFIX_DIGITS))))
      const unknown = prefixes.filter((prefix) => (known.get(prefix)?.expiresAt ?? 0) <= now)
      if (unknown.length > 0) {
        const answer = yield* search(unknown)
        for (const prefix of unknown) {
          const mine = answer.hashes.filter(({ hash }) => hash.startsWith(prefix))
          remember(prefix, { expiresAt: now + answer.cacheMillis, hashes: mine })
        }
      }
      const entries = prefixes.map((prefix) => known.get(prefix)).filter((entry) => entry !== undefined)
      const threats = new Set(
        entries.flatMap((entry) => entry.hashes).filter(({ hash }) => hashes.includes(hash)).flatMap((one) =>
          one.threats
        )
      )
      return {
        score: threats.size > 0 ? UrlClassifier.MAX_SCORE : 0,
        categories: Array.from(threats),
        expiresAt: Math.min(...entries.map((entry) => entry.expiresAt))
      }
    })
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<UrlClassifier.UrlClassifier, never, HttpClient.HttpClient> =>
  Layer.effect(UrlClassifier.UrlClassifier, make(options))
