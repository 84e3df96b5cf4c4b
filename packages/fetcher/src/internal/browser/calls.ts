/**
 * Calls the browser with a timeout, because a page can keep the browser from responding. Other modules hold
 * Playwright objects only as `Remote`. `ask` and `peek` open it.
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

export const peek = <A, B>(object: Remote<A>, look: (object: A) => B extends PromiseLike<unknown> ? never : B): B =>
  look(object[raw]) as B

export const send = (call: PromiseLike<unknown>, onFailure: () => void = () => undefined): void =>
  void call.then(() => undefined, onFailure)
