import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export const onFirstUse = <M, A, R>(
  load: () => Promise<M>,
  make: (module: M) => Effect.Effect<A, never, R>
): Effect.Effect<Effect.Effect<A>, never, R | Scope.Scope> =>
  Effect.contextWith((context) =>
    Effect.cached(Effect.uninterruptible(Effect.provideContext(Effect.flatMap(Effect.promise(load), make), context)))
  )
