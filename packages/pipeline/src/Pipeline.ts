/**
 * Defines an ordered list of stages that can be modified. It runs only if every stage finds its input.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type { Pipeable } from "effect/Pipeable"
import { runStages } from "./internal/runStages.ts"
import type { Stage } from "./Stage.ts"
import * as Stages from "./Stages.ts"

/**
 * Stages that run on an input. Pipelines are immutable: every operation returns a new one. In JavaScript, an
 * operation on an unknown stage throws `InvalidOptions` immediately.
 *
 * @category models
 * @since 0.1.0
 */
export interface Pipeline<Input, Stages extends ReadonlyArray<Stage.Any>> extends Pipeable {
  readonly stages: Stages
  readonly "~input"?: (input: Input) => void

  /** Adds a stage directly after the named one. It can read the fields of all earlier stages. */
  insertAfter<const Name extends Names<Stages>, New extends Stage.Any>(
    name: Name,
    stage: Fits<New, Result<Input, UpTo<Stages, Name>>>
  ): Pipeline<Input, IfFits<New, Result<Input, UpTo<Stages, Name>>, InsertAfter<Stages, Name, New>, Stages>>

  replace<const Name extends Names<Stages>, New extends Stage.Any>(
    name: Name,
    stage: Fits<New, Result<Input, Before<Stages, Name>>>
  ): Pipeline<Input, IfFits<New, Result<Input, Before<Stages, Name>>, Replace<Stages, Name, New>, Stages>>

  without<const Name extends Names<Stages>>(name: Name): Pipeline<Input, Without<Stages, Name>>
}

/**
 * The names of the given stages.
 *
 * @category models
 * @since 0.1.0
 */
export type Names<Stages extends ReadonlyArray<Stage.Any>> = Stages[number]["name"]

/** After an error, the compiler continues with the union of all names, which must not remove a stage. */
type IsNamed<S extends Stage.Any, Name extends string> = [S["name"], Name] extends [Name, S["name"]] ? true : false

/**
 * The stages before the stage `Name`.
 *
 * @category models
 * @since 0.1.0
 */
export type Before<Stages extends ReadonlyArray<Stage.Any>, Name extends string> = Stages extends
  readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
  ? IsNamed<Head, Name> extends true ? readonly [] : readonly [Head, ...Before<Tail, Name>]
  : readonly []

/**
 * The stages up to and including the stage `Name`.
 *
 * @category models
 * @since 0.1.0
 */
export type UpTo<Stages extends ReadonlyArray<Stage.Any>, Name extends string> = Stages extends
  readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
  ? IsNamed<Head, Name> extends true ? readonly [Head] : readonly [Head, ...UpTo<Tail, Name>]
  : readonly []

/**
 * The stages of a pipeline with `New` after the stage `Name`.
 *
 * @category models
 * @since 0.1.0
 */
export type InsertAfter<Stages extends ReadonlyArray<Stage.Any>, Name extends string, New extends Stage.Any> =
  Stages extends readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
    ? IsNamed<Head, Name> extends true ? readonly [Head, New, ...Tail]
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
    ? IsNamed<Head, Name> extends true ? readonly [New, ...Tail]
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
  ? IsNamed<Head, Name> extends true ? Tail
  : readonly [Head, ...Without<Tail, Name>]
  : readonly []

/**
 * Compiler message when no earlier stage adds a field that a stage needs.
 *
 * @category problems
 * @since 0.1.0
 */
export interface FieldIsMissing<
  Problem extends { readonly stage: string; readonly field: PropertyKey; readonly wanted: unknown }
> {
  readonly "~problem": Problem
}

/**
 * Compiler message when a field has another type than a stage needs.
 *
 * @category problems
 * @since 0.1.0
 */
export interface FieldHasWrongType<
  Problem extends {
    readonly stage: string
    readonly field: PropertyKey
    readonly wanted: unknown
    readonly given: unknown
  }
> {
  readonly "~problem": Problem
}

/**
 * Compiler message when a pipeline has no stage of a name.
 *
 * @category problems
 * @since 0.1.0
 */
export interface NoSuchStage<Problem extends { readonly name: string; readonly stages: string }> {
  readonly "~problem": Problem
}

/**
 * Compiler message for a pipeline without its result field at the end. `stage` is the stage of the default pipeline
 * that adds the field.
 *
 * **Example** (A pipeline that ends too early)
 *
 * ```ts
 * import { type Pipeline, ScrapePipeline, type Scraper } from "@dunlin/pipeline"
 *
 * const tooShort = ScrapePipeline.scrape.without("finish")
 * type Problem = Scraper.Accepts<typeof tooShort.stages>
 * type Missing<Wanted> = Pipeline.ResultIsMissing<{ stage: "finish"; field: "scraped"; wanted: Wanted }>
 * const field = <Wanted>(_: Missing<Wanted>): "scraped" => "scraped"
 * const fieldOf = (problem: Problem) => field(problem)
 * console.log(fieldOf.length) // 1
 * ```
 *
 * @category problems
 * @since 0.1.0
 */
export interface ResultIsMissing<
  Problem extends { readonly stage: string; readonly field: string; readonly wanted: unknown }
> {
  readonly "~problem": Problem
}

/**
 * Compiler message when a stage may fail with an error that the pipeline cannot return.
 *
 * **Example** (An error that no scrape may end with)
 *
 * ```ts
 * import { type Pipeline, Scraper, ScrapePipeline, Stage } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const strict = Stage.make("strict", () => Effect.fail("too strict" as const))
 * const pipeline = ScrapePipeline.scrape.insertAfter("redact", strict)
 * // @ts-expect-error: UnexpectedError<{ error: "too strict" }>
 * Scraper.make(pipeline)
 * type Problem = Scraper.Accepts<typeof pipeline.stages>
 * const isUnexpected = (problem: Problem): Pipeline.UnexpectedError<{ error: "too strict" }> => problem
 * console.log(isUnexpected.length) // 1
 * ```
 *
 * @category problems
 * @since 0.1.0
 */
export interface UnexpectedError<Problem extends { readonly error: unknown }> {
  readonly "~problem": Problem
}

/**
 * Compiler message when a stage requires a missing service.
 *
 * **Example** (A stage that needs a service of your own)
 *
 * ```ts
 * import { type Pipeline, Stage } from "@dunlin/pipeline"
 * import { createClient, type Services } from "dunlin"
 * import { Context, Effect } from "effect"
 *
 * class Dictionary extends Context.Service<Dictionary, { readonly has: (word: string) => boolean }>()("Dictionary") {}
 * const spell = Stage.make("spell", () => Effect.map(Dictionary, () => ({})))
 *
 * // a client provides its own services alone; `Services.layer` leaves yours to you
 * // @ts-expect-error: ServiceIsMissing<{ service: Dictionary }>
 * const client = createClient({ scrape: (pipeline) => pipeline.insertAfter("redact", spell) })
 * await client.close()
 * const missing = (problem: Pipeline.ServiceIsMissing<{ service: Dictionary }>) => problem
 * const needed = (service: Services.Requirements<readonly [typeof spell]>): Dictionary => service
 * console.log(missing.length, needed.length) // 1 1
 * ```
 *
 * @category problems
 * @since 0.1.0
 */
export interface ServiceIsMissing<Problem extends { readonly service: unknown }> {
  readonly "~problem": Problem
}

/**
 * `never` if `State` contains the fields of the stage; otherwise the problem.
 *
 * @category problems
 * @since 0.1.0
 */
export type Problems<State, S extends Stage.Any> = State extends Stage.In<S> ? never : {
  readonly [Field in keyof Stage.In<S>]-?: Field extends keyof State ? State[Field] extends Stage.In<S>[Field] ? never
    : FieldHasWrongType<{ stage: S["name"]; field: Field; wanted: Stage.In<S>[Field]; given: State[Field] }>
    : {} extends Pick<Stage.In<S>, Field> ? never
    : FieldIsMissing<{ stage: S["name"]; field: Field; wanted: Stage.In<S>[Field] }>
}[keyof Stage.In<S>]

/**
 * The stage, if `State` contains its fields. Otherwise the problem, which is not assignable to a stage.
 *
 * @category problems
 * @since 0.1.0
 */
export type Fits<S extends Stage.Any, State> = [Problems<State, S>] extends [never] ? S : Problems<State, S>

/** Reports a stage that does not fit, once, at its position. Later stages are checked as if it were absent. */
type IfFits<S extends Stage.Any, State, Then, Else> = [Problems<State, S>] extends [never] ? Then : Else

/**
 * `unknown` if every stage finds its input; otherwise the problem of the first stage that does not.
 *
 * @category problems
 * @since 0.1.0
 */
export type Check<State, Stages extends ReadonlyArray<Stage.Any>> = Stages extends
  readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
  ? [Problems<State, Head>] extends [never] ? Check<Added<State, Stage.Out<Head>>, Tail>
  : Problems<State, Head>
  : unknown

/**
 * The input of a pipeline that can run. For another pipeline, the problem that prevents it, as a type without values.
 * This keeps compiler messages short.
 *
 * @category problems
 * @since 0.1.0
 */
export type Ready<Input, Stages extends ReadonlyArray<Stage.Any>> = unknown extends Check<Input, Stages> ? Input
  : Check<Input, Stages>

type Added<State, Out> = Omit<State, keyof Out> & Out

/**
 * The state after all stages.
 *
 * @category models
 * @since 0.1.0
 */
export type Result<State, Stages extends ReadonlyArray<Stage.Any>> = Stages extends
  readonly [infer Head extends Stage.Any, ...infer Tail extends ReadonlyArray<Stage.Any>]
  ? Result<Added<State, Stage.Out<Head>>, Tail>
  : State

const fromStages = <Input, Stages extends ReadonlyArray<Stage.Any>>(
  stages: ReadonlyArray<Stage.Any>
): Pipeline<Input, Stages> => Stages.make(stages) as never

/**
 * Creates a pipeline that runs on `Input`: `Pipeline.make<{ readonly query: string }>()(plan, search, respond)`.
 *
 * **Example** (Two stages)
 *
 * ```ts
 * import { Pipeline, Stage } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const split = Stage.promise("split", ({ text }: { readonly text: string }) => ({ words: text.split(" ") }))
 * const count = Stage.promise("count", ({ words }: { readonly words: ReadonlyArray<string> }) => ({ count: words.length }))
 *
 * const pipeline: Pipeline.Pipeline<{ readonly text: string }, readonly [typeof split, typeof count]> = Pipeline.make<
 *   { readonly text: string }
 * >()(split, count)
 * console.log((await Effect.runPromise(Pipeline.run(pipeline, { text: "one two three" }))).count) // 3
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make =
  <Input>() => <const Stages extends ReadonlyArray<Stage.Any>>(...stages: Stages): Pipeline<Input, Stages> =>
    fromStages(stages)

/**
 * Adds a stage directly after the named one, for `pipe`; the same as `pipeline.insertAfter(name, stage)`.
 *
 * **Example** (In a pipe)
 *
 * ```ts
 * import { Pipeline, Stage } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const split = Stage.promise("split", ({ text }: { readonly text: string }) => ({ words: text.split(" ") }))
 * const first = Stage.promise("first", ({ words }: { readonly words: ReadonlyArray<string> }) => ({ first: words[0] }))
 * const short = Stage.promise("short", ({ words }: { readonly words: ReadonlyArray<string> }) => ({
 *   words: words.filter((word) => word.length < 4)
 * }))
 *
 * const pipeline = Pipeline.make<{ readonly text: string }>()(split, first).pipe(Pipeline.insertAfter("split", short))
 * type Stages = typeof pipeline.stages
 * const names: ReadonlyArray<Pipeline.Names<Stages>> = pipeline.stages.map(({ name }) => name)
 * console.log(names) // [ 'split', 'short', 'first' ]
 * console.log((await Effect.runPromise(Pipeline.run(pipeline, { text: "waders are birds" }))).first) // are
 *
 * // its types are those of lists
 * type Same = Pipeline.InsertAfter<readonly [typeof split, typeof first], "split", typeof short>
 * const before: Pipeline.Before<Stages, "short"> = [split]
 * const upTo: Pipeline.UpTo<Same, "short"> = [split, short]
 * console.log(before.length, upTo.length) // 1 2
 * ```
 *
 * @category combinators
 * @since 0.1.0
 */
export const insertAfter =
  <const Name extends string, New extends Stage.Any>(name: Name, stage: New) =>
  <Input, Stages extends ReadonlyArray<Stage.Any>>(
    self: Pipeline<Input, Stages> & Has<Stages, Name>
  ): Pipeline<Input, InsertAfter<Stages, Name, New>> => self.insertAfter(name as never, stage as never) as never

/**
 * Replaces the named stage, for `pipe`; the same as `pipeline.replace(name, stage)`.
 *
 * **Example** (Another way to count)
 *
 * ```ts
 * import { Pipeline, Stage } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * const words = Stage.promise("count", ({ text }: { readonly text: string }) => ({ count: text.split(" ").length }))
 * const letters = Stage.promise("count", ({ text }: { readonly text: string }) => ({ count: text.length }))
 *
 * const pipeline = Pipeline.make<{ readonly text: string }>()(words).pipe(Pipeline.replace("count", letters))
 * const stages: Pipeline.Replace<readonly [typeof words], "count", typeof letters> = pipeline.stages
 * console.log(stages.length, (await Effect.runPromise(Pipeline.run(pipeline, { text: "a b" }))).count) // 1 3
 * ```
 *
 * @category combinators
 * @since 0.1.0
 */
export const replace =
  <const Name extends string, New extends Stage.Any>(name: Name, stage: New) =>
  <Input, Stages extends ReadonlyArray<Stage.Any>>(
    self: Pipeline<Input, Stages> & Has<Stages, Name>
  ): Pipeline<Input, Replace<Stages, Name, New>> => self.replace(name as never, stage as never) as never

/**
 * Removes the named stage, for `pipe`; the same as `pipeline.without(name)`.
 *
 * **Example** (The resulting compile error)
 *
 * ```ts
 * import { Pipeline, Stage } from "@dunlin/pipeline"
 *
 * const split = Stage.promise("split", ({ text }: { readonly text: string }) => ({ words: text.split(" ") }))
 * const count = Stage.promise("count", ({ words }: { readonly words: ReadonlyArray<string> }) => ({ count: words.length }))
 * type Input = { readonly text: string }
 *
 * const rest = Pipeline.make<Input>()(split, count).pipe(Pipeline.without("split"))
 * const stages: Pipeline.Without<readonly [typeof split, typeof count], "split"> = rest.stages
 * console.log(stages.map(({ name }) => name)) // [ 'count' ]
 *
 * // @ts-expect-error: FieldIsMissing<{ stage: "count"; field: "words"; wanted: readonly string[] }>
 * Pipeline.run(rest, { text: "one two" })
 * // @ts-expect-error: NoSuchStage<{ name: "serach"; stages: "count" }>
 * const misspelt = () => rest.pipe(Pipeline.without("serach"))
 * console.log(misspelt.length) // 0
 *
 * // the same as types
 * type Missing = Pipeline.FieldIsMissing<{ stage: "count"; field: "words"; wanted: ReadonlyArray<string> }>
 * type Unknown = Pipeline.NoSuchStage<{ name: "serach"; stages: "count" }>
 * const isMissing = (problem: Pipeline.Check<Input, typeof rest.stages>): Missing => problem
 * const isUnknown = (problem: Pipeline.Has<typeof rest.stages, "serach">): Unknown => problem
 * const neverReady = (input: Pipeline.Ready<Input, typeof rest.stages>): Missing => input
 * console.log(isMissing.length, isUnknown.length, neverReady.length) // 1 1 1
 * ```
 *
 * @category combinators
 * @since 0.1.0
 */
export const without = <const Name extends string>(name: Name) =>
<Input, Stages extends ReadonlyArray<Stage.Any>>(
  self: Pipeline<Input, Stages> & Has<Stages, Name>
): Pipeline<Input, Without<Stages, Name>> => self.without(name as never) as never

/**
 * `unknown` if the pipeline has a stage with that name; otherwise the error that the compiler shows.
 *
 * @category problems
 * @since 0.1.0
 */
export type Has<Stages extends ReadonlyArray<Stage.Any>, Name extends string> = Name extends Names<Stages> ? unknown
  : NoSuchStage<{ name: Name; stages: Names<Stages> }>

/**
 * Runs the stages in order. Each stage can read the fields of all earlier ones. If a stage lacks an input, the code
 * does not compile. The compiler then names the stage, the field, and the expected and actual types. The
 * `PipelineObserver` of the context is notified of every stage.
 *
 * **Example** (The state after all stages)
 *
 * ```ts
 * import { Pipeline, Stage } from "@dunlin/pipeline"
 * import { Effect } from "effect"
 *
 * type Input = { readonly text: string }
 * const shout = Stage.promise("shout", ({ text }: Input) => ({ loud: text.toUpperCase() }))
 * const pipeline = Pipeline.make<Input>()(shout)
 * const result: Pipeline.Result<Input, readonly [typeof shout]> = await Effect.runPromise(
 *   Pipeline.run(pipeline, { text: "hello" })
 * )
 * console.log(result) // { text: 'hello', loud: 'HELLO' }
 *
 * // a field of another type
 * type Wrong = Pipeline.FieldHasWrongType<{ stage: "shout"; field: "text"; wanted: string; given: number }>
 * const isWrong = (problem: Pipeline.Problems<{ readonly text: number }, typeof shout>): Wrong => problem
 * const fits: Pipeline.Fits<typeof shout, Input> = shout
 * console.log(isWrong.length, fits.name) // 1 shout
 * ```
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
  // The compiler cannot infer the type of a state that grows in a loop. `Check` has already checked it.
  runStages(self, input as Record<string, unknown>) as Effect.Effect<
    Result<Input, Stages>,
    Stage.Error<Stages[number]>,
    Stage.Services<Stages[number]>
  >
