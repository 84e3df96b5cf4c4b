import { Pipeline, Stage } from "@dunlin/pipeline"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"

class Engine
  extends Context.Service<Engine, { readonly ask: (text: string) => Effect.Effect<ReadonlyArray<string>> }>()(
    "test/Engine"
  )
{}

const plan = Stage.make("plan", (state: { readonly query: string }) => Effect.succeed({ text: state.query.trim() }))
const search = Stage.make(
  "search",
  Effect.fnUntraced(function*(state: { readonly text: string }) {
    const engine = yield* Engine
    return { hits: yield* engine.ask(state.text) }
  })
)
const respond = Stage.make(
  "respond",
  (state: { readonly hits: ReadonlyArray<string> }) => Effect.succeed({ response: state.hits.join(" ") })
)

const engine = Layer.succeed(Engine, { ask: (text) => Effect.succeed([text, text.toUpperCase()]) })
const base = Pipeline.make<{ readonly query: string }>()(plan, search, respond)

describe("Pipeline", () => {
  it.effect("gives every stage the fields of earlier ones", () =>
    Effect.gen(function*() {
      const state = yield* Pipeline.run(base, { query: " a " })
      assert.deepStrictEqual(state, { query: " a ", text: "a", hits: ["a", "A"], response: "a A" })
    }).pipe(Effect.provide(engine)))

  it.effect("inserts, replaces, and omits stages without changing the original", () =>
    Effect.gen(function*() {
      const reverse = Stage.make(
        "reverse",
        (state: { readonly hits: ReadonlyArray<string> }) => Effect.succeed({ hits: state.hits.toReversed() })
      )
      const fixed = Stage.make("search", (_: { readonly text: string }) => Effect.succeed({ hits: ["x", "y"] }))
      const inserted = base.pipe(Pipeline.insertAfter("search", reverse))
      const replaced = inserted.pipe(Pipeline.replace("search", fixed))
      const shortened = replaced.pipe(Pipeline.without("reverse"))
      assert.strictEqual((yield* Pipeline.run(inserted, { query: "a" })).response, "A a")
      assert.strictEqual((yield* Pipeline.run(replaced, { query: "a" })).response, "y x")
      assert.strictEqual((yield* Pipeline.run(shortened, { query: "a" })).response, "x y")
      assert.deepStrictEqual(base.stages.map((stage) => stage.name), ["plan", "search", "respond"])
    }).pipe(Effect.provide(engine)))

  it.effect("never changes the input or an earlier state", () =>
    Effect.gen(function*() {
      const seen: Array<{ readonly text: string }> = []
      const look = Stage.make("look", (state: { readonly text: string }) => {
        seen.push(state)
        return Effect.succeed({})
      })
      const shout = Stage.make("shout", ({ text }: { readonly text: string }) => Effect.succeed({ text: `${text}!` }))
      const input = { text: "a" }
      const result = yield* Pipeline.run(Pipeline.make<{ readonly text: string }>()(look, shout, look), input)
      assert.deepStrictEqual([input.text, ...seen.map(({ text }) => text), result.text], ["a", "a", "a!", "a!"])
    }))

  it.effect("provides the services that a stage requires", () =>
    Effect.gen(function*() {
      const atHand = Stage.make(
        "search",
        ({ text }: { readonly text: string }) =>
          Engine.use((engine) => Effect.map(engine.ask(text), (hits) => ({ hits })))
      )
      const pipeline = base.pipe(Pipeline.replace("search", atHand))
      assert.strictEqual((yield* Pipeline.run(pipeline, { query: "a" })).response, "a A")
      // @ts-expect-error the engine is missing
      const lacking: Effect.Effect<unknown> = Pipeline.run(pipeline, { query: "a" })
      assert.isDefined(lacking)
    }).pipe(Effect.provide(engine)))

  it("does not compile if a stage lacks an input", () => {
    const bad = base.pipe(Pipeline.without("search"))
    // @ts-expect-error Property 'stage: "respond", missing: "hits"' is what the compiler asks for
    const run = () => Pipeline.run(bad, { query: "a" })
    // @ts-expect-error there is no stage of that name
    const unknown = () => base.pipe(Pipeline.without("serach"))
    assert.isFunction(run)
    assert.isFunction(unknown)
  })
})

describe("Stage", () => {
  class Flaky {
    readonly _tag = "Flaky"
    readonly isRetryable: boolean
    constructor(isRetryable: boolean) {
      this.isRetryable = isRetryable
    }
  }

  const failing = (isRetryable: boolean) => {
    let attempts = 0
    const stage = Stage.make(
      "flaky",
      (_: {}) =>
        Effect.suspend(() => ++attempts < 3 ? Effect.fail(new Flaky(isRetryable)) : Effect.succeed({ attempts })),
      {
        retries: 5
      }
    )
    return { stage, attempts: () => attempts }
  }

  it.effect("retries a failure if its error allows it", () =>
    Effect.gen(function*() {
      const { stage } = failing(true)
      const fiber = yield* Effect.forkChild(stage.run({}))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(fiber), { attempts: 3 })
    }))

  it.effect("does not retry otherwise", () =>
    Effect.gen(function*() {
      const { attempts, stage } = failing(false)
      const error = yield* Effect.flip(stage.run({}))
      assert.strictEqual(error._tag, "Flaky")
      assert.strictEqual(attempts(), 1)
    }))

  it.effect("fails with StageTimeout, and interrupts running work", () =>
    Effect.gen(function*() {
      let interrupted = false
      const stage = Stage.make(
        "slow",
        (_: {}) =>
          Effect.onInterrupt(Effect.never, () =>
            Effect.sync(() => {
              interrupted = true
            })),
        { timeout: "2 seconds" }
      )
      const fiber = yield* Effect.forkChild(Effect.flip(stage.run({})))
      yield* TestClock.adjust("2 seconds")
      const error = yield* Fiber.join(fiber)
      assert.deepInclude(error, { _tag: "StageTimeout", stage: "slow", milliseconds: 2000 })
      assert.isTrue(interrupted)
    }))

  it.effect("can be a function that returns its fields or a promise, and fails with StageFailed if it throws or rejects", () =>
    Effect.gen(function*() {
      const run = (stage: Stage.Stage<string, {}, object, unknown, never>) => Effect.result(stage.run({}))
      const cause = new Error("no")
      assert.deepInclude(yield* run(Stage.promise("now", () => ({ words: 1 }))), { success: { words: 1 } })
      assert.deepInclude(yield* run(Stage.promise("later", async () => ({ words: 2 }))), { success: { words: 2 } })
      const throws = Stage.promise("throws", (): object => {
        throw cause
      })
      for (const stage of [throws, Stage.promise("rejects", () => Promise.reject<object>(cause))]) {
        assert.containsSubset(yield* run(stage), { failure: { _tag: "StageFailed", stage: stage.name, cause } })
      }
    }))

  it.effect("aborts the signal of its function if no caller waits", () =>
    Effect.gen(function*() {
      let signal: AbortSignal | undefined
      const stage = Stage.promise("waits", (_: {}, given) => {
        signal = given
        return new Promise<object>(() => {})
      })
      const fiber = yield* Effect.forkChild(stage.run({}), { startImmediately: true })
      assert.isFalse(signal?.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(signal?.aborted)
    }))

  it.effect("is timed without earlier work", () =>
    Effect.gen(function*() {
      const sleeps = (name: string, seconds: number) =>
        Stage.make(name, (_: {}) => Effect.as(Effect.sleep(seconds * 1000), { [name]: seconds }))
      const byHand = { name: "hand", run: () => Effect.as(Effect.sleep(5000), {}) }
      const stages = Pipeline.make<{}>()(sleeps("two", 2), byHand, sleeps("one", 1), sleeps("three", 3))
      const fiber = yield* Effect.forkChild(Pipeline.run(stages, {}), { startImmediately: true })
      yield* TestClock.adjust("11 seconds")
      yield* Fiber.join(fiber)
      const snapshot = yield* Metric.snapshot
      const sums = snapshot.flatMap(({ attributes, id, state }) =>
        id === "dunlin_stage_duration_seconds" && "sum" in state && state.sum > 0
          ? [[attributes?.stage, state.sum]]
          : []
      )
      assert.sameDeepMembers(sums, [["two", 2], ["one", 1], ["three", 3]])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())))
})
