/**
 * Connects a token classification endpoint in Hugging Face's format: an inference endpoint, or a server of
 * `openai/privacy-filter`.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { inUnits } from "./internal/codePoints.ts"
import { postJson } from "./internal/http.ts"
import { entityOfLabel } from "./internal/labels.ts"
import * as PiiModel from "./PiiModel.ts"
import { InvalidResponse, RedactionError } from "./RedactionError.ts"
import type { Entity } from "./Span.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = PiiModel.Limits & {
  readonly apiUrl: string
  readonly apiKey?: Secret.Secret | undefined
  /**
   * Maps a label to an entity. If it returns `undefined`, the finding is dropped.
   *
   * @default the labels of openai/privacy-filter (dates and URLs are dropped) and of common NER models
   */
  readonly entityOf?: ((label: string) => Entity | undefined) | undefined
  /**
   * The maximum number of tokens in one request, estimated conservatively. Servers silently truncate longer texts than
   * their model's window, usually 512, so set a lower number.
   *
   * @default 400
   */
  readonly maxTokens?: number | undefined
}

const Found = Schema.Struct({
  entity_group: Schema.optionalKey(Schema.String),
  entity: Schema.optionalKey(Schema.String),
  score: Schema.Number,
  start: Schema.Int,
  end: Schema.Int
})
const Answer = Schema.Union([Schema.Array(Found), Schema.Tuple([Schema.Array(Found)])])

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<PiiModel.PiiModel["Service"], never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const entityOf = options.entityOf ?? entityOfLabel
  return PiiModel.make({
    maxTokens: 400,
    ...options,
    name: "token-classification",
    detect: (text) =>
      postJson({
        client,
        engine: "token-classification",
        url: options.apiUrl,
        headers: options.apiKey === undefined
          ? {}
          : { authorization: `Bearer ${Secret.text(options.apiKey, "apiKey")}` },
        body: JSON.stringify({ inputs: text, parameters: { aggregation_strategy: "simple" } }),
        schema: Answer
      }).pipe(
        Effect.flatMap((answer) => {
          const toUnits = inUnits(text)
          const findings: Array<PiiModel.Finding> = []
          for (const found of answer.flat()) {
            const label = found.entity_group ?? found.entity
            if (label === undefined) {
              return Effect.fail(
                new RedactionError({
                  engine: "token-classification",
                  reason: new InvalidResponse({ detail: "a finding has no label" })
                })
              )
            }
            const entity = entityOf(label)
            if (entity === undefined || found.start === found.end) continue
            findings.push(toUnits({ start: found.start, end: found.end, entity, score: found.score }))
          }
          return Effect.succeed(findings)
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
