/**
 * Tries providers in order until one succeeds.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ExecutionPlan from "effect/ExecutionPlan"
import * as Build from "./internal/build.ts"
import type { SearchError } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * The conditions for using the next provider, and the name of the combination.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The name of the combination.
   *
   * @default the names of the providers, joined with `,`
   */
  readonly name?: string | undefined
  /**
   * Whether the next provider is also used after a response without hits.
   *
   * @default true
   */
  readonly onEmpty?: boolean | undefined
}

class Empty {
  readonly _tag = "Empty"
  readonly answer: SearchProvider.Answer
  constructor(answer: SearchProvider.Answer) {
    this.answer = answer
  }
}

/**
 * Combines providers, the preferred one first. If a provider fails or finds nothing, the next one is used, with a
 * warning. If all fail, the search fails with the first provider's error.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  providers: Build.Providers,
  options?: Options
): SearchProvider.SearchProvider["Service"] => {
  const [first, ...rest] = providers
  const step = (provider: SearchProvider.SearchProvider["Service"]) => ({
    provide: Context.make(SearchProvider.SearchProvider, provider)
  })
  const plan = ExecutionPlan.make(step(first), ...rest.map(step))
  return SearchProvider.make({
    ...Build.combination(providers, { name: options?.name, separator: "," }),
    search: Effect.fnUntraced(function*(question) {
      const failures: Array<SearchError> = []
      let empty: SearchProvider.Answer | undefined
      const attempt = SearchProvider.SearchProvider.use((provider) => provider.search(question)).pipe(
        Effect.tapError((error) => Effect.sync(() => failures.push(error))),
        Effect.flatMap((answer) => {
          if (answer.hits.length > 0 || options?.onEmpty === false) return Effect.succeed(answer)
          empty ??= answer
          return Effect.fail(new Empty(answer))
        }),
        Effect.withExecutionPlan(plan),
        Effect.catch((error): Effect.Effect<SearchProvider.Answer, SearchError> => {
          if (empty !== undefined) return Effect.succeed(empty)
          return Effect.fail(failures[0] ?? (error as SearchError))
        })
      )
      const answer = yield* attempt
      return failures.length === 0
        ? answer
        : { ...answer, warnings: [...failures.map((error) => `${error.message}.`), ...answer.warnings] }
    })
  })
}

/**
 * Like {@link make}, for layers of providers.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Build.Combine<Options> = Build.combine(make)
