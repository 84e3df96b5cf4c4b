/**
 * Connects Google Sensitive Data Protection, `content:inspect`.
 *
 * @since 0.1.0
 */
import { kinds } from "@dunlin/pii/Entity"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inUnits } from "./internal/codePoints.ts"
import { postJson } from "./internal/http.ts"
import { entityByName } from "./internal/kinds.ts"
import * as PiiModel from "./PiiModel.ts"
import { RedactionError, Truncated } from "./RedactionError.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = PiiModel.Limits & {
  /** The project and location, for example `projects/acme/locations/europe-west3`. */
  readonly parent: string
  /** The access token. It is read before every request, so that it can be renewed. */
  readonly accessToken: Effect.Effect<Redacted.Redacted>
  /**
   * @default "https://dlp.googleapis.com"
   */
  readonly apiUrl?: string | undefined
}

const entityOf = entityByName((entity) => kinds[entity].googleDlp)

const scores = new Map([
  ["VERY_UNLIKELY", 0.1],
  ["UNLIKELY", 0.3],
  ["POSSIBLE", 0.5],
  ["LIKELY", 0.7],
  ["VERY_LIKELY", 0.9]
])

/** The score of `POSSIBLE`. Responses without a likelihood are rare. */
const SCORE_OF_NO_LIKELIHOOD = 0.5

/** Proto JSON writes a 64-bit integer as a string, and omits zero. */
const Offset = Schema.optionalKey(Schema.Union([Schema.NumberFromString, Schema.Int]))

const Answer = Schema.Struct({
  result: Schema.Struct({
    findings: Schema.optionalKey(Schema.Array(Schema.Struct({
      infoType: Schema.Struct({ name: Schema.String }),
      likelihood: Schema.optionalKey(Schema.String),
      location: Schema.Struct({ codepointRange: Schema.Struct({ start: Offset, end: Offset }) })
    }))),
    findingsTruncated: Schema.optionalKey(Schema.Boolean)
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
  const engine = "google-dlp"
  return PiiModel.make({
    ...options,
    name: engine,
    detect: Effect.fnUntraced(function*(text, request) {
      const token = yield* options.accessToken
      const { result } = yield* postJson({
        client,
        engine,
        url: `${options.apiUrl ?? "https://dlp.googleapis.com"}/v2/${options.parent}/content:inspect`,
        headers: { authorization: `Bearer ${Redacted.value(token)}` },
        body: JSON.stringify({
          item: { value: text },
          inspectConfig: {
            infoTypes: request.entities.flatMap((entity) => kinds[entity].googleDlp).map((name) => ({ name })),
            minLikelihood: "UNLIKELY",
            includeQuote: false
          }
        }),
        schema: Answer
      })
      if (result.findingsTruncated === true) return yield* new RedactionError({ engine, reason: new Truncated() })
      const toUnits = inUnits(text)
      return (result.findings ?? []).flatMap(({ infoType, likelihood, location }) => {
        const entity = entityOf.get(infoType.name)
        const { end = 0, start = 0 } = location.codepointRange
        const score = scores.get(likelihood ?? "") ?? SCORE_OF_NO_LIKELIHOOD
        return entity === undefined ? [] : [toUnits({ start, end, entity, score })]
      })
    })
  })
})

/**
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options): Layer.Layer<PiiModel.PiiModel, never, HttpClient.HttpClient> =>
  Layer.effect(PiiModel.PiiModel, make(options))
