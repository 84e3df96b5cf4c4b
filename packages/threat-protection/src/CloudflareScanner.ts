/**
 * Connects the Cloudflare URL Scanner, API v2. It submits the URL and waits for the verdict of the scan. A malicious
 * URL scores 100, and every other URL 0. A scan takes several seconds, so set a sufficient `deadline` of
 * `ThreatGuard`.
 *
 * @since 0.1.0
 */
import type * as Secret from "@dunlin/common/Secret"
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
  readonly accountId: string
  /** The API token. It needs the permission "URL Scanner: Edit". */
  readonly apiToken: Secret.Secret
  /** @default "https://api.cloudflare.com/client/v4" */
  readonly apiUrl?: string | undefined
  /** The visibility of the scan. @default "Unlisted" */
  readonly visibility?: "Public" | "Unlisted" | undefined
  /** The time between two requests for the result. @default 2 seconds */
  readonly pollInterval?: Duration.Input | undefined
  /** The maximum time to wait for the result. @default 60 seconds */
  readonly patience?: Duration.Input | undefined
}

const Result = Schema.Struct({
  verdicts: Schema.Struct({
    overall: Schema.Struct({
      malicious: Schema.Boolean,
      categories: Schema.optionalKey(Schema.Array(Schema.String))
    })
  })
})

const name = "cloudflare"

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<UrlClassifier.UrlClassifier["Service"], never, HttpClient.HttpClient> {
  const scanService = yield* service.make(name)
  const scanner = `${options.apiUrl ?? "https://api.cloudflare.com/client/v4"}/accounts/${
    encodeURIComponent(options.accountId)
  }/urlscanner/v2`
  const authorize = HttpClientRequest.bearerToken(options.apiToken)

  return UrlClassifier.make({
    name,
    classify: Effect.fnUntraced(function*(url) {
      const submit = HttpClientRequest.post(`${scanner}/scan`).pipe(
        authorize,
        HttpClientRequest.bodyJsonUnsafe({ url, visibility: options.visibility ?? "Unlisted" })
      )
      const { verdicts: { overall } } = yield* service.scan(scanService, {
        ...options,
        submit,
        result: (uuid) => authorize(HttpClientRequest.get(`${scanner}/result/${uuid}`)),
        schema: Result
      })
      return { score: overall.malicious ? UrlClassifier.MAX_SCORE : 0, categories: overall.categories ?? [] }
    })
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<UrlClassifier.UrlClassifier, never, HttpClient.HttpClient> =>
  Layer.effect(UrlClassifier.UrlClassifier, make(options))
