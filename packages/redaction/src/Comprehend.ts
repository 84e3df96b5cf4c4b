/**
 * Connects AWS Comprehend, `DetectPiiEntities`.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import { kinds } from "@dunlin/pii/Entity"
import { AwsV4Signer } from "aws4fetch"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { inUnits } from "./internal/codePoints.ts"
import { postJson } from "./internal/http.ts"
import { entityByName } from "./internal/kinds.ts"
import * as PiiModel from "./PiiModel.ts"
import { RateLimited, RedactionError, Refused } from "./RedactionError.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = PiiModel.Limits & {
  /** The region of the service, for example `eu-central-1`. */
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: Secret.Secret
  readonly sessionToken?: Secret.Secret | undefined
  /**
   * @default the endpoint of the region
   */
  readonly apiUrl?: string | undefined
}

const types = entityByName((entity) => kinds[entity].comprehend)

const Answer = Schema.Struct({
  Entities: Schema.Array(Schema.Struct({
    Type: Schema.String,
    BeginOffset: Schema.Int,
    EndOffset: Schema.Int,
    Score: Schema.Number
  }))
})

/**
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<PiiModel.PiiModel["Service"], never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const engine = "comprehend"
  const url = options.apiUrl ?? `https://comprehend.${options.region}.amazonaws.com/`
  const sign = Effect.fnUntraced(function*(body: string) {
    const now = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
    const signer = new AwsV4Signer({
      method: "POST",
      url,
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "Comprehend_20171127.DetectPiiEntities"
      },
      body,
      accessKeyId: options.accessKeyId,
      secretAccessKey: Secret.text(options.secretAccessKey, "secretAccessKey"),
      ...(options.sessionToken === undefined
        ? {}
        : { sessionToken: Secret.text(options.sessionToken, "sessionToken") }),
      region: options.region,
      service: "comprehend",
      datetime: now.replace(/[-:]|\.\d{3}/g, "")
    })
    const signed = yield* Effect.tryPromise({
      try: () => signer.sign(),
      catch: () => new RedactionError({ engine, reason: new Refused({}) })
    })
    return Object.fromEntries(signed.headers as Iterable<readonly [string, string]>)
  })
  return PiiModel.make({
    ...options,
    name: engine,
    detect: Effect.fnUntraced(function*(text, request) {
      const body = JSON.stringify({ Text: text, LanguageCode: request.language })
      const answer = yield* postJson({
        client,
        engine,
        url,
        headers: yield* sign(body),
        body,
        schema: Answer,
        // The service reports its rate limit with a 400.
        refine: (status, answer) =>
          status === 400 && /Throttling|TooManyRequests|LimitExceeded/.test(answer) ? new RateLimited({}) : undefined
      })
      const toUnits = inUnits(text)
      return answer.Entities.flatMap(({ BeginOffset, EndOffset, Score, Type }) => {
        const entity = types.get(Type)
        return entity === undefined ? [] : [toUnits({ start: BeginOffset, end: EndOffset, entity, score: Score })]
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
