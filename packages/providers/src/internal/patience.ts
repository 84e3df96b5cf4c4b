/** Adds retries and timeouts to a provider, and the spans of its searches. */
import * as Fault from "@dunlin/common/Fault"
import * as Health from "@dunlin/common/Health"
import * as Spans from "@dunlin/common/Spans"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import { SearchError, TimedOut } from "../SearchError.ts"
import type { Answer, Policy, Question } from "../SearchProvider.ts"

/** The longest wait for a provider. If it asks for more, there is no retry. */
const longestWait = Duration.seconds(10)

const requestedWait = (error: SearchError): Duration.Duration | undefined =>
  error.reason._tag === "RateLimited" ? error.reason.retryAfter : undefined

const worthRetrying = (error: SearchError): boolean => {
  if (!error.isRetryable) return false
  const wait = requestedWait(error)
  return wait === undefined || Duration.isLessThanOrEqualTo(wait, longestWait)
}

const FIRST_PAUSE = 200
const SPREAD = 0.2

/** Uses the time that the provider requested, otherwise 200 ms, 400 ms and so on, with 20 % jitter. */
const wait = (error: SearchError, failures: number): Effect.Effect<void> => {
  const duration = requestedWait(error)
  return duration === undefined
    ? Effect.flatMap(
      Random.next,
      (random) => Effect.sleep(FIRST_PAUSE * 2 ** (failures - 1) * (1 - SPREAD + 2 * SPREAD * random))
    )
    : Effect.sleep(duration)
}

export const retry = ({ retries = 2 }: Policy) => <A>(effect: Effect.Effect<A, SearchError>) => {
  const attempt = (failures: number): Effect.Effect<A, SearchError> =>
    Effect.catch(effect, (error) =>
      failures < retries && worthRetrying(error)
        ? Effect.andThen(wait(error, failures + 1), attempt(failures + 1))
        : Effect.fail(error))
  return attempt(0)
}

export const time = (policy: Policy): Duration.Duration =>
  Duration.fromInputUnsafe(policy.timeout ?? Duration.seconds(30))

export const timedOut = (provider: string, policy: Policy): SearchError =>
  new SearchError({ provider, reason: new TimedOut({ afterMillis: Duration.toMillis(time(policy)) }) })

export const timeout =
  (provider: string, policy: Policy) => <A>(effect: Effect.Effect<A, SearchError>): Effect.Effect<A, SearchError> =>
    Effect.timeoutOrElse(effect, {
      duration: time(policy),
      orElse: () => Effect.fail(timedOut(provider, policy))
    })

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

/** An invalid query is no fault of the engine. */
export const faultOf = (error: unknown): Fault.Fault | undefined =>
  error instanceof SearchError && error.reason._tag === "InvalidResponse"
    ? Fault.make("down", "its responses are invalid")
    : error instanceof SearchError && error.reason._tag === "Unavailable"
    ? Fault.from(error)
    : Fault.of(error)

/** An engine counts as unresponsive after this time, whatever the request's timeout. */
export const SILENT_AFTER = "8 seconds"

const SLOW_AFTER = "10 seconds"

/** The embedded index has its own reports (`index/reported.ts`). */
const reported = (name: string) =>
  name === "local" ? undefined : Health.lazily({
    part: "provider",
    name,
    consequence: "searches fail, or return only the other engines' results",
    slowAfter: SLOW_AFTER,
    silentAfter: SILENT_AFTER,
    faultOf
  })

const reporters = new Map<string, ReturnType<typeof reported>>()

/** A program may generate names. */
const MAX_REPORTERS = 100

const reporterOf = (name: string) => {
  if (!reporters.has(name)) {
    if (reporters.size >= MAX_REPORTERS) return undefined
    reporters.set(name, reported(name))
  }
  return reporters.get(name)
}

export const spanned = (name: string, question: Question, search: () => Effect.Effect<Answer, SearchError>) =>
  Spans.within("SearchProvider.search", {
    attributes: { "dunlin.provider": name, "dunlin.source": question.source, "dunlin.limit": question.limit }
  }, () => {
    const begun = search()
    // A synchronous result is not from a remote engine, so it does not count.
    if (Exit.isExit(begun) && Exit.isSuccess(begun)) return begun
    return reporterOf(name)?.(begun) ?? begun
  })
