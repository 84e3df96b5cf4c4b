/**
 * Vectors of texts, for finding what says the same in other words: any endpoint with the `/embeddings` of OpenAI
 * (OpenAI, Ollama, vLLM, Text Embeddings Inference, Infinity, LM Studio), or an `EmbeddingModel` of Effect. No model
 * ships with Dunlin.
 *
 * @since 0.2.0
 */
import type * as Secret from "@dunlin/common/Secret"
import * as EmbeddingModel from "effect/ai/EmbeddingModel"
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
 * Texts to be embedded.
 *
 * @category models
 * @since 0.2.0
 */
export interface Request {
  readonly texts: ReadonlyArray<string>
  /** Some models read a question and a text in different ways. */
  readonly purpose: "document" | "query"
}

/**
 * Makes vectors of texts.
 *
 * @category services
 * @since 0.2.0
 */
export class Embedder extends Context.Service<Embedder, {
  /** The name of the model. An index keeps it: vectors of two models cannot be compared. */
  readonly model: string
  /**
   * Tokens that the model reads of a text. An index sends no more than it takes to be as many.
   *
   * @default 512
   */
  readonly window?: number | undefined
  /** One vector for every text, in their order, all of one length. */
  readonly embed: (request: Request) => Effect.Effect<ReadonlyArray<ReadonlyArray<number>>, SearchError>
}>()("@dunlin/providers/Embedder") {}

/**
 * Address of an embedding endpoint, with its timeout and retries: by default 30 seconds and two retries for texts. A
 * question is never asked twice.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options extends Policy {
  /** The address before `/embeddings`, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  readonly apiUrl: string
  /** Sent as a bearer token. */
  readonly apiKey?: Secret.Secret | undefined
  /** As the endpoint names it. */
  readonly model: string
  /** Asks for shorter vectors, of models that can be cut; the index takes as many bytes for each passage. */
  readonly dimensions?: number | undefined
  /**
   * Tokens that the model reads of a text. Some servers refuse more; an index sends no more than it takes to be as many:
   * a quarter of one for an English letter, a half for accents, digits and Cyrillic, one for a Chinese character.
   *
   * @default 512
   */
  readonly window?: number | undefined
  /**
   * Written before questions, such as `query: ` for the models of the E5 family.
   *
   * @default ""
   */
  readonly queryPrefix?: string | undefined
  /**
   * Written before texts, such as `passage: `.
   *
   * @default ""
   */
  readonly documentPrefix?: string | undefined
}

const Wire = Schema.Struct({
  data: Schema.Array(Schema.Struct({ index: Schema.Int, embedding: Schema.Array(Schema.Finite) }))
})
const isWire = Schema.is(Wire)

/** UTF-16 units of a text that are sent at most, whatever the window; no passage of an index is longer. */
const MAX_UNITS_OF_EMBEDDED_TEXT = 4000

const unreadable = (detail: string) => Effect.fail(new InvalidResponse({ detail }))

/** The vectors in the order of the texts, when there is one for each and all have one length. */
const inOrder = (
  count: number,
  data: typeof Wire.Type["data"]
): Effect.Effect<ReadonlyArray<ReadonlyArray<number>>, InvalidResponse> => {
  const byIndex = new Map(data.map(({ embedding, index }) => [index, embedding]))
  const out = Array.from({ length: count }, (_, at) => byIndex.get(at) ?? [])
  const length = out[0]?.length ?? 0
  return length === 0 || out.some((vector) => vector.length !== length)
    ? unreadable("it has no vector for each text, all of one length")
    : Effect.succeed(out)
}

/**
 * Asks an embedding endpoint.
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
    return isWire(body) ? yield* inOrder(texts.length, body.data) : yield* unreadable("it has no list of vectors")
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
            // Somebody waits for the answer to a question, and words can give it.
            ...(request.purpose === "query" ? { retries: 0 } : {}),
            name: "embeddings"
          },
          () => Effect.mapError(ask(request), fail)
        )
  })
})

/**
 * An embedding endpoint as a layer.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options): Layer.Layer<Embedder, never, HttpClient.HttpClient> =>
  Layer.effect(Embedder, make(options))

/**
 * The `EmbeddingModel` of the context. It does not tell its name, so the name is given here.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerEmbeddingModel = (options: {
  readonly model: string
  /** As that of {@link Options}. */
  readonly window?: number | undefined
}): Layer.Layer<Embedder, never, EmbeddingModel.EmbeddingModel> =>
  Layer.effect(
    Embedder,
    Effect.map(EmbeddingModel.EmbeddingModel, (model) =>
      Embedder.of({
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
      }))
  )
