/** How often and how long a provider is asked. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { SearchError, TimedOut } from "../SearchError.ts"
import type { Policy } from "../SearchProvider.ts"

/** A provider that asks to wait longer than this is not waited for. */
const longestWait = Duration.seconds(10)

const asked = (error: SearchError): Duration.Duration | undefined =>
  error.reason._tag === "RateLimited" ? error.reason.retryAfter : undefined

const worthRetrying = (error: SearchError): boolean => {
  if (!error.isRetryable) return false
  const wait = asked(error)
  return wait === undefined || Duration.isLessThanOrEqualTo(wait, longestWait)
}

const schedule = Schedule.exponential("200 millis").pipe(
  Schedule.jittered,
  Schedule.setInputType<SearchError>(),
  Schedule.modifyDelay(({ duration, input }) => Effect.succeed(asked(input) ?? duration))
)

/** Asks again after a retryable failure, waiting as long as the provider asked for. */
export const retry = (policy: Policy) => <A>(effect: Effect.Effect<A, SearchError>): Effect.Effect<A, SearchError> =>
  Effect.retry(effect, { times: policy.retries ?? 2, while: worthRetrying, schedule })

/** The time a whole search is given. */
export const time = (policy: Policy): Duration.Duration =>
  Duration.fromInputUnsafe(policy.timeout ?? Duration.seconds(30))

export const timedOut = (provider: string, policy: Policy): SearchError =>
  new SearchError({ provider, reason: new TimedOut({ afterMillis: Duration.toMillis(time(policy)) }) })

/** Fails with `TimedOut` when the time of the policy is over. */
export const timeout =
  (provider: string, policy: Policy) => <A>(effect: Effect.Effect<A, SearchError>): Effect.Effect<A, SearchError> =>
    Effect.timeoutOrElse(effect, {
      duration: time(policy),
      orElse: () => Effect.fail(timedOut(provider, policy))
    })
