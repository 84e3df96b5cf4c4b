/**
 * Caches responses, so that a repeated query costs one request.
 *
 * @since 0.1.0
 */
import * as Query from "@dunlin/query-operators/Query"
import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Hash from "effect/Hash"
import type * as Layer from "effect/Layer"
import * as Build from "./internal/build.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * Set it to `true` around a search that must leave no trace. The search then neither reads nor fills the cache.
 *
 * @category services
 * @since 0.1.0
 */
export const Bypass: Context.Reference<boolean> = Context.Reference("@dunlin/providers/ResultCache/Bypass", {
  defaultValue: () => false
})

/**
 * Options for the lifetime and the number of cached responses.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The time for which a cached response is valid.
   *
   * @default "5 minutes"
   */
  readonly timeToLive?: Duration.Input | undefined
  /**
   * The maximum number of cached responses. The least recently used are evicted first.
   *
   * @default 1000
   */
  readonly capacity?: number | undefined
}

/**
 * Returns the parts of a query that determine its response, as one string. Queries with equal keys have the same
 * response.
 *
 * @category accessors
 * @since 0.1.0
 */
export const key = (question: SearchProvider.Question): string =>
  JSON.stringify([
    question.source,
    Query.print(question.query),
    question.limit,
    question.time === undefined ? "" : TimeFilter.print(question.time),
    question.country,
    question.location ?? "",
    question.safe === true
  ])

class CacheKey implements Equal.Equal {
  readonly question: SearchProvider.Question
  private readonly key: string
  constructor(question: SearchProvider.Question) {
    this.question = question
    this.key = key(question)
  }
  [Equal.symbol](that: unknown): boolean {
    return that instanceof CacheKey && that.key === this.key
  }
  [Hash.symbol](): number {
    return Hash.string(this.key)
  }
}

/**
 * Caches the responses of a provider. Concurrent equal queries share one request. Failures and responses without hits
 * are not cached.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  provider: SearchProvider.SearchProvider["Service"],
  options?: Options
): Effect.fn.Return<SearchProvider.SearchProvider["Service"]> {
  const timeToLive = Duration.fromInputUnsafe(options?.timeToLive ?? Duration.minutes(5))
  const cache = yield* Cache.makeWith((cacheKey: CacheKey) => provider.search(cacheKey.question), {
    capacity: options?.capacity ?? 1000,
    timeToLive: (exit) => Exit.isSuccess(exit) && exit.value.hits.length > 0 ? timeToLive : Duration.zero
  })
  return SearchProvider.SearchProvider.of({
    name: provider.name,
    search: (question) =>
      Effect.flatMap(Bypass, (bypass) => bypass ? provider.search(question) : Cache.get(cache, new CacheKey(question)))
  })
})

/**
 * Adds the cache to the provider of a layer.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <E, R>(
  inner: Layer.Layer<SearchProvider.SearchProvider, E, R>,
  options?: Options
): Layer.Layer<SearchProvider.SearchProvider, E, R> => Build.around(inner, (provider) => make(provider, options))
