/**
 * Observes every stage of running pipelines. By default, there is no observer.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * @category models
 * @since 0.1.0
 */
export interface Observer {
  /** Wraps the run of one stage on a state, for example to measure it. */
  readonly around: <A, E, R>(stage: string, effect: Effect.Effect<A, E, R>, state: object) => Effect.Effect<A, E, R>
  /** Receives the state before and after each stage that succeeded. */
  readonly advanced: (stage: string, before: object, after: object) => Effect.Effect<void>
}

/**
 * The observer that does nothing.
 *
 * @category constants
 * @since 0.1.0
 */
export const nobody: Observer = { around: (_, effect) => effect, advanced: () => Effect.void }

/**
 * The observer of pipelines in this context.
 *
 * @category references
 * @since 0.1.0
 */
export const PipelineObserver = Context.Reference<Observer>("@dunlin/pipeline/PipelineObserver", {
  defaultValue: () => nobody
})
