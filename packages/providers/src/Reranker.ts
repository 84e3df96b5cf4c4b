/**
 * Reranks search results with a model that reads the query together with each text: a rerank endpoint (Cohere, Jina,
 * Voyage, vLLM, Infinity, Text Embeddings Inference), or the vectors of an embedding model.
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
import * as Build from "./internal/build.ts"
import * as Http from "./internal/http.ts"
import * as Patience from "./internal/patience.ts"
import * as Words from "./internal/queryWords.ts"
import { InvalidResponse, type Reason, SearchError, Unavailable } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * Scores how well texts answer a query.
 *
 * @category services
 * @since 0.2.0
 */
export class Reranker extends Context.Service<Reranker, {
  /** A stable name in lower case, used in errors and warnings. */
  readonly name: string
  /** Returns one number per text, higher is better; `undefined` for texts that the model omitted. */
  readonly score: (request: {
    readonly query: string
    readonly texts: ReadonlyArray<string>
  }) => Effect.Effect<ReadonlyArray<number | undefined>, SearchError>
}>()("@dunlin/providers/Reranker") {}

/**
 * URL of a rerank endpoint.
 *
 * @category options
 * @since 0.2.0
 */
export interface Options extends SearchProvider.Policy {
  /** The whole URL, such as `http://127.0.0.1:8000/v1/rerank` or `https://api.cohere.com/v2/rerank`. */
  readonly apiUrl: string
  readonly apiKey?: Secret.Secret | undefined
  /** The name of the model at the endpoint. Endpoints with a single model need none. */
  readonly model?: string | undefined
  /**
   * The format of requests. `results` sends `documents` and reads `results[].relevance_score`. `texts` is the format of
   * Text Embeddings Inference: it sends `texts` and reads a list of `score`.
   *
   * @default "results"
   */
  readonly shape?: "results" | "texts" | undefined
}

const Results = Schema.Struct({
  results: Schema.Array(Schema.Struct({ index: Schema.Int, relevance_score: Schema.Finite }))
})
const Texts = Schema.Array(Schema.Struct({ index: Schema.Int, score: Schema.Finite }))

const isResults = Schema.is(Results)
const isTexts = Schema.is(Texts)

const scoresIn = (body: unknown): ReadonlyArray<readonly [index: number, score: number]> | undefined =>
  isResults(body)
    ? body.results.map(({ index, relevance_score }) => [index, relevance_score])
    : isTexts(body)
    ? body.map(({ index, score }) => [index, score])
    : undefined

/** More than the few hundred tokens that rerankers read. */
const MAX_UNITS_OF_RERANKED_TEXT = 4000

/**
 * Builds a reranker that calls a rerank endpoint.
 *
 * @category constructors
 * @since 0.2.0
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const client = yield* HttpClient.HttpClient
  const fail = (reason: Reason) => new SearchError({ provider: "reranker", reason })
  const ask = Effect.fnUntraced(function*(query: string, texts: ReadonlyArray<string>) {
    const documents = texts.map((text) => text.slice(0, MAX_UNITS_OF_RERANKED_TEXT).toWellFormed())
    const request = HttpClientRequest.post(options.apiUrl).pipe(
      options.apiKey === undefined ? (plain) => plain : HttpClientRequest.bearerToken(options.apiKey),
      HttpClientRequest.bodyJsonUnsafe({
        query,
        ...(options.model === undefined ? {} : { model: options.model }),
        ...(options.shape === "texts" ? { texts: documents, truncate: true } : { documents, top_n: documents.length })
      })
    )
    const scores = scoresIn(yield* Http.json(client, request, {}))
    if (scores === undefined) {
      return yield* Effect.fail(new InvalidResponse({ detail: "it contains no list of scores" }))
    }
    const out: Array<number | undefined> = texts.map(() => undefined)
    for (const [index, score] of scores) {
      if (index < 0 || index >= texts.length) {
        return yield* Effect.fail(new InvalidResponse({ detail: "it contains a score for a text that was not sent" }))
      }
      out[index] = score
    }
    return out
  })
  return Reranker.of({
    name: "reranker",
    score: ({ query, texts }) =>
      texts.length === 0
        ? Effect.succeed([])
        : Patience.patiently(
          { timeout: "10 seconds", retries: 1, ...options, name: "reranker" },
          () => Effect.mapError(ask(query, texts), fail)
        )
  })
})

/**
 * Provides a rerank endpoint as the reranker.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options): Layer.Layer<Reranker, never, HttpClient.HttpClient> =>
  Layer.effect(Reranker, make(options))

const cosine = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): number => {
  let product = 0
  let lefts = 0
  let rights = 0
  for (let at = 0; at < left.length; at++) {
    product += left[at]! * right[at]!
    lefts += left[at]! ** 2
    rights += right[at]! ** 2
  }
  return lefts === 0 || rights === 0 ? 0 : product / Math.sqrt(lefts * rights)
}

/**
 * Compares the vectors of query and texts, with Effect's `EmbeddingModel`: any `/embeddings` endpoint that it has a
 * client for. Texts are embedded for every search; nothing is stored.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerEmbedding: Layer.Layer<Reranker, never, EmbeddingModel.EmbeddingModel> = Layer.effect(
  Reranker,
  Effect.map(EmbeddingModel.EmbeddingModel, (model) =>
    Reranker.of({
      name: "embeddings",
      score: ({ query, texts }) =>
        Effect.gen(function*() {
          const inputs = [query, ...texts.map((text) => text.slice(0, MAX_UNITS_OF_RERANKED_TEXT).toWellFormed())]
          const { embeddings } = yield* model.embedMany(inputs)
          const [queryVector, ...vectors] = embeddings.map(({ vector }) => vector)
          if (queryVector === undefined || vectors.some(({ length }) => length !== queryVector.length)) {
            return yield* Effect.fail(new InvalidResponse({ detail: "its vectors have different lengths" }))
          }
          return vectors.map((vector) => cosine(queryVector, vector))
        }).pipe(
          Effect.mapError((cause) =>
            new SearchError({
              provider: "embeddings",
              reason: cause._tag === "AiError" ? new Unavailable({ detail: "the model failed", cause }) : cause
            })
          )
        )
    }))
)

/**
 * Options for combining the model's ranking with the provider's.
 *
 * @category options
 * @since 0.2.0
 */
export interface Fusion {
  /**
   * The number of hits that the provider returns and the model ranks. It is at least the query's limit. Providers that
   * charge per page cost more with a higher number.
   *
   * @default 30
   */
  readonly candidates?: number | undefined
  /**
   * The weight of the model's ranking, from 0 to 1. The provider's ranking has the remaining weight.
   *
   * @default 0.7
   */
  readonly weight?: number | undefined
}

/** The `k` of reciprocal rank fusion, for lists of up to 100 hits. */
const FUSION_CONSTANT = 10
const MAX_CANDIDATES = 100

const textOf = (hit: SearchProvider.Hit): string =>
  hit.source === "web"
    ? [hit.title, hit.description, ...hit.extraSnippets ?? []].join("\n")
    : hit.source === "news"
    ? `${hit.title}\n${hit.snippet}`
    : hit.title

const fuse = <A>(
  hits: ReadonlyArray<A>,
  scores: ReadonlyArray<number | undefined>,
  weight: number
): ReadonlyArray<A> => {
  const byModel = [...hits.keys()].filter((at) => scores[at] !== undefined).sort((a, b) => scores[b]! - scores[a]!)
  const worth = hits.map((_, at) => (1 - weight) / (FUSION_CONSTANT + at + 1))
  byModel.forEach((at, place) => {
    worth[at]! += weight / (FUSION_CONSTANT + place + 1)
  })
  return [...hits.keys()].sort((a, b) => worth[b]! - worth[a]! || a - b).map((at) => hits[at]!)
}

/**
 * Returns a provider whose hits are ranked by the reranker and the provider together. If the reranker fails, the
 * provider's order is returned with a warning. Searches sorted by date, image searches, and queries without words are
 * not reranked.
 *
 * @category combinators
 * @since 0.2.0
 */
export const rerank = (
  provider: SearchProvider.SearchProvider["Service"],
  reranker: Reranker["Service"],
  { candidates = 30, weight = 0.7 }: Fusion = {}
): SearchProvider.SearchProvider["Service"] =>
  SearchProvider.SearchProvider.of({
    name: provider.name,
    search: Effect.fnUntraced(function*(question) {
      const query = Words.of(question.query.nodes).join(" ")
      if (query === "" || question.source === "images" || question.time?.sortByDate === true) {
        return yield* provider.search(question)
      }
      const limit = Math.max(question.limit, Math.min(MAX_CANDIDATES, candidates))
      const { hits, warnings, ...answer } = yield* provider.search({ ...question, limit })
      const cut = (ordered: ReadonlyArray<SearchProvider.Hit>) =>
        ordered.slice(0, question.limit).map((hit, at) => ({ ...hit, position: at + 1 }))
      if (hits.length < 2) return { ...answer, hits: cut(hits), warnings }
      return yield* reranker.score({ query, texts: hits.map(textOf) }).pipe(
        Effect.match({
          onSuccess: (scores) => ({ ...answer, hits: cut(fuse(hits, scores, weight)), warnings }),
          onFailure: (error) => ({
            ...answer,
            hits: cut(hits),
            warnings: [...warnings, `${error.message}; the results keep ${provider.name}'s order.`]
          })
        })
      )
    })
  })

/**
 * Adds the reranker to the provider of a layer.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerProvider = <E, R>(
  inner: Layer.Layer<SearchProvider.SearchProvider, E, R>,
  options?: Fusion
): Layer.Layer<SearchProvider.SearchProvider, E, R | Reranker> =>
  Build.around(inner, (provider) => Effect.map(Reranker, (reranker) => rerank(provider, reranker, options)))
