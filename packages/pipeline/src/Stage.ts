/**
 * Defines one step of a pipeline: a function from the fields that it needs to the fields that it adds.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as internal from "./internal/stage.ts"
import { StageFailed } from "./StageFailed.ts"
import type { StageTimeout } from "./StageTimeout.ts"

/**
 * A named stage. `In` are the fields that it reads, and `Out` the fields that it adds or replaces.
 *
 * **Example** (A stage)
 *
 * ```ts
 * import { Stage } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const length: Stage.Stage<"length", { readonly text: string }, { readonly length: number }, never, never> = {
 *   name: "length",
 *   run: ({ text }) => Effect.succeed({ length: text.length })
 * }
 * console.log(await Effect.runPromise(length.run({ text: "abc" }))) // { length: 3 }
 * ```
 *
 * @category models
 * @since 0.1.0
 */
export interface Stage<Name extends string, in In, out Out, out E, out R> {
  readonly name: Name
  readonly run: (state: In) => Effect.Effect<Out, E, R>
}

/**
 * @category models
 * @since 0.1.0
 */
export declare namespace Stage {
  /** Any stage; `never` accepts every input type. */
  export type Any = Stage<string, never, object, unknown, unknown>
  export type In<S> = S extends Stage<string, infer I, object, unknown, unknown> ? I : never
  export type Out<S> = S extends Stage<string, never, infer O, unknown, unknown> ? O : never
  export type Error<S> = S extends Stage<string, never, object, infer E, unknown> ? E : never
  export type Services<S> = S extends Stage<string, never, object, unknown, infer R> ? R : never
}

/**
 * Timeout and retries of a stage.
 *
 * @category options
 * @since 0.1.0
 */
export interface Policy {
  /** Timeout for all attempts together. @default only the deadline of the run */
  readonly timeout?: Duration.Input | undefined
  /**
   * Number of retries after an error with `isRetryable`, after 100 ms, 200 ms, 400 ms and so on. A plain `Error` and
   * a stage that timed out are not retried.
   *
   * @default 0
   */
  readonly retries?: number | undefined
}

/**
 * Creates a stage from a function, and adds the span `Stage.<name>`, the metric `dunlin_stage_duration_seconds`, a
 * timeout, and retries of errors with `isRetryable`. Throws `InvalidOptions` for an invalid policy.
 *
 * **Example** (A stage that counts words)
 *
 * ```ts
 * import { Stage } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const policy: Stage.Policy = { timeout: "1 second", retries: 2 }
 * const count = Stage.make(
 *   "count",
 *   ({ text }: { readonly text: string }) => Effect.succeed({ words: text.split(" ").length }),
 *   policy
 * )
 * console.log(await Effect.runPromise(count.run({ text: "one two" }))) // { words: 2 }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make: {
  <const Name extends string, In, Out extends object, E, R>(
    name: Name,
    run: (state: In) => Effect.Effect<Out, E, R>
  ): Stage<Name, In, Out, E, R>
  <const Name extends string, In, Out extends object, E, R>(
    name: Name,
    run: (state: In) => Effect.Effect<Out, E, R>,
    policy: Policy
  ): Stage<Name, In, Out, E | StageTimeout, R>
} = internal.make

/**
 * Creates a stage from a function that returns its fields, or a promise of its fields. If the function throws or
 * rejects, the stage fails with `StageFailed`.
 *
 * **Example** (A stage that counts words)
 *
 * ```ts
 * import { Stage } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const count = Stage.promise("count", ({ text }: { readonly text: string }) => ({ words: text.split(" ").length }))
 * console.log(await Effect.runPromise(count.run({ text: "one two" }))) // { words: 2 }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const promise = <const Name extends string, In, Out extends object>(
  name: Name,
  run: (state: In, signal: AbortSignal) => Out | PromiseLike<Out>,
  policy?: Policy
): Stage<Name, In, Out, StageFailed | StageTimeout, never> =>
  internal.make<Name, In, Out, StageFailed | StageTimeout, never>(
    name,
    (state) => answered(name, (signal) => run(state, signal)),
    policy
  )

const isPromise = <A>(value: A | PromiseLike<A>): value is PromiseLike<A> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

const isFields = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value)

const noFields = (value: unknown) =>
  new TypeError(
    `the function returned ${
      value === null ? "null" : Array.isArray(value) ? "an array" : typeof value
    }, not an object of ` +
      "fields; a stage that adds none returns `{}`"
  )

const answered = <Out extends object>(
  stage: string,
  run: (signal: AbortSignal) => Out | PromiseLike<Out>
): Effect.Effect<Out, StageFailed> => {
  const controller = new AbortController()
  const failed = (cause: unknown) => Effect.fail(new StageFailed({ stage, cause }))
  try {
    const answer = run(controller.signal)
    if (!isPromise(answer)) return isFields(answer) ? Effect.succeed(answer) : failed(noFields(answer))
    return Effect.callback((resume) => {
      answer.then(
        (out) => resume(isFields(out) ? Effect.succeed(out) : failed(noFields(out))),
        (cause: unknown) => resume(failed(cause))
      )
      return Effect.sync(() => controller.abort())
    })
  } catch (cause) {
    return failed(cause)
  }
}
