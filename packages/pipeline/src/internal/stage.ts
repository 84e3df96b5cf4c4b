/**
 * Runs each stage with a span, a metric, a timeout and retries. Stages are many and short, so unused ones add no
 * fiber step.
 */
import * as Spans from "@dunlin/common/Spans"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import type { Policy, Stage } from "../Stage.ts"
import { StageTimeout } from "../StageTimeout.ts"
import { readPolicy } from "./policy.ts"

/**
 * `services` contains the services that the function requires. A stage that reads them there and returns
 * `Effect.succeed` needs no further fiber step.
 */
type Run<In, Out, E, R> = (state: In, services: Context.Context<R>) => Effect.Effect<Out, E, R>

/** Values that are looked up once per run. The stages of a run share them in one fiber. */
export interface Course {
  readonly context: Context.Context<never>
  readonly clock: Clock.Clock
  readonly isTraced: boolean
  last: bigint | undefined
}

export type Begin<In, Out, E, R> = (state: In, course: Course) => Effect.Effect<Out, E, R>

const begins = new WeakMap<object, Begin<never, unknown, unknown, unknown>>()

export const beginOf = <In, Out, E, R>(stage: Stage<string, In, Out, E, R>): Begin<In, Out, E, R> =>
  begins.get(stage) as Begin<In, Out, E, R> | undefined ?? ((state, course) => {
    course.last = undefined
    return stage.run(state)
  })

export const courseOf = (fiber: Fiber.Fiber<unknown, unknown>): Course => ({
  context: fiber.context,
  clock: fiber.getRef(Clock.Clock),
  isTraced: !Spans.isUntraced(fiber),
  last: undefined
})

/** From half a millisecond to 35 minutes, doubling. */
const DURATION_BUCKETS = 23

const duration = (stage: string, outcome: "success" | "failure") =>
  Metric.histogram("dunlin_stage_duration_seconds", {
    description: "Duration of pipeline stages in seconds, by outcome",
    boundaries: Metric.exponentialBoundaries({ start: 0.0005, factor: 2, count: DURATION_BUCKETS }),
    attributes: { stage, outcome }
  })

const isRetryable = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "isRetryable" in error && error.isRetryable === true

export const make = <const Name extends string, In, Out extends object, E, R>(
  name: Name,
  run: Run<In, Out, E, R>,
  given?: Policy
): Stage<Name, In, Out, E, R> => {
  const policy = readPolicy(name, given)
  const attempt = policy.retries === undefined && policy.timeout === undefined
    ? run
    : (state: In, services: Context.Context<R>) =>
      Effect.suspend(() => run(state, services)).pipe(
        withRetries(policy.retries ?? 0),
        withTimeout(name, policy.timeout)
      ) as Effect.Effect<Out, E, R>
  const watch = watched(name, attempt)
  const stage: Stage<Name, In, Out, E, R> = {
    name,
    run: (state) => Effect.withFiber((fiber) => watch(state, courseOf(fiber)))
  }
  begins.set(stage, watch as Begin<never, unknown, unknown, unknown>)
  return stage
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

const watched = <In, Out, E, R>(stage: string, run: Run<In, Out, E, R>): Begin<In, Out, E, R> => {
  const succeeded = duration(stage, "success")
  const failed = duration(stage, "failure")
  const span = Spans.span(`Stage.${stage}`)

  return (state, course) => {
    const { clock, context, isTraced } = course
    const start = course.last ?? clock.monotonicTimeNanosUnsafe()
    const record = (exit: Exit.Exit<Out, E>) => {
      const time = Exit.isSuccess(exit) ? succeeded : failed
      const end = clock.monotonicTimeNanosUnsafe()
      course.last = end
      time.updateUnsafe(Number(end - start) / 1e9, context)
      return Effect.void
    }
    const work = started(run, state, context as Context.Context<R>)
    if (Exit.isExit(work) && !isTraced) {
      record(work as Exit.Exit<Out, E>)
      return work
    }
    const watched = Effect.onExit(work, record)
    return isTraced ? span(watched) : watched
  }
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
