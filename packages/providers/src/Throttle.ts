/**
 * Limits a provider's rate, and pauses it while it keeps failing.
 *
 * @since 0.1.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type * as Scope from "effect/Scope"
import * as Build from "./internal/build.ts"
import { RateLimited, SearchError, Unavailable } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * The limits of a provider.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The number of queries per window. If it is absent, there is no limit. */
  readonly limit?: number | undefined
  /**
   * @default "1 second"
   */
  readonly window?: Duration.Input | undefined
  /**
   * The handling of a query above the limit: it waits, or fails with `RateLimited`.
   *
   * @default "delay"
   */
  readonly onExceeded?: "delay" | "fail" | undefined
  /**
   * The number of consecutive failures that open the circuit. Queries then fail immediately with `Unavailable`.
   *
   * @default 5
   */
  readonly failures?: number | undefined
  /**
   * The time for which the circuit stays open before one query may try again. A longer pause that the provider requests
   * takes precedence, up to an hour.
   *
   * @default "30 seconds"
   */
  readonly openFor?: Duration.Input | undefined
}

/**
 * Only failures of the provider count for the circuit breaker. The messages of errors of a query, key or account
 * contain advice that an open circuit would hide.
 */
const classify = (exit: Exit.Exit<SearchProvider.Answer, SearchError>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const error = Exit.findErrorOption(exit)
  if (Option.isNone(error)) return CircuitBreaker.failure()
  const { reason } = error.value
  switch (reason._tag) {
    case "InvalidRequest":
    case "Unsupported":
    case "Unauthorized":
    case "QuotaExceeded":
      return CircuitBreaker.ignored
    case "RateLimited":
      return CircuitBreaker.failure({ retryAfter: reason.retryAfter })
    default:
      return CircuitBreaker.failure()
  }
}

const fromBreaker = (provider: string, error: CircuitBreaker.CircuitBreakerError): SearchError =>
  new SearchError({
    provider,
    reason: new Unavailable({
      detail: error.reason._tag === "CircuitOpen"
        ? "it failed repeatedly and is paused for a while"
        : "it failed repeatedly, and another query is checking whether it works again"
    })
  })

const fromLimiter = (provider: string, error: RateLimiter.RateLimiterError): SearchError =>
  new SearchError({
    provider,
    reason: error.reason._tag === "RateLimitExceeded"
      ? new RateLimited({ retryAfterMillis: Duration.toMillis(error.reason.retryAfter) })
      : new Unavailable({ detail: "the rate limiter's store failed" })
  })

/**
 * Adds a rate limit and a circuit breaker to a provider. The stores of `effect/persistence` share both between
 * processes; `layer` keeps them in memory.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  provider: SearchProvider.SearchProvider["Service"],
  options?: Options
): Effect.fn.Return<
  SearchProvider.SearchProvider["Service"],
  never,
  RateLimiter.RateLimiterStore | CircuitBreaker.CircuitBreakerStore | Scope.Scope
> {
  const limiter = yield* RateLimiter.make
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(options?.failures ?? 5),
    openDuration: options?.openFor ?? "30 seconds"
  })
  const key = `dunlin:search:${provider.name}`
  const turn = yield* FairSemaphore.make(1)
  // Only one query at a time waits for the limiter, so that a team's new query does not wait behind all earlier ones.
  const consume = options?.limit === undefined
    ? Effect.void
    : turn.withPermit(
      limiter.consume({
        key,
        limit: options.limit,
        window: options.window ?? "1 second",
        algorithm: "token-bucket",
        onExceeded: options.onExceeded ?? "delay"
      }).pipe(
        Effect.mapError((error) => fromLimiter(provider.name, error)),
        Effect.flatMap(({ delay }) => Effect.sleep(delay))
      )
    )
  return SearchProvider.SearchProvider.of({
    name: provider.name,
    search: (question) =>
      Effect.andThen(
        consume,
        breaker.execute(provider.search(question), { key, classify })
      ).pipe(
        Effect.catchTag("CircuitBreakerError", (error) => Effect.fail(fromBreaker(provider.name, error)))
      )
  })
})

/**
 * Adds the limits to the provider of a layer, with counts in memory.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <E, R>(
  inner: Layer.Layer<SearchProvider.SearchProvider, E, R>,
  options?: Options
): Layer.Layer<SearchProvider.SearchProvider, E, R> =>
  Build.around(inner, (provider) => make(provider, options)).pipe(
    Layer.provide([RateLimiter.layerStoreMemory, CircuitBreaker.layerStoreMemory()])
  )
