/**
 * One step of a pipeline: a function from the fields it needs to the fields it adds.
 *
 * @since 0.1.0
 */
import * as Spans from "@dunlin/schema/Spans"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

/**
 * A named step. `In` are the fields it reads of the state, `Out` the fields it adds or replaces.
 *
 * @category models
 * @since 0.1.0
 */
export interface Stage<Name extends string, in In, out Out, out E, out R> {
  readonly name: Name
  /** Given the fiber that runs it, a stage may begin at once, and one that ends at once answers with its `Exit`. */
  readonly run: (state: In, fiber?: Fiber.Fiber<unknown, unknown>) => Effect.Effect<Out, E, R>
}

/**
 * @category models
 * @since 0.1.0
 */
export declare namespace Stage {
  /** Any stage; `never` accepts every input type. */
  export type Any = Stage<string, never, object, unknown, unknown>
  /** The fields a stage needs. */
  export type In<S> = S extends Stage<string, infer I, object, unknown, unknown> ? I : never
  /** The fields a stage adds. */
  export type Out<S> = S extends Stage<string, never, infer O, unknown, unknown> ? O : never
  /** What a stage fails with. */
  export type Error<S> = S extends Stage<string, never, object, infer E, unknown> ? E : never
  /** What a stage requires. */
  export type Services<S> = S extends Stage<string, never, object, unknown, infer R> ? R : never
}

/**
 * A stage took longer than its policy allows.
 *
 * @category errors
 * @since 0.1.0
 */
export class StageTimeout extends Schema.TaggedError<StageTimeout>()("StageTimeout", {
  stage: Schema.String,
  milliseconds: Schema.Number
}) {
  override get message(): string {
    return `The stage ${this.stage} did not finish within ${this.milliseconds} ms`
  }

  get isRetryable(): boolean {
    return true
  }
}

/**
 * What is applied around the function of a stage.
 *
 * @category options
 * @since 0.1.0
 */
export type Policy = {
  /** Time for all attempts together; absent means only the deadline of the run counts. */
  readonly timeout?: Duration.Input | undefined
  /**
   * How often a failure whose error says `isRetryable` is tried again, after 100 ms, 200 ms, 400 ms and so on.
   *
   * @default 0
   */
  readonly retries?: number | undefined
}

// A `Metric.timer` that takes milliseconds as they are. It counts, too.
const duration = (stage: string, outcome: "success" | "failure") =>
  Metric.histogram("dunlin_stage_duration", {
    description: "How long the stages of a pipeline take, by outcome",
    boundaries: Metric.exponentialBoundaries({ start: 0.5, factor: 2, count: 35 }),
    attributes: { stage, outcome, time_unit: "milliseconds" }
  })

const isRetryable = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "isRetryable" in error && error.isRetryable === true

/**
 * The function of a stage. The services it requires are also at hand in `services`: a stage that reads them there and
 * answers with a value it already has, `Effect.succeed`, costs no further step.
 *
 * @category models
 * @since 0.1.0
 */
export type Run<In, Out, E, R> = (state: In, services: Context.Context<R>) => Effect.Effect<Out, E, R>

/**
 * Makes a stage from its function and gives it what no stage should forget: the span `Stage.<name>`, the metric
 * `dunlin_stage_duration`, a timeout, and retries of failures that say `isRetryable`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make: {
  <const Name extends string, In, Out extends object, E, R>(
    name: Name,
    run: Run<In, Out, E, R>
  ): Stage<Name, In, Out, E, R>
  <const Name extends string, In, Out extends object, E, R>(
    name: Name,
    run: Run<In, Out, E, R>,
    policy: Policy
  ): Stage<Name, In, Out, E | StageTimeout, R>
} = <const Name extends string, In, Out extends object, E, R>(
  name: Name,
  run: Run<In, Out, E, R>,
  policy: Policy = {}
): Stage<Name, In, Out, E | StageTimeout, R> => {
  const attempt = policy.retries === undefined && policy.timeout === undefined
    ? run
    : (state: In, services: Context.Context<R>) =>
      Effect.suspend(() => run(state, services)).pipe(
        withRetries(policy.retries ?? 0),
        withTimeout(name, policy.timeout)
      )
  return { name, run: watched(name, attempt) }
}

const withRetries = (times: number) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  times === 0
    ? effect
    : Effect.retry(effect, { schedule: Schedule.exponential("100 millis"), times, while: isRetryable })

const withTimeout =
  (stage: string, timeout: Duration.Input | undefined) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StageTimeout, R> => {
    if (timeout === undefined) return effect
    const limit = Duration.fromInputUnsafe(timeout)
    return Effect.timeoutOrElse(effect, {
      duration: limit,
      orElse: () => Effect.fail(new StageTimeout({ stage, milliseconds: Duration.toMillis(limit) }))
    })
  }

/** Stages are many and short: one that ends at once, untraced, is no step of its own. */
const watched = <In, Out, E, R>(stage: string, run: Run<In, Out, E, R>) => {
  const succeeded = duration(stage, "success")
  const failed = duration(stage, "failure")
  const span = Spans.span(`Stage.${stage}`)

  const begin = (state: In, fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<Out, E, R> => {
    const { context } = fiber
    const clock = Context.get(context, Clock.Clock)
    const start = clock.monotonicTimeNanosUnsafe()
    const record = (exit: Exit.Exit<Out, E>) => {
      const time = Exit.isSuccess(exit) ? succeeded : failed
      time.updateUnsafe(Number(clock.monotonicTimeNanosUnsafe() - start) / 1e6, context)
      return Effect.void
    }
    const work = started(run, state, context as Context.Context<R>)
    const isTraced = !Spans.isUntraced(fiber)
    if (Exit.isExit(work) && !isTraced) {
      record(work as Exit.Exit<Out, E>)
      return work
    }
    const watched = Effect.onExit(work, record)
    return isTraced ? span(watched) : watched
  }

  return (state: In, fiber?: Fiber.Fiber<unknown, unknown>): Effect.Effect<Out, E, R> =>
    fiber === undefined ? Effect.withFiber((fiber) => begin(state, fiber)) : begin(state, fiber)
}

const started = <In, Out, E, R>(
  run: Run<In, Out, E, R>,
  state: In,
  services: Context.Context<R>
): Effect.Effect<Out, E, R> => {
  try {
    return run(state, services)
  } catch (defect) {
    return Effect.die(defect)
  }
}
