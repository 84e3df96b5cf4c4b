/** How often and how long a provider is asked, and what a trace shows of it. */
import * as Spans from "@dunlin/common/Spans"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import { SearchError, TimedOut } from "../SearchError.ts"
import type { Answer, Policy, Question } from "../SearchProvider.ts"

/** A provider that asks to wait longer than this is not waited for. */
const longestWait = Duration.seconds(10)

const asked = (error: SearchError): Duration.Duration | undefined =>
  error.reason._tag === "RateLimited" ? error.reason.retryAfter : undefined

const worthRetrying = (error: SearchError): boolean => {
  if (!error.isRetryable) return false
  const wait = asked(error)
  return wait === undefined || Duration.isLessThanOrEqualTo(wait, longestWait)
}

/** Milliseconds before it is tried again for the first time, and the part by which a pause may be shorter or longer. */
const FIRST_PAUSE = 200
const SPREAD = 0.2

/** As long as the provider asked for; else 200 ms, 400 ms and so on, give or take a fifth. */
const wait = (error: SearchError, failures: number): Effect.Effect<void> => {
  const duration = asked(error)
  return duration === undefined
    ? Effect.flatMap(
      Random.next,
      (random) => Effect.sleep(FIRST_PAUSE * 2 ** (failures - 1) * (1 - SPREAD + 2 * SPREAD * random))
    )
    : Effect.sleep(duration)
}

/** Asks again after a retryable failure, waiting as long as the provider asked for. */
export const retry = ({ retries = 2 }: Policy) => <A>(effect: Effect.Effect<A, SearchError>) => {
  const attempt = (failures: number): Effect.Effect<A, SearchError> =>
    Effect.catch(effect, (error) =>
      failures < retries && worthRetrying(error)
        ? Effect.andThen(wait(error, failures + 1), attempt(failures + 1))
        : Effect.fail(error))
  return attempt(0)
}

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

/** Makes an attempt with the retries and the timeout of the policy. An answer that is there at once needs neither. */
export const patiently = <A>(
  policy: Policy & { readonly name: string },
  search: () => Effect.Effect<A, SearchError>
): Effect.Effect<A, SearchError> => {
  let first: Effect.Effect<A, SearchError> | undefined = search()
  if (Exit.isExit(first) && Exit.isSuccess(first)) return first
  const attempt = Effect.suspend(() => {
    const effect = first ?? search()
    first = undefined
    return effect
  })
  return attempt.pipe(retry(policy), timeout(policy.name, policy))
}

/** The span around a question to a provider. */
export const spanned = (name: string, question: Question, search: () => Effect.Effect<Answer, SearchError>) =>
  Spans.within("SearchProvider.search", {
    attributes: { "dunlin.provider": name, "dunlin.source": question.source, "dunlin.limit": question.limit }
  }, search)
