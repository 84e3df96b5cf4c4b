/** One cell of the fault matrix: a part that fails in one way, from its loss to its return. */
import { ClockSkew, type Fault, Health } from "@dunlin/common"
import { assert } from "@effect/vitest"
import { Clock, Effect, Fiber, Logger, Metric, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { ready } from "../../../http-api/src/internal/healthRoutes.ts"

/** The ways in which a part fails. A part that hangs is reported as `silent`. */
export type Way = Exclude<Fault.Condition, "skewed">

/** A part under test: one use of it, and the ways in which it can be made to fail. */
export interface Opened {
  readonly use: Effect.Effect<unknown, unknown>
  readonly well: () => void
  readonly fails: Readonly<Partial<Record<Way, () => void>>>
}

export interface Part {
  readonly part: Health.PartName
  readonly open: Effect.Effect<Opened, unknown, Scope.Scope>
  /** Whether requests fail without it. */
  readonly isEssential: boolean
  /** Milliseconds in which a use ends, whatever happens. */
  readonly limit: number
  /** Turns of the event loop after which nothing more happens without time. A real connection takes more. @default 60 */
  readonly turns?: number | undefined
  /** What `/ready` names for a way to fail, where that is another one. */
  readonly saidAs?: Readonly<Partial<Record<Way, Fault.Condition>>> | undefined
}

const TURNS = 60

const settling = (turns: number) =>
  Effect.callback<void>((resume) => {
    let left = turns
    const turn = () => left-- > 0 ? void setImmediate(turn) : resume(Effect.void)
    turn()
  })

const readiness = Effect.map(ready, ({ body, status }) => ({
  status,
  said: JSON.parse(String((body as { readonly body: unknown }).body)) as {
    readonly success: boolean
    readonly status: string
    readonly degraded?: ReadonlyArray<{ readonly part: string; readonly condition: string; readonly cause: string }>
  }
}))

const gaugeOf = (part: string) =>
  Effect.map(
    Metric.snapshot,
    (all) => all.find(({ attributes, id }) => id === "dunlin_part_up" && attributes?.part === part)?.state
  )

/** A registry, metrics and a log of the test alone. */
export const apart = <A, E, R>(lines: Array<string>, effect: Effect.Effect<A, E, R>) => {
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  return effect.pipe(
    Effect.scoped,
    Effect.provide(Logger.layer([logger])),
    Effect.provideService(Health.Health, new Map()),
    Effect.provideService(ClockSkew.ClockSkew, new Set()),
    Effect.provideService(Metric.MetricRegistry, new Map())
  )
}

/** Uses of a slow part until the average says so, and of one that failed otherwise. */
const usesOf = (way: Way): number => way === "slow" ? 20 : 3

/** Longer than a slow part is averaged over. */
const WELL_SECONDS = 30

/** Steps of 10 seconds until a part that was lost for long counts as back. */
const MAX_STEPS_UNTIL_BACK = 60

/**
 * Every use ends within its time and a second; `/ready` names the part and the condition within ten seconds; one log line
 * when it is lost, and one when it is back; `dunlin_part_up` is 0 in between.
 */
export const cell = ({ isEssential, limit, open, part, saidAs, turns = TURNS }: Part, way: Way) => {
  const settled = settling(turns)
  /** Lets the clock pass in steps until the fiber ends, and returns how many milliseconds that took. */
  const timeOf = Effect.fnUntraced(function*<A, E>(effect: Effect.Effect<A, E>) {
    const start = yield* Clock.currentTimeMillis
    const running = yield* Effect.forkChild(Effect.exit(effect))
    for (yield* settled; running.pollUnsafe() === undefined; yield* settled) yield* TestClock.adjust("250 millis")
    yield* Fiber.join(running)
    return (yield* Clock.currentTimeMillis) - start
  })
  // What is slow ends within a second.
  const step = way === "slow" ? 0.25 : 1
  const pass = (seconds: number) =>
    Effect.gen(function*() {
      for (let passed = 0; passed < seconds; passed += step) {
        yield* TestClock.adjust(`${step} seconds`)
        yield* settled
      }
    })
  const lines: Array<string> = []
  // The clock of a test writes a line, too, when a machine is busy.
  const told = () => lines.filter((line) => / is (?:lost|slow|back)/.test(line))
  return apart(
    lines,
    Effect.gen(function*() {
      const { fails, use, well } = yield* open
      const fail = fails[way]
      assert.isDefined(fail, `${part} cannot be made to fail: ${way}`)
      // Nothing is said of a part that works.
      for (let again = 0; again < 5; again++) yield* timeOf(use)
      yield* pass(WELL_SECONDS)
      assert.deepStrictEqual(yield* readiness, { status: 200, said: { success: true, status: "ready" } })
      assert.deepStrictEqual(told(), [])
      fail!()
      for (let again = 0; again < usesOf(way); again++) assert.isAtMost(yield* timeOf(use), limit + 1000)
      yield* pass(10)
      const { said, status } = yield* readiness
      assert.strictEqual(status, isEssential && way !== "slow" ? 503 : 200)
      const known = said.degraded?.map((one) => [one.part, one.condition])
      assert.deepStrictEqual(known, [[part, saidAs?.[way] ?? way]], lines.join("\n"))
      assert.notInclude(JSON.stringify(said), "secret")
      assert.notInclude(lines.join("\n"), "secret")
      assert.deepInclude(yield* gaugeOf(part), { value: 0 })
      // Minutes of it write nothing more.
      for (let minute = 0; minute < 2; minute++) {
        yield* pass(60)
        yield* timeOf(use)
      }
      assert.strictEqual(told().length, 1, lines.join("\n"))
      well()
      for (let step = 0; step < MAX_STEPS_UNTIL_BACK && (yield* readiness).said.degraded !== undefined; step++) {
        yield* timeOf(use)
        yield* pass(5)
      }
      assert.strictEqual((yield* readiness).status, 200)
      assert.isUndefined((yield* readiness).said.degraded)
      assert.deepInclude(yield* gaugeOf(part), { value: 1 })
      assert.strictEqual(told().length, 2, lines.join("\n"))
    })
  )
}

/** A clock that differs from that of a store, by the line it writes, `/ready` and the metric. */
export const skewedCell = (behind: number) => {
  const lines: Array<string> = []
  return apart(
    lines,
    Effect.gen(function*() {
      let ahead = 0
      const time = Effect.map(Clock.currentTimeMillis, (now) => now + ahead)
      const used = yield* ClockSkew.beside({ part: "redis", time })
      const look = Effect.andThen(Effect.andThen(TestClock.adjust("8 seconds"), used), settling(TURNS))
      yield* look
      assert.isUndefined((yield* readiness).said.degraded)
      ahead = behind
      yield* look
      const { said, status } = yield* readiness
      assert.strictEqual(status, 200)
      assert.deepInclude(said.degraded?.[0], {
        part: "clock",
        condition: "skewed",
        cause: `${behind / 1000} s behind redis`
      })
      const gauge = (yield* Metric.snapshot).find(({ id }) => id === "dunlin_clock_ahead_seconds")
      assert.deepInclude(gauge?.state, { value: -behind / 1000 })
      for (let times = 0; times < 20; times++) yield* look
      assert.strictEqual(lines.length, 1, lines.join("\n"))
      ahead = 0
      yield* look
      assert.isUndefined((yield* readiness).said.degraded)
      assert.strictEqual(lines.length, 2, lines.join("\n"))
    })
  )
}
