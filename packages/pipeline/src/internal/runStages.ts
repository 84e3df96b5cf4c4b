/** Runs the stages of a pipeline in order. Each one adds fields to the state. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as PipelineObserver from "../PipelineObserver.ts"
import type { Stage } from "../Stage.ts"
import { isProven, lacking } from "./needs.ts"
import { type Begin, beginOf, type Course, courseOf } from "./stage.ts"

interface Stages {
  readonly stages: ReadonlyArray<Stage.Any>
}

type State = Record<string, unknown>

type Runnable = Stage<string, State, State, unknown, unknown>

/** `Check` has proven that every stage finds its input. The type of a growing state cannot be expressed in a loop. */
const runnable = ({ stages }: Stages) => stages as unknown as ReadonlyArray<Runnable>

/** Without an observer, synchronous stages run without fiber steps between them. */
export const runStages = (self: Stages, start: State): Effect.Effect<State, unknown, unknown> =>
  Effect.withFiber((fiber) => {
    const observer = fiber.getRef(PipelineObserver.PipelineObserver)
    return observer === PipelineObserver.nobody
      ? runAlone(beginsOf(self), 0, { ...start }, courseOf(fiber))
      : runObserved(self, start, observer)
  })

type Begins = ReadonlyArray<Begin<State, State, unknown, unknown>>

const known = new WeakMap<object, Begins>()

const beginsOf = (self: Stages): Begins => {
  const begins = known.get(self) ?? runnable(self).map(isProven(self) ? beginOf : beginWary)
  known.set(self, begins)
  return begins
}

const beginWary = (stage: Runnable): Begin<State, State, unknown, unknown> => {
  const begin = beginOf(stage)
  return (state, course) => {
    const failure = lacking(stage, state)
    return failure === undefined ? begin(state, course) : Effect.fail(failure)
  }
}

const runAlone = (
  begins: Begins,
  from: number,
  start: State,
  course: Course
): Effect.Effect<State, unknown, unknown> => {
  let state = start
  for (let at = from; at < begins.length; at++) {
    const step = begins[at]!(state, course)
    if (!Exit.isExit(step)) {
      const before = state
      return Effect.flatMap(step, (added) => runAlone(begins, at + 1, extend(before, added), course))
    }
    if (Exit.isFailure(step)) return step
    state = extend(state, step.value as State)
  }
  return Effect.succeed(state)
}

/** Adds a stage's fields without changing the fields that it received. */
const extend = (state: State, added: State): State => {
  for (const field in added) {
    if (field in state && state[field] !== added[field]) return Object.assign({}, state, added)
  }
  return Object.assign(state, added)
}

const runObserved = Effect.fnUntraced(
  function*(self: Stages, input: State, observer: PipelineObserver.Observer) {
    let state = input
    for (const stage of runnable(self)) {
      const before = state
      const failure = isProven(self) ? undefined : lacking(stage, before)
      if (failure !== undefined) return yield* Effect.fail(failure)
      const added = yield* observer.around(stage.name, stage.run(before), before)
      state = Object.assign({}, before, added)
      yield* observer.advanced(stage.name, before, state)
    }
    return state
  }
)
