/**
 * Calls to the browser. Every one has a time limit, because a page can keep the browser from answering: objects of
 * playwright leave the module that made them as a `Remote`, which only `ask` and `peek` open.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Milliseconds that a call may take outside of a request, and within one whose time is over. */
const CALL_LIMIT_MS = 5_000

const raw: unique symbol = Symbol("raw")

/** An object of playwright whose calls have a time limit. */
export interface Remote<A> {
  readonly [raw]: A
}

export const remote = <A>(object: A): Remote<A> => ({ [raw]: object })

/** The browser did not answer in time. */
export class NoAnswer extends Error {
  override readonly name = "TimeoutError"
}

/**
 * Until when the calls of a request may take, in epoch milliseconds. Work that outlives its request has no deadline, and
 * the limit of a single call instead.
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

/**
 * Calls the browser. The call fails with `NoAnswer` after `limit` milliseconds; without a limit at the deadline of the
 * request, or after the limit of a single call. Its error is what playwright rejects with.
 */
export const ask = <A, B>(
  object: Remote<A>,
  call: (object: A) => PromiseLike<B>,
  limit?: number
): Effect.Effect<B, unknown> =>
  Effect.flatMap(limitOf(limit), (duration) =>
    Effect.timeoutOrElse(
      Effect.tryPromise({ try: () => call(object[raw]), catch: (error) => error }),
      { duration, orElse: () => Effect.fail(new NoAnswer(`the browser did not answer within ${duration} ms`)) }
    ))

/** Reads what playwright knows without the browser, or listens to its events. */
export const peek = <A, B>(object: Remote<A>, look: (object: A) => B extends PromiseLike<unknown> ? never : B): B =>
  look(object[raw]) as B

/** Calls the browser without waiting for the answer; `onFailure` runs when there is none. */
export const tell = (call: PromiseLike<unknown>, onFailure: () => void = () => undefined): void =>
  void call.then(() => undefined, onFailure)
