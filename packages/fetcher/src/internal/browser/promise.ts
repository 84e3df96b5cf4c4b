/** Calls of Playwright as effects. */
import * as Effect from "effect/Effect"

/** What a call answers; it fails with what the call rejects with, which is read where it is mapped. */
export const promise = <A>(call: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: call, catch: (error) => error })
