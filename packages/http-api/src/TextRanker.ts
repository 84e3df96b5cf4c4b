/**
 * Ranks texts by their relevance to a query, for the rerank endpoints of compatible APIs.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ApiError } from "./ApiError.ts"
import { byWords } from "./internal/doors/rank.ts"

/**
 * Returns a relevance from 0 to 1 per text. By default it is computed from the words of query and text.
 *
 * **Example** (A ranking by length)
 *
 * ```ts
 * import { TextRanker } from "@dunlin/http-api"
 * import { Effect, Layer } from "effect"
 *
 * const ranker = Layer.succeed(TextRanker.TextRanker, ({ texts }) => Effect.succeed(texts.map((text) => 1 / text.length)))
 * console.log(Layer.isLayer(ranker)) // true
 * ```
 *
 * @category references
 * @since 0.2.0
 */
export const TextRanker = Context.Reference<
  (request: {
    readonly query: string
    readonly texts: ReadonlyArray<string>
  }) => Effect.Effect<ReadonlyArray<number>, ApiError>
>("@dunlin/http-api/TextRanker", {
  defaultValue: () => ({ query, texts }) => Effect.sync(() => byWords(query, texts))
})
