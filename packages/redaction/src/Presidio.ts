/**
 * Connects a self-hosted Presidio Analyzer.
 *
 * @since 0.1.0
 */
import { kinds } from "@dunlin/pii/Entity"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { inUnits } from "./internal/codePoints.ts"
import { postJson } from "./internal/http.ts"
import { entityByName, perEntity } from "./internal/kinds.ts"
import * as PiiModel from "./PiiModel.ts"
import type { Entity } from "./Span.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = PiiModel.Limits & {
  /** The URL of the analyzer, without a trailing path. */
  readonly apiUrl: string
  /**
   * The analyzer's types for each entity, instead of the built-in ones.
   */
  readonly types?: Partial<Record<Entity, ReadonlyArray<string>>> | undefined
}

const Answer = Schema.Array(Schema.Struct({
  entity_type: Schema.String,
  start: Schema.Int,
  end: Schema.Int,
  score: Schema.Number
}))

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<PiiModel.PiiModel["Service"], never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const types = perEntity((entity) => options.types?.[entity] ?? kinds[entity].presidio)
  const entityOf = entityByName((entity) => types[entity])
  return PiiModel.make({
    ...options,
    name: "presidio",
    detect: (text, request) => {
      // The analyzer knows no secrets. An empty list would request all types.
      if (request.entities.every((entity) => types[entity].length === 0)) return Effect.succeed([])
      return postJson({
        client,
        engine: "presidio",
        url: `${options.apiUrl}/analyze`,
        body: JSON.stringify({ text, language: request.language }),
        schema: Answer
      }).pipe(
        Effect.map((found) => {
          // The analyzer is written in Python and counts code points.
          const toUnits = inUnits(text)
          return found.flatMap(({ end, entity_type, score, start }) => {
            const entity = entityOf.get(entity_type)
            return entity === undefined ? [] : [toUnits({ start, end, entity, score })]
          })
        })
      )
    }
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<PiiModel.PiiModel, never, HttpClient.HttpClient> =>
  Layer.effect(PiiModel.PiiModel, make(options))

/**
 * Reads `DUNLIN_PII_URL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig: Layer.Layer<PiiModel.PiiModel, Config.ConfigError, HttpClient.HttpClient> = Layer.unwrap(
  Effect.map(Config.String("DUNLIN_PII_URL"), (apiUrl) => layer({ apiUrl }))
)
