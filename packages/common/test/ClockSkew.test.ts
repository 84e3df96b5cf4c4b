import { ClockSkew } from "@dunlin/common"
import { assert, it } from "@effect/vitest"
import { type Duration, Effect, Exit, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"

/** A store whose clock is behind that of the test, and takes its time to say so. */
const storeWith = () => {
  const store = { behind: 0, takes: 0, isThere: true, asked: 0 }
  const time = Effect.suspend(() => {
    store.asked++
    return store.isThere ? Effect.void : Effect.fail("not there")
  }).pipe(
    Effect.andThen(Effect.clockWith((clock) => clock.currentTimeMillis)),
    Effect.map((now) => now - store.behind),
    Effect.tap(() => Effect.suspend(() => Effect.sleep(store.takes)))
  )
  return Object.assign(store, { time })
}

const watching = Effect.fnUntraced(function*() {
  const said: Array<string> = []
  const store = storeWith()
  const scope = yield* Scope.make()
  const watch = Scope.provide(ClockSkew.beside({ part: "redis", time: store.time }), scope)
  const logger = Logger.make(({ message }) => void said.push(String(message)))
  const skews = Effect.map(ClockSkew.skews, (all) => all.map(({ ahead }) => ahead))
  const logged = Effect.provide(Logger.layer([logger]))
  let used = Effect.void
  const begin = Effect.map(logged(watch), (again) => {
    used = logged(again)
  }).pipe(Effect.andThen(TestClock.adjust(0)))
  /** Lets time pass, and then uses the store. */
  const later = (time: Duration.Input, rest: Duration.Input = 0) =>
    TestClock.adjust(time).pipe(Effect.andThen(Effect.suspend(() => used)), Effect.andThen(TestClock.adjust(rest)))
  return { store, said, skews, begin, later, end: Scope.close(scope, Exit.void) }
})

const minute = "1 minute"
const fresh = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => Effect.provideService(test, ClockSkew.ClockSkew, new Set()))

it.effect("warns once how much a store's clock differs, and once when it agrees again", () =>
  Effect.gen(function*() {
    const { begin, end, later, said, skews, store } = yield* watching()
    store.behind = 2001
    yield* begin
    assert.deepStrictEqual(yield* skews, [2001])
    assert.strictEqual(said.length, 1)
    assert.include(said[0], "2 s ahead of the clock of redis")
    store.behind = -3_600_000
    yield* later(minute)
    assert.deepStrictEqual(yield* skews, [-3_600_000])
    assert.strictEqual(said.length, 1)
    store.behind = 2000
    yield* later(minute)
    assert.deepStrictEqual(yield* skews, [])
    assert.deepStrictEqual(said.slice(1), ["The clocks of this process and redis agree again"])
    store.behind = -5000
    yield* later(minute)
    assert.include(said[2], "5 s behind the clock of redis")
    // Within five seconds nothing is asked, however often the store is used.
    yield* later("4 seconds")
    assert.strictEqual(store.asked, 4)
    yield* later("100 days")
    assert.strictEqual(store.asked, 5)
    yield* end
    assert.deepStrictEqual(yield* skews, [])
  }).pipe(fresh))

it.effect("ignores responses that are late or missing", () =>
  Effect.gen(function*() {
    const { begin, later, said, skews, store } = yield* watching()
    store.isThere = false
    yield* begin
    store.isThere = true
    store.behind = 60_000
    store.takes = 2001
    yield* later(minute, "5 seconds")
    assert.deepStrictEqual([yield* skews, said], [[], []])
    // The clock of the store was read somewhere within the answer: half of it is in doubt.
    Object.assign(store, { behind: 1600, takes: 1000 })
    yield* later(minute, "5 seconds")
    assert.deepStrictEqual(yield* skews, [])
    store.behind = 2001
    yield* later(minute, "5 seconds")
    assert.deepStrictEqual(yield* skews, [2501])
    store.isThere = false
    yield* later(minute, "5 seconds")
    assert.deepStrictEqual([yield* skews, said.length], [[2501], 1])
  }).pipe(fresh))
