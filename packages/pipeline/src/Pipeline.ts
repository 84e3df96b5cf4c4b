/**
 * An ordered list of stages that can be recombined, and that only runs when every stage finds its input.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import { type Pipeable, pipeArguments } from "effect/Pipeable"
import * as PipelineObserver from "./PipelineObserver.ts"
import type { Stage } from "./Stage.ts"

/**
 * Stages over an input. A value: every operation returns a new pipeline.
 *
 * @category models
 * @since 0.1.0
 */
export interface Pipeline<in Input, out Stages extends ReadonlyArray<Stage.Any>> extends Pipeable {
  readonly stages: Stages
  readonly "~input"?: (input: Input) => void
}

/**
 * The stages of a pipeline with `New` after the stage `Name`.
 *
 * @category models
 * @since 0.1.0
 */
export type InsertAfter<Stages extends ReadonlyArray<Stage.Any>, Name extends string, New extends Stage.Any> =
  Stages extends readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
    ? Head["name"] extends Name ? readonly [Head, New, ...Tail]
    : readonly [Head, ...InsertAfter<Tail, Name, New>]
    : readonly []

/**
 * The stages of a pipeline with `New` in place of the stage `Name`.
 *
 * @category models
 * @since 0.1.0
 */
export type Replace<Stages extends ReadonlyArray<Stage.Any>, Name extends string, New extends Stage.Any> =
  Stages extends readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
    ? Head["name"] extends Name ? readonly [New, ...Tail]
    : readonly [Head, ...Replace<Tail, Name, New>]
    : readonly []

/**
 * The stages of a pipeline without the stage `Name`.
 *
 * @category models
 * @since 0.1.0
 */
export type Without<Stages extends ReadonlyArray<Stage.Any>, Name extends string> = Stages extends
  readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
  ? Head["name"] extends Name ? Tail
  : readonly [Head, ...Without<Tail, Name>]
  : readonly []

/**
 * What the compiler shows when a stage lacks an input: the stage, and the fields nobody before it provides.
 *
 * @category models
 * @since 0.1.0
 */
export interface MissingInput<StageName extends string, Fields> {
  readonly stage: StageName
  readonly missing: Fields
}

/**
 * `unknown` when every stage finds its input, otherwise the first `MissingInput`.
 *
 * @category models
 * @since 0.1.0
 */
export type Check<State, Stages extends ReadonlyArray<Stage.Any>> = Stages extends
  readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
  ? State extends Stage.In<Head> ? Check<Omit<State, keyof Stage.Out<Head>> & Stage.Out<Head>, Tail>
  : MissingInput<Head["name"], Exclude<keyof Stage.In<Head>, keyof State>>
  : unknown

/**
 * The input of a pipeline that can run. For any other it is the `MissingInput`, which no value has: that keeps what the
 * compiler says about it short.
 *
 * @category models
 * @since 0.1.0
 */
export type Ready<Input, Stages extends ReadonlyArray<Stage.Any>> = unknown extends Check<Input, Stages> ? Input
  : Check<Input, Stages>

/**
 * The state after all stages.
 *
 * @category models
 * @since 0.1.0
 */
export type Result<State, Stages extends ReadonlyArray<Stage.Any>> = Stages extends
  readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
  ? Result<Omit<State, keyof Stage.Out<Head>> & Stage.Out<Head>, Tail>
  : State

type State = Record<string, unknown>

type Runnable = Stage<string, State, State, unknown, unknown>

const Proto = {
  pipe() {
    return pipeArguments(this, arguments)
  }
}

const fromStages = <Input, Stages extends ReadonlyArray<Stage.Any>>(
  stages: ReadonlyArray<Stage.Any>
): Pipeline<Input, Stages> => Object.assign(Object.create(Proto), { stages })

/**
 * A pipeline over `Input`: `Pipeline.make<{ readonly query: string }>()(plan, search, respond)`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make =
  <Input>() => <const Stages extends ReadonlyArray<Stage.Any>>(...stages: Stages): Pipeline<Input, Stages> =>
    fromStages(stages)

/**
 * Adds a stage right after the one named.
 *
 * @category combinators
 * @since 0.1.0
 */
export const insertAfter =
  <const Name extends string, New extends Stage.Any>(name: Name, stage: New) =>
  <Input, Stages extends ReadonlyArray<Stage.Any>>(
    self: Pipeline<Input, Stages> & Has<Stages, Name>
  ): Pipeline<Input, InsertAfter<Stages, Name, New>> =>
    fromStages(self.stages.flatMap((existing) => existing.name === name ? [existing, stage] : [existing]))

/**
 * Puts a stage in place of the one named.
 *
 * @category combinators
 * @since 0.1.0
 */
export const replace =
  <const Name extends string, New extends Stage.Any>(name: Name, stage: New) =>
  <Input, Stages extends ReadonlyArray<Stage.Any>>(
    self: Pipeline<Input, Stages> & Has<Stages, Name>
  ): Pipeline<Input, Replace<Stages, Name, New>> =>
    fromStages(self.stages.map((existing) => existing.name === name ? stage : existing))

/**
 * Leaves the stage named out.
 *
 * @category combinators
 * @since 0.1.0
 */
export const without = <const Name extends string>(name: Name) =>
<Input, Stages extends ReadonlyArray<Stage.Any>>(
  self: Pipeline<Input, Stages> & Has<Stages, Name>
): Pipeline<Input, Without<Stages, Name>> => fromStages(self.stages.filter((existing) => existing.name !== name))

/**
 * `unknown` when the pipeline has a stage of that name; otherwise what the compiler shows.
 *
 * @category models
 * @since 0.1.0
 */
export type Has<Stages extends ReadonlyArray<Stage.Any>, Name extends string> = Name extends Stages[number]["name"]
  ? unknown
  : { readonly noStageNamed: Name; readonly stages: Stages[number]["name"] }

/**
 * Runs the stages in order; each sees the fields of all before it. Does not compile when a stage lacks an input: the
 * compiler then names the stage and the missing fields. The `PipelineObserver` in the context hears of every stage.
 *
 * @category running
 * @since 0.1.0
 */
export const run = <Input extends object, const Stages extends ReadonlyArray<Stage.Any>>(
  self: Pipeline<Input, Stages>,
  input: Ready<Input, Stages>
): Effect.Effect<
  Result<Input, Stages>,
  Stage.Error<Stages[number]>,
  Stage.Services<Stages[number]>
> =>
  // The loop cannot carry the type of a state that grows; `Check` has proven it before.
  Effect.withFiber((fiber) => {
    const observer = fiber.getRef(PipelineObserver.PipelineObserver)
    const stages = self.stages as unknown as ReadonlyArray<Runnable>
    const start = input as State
    return observer === PipelineObserver.nobody
      ? runAlone(stages, 0, { ...start }, fiber)
      : runObserved(stages, start, observer)
  }) as Effect.Effect<Result<Input, Stages>, Stage.Error<Stages[number]>, Stage.Services<Stages[number]>>

/** Stages that end at once follow each other without a step between them. */
const runAlone = (
  stages: ReadonlyArray<Runnable>,
  from: number,
  start: State,
  fiber: Fiber.Fiber<unknown, unknown>
): Effect.Effect<State, unknown, unknown> => {
  let state = start
  for (let at = from; at < stages.length; at++) {
    const step = stages[at]!.run(state, fiber)
    if (!Exit.isExit(step)) {
      const before = state
      return Effect.flatMap(step, (added) => runAlone(stages, at + 1, extend(before, added), fiber))
    }
    if (Exit.isFailure(step)) return step
    state = extend(state, step.value as State)
  }
  return Effect.succeed(state)
}

/** No field that a stage was given changes afterwards; what later stages add may join them. */
const extend = (state: State, added: State): State => {
  for (const field in added) {
    if (field in state && state[field] !== added[field]) return Object.assign({}, state, added)
  }
  return Object.assign(state, added)
}

const runObserved = Effect.fnUntraced(
  function*(stages: ReadonlyArray<Runnable>, input: State, observer: PipelineObserver.Observer) {
    let state = input
    for (const stage of stages) {
      const before = state
      const added = yield* observer.around(stage.name, stage.run(before), before)
      state = Object.assign({}, before, added)
      yield* observer.advanced(stage.name, before, state)
    }
    return state
  }
)
