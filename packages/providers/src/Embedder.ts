/**
 * Embeds texts as vectors, so that a search finds the same meaning in other words. It works with any
 * OpenAI-compatible `/embeddings` endpoint, or an `EmbeddingModel` of Effect.
 *
 * @since 0.2.0
 */
import type * as Secret from "@dunlin/common/Secret"
import type * as EmbeddingModel from "effect/ai/EmbeddingModel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Http from "./internal/http.ts"
import * as Patience from "./internal/patience.ts"
import { InvalidResponse, type Reason, SearchError, Unavailable } from "./SearchError.ts"
import type { Policy } from "./SearchProvider.ts"

/**
 * Texts to embed.
 *
 * @category models
 * @since 0.2.0
 */
export interface Request {
  readonly texts: ReadonlyArray<string>
  /** The purpose of the texts. Some models embed queries and documents differently. */
  readonly purpose: "document" | "query"
}

/**
 * Embeds texts as vectors.
 *
 * @category services
 * @since 0.2.0
 */
export class Embedder extends Context.Service<Embedder, {
  /** The name of the model. An index stores it, because vectors of two models cannot be compared. */
  readonly model: string
  /**
   * The maximum number of a text's tokens that the model reads. An index truncates texts to an estimate of it.
   *
   * @default 512
   */
  readonly window?: number | undefined
  /** Returns one vector per text, in order. All vectors have the same length. */
  readonly embed: (request: Request) => Effect.Effect<ReadonlyArray<ReadonlyArray<number>>, SearchError>
}>()("@dunlin/providers/Embedder") {}

/**
 * The URL of an embedding endpoint, with its timeout and retries. The defaults for texts are 30 seconds and two
 * retries; a query is never retried.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options extends Policy {
  /** The base URL, without `/embeddings`: for example `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  readonly apiUrl: string
  readonly apiKey?: Secret.Secret | undefined
  readonly model: string
  /** The length of the vectors, for models that support shorter ones. The index stores this many bytes per passage. */
  readonly dimensions?: number | undefined
  /**
   * The maximum number of a text's tokens that the model reads. Some servers reject longer texts, so an index truncates
   * them to an estimate. An English letter counts as a quarter of a token; accented letters, digits and Cyrillic as a
   * half; a Chinese character as one.
   *
   * @default 512
   */
  readonly window?: number | undefined
  /**
   * The prefix of queries, such as `query: ` for models of the E5 family.
   *
   * @default ""
   */
  readonly queryPrefix?: string | undefined
  /**
   * The prefix of documents, such as `passage: `.
   *
   * @default ""
   */
  readonly documentPrefix?: string | undefined
}

const Wire = Schema.Struct({
  data: Schema.Array(Schema.Struct({ index: Schema.Int, embedding: Schema.Array(Schema.Finite) }))
})
const isWire = Schema.is(Wire)

/** Longer than any passage of an index. */
const MAX_UNITS_OF_EMBEDDED_TEXT = 4000

const unreadable = (detail: string) => Effect.fail(new InvalidResponse({ detail }))

/**
 * Returns the vectors in the order of the texts; `undefined` unless each text has a vector and all have the same
 * length.
 */
const inOrder = (
  count: number,
  data: typeof Wire.Type["data"]
): Effect.Effect<ReadonlyArray<ReadonlyArray<number>>, InvalidResponse> => {
  const byIndex = new Map(data.map(({ embedding, index }) => [index, embedding]))
  const out = Array.from({ length: count }, (_, at) => byIndex.get(at) ?? [])
  const length = out[0]?.length ?? 0
  return length === 0 || out.some((vector) => vector.length !== length)
    ? unreadable("it must contain one vector per text, all of the same length")
    : Effect.succeed(out)
}

/**
 * Builds an embedder that calls an embedding endpoint.
 *
 * @category constructors
 * @since 0.2.0
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const client = yield* HttpClient.HttpClient
  const fail = (reason: Reason) => new SearchError({ provider: "embeddings", reason })
  const url = `${options.apiUrl.replace(/\/$/, "")}/embeddings`
  const ask = Effect.fnUntraced(function*({ purpose, texts }: Request) {
    const prefix = (purpose === "query" ? options.queryPrefix : options.documentPrefix) ?? ""
    const request = HttpClientRequest.post(url).pipe(
      options.apiKey === undefined ? (plain) => plain : HttpClientRequest.bearerToken(options.apiKey),
      HttpClientRequest.bodyJsonUnsafe({
        model: options.model,
        input: texts.map((text) => prefix + text.slice(0, MAX_UNITS_OF_EMBEDDED_TEXT).toWellFormed()),
        encoding_format: "float",
        ...(options.dimensions === undefined ? {} : { dimensions: options.dimensions })
      })
    )
    const body = yield* Http.json(client, request, {})
    return isWire(body) ? yield* inOrder(texts.length, body.data) : yield* unreadable("it contains no list of vectors")
  })
  return Embedder.of({
    model: options.dimensions === undefined ? options.model : `${options.model}/${options.dimensions}`,
    window: options.window,
    embed: (request) =>
      request.texts.length === 0
        ? Effect.succeed([])
        : Patience.patiently(
          {
            timeout: "30 seconds",
            retries: 2,
            ...options,
            // A caller waits for the result of a query, and the word search can serve it without vectors.
            ...(request.purpose === "query" ? { retries: 0 } : {}),
            name: "embeddings"
          },
          () => Effect.mapError(ask(request), fail)
        )
  })
})

/**
 * Provides an embedding endpoint as the embedder.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options): Layer.Layer<Embedder, never, HttpClient.HttpClient> =>
  Layer.effect(Embedder, make(options))

/**
 * Uses the `EmbeddingModel` of the context. The model does not expose its name, so it is given here.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerEmbeddingModel = (options: {
  readonly model: string
  readonly window?: number | undefined
}): Layer.Layer<Embedder, never, EmbeddingModel.EmbeddingModel> =>
  Layer.effect(
    Embedder,
    Effect.gen(function*() {
      // Imported when needed, because it loads 14 more modules of Effect.
      const { EmbeddingModel } = yield* Effect.promise(() => import("effect/ai/EmbeddingModel"))
      const model = yield* EmbeddingModel
      return Embedder.of({
        model: options.model,
        window: options.window,
        embed: ({ texts }) =>
          model.embedMany(texts.map((text) => text.slice(0, MAX_UNITS_OF_EMBEDDED_TEXT).toWellFormed())).pipe(
            Effect.mapError((cause) => new Unavailable({ detail: "the model failed", cause })),
            Effect.flatMap(({ embeddings }) =>
              texts.length === 0
                ? Effect.succeed([])
                : inOrder(texts.length, embeddings.map(({ vector }, index) => ({ index, embedding: vector })))
            ),
            Effect.mapError((reason) => new SearchError({ provider: "embeddings", reason }))
          )
      })
    })
  )
