/**
 * Connects any service that classifies a URL and returns JSON.
 *
 * **Example** (A custom service)
 *
 * ```ts
 * import { JsonClassifier, UrlClassifier } from "@dunlin/threat-protection"
 * import { Effect, Layer, Schema } from "effect"
 * import { HttpClient, HttpClientResponse } from "effect/http"
 *
 * const house = JsonClassifier.layer({
 *   name: "house",
 *   request: (url) => ({ method: "POST", url: "http://risk.internal/check", body: { url } }),
 *   answer: Schema.Struct({ risk: Schema.Number }),
 *   verdict: ({ risk }) => ({ score: risk * 100, categories: [] })
 * })
 *
 * // in place of the service: everything is half a risk
 * const service = HttpClient.make((request) =>
 *   Effect.succeed(HttpClientResponse.fromWeb(request, Response.json({ risk: 0.5 })))
 * )
 * const program = UrlClassifier.UrlClassifier.use((_) => _.classify("https://example.com/"))
 * const classifier = house.pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, service)))
 * console.log((await Effect.runPromise(Effect.provide(program, classifier))).score) // 50
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as service from "./internal/service.ts"
import * as UrlClassifier from "./UrlClassifier.ts"

/**
 * The request for one URL.
 *
 * @category models
 * @since 0.1.0
 */
export interface Question {
  /** @default "GET" */
  readonly method?: "GET" | "POST" | undefined
  readonly url: string
  readonly body?: Schema.Json | undefined
}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options<Answer> {
  /** The name in errors, spans and metrics, in lower case. */
  readonly name: string
  readonly request: (url: string) => Question
  readonly headers?: { readonly [name: string]: string | Redacted.Redacted<string> } | undefined
  /** The fields that `verdict` reads. A response without them is an `InvalidResponse`. */
  readonly answer: Schema.Codec<Answer, unknown>
  /** Converts the response to a score from 0 to 100. */
  readonly verdict: (answer: Answer) => Omit<UrlClassifier.Verdict, "source">
}

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*<Answer>(
  options: Options<Answer>
): Effect.fn.Return<UrlClassifier.UrlClassifier["Service"], never, HttpClient.HttpClient> {
  const { json, send } = yield* service.make(options.name)
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).map((
      [name, value]
    ) => [name, typeof value === "string" ? value : Redacted.value(value)])
  )

  return UrlClassifier.make({
    name: options.name,
    classify: Effect.fnUntraced(function*(url) {
      const question = options.request(url)
      const request = HttpClientRequest.make(question.method ?? "GET")(question.url).pipe(
        HttpClientRequest.setHeaders(headers),
        (request) => question.body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, question.body)
      )
      return options.verdict(yield* json(yield* send(request), options.answer))
    })
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = <Answer>(
  options: Options<Answer>
): Layer.Layer<UrlClassifier.UrlClassifier, never, HttpClient.HttpClient> =>
  Layer.effect(UrlClassifier.UrlClassifier, make(options))
