/**
 * Queries several providers at once and merges their hits into one ranking.
 *
 * @since 0.1.0
 */
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Diversity from "./Diversity.ts"
import * as Build from "./internal/build.ts"
import * as Merge from "./internal/merge.ts"
import { SearchError, TimedOut } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * Options for the ranking and the waiting time of a fusion, and its name.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The name of the combination.
   *
   * @default the names of the providers, joined with `+`
   */
  readonly name?: string | undefined
  /**
   * The weight of each provider's ranking, in the order of the list.
   *
   * @default 1 for each
   */
  readonly weights?: ReadonlyArray<number> | undefined
  /**
   * The `k` of reciprocal rank fusion: a hit at rank r adds `weight / (k + r)`. Small values suit the short lists of
   * search engines.
   *
   * @default 10
   */
  readonly k?: number | undefined
  /**
   * The maximum number of hits of one host among the first ten. Its other hits follow after these. The limit does not
   * apply if the query names a site, and 0 disables it.
   *
   * @default 3
   */
  readonly hostCap?: number | undefined
  /**
   * The time to wait for slower providers after the first response.
   *
   * @default "3 seconds"
   */
  readonly grace?: Duration.Input | undefined
}

/**
 * Combines providers by weighted reciprocal rank fusion (Cormack, Clarke and Buettcher 2009). A page from several
 * providers is one hit with the best fields of each; `providers` names its providers. A failed or late provider causes
 * a warning. The search fails only if all fail.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  providers: Build.Providers,
  options?: Options
): SearchProvider.SearchProvider["Service"] =>
  SearchProvider.make({
    ...Build.combination(providers, { name: options?.name, separator: "+" }),
    search: Effect.fnUntraced(function*(question) {
      const first = yield* Deferred.make<void>()
      const late = (provider: SearchProvider.SearchProvider["Service"]) =>
        Deferred.await(first).pipe(
          Effect.andThen(Effect.sleep(options?.grace ?? "3 seconds")),
          Effect.andThen(Effect.fail(new SearchError({ provider: provider.name, reason: new TimedOut({}) })))
        )
      const results = yield* Effect.forEach(providers, (provider) =>
        provider.search(question).pipe(
          Effect.tap((answer) => answer.hits.length > 0 ? Deferred.succeed(first, undefined) : Effect.void),
          Effect.raceFirst(late(provider)),
          Effect.result
        ), { concurrency: "unbounded" })
      const failures = results.flatMap((result) => Result.isFailure(result) ? [result.failure] : [])
      if (failures.length === results.length) return yield* failures[0]!
      const lists = results.map((result, at): Merge.List => ({
        provider: providers[at]!.name,
        weight: options?.weights?.[at] ?? 1,
        hits: Result.isSuccess(result) ? result.success.hits : []
      }))
      return {
        hits: Merge.merge(lists, {
          k: options?.k ?? 10,
          hostCap: Diversity.namesSite(question.query) ? 0 : options?.hostCap ?? 3
        }),
        warnings: [
          ...failures.map((error) => `${error.message}; only the other providers' results are returned.`),
          ...results.flatMap((result) => Result.isSuccess(result) ? result.success.warnings : [])
        ]
      }
    })
  })

/**
 * Like {@link make}, for layers of providers.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Build.Combine<Options> = Build.combine(make)
