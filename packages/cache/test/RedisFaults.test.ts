import { PageCache, RedisCache } from "@dunlin/cache"
import { type Fault, Health } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { fakeRedis, type Mood } from "./fakeRedis.ts"
import { pageOf, planOf } from "./writerPages.ts"

/** Lets everything that is ready happen: what goes through the system takes a few turns of the event loop. */
const settled = Effect.callback<void>((resume) => {
  let turns = 200
  const turn = () => turns-- > 0 ? void setImmediate(turn) : resume(Effect.void)
  turn()
})

/** Waits, and lets the clock of the test pass while nothing else happens, where only that can end the wait. */
const until = (isSo: () => boolean, needsTime: boolean) =>
  Effect.gen(function*() {
    for (yield* settled; !isSo(); yield* settled) if (needsTime) yield* TestClock.adjust("10 millis")
  })

const opened = Effect.fnUntraced(function*() {
  const redis = yield* fakeRedis
  const lines: Array<string> = []
  const registry: Health.Registry = new Map()
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  const cacheOf = <A, E>(use: (cache: PageCache.PageCache["Service"]) => Effect.Effect<A, E>) =>
    Effect.flatMap(PageCache.PageCache, use).pipe(
      Effect.provide(RedisCache.layer({ url: Redacted.make(redis.url) })),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(Health.Health, registry)
    )
  const losses = Effect.provideService(Health.losses, Health.Health, registry)
  return { redis, lines, losses, cacheOf }
})

/** Gets a page, and says how much time that took by the clock of the test. */
const timed = (cache: PageCache.PageCache["Service"], index: number, needsTime = false) =>
  Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    const running = yield* Effect.forkChild(cache.getOrFetch(planOf("0", index), Effect.succeed(pageOf("0", index))))
    yield* until(() => running.pollUnsafe() !== undefined, needsTime)
    const { page } = yield* Fiber.join(running)
    assert.strictEqual(page.status, 200)
    return (yield* Clock.currentTimeMillis) - start
  })

const cells: ReadonlyArray<readonly [name: string, mood: Mood, condition: Fault.Condition]> = [
  ["hung", "hung", "silent"],
  ["read-only", { refuses: "READONLY You can't write against a read only replica." }, "read-only"],
  ["full", { refuses: "OOM command not allowed when used memory > 'maxmemory'." }, "full"],
  ["refused", { refuses: "NOAUTH Authentication required.", reads: true }, "refused"]
]

// one after the other: each lets its clock pass only while the event loop has nothing else to do
describe("a Redis server that fails", { concurrent: false }, () => {
  for (const [name, mood, condition] of cells) {
    it.effect(`${name}: ten pages take one second longer, with one log line at the start and one at the end`, () =>
      Effect.gen(function*() {
        const { cacheOf, lines, losses, redis } = yield* opened()
        yield* cacheOf((cache) =>
          Effect.gen(function*() {
            yield* timed(cache, 0)
            redis.becomes(mood)
            let spent = 0
            for (let page = 1; page <= 10; page++) spent += yield* timed(cache, page, mood === "hung")
            assert.isAtMost(spent, 1100)
            const [loss] = yield* losses
            assert.strictEqual(loss?.condition, condition)
            assert.isFalse(loss?.isEssential)
            for (let minute = 0; minute < 5; minute++) yield* Effect.andThen(TestClock.adjust("1 minute"), settled)
            redis.becomes("well")
            // A busy machine delivers responses and connections late by the clock of the test, so only the limit of the
            // test ends this loop.
            while ((yield* losses).length > 0) {
              yield* TestClock.adjust("1 second")
              yield* settled
            }
            assert.deepStrictEqual(
              lines.map((line) => line.split(":")[0]!).filter((line) => line.startsWith("redis")),
              [
                "redis is lost",
                "redis is back"
              ]
            )
          })
        )
      }))
  }

  it.effect("is detected within ten seconds without any request", () =>
    Effect.gen(function*() {
      const { cacheOf, losses, redis } = yield* opened()
      yield* cacheOf(() =>
        Effect.gen(function*() {
          redis.becomes("hung")
          yield* TestClock.adjust("9 seconds")
          assert.deepStrictEqual((yield* losses).map(({ condition, part }) => [part, condition]), [["redis", "silent"]])
        })
      )
    }))
})
