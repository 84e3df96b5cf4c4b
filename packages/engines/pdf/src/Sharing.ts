/**
 * Divides an engine's processors between several callers.
 *
 * @since 0.2.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/**
 * Limits parallel effects.
 *
 * @category models
 * @since 0.2.0
 */
export interface Limiter {
  readonly withPermit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Sharing {
  /**
   * Returns an identifier of the caller that runs the current effect. Callers with fewer running documents take
   * precedence.
   *
   * @default the same caller for all documents
   */
  readonly caller: Effect.Effect<string>
  /**
   * Creates a limiter for pictures that are read in parallel.
   *
   * @default a semaphore, first come first served
   */
  readonly limiter: (permits: number) => Effect.Effect<Limiter>
}

/**
 * Sharing between callers. The engine reads it when it is created.
 *
 * @category references
 * @since 0.2.0
 */
export const Sharing: Context.Reference<Sharing> = Context.Reference("@dunlin/pdf/Sharing", {
  defaultValue: (): Sharing => ({
    caller: Effect.succeed("local"),
    limiter: (permits) =>
      Effect.map(Semaphore.make(permits), (semaphore): Limiter => ({ withPermit: semaphore.withPermit }))
  })
})
