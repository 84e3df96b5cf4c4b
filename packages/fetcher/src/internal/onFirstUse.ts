import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * Loads a module and makes something of it when it is wanted for the first time, in the scope and context of now. An
 * interruption of the first who wants it does not spoil it for the others.
 */
export const onFirstUse = <M, A, R>(
  load: () => Promise<M>,
  make: (module: M) => Effect.Effect<A, never, R>
): Effect.Effect<Effect.Effect<A>, never, R | Scope.Scope> =>
  Effect.contextWith((context) =>
    Effect.cached(Effect.uninterruptible(Effect.provideContext(Effect.flatMap(Effect.promise(load), make), context)))
  )
