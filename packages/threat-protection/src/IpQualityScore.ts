/**
 * Connects the Malicious URL Scanner API of IPQualityScore. Its `risk_score` is the score. A URL marked as phishing
 * or malware scores 100.
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
import { InvalidResponse, RateLimited, Unauthorized } from "./ThreatError.ts"
import * as UrlClassifier from "./UrlClassifier.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  readonly apiKey: Secret.Secret
  /** @default "https://www.ipqualityscore.com" */
  readonly apiUrl?: string | undefined
  /** The strictness, from 0 to 2. Higher values find more and have more false positives. @default 0 */
  readonly strictness?: 0 | 1 | 2 | undefined
}

const Answer = Schema.Struct({
  success: Schema.Boolean,
  message: Schema.optionalKey(Schema.String),
  risk_score: Schema.optionalKey(Schema.Number),
  phishing: Schema.optionalKey(Schema.Boolean),
  malware: Schema.optionalKey(Schema.Boolean),
  suspicious: Schema.optionalKey(Schema.Boolean),
  spamming: Schema.optionalKey(Schema.Boolean),
  category: Schema.optionalKey(Schema.NullOr(Schema.String))
})

const name = "ipqualityscore"

/** Errors have status 200 and a message. */
const refusal = (message: string) => {
  const text = message.toLowerCase()
  if (text.includes("quota") || text.includes("credits") || text.includes("exceeded")) return new RateLimited({})
  return text.includes("key") || text.includes("unauthorized") ? new Unauthorized() : new InvalidResponse()
}

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<UrlClassifier.UrlClassifier["Service"], never, HttpClient.HttpClient> {
  const { fail, json, send } = yield* service.make(name)
  const apiUrl = options.apiUrl ?? "https://www.ipqualityscore.com"

  return UrlClassifier.make({
    name,
    classify: Effect.fnUntraced(function*(url) {
      const key = encodeURIComponent(Secret.text(options.apiKey, "apiKey"))
      const request = HttpClientRequest.get(`${apiUrl}/api/json/url/${key}/${encodeURIComponent(url)}`).pipe(
        HttpClientRequest.setUrlParams({ strictness: String(options.strictness ?? 0) })
      )
      const answer = yield* json(yield* send(request), Answer)
      if (!answer.success) return yield* Effect.fail(fail(refusal(answer.message ?? "")))
      if (answer.risk_score === undefined) return yield* Effect.fail(fail(new InvalidResponse()))
      const categories = (["phishing", "malware", "suspicious", "spamming"] as const).filter((flag) => answer[flag])
      const certain = answer.phishing === true || answer.malware === true
      return { score: certain ? UrlClassifier.MAX_SCORE : answer.risk_score, categories }
    })
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<UrlClassifier.UrlClassifier, never, HttpClient.HttpClient> =>
  Layer.effect(UrlClassifier.UrlClassifier, make(options))
