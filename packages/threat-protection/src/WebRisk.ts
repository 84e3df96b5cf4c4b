/**
 * Connects Google Web Risk, Lookup API. A URL on any of the requested lists scores 100, and every other URL 0. The
 * verdict of a listed URL is cached until the service's expiry, as its terms require.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as service from "./internal/service.ts"
import * as UrlClassifier from "./UrlClassifier.ts"

/**
 * @category models
 * @since 0.1.0
 */
export type ThreatType = "MALWARE" | "SOCIAL_ENGINEERING" | "UNWANTED_SOFTWARE" | "SOCIAL_ENGINEERING_EXTENDED_COVERAGE"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  readonly apiKey: Secret.Secret
  /** @default "https://webrisk.googleapis.com" */
  readonly apiUrl?: string | undefined
  /** @default MALWARE, SOCIAL_ENGINEERING and UNWANTED_SOFTWARE */
  readonly threatTypes?: ReadonlyArray<ThreatType> | undefined
}

const Answer = Schema.Struct({
  threat: Schema.optionalKey(Schema.Struct({
    threatTypes: Schema.optionalKey(Schema.Array(Schema.String)),
    expireTime: Schema.optionalKey(Schema.String)
  }))
})

const name = "web-risk"

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<UrlClassifier.UrlClassifier["Service"], never, HttpClient.HttpClient> {
  const { json, send } = yield* service.make(name)
  const apiUrl = options.apiUrl ?? "https://webrisk.googleapis.com"
  const types = options.threatTypes ?? ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"]

  return UrlClassifier.make({
    name,
    classify: Effect.fnUntraced(function*(url) {
      const request = HttpClientRequest.get(`${apiUrl}/v1/uris:search`).pipe(
        HttpClientRequest.setUrlParams([...types.map((type) => ["threatTypes", type] as const), ["uri", url]]),
        HttpClientRequest.setHeader("x-goog-api-key", Secret.text(options.apiKey, "apiKey"))
      )
      const { threat } = yield* json(yield* send(request), Answer)
      const found = threat?.threatTypes ?? []
      if (found.length === 0) return { score: 0, categories: [] }
      const end = Date.parse(threat?.expireTime ?? "")
      return {
        score: UrlClassifier.MAX_SCORE,
        categories: found.map((type) => type.toLowerCase().replaceAll("_", " ")),
        ...(Number.isNaN(end) ? {} : { expiresAt: end })
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
