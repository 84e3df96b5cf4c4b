/**
 * Defines the requirements of the packages' ports as data. A suite is a list of named effects that pass or fail.
 * `run` registers them with a test runner: vitest, `node:test`, bun or jest.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as TestClock from "effect/testing/TestClock"

export * as assert from "./internal/assert.ts"

/**
 * A requirement. It is met if the effect succeeds.
 *
 * @category models
 * @since 0.1.0
 */
export interface Check<in out R> {
  readonly name: string
  readonly effect: Effect.Effect<void, unknown, R>
}

/**
 * The requirements of a port, and the layer under test that they share.
 *
 * @category models
 * @since 0.1.0
 */
export interface Suite<in out R, out E = never> {
  readonly name: string
  readonly layer: Layer.Layer<R, E>
  readonly checks: ReadonlyArray<Check<R>>
}

/**
 * Helpers for authors of suites. `effect` uses a test clock, and `live` the system clock.
 *
 * @category models
 * @since 0.1.0
 */
export interface Writer<in out R> {
  readonly effect: (name: string, body: () => Effect.Effect<void, unknown, R | Scope.Scope>) => void
  readonly live: (name: string, body: () => Effect.Effect<void, unknown, R | Scope.Scope>) => void
}

const collect = <R>(write: (it: Writer<R>) => void, clock: Layer.Layer<never>): ReadonlyArray<Check<R>> => {
  const checks: Array<Check<R>> = []
  const add = (around: Layer.Layer<never>): Writer<R>["effect"] => (name, body) => {
    checks.push({ name, effect: Effect.scoped(Effect.provide(Effect.suspend(body), around)) })
  }
  write({ effect: add(clock), live: add(Layer.empty) })
  return checks
}

/**
 * Creates a suite whose checks build their own services. Each check has its own test clock.
 *
 * @category constructors
 * @since 0.1.0
 */
export const suite = (name: string, write: (it: Writer<never>) => void): Suite<never> => ({
  name,
  layer: Layer.empty,
  checks: collect(write, TestClock.layer())
})

/**
 * Creates a suite whose checks share a layer, and its test clock unless `clock` is `"system"`. Checks that share the
 * clock run one at a time in every test runner, so that one check does not change the time of another.
 *
 * @category constructors
 * @since 0.1.0
 */
export const suiteOf = <R, E>(
  name: string,
  layer: Layer.Layer<R, E>,
  write: (it: Writer<R>) => void,
  options?: { readonly clock?: "test" | "system" }
): Suite<R, E> => {
  const checks = collect(write, Layer.empty)
  if (options?.clock === "system") return { name, layer, checks }
  const oneByOne = Semaphore.makeUnsafe(1)
  return {
    name,
    layer: Layer.provideMerge(layer, TestClock.layer()),
    checks: checks.map(({ effect, name }) => ({ name, effect: oneByOne.withPermit(effect) }))
  }
}

/**
 * Advances the time for the layer under test. It uses the test clock by default. A layer whose clock is elsewhere,
 * for example in a database, provides its own way.
 *
 * @category running
 * @since 0.2.0
 */
export const Passage: Context.Reference<(time: Duration.Input) => Effect.Effect<void>> = Context.Reference(
  "@dunlin/common/testing/Passage",
  { defaultValue: () => TestClock.adjust }
)

/**
 * Advances time for the layer under test.
 *
 * @category running
 * @since 0.2.0
 */
export const pass = (time: Duration.Input): Effect.Effect<void> => Effect.flatMap(Passage, (passage) => passage(time))

/**
 * The functions of a test runner that `run` needs. vitest, bun and jest have them under these names. In `node:test`,
 * `after` corresponds to `afterAll`.
 *
 * @category models
 * @since 0.1.0
 */
export type Runner =
  & {
    readonly describe: (name: string, body: () => void) => unknown
    readonly it: (name: string, body: () => Promise<void>) => unknown
  }
  & (
    | { readonly afterAll: (body: () => Promise<void>) => unknown }
    | { readonly after: (body: () => Promise<void>) => unknown }
  )

/**
 * Registers every check of a suite as a test.
 *
 * **Example** (With node:test)
 *
 * ```ts
 * import { run } from "@dunlin/common/testing"
 * import { CreditLedger } from "@dunlin/credits"
 * import { suite } from "@dunlin/credits/testing"
 *
 * // a runner of tests is vitest or node:test; here the checks are only counted
 * let checks = 0
 * const runner = { describe: (_: string, body: () => void) => body(), it: () => checks++, after: () => undefined }
 * run(suite("memory", CreditLedger.layerMemory()), runner)
 * console.log(checks > 10) // true
 * ```
 *
 * @category running
 * @since 0.1.0
 */
export const run = <R, E>(suite: Suite<R, E>, runner: Runner): void => {
  const { describe, it } = runner
  describe(suite.name, () => {
    const scope = Scope.makeUnsafe()
    let built: Promise<Context.Context<R>> | undefined
    const end = "afterAll" in runner ? runner.afterAll : runner.after
    end(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    for (const { effect, name } of suite.checks) {
      it(name, async () => {
        built ??= Effect.runPromise(Layer.buildWithScope(suite.layer, scope))
        await Effect.runPromise(Effect.provideContext(effect, await built))
      })
    }
  })
}

/**
 * The outcome of a check.
 *
 * @category models
 * @since 0.1.0
 */
export interface Outcome {
  readonly name: string
  /** `undefined` if the check passed. */
  readonly failure: unknown
}

/**
 * Runs a suite without a test runner, one check after the other.
 *
 * @category running
 * @since 0.1.0
 */
export const outcomes = <R, E>(suite: Suite<R, E>): Effect.Effect<ReadonlyArray<Outcome>, E> =>
  Effect.forEach(suite.checks, ({ effect, name }) =>
    Effect.map(
      Effect.exit(effect),
      (exit): Outcome => ({ name, failure: Exit.isSuccess(exit) ? undefined : Cause.squash(exit.cause) })
    )).pipe(Effect.provide(suite.layer))
