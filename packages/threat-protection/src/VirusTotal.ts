/**
 * Connects VirusTotal, URL reports of API v3. It reads the last report and requests no new scan. Each engine that
 * calls the URL malicious adds 25, and each that calls it suspicious half of it, up to 100. An unknown URL scores 0.
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
 * @category options
 * @since 0.1.0
 */
export interface Options {
  readonly apiKey: Secret.Secret
  /** @default "https://www.virustotal.com" */
  readonly apiUrl?: string | undefined
}

const Answer = Schema.Struct({
  data: Schema.Struct({
    attributes: Schema.Struct({
      last_analysis_stats: Schema.Struct({
        malicious: Schema.Number,
        suspicious: Schema.Number
      })
    })
  })
})

const name = "virustotal"

const CERTAIN_ENGINES = 4

const POINT = UrlClassifier.MAX_SCORE / CERTAIN_ENGINES

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<UrlClassifier.UrlClassifier["Service"], never, HttpClient.HttpClient> {
  const { json, send } = yield* service.make(name)
  const apiUrl = options.apiUrl ?? "https://www.virustotal.com"

  return UrlClassifier.make({
    name,
    classify: Effect.fnUntraced(function*(url) {
      const id = Buffer.from(url).toString("base64url")
      const request = HttpClientRequest.get(`${apiUrl}/api/v3/urls/${id}`).pipe(
        HttpClientRequest.setHeader("x-apikey", Secret.text(options.apiKey, "apiKey"))
      )
      const response = yield* send(request, [404])
      if (response.status === 404) return { score: 0, categories: [] }
      const { malicious, suspicious } = (yield* json(response, Answer)).data.attributes.last_analysis_stats
      return {
        score: POINT * (malicious + suspicious / 2),
        categories: [...(malicious > 0 ? ["malicious"] : []), ...(suspicious > 0 ? ["suspicious"] : [])]
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
