/**
 * Connects Azure Language, kind `PiiEntityRecognition`.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import { entities, kinds } from "@dunlin/pii/Entity"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { postJson } from "./internal/http.ts"
import * as PiiModel from "./PiiModel.ts"
import { InvalidResponse, RedactionError, Refused } from "./RedactionError.ts"
import type { Entity } from "./Span.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = PiiModel.Limits & {
  /** The endpoint of the resource, without a trailing path. */
  readonly apiUrl: string
  readonly apiKey: Secret.Secret
  /**
   * @default "2024-11-01"
   */
  readonly apiVersion?: string | undefined
}

const entityOf = (category: string): Entity | undefined => entities.find((entity) => kinds[entity].azure.test(category))

const Answer = Schema.Struct({
  results: Schema.Struct({
    documents: Schema.Array(Schema.Struct({
      id: Schema.String,
      entities: Schema.Array(Schema.Struct({
        category: Schema.String,
        offset: Schema.Int,
        length: Schema.Int,
        confidenceScore: Schema.Number
      }))
    })),
    errors: Schema.Array(Schema.Struct({ id: Schema.String }))
  })
})

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<PiiModel.PiiModel["Service"], never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const engine = "azure-language"
  return PiiModel.make({
    // A document may have 5,120 text elements.
    maxLength: 5000,
    ...options,
    name: engine,
    detect: (text, request) =>
      postJson({
        client,
        engine,
        url: `${options.apiUrl}/language/:analyze-text?api-version=${options.apiVersion ?? "2024-11-01"}`,
        headers: { "ocp-apim-subscription-key": Secret.text(options.apiKey, "apiKey") },
        body: JSON.stringify({
          kind: "PiiEntityRecognition",
          parameters: { modelVersion: "latest", loggingOptOut: true, stringIndexType: "Utf16CodeUnit" },
          analysisInput: { documents: [{ id: "1", language: request.language, text }] }
        }),
        schema: Answer
      }).pipe(
        Effect.flatMap(({ results }) => {
          // A rejected document is an error inside a response with status 200.
          if (results.errors.length > 0) return Effect.fail(new RedactionError({ engine, reason: new Refused({}) }))
          const document = results.documents.find((candidate) => candidate.id === "1")
          if (document === undefined) {
            return Effect.fail(
              new RedactionError({ engine, reason: new InvalidResponse({ detail: "the document is missing" }) })
            )
          }
          return Effect.succeed(document.entities.flatMap(({ category, confidenceScore, length, offset }) => {
            const entity = entityOf(category)
            return entity === undefined ? [] : [{ start: offset, end: offset + length, entity, score: confidenceScore }]
          }))
        })
      )
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<PiiModel.PiiModel, never, HttpClient.HttpClient> =>
  Layer.effect(PiiModel.PiiModel, make(options))
