/**
 * What a running program lacks at the moment: a server that went away and may come back.
 *
 * Adapters say so, once when it goes and once when it is back; health checks and operators read it.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * @category models
 * @since 0.1.0
 */
export interface Loss {
  /** What is lost, in lower case and without addresses: `redis`. */
  readonly part: string
  /** What does not work meanwhile, as a sentence for operators. */
  readonly consequence: string
  /** Since when, in epoch milliseconds. */
  readonly since: number
}

/**
 * The losses of this program.
 *
 * @category services
 * @since 0.1.0
 */
export const Status: Context.Reference<Set<Loss>> = Context.Reference("@dunlin/schema/Status", {
  defaultValue: () => new Set<Loss>()
})

/**
 * One connection to what may be lost.
 *
 * @category models
 * @since 0.1.0
 */
export interface Part {
  /** Is told of every failure; the first one after a time without is logged. */
  readonly lost: Effect.Effect<void>
  /** Is told of every success; the first one after a failure is logged. */
  readonly back: Effect.Effect<void>
}

/**
 * Watches over one connection until the end of the scope.
 *
 * @category constructors
 * @since 0.1.0
 */
export const part = (
  options: Pick<Loss, "part" | "consequence">
): Effect.Effect<Part, never, Scope.Scope> =>
  Effect.gen(function*() {
    const losses = yield* Status
    let loss: Loss | undefined
    const forget = () => {
      if (loss === undefined) return false
      losses.delete(loss)
      loss = undefined
      return true
    }
    yield* Effect.addFinalizer(() => Effect.sync(forget))
    return {
      lost: Effect.flatMap(Clock.currentTimeMillis, (since) => {
        if (loss !== undefined) return Effect.void
        loss = { ...options, since }
        losses.add(loss)
        return Effect.logWarning(`${options.part} is lost: ${options.consequence}`)
      }),
      back: Effect.suspend(() => forget() ? Effect.logInfo(`${options.part} is back`) : Effect.void)
    }
  })

/**
 * What is lost now, the longest lost first; one of each part.
 *
 * @category accessors
 * @since 0.1.0
 */
export const losses: Effect.Effect<ReadonlyArray<Loss>> = Effect.map(Status, (all) => {
  const first = new Map<string, Loss>()
  for (const loss of [...all].sort((one, other) => one.since - other.since)) {
    if (!first.has(loss.part)) first.set(loss.part, loss)
  }
  return [...first.values()]
})
