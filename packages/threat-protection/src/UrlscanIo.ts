/**
 * Connects urlscan.io. It submits the URL and waits for the verdict of the scan. `verdicts.overall.score` ranges from
 * -100 (good) to 100 (bad), and negative values score 0. A scan takes 10 seconds or more, so set a sufficient
 * `deadline` of `ThreatGuard`.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import type * as Duration from "effect/Duration"
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
  /** @default "https://urlscan.io" */
  readonly apiUrl?: string | undefined
  /** The visibility of the scan on urlscan.io. @default "private" */
  readonly visibility?: "public" | "unlisted" | "private" | undefined
  /** The time between two requests for the result. @default 2 seconds */
  readonly pollInterval?: Duration.Input | undefined
  /** The maximum time to wait for the result. @default 60 seconds */
  readonly patience?: Duration.Input | undefined
}

const Result = Schema.Struct({
  verdicts: Schema.Struct({
    overall: Schema.Struct({
      score: Schema.Number,
      malicious: Schema.optionalKey(Schema.Boolean),
      categories: Schema.optionalKey(Schema.Array(Schema.String))
    })
  })
})

const name = "urlscan"

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<UrlClassifier.UrlClassifier["Service"], never, HttpClient.HttpClient> {
  const scanService = yield* service.make(name)
  const apiUrl = options.apiUrl ?? "https://urlscan.io"
  const authorize = HttpClientRequest.setHeader("api-key", Secret.text(options.apiKey, "apiKey"))

  return UrlClassifier.make({
    name,
    classify: Effect.fnUntraced(function*(url) {
      const submit = HttpClientRequest.post(`${apiUrl}/api/v1/scan/`).pipe(
        authorize,
        HttpClientRequest.bodyJsonUnsafe({ url, visibility: options.visibility ?? "private" })
      )
      const { verdicts: { overall } } = yield* service.scan(scanService, {
        ...options,
        submit,
        result: (uuid) => authorize(HttpClientRequest.get(`${apiUrl}/api/v1/result/${uuid}/`)),
        schema: Result
      })
      return { score: Math.max(0, overall.score), categories: overall.categories ?? [] }
    })
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<UrlClassifier.UrlClassifier, never, HttpClient.HttpClient> =>
  Layer.effect(UrlClassifier.UrlClassifier, make(options))
