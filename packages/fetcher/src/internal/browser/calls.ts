/**
 * Calls the browser with a timeout, because a page can keep the browser from responding. Playwright objects leave
 * this module only as a `Remote`, which only `ask` and `peek` open.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

const CALL_LIMIT_MS = 5_000

const raw: unique symbol = Symbol("raw")

export interface Remote<A> {
  readonly [raw]: A
}

export const remote = <A>(object: A): Remote<A> => ({ [raw]: object })

export class NoAnswer extends Error {
  override readonly name = "TimeoutError"
}

/**
 * The deadline in epoch milliseconds. Work that outlives its request has none, and each of its calls has the default
 * timeout.
 */
export const CallDeadline = Context.Reference<number | undefined>("@dunlin/fetcher/CallDeadline", {
  defaultValue: () => undefined
})

const limitOf = (limit: number | undefined): Effect.Effect<number> =>
  Effect.gen(function*() {
    const deadline = yield* CallDeadline
    if (deadline === undefined) return limit ?? CALL_LIMIT_MS
    const left = Math.max(1, deadline - (yield* Clock.currentTimeMillis))
    return limit === undefined ? left : Math.min(limit, left)
  })

export const ask = <A, B>(
  object: Remote<A>,
  call: (object: A) => PromiseLike<B>,
  limit?: number
): Effect.Effect<B, unknown> =>
  Effect.flatMap(limitOf(limit), (duration) =>
    Effect.timeoutOrElse(
      Effect.tryPromise({ try: () => call(object[raw]), catch: (error) => error }),
      { duration, orElse: () => Effect.fail(new NoAnswer(`the browser did not respond within ${duration} ms`)) }
    ))

/** Reads Playwright's local state without a call to the browser, or listens to its events. */
export const peek = <A, B>(object: Remote<A>, look: (object: A) => B extends PromiseLike<unknown> ? never : B): B =>
  look(object[raw]) as B

/** Calls the browser without waiting for the response; `onFailure` runs if the call fails. */
export const send = (call: PromiseLike<unknown>, onFailure: () => void = () => undefined): void =>
  void call.then(() => undefined, onFailure)
