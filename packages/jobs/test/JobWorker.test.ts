import { JobError, JobStore, JobWorker } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Clock, Deferred, type Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"

/** A store that takes this long to hand out pages. */
const slowStore = (answer: Duration.Input) =>
  Layer.effect(
    JobStore.JobStore,
    Effect.map(JobStore.JobStore, (store) => ({
      ...store,
      claim: (request: JobStore.ClaimRequest) => Effect.tap(store.claim(request), () => Effect.sleep(answer))
    }))
  ).pipe(Layer.provide(JobStore.layerMemory({ mostPerHost: 1000 })))

const submit = Effect.gen(function*() {
  const store = yield* JobStore.JobStore
  const pages = Array.from({ length: 100 }, (_, at) => ({ key: String(at), url: `https://site.example/${at}` }))
  yield* store.submit({ id: "job", team: "t", kind: "batch", spec: {}, pages })
  return Effect.map(store.get({ team: "t", job: "job" }), ({ counts }) => counts)
})

/** Runs the effect beside a worker, and stops it: the pages that it was still asking for are done, too. */
const beside = <A, E, R>(
  page: Duration.Input,
  effect: Effect.Effect<A, E, R>,
  work: Effect.Effect<unknown> = Effect.sleep(page)
) =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    yield* Scope.provide(
      JobWorker.start({
        concurrency: 4,
        handlers: {
          batch: () =>
            Effect.as(
              work,
              { _tag: "Settle", outcome: { _tag: "Done", result: undefined, credits: 0 } } as const
            )
        }
      }),
      scope
    )
    yield* effect
    const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    for (let times = 0; times < 5; times++) yield* TestClock.adjust(page)
    yield* Fiber.join(closing)
  })

it.effect("starts and stops taking pages when its concurrency changes", () =>
  Effect.gen(function*() {
    const counts = yield* submit
    let most = 2
    const work = Effect.sleep("1 second")
    yield* JobWorker.start({
      concurrency: () => most,
      drain: 0,
      handlers: {
        batch: () =>
          Effect.as(work, { _tag: "Settle", outcome: { _tag: "Done", result: undefined, credits: 0 } } as const)
      }
    })
    const runningAfter = (concurrency: number) =>
      Effect.gen(function*() {
        most = concurrency
        for (let times = 0; times < 40; times++) yield* TestClock.adjust("100 millis")
        const before = (yield* counts).done
        for (let times = 0; times < 40; times++) yield* TestClock.adjust("100 millis")
        return ((yield* counts).done - before) / 4
      })
    assert.deepStrictEqual([yield* runningAfter(2), yield* runningAfter(4), yield* runningAfter(1)], [2, 4, 1])
  }).pipe(Effect.scoped, Effect.provide(JobStore.layerMemory({ mostPerHost: 1000 })), Effect.orDie))

it.effect("has short pages ready while the store responds", () =>
  Effect.gen(function*() {
    const counts = yield* submit
    const watched = Effect.gen(function*() {
      for (let times = 0; times < 40; times++) yield* TestClock.adjust("10 millis")
      // In 400 milliseconds, where asking after each round of 4 pages would leave 13 rounds.
      assert.isAtLeast((yield* counts).done, 70)
    })
    yield* beside("10 millis", watched)
  }).pipe(Effect.provide(slowStore("20 millis")), Effect.orDie))

it.effect("claims no more slow pages than it works on", () =>
  Effect.gen(function*() {
    const counts = yield* submit
    const watched = Effect.gen(function*() {
      for (let times = 0; times < 50; times++) {
        yield* TestClock.adjust("100 millis")
        assert.isAtMost((yield* counts).running, 4)
      }
      assert.isAtLeast((yield* counts).done, 12)
    })
    yield* beside("1 second", watched)
  }).pipe(Effect.provide(slowStore("20 millis")), Effect.orDie))

it.effect("claims no more pages of a full host before it settled one", () =>
  Effect.gen(function*() {
    const memory = yield* JobStore.JobStore
    let empty = 0
    const store = JobStore.JobStore.of({
      ...memory,
      claim: (request) =>
        Effect.tap(memory.claim(request), ({ length }) =>
          Effect.sync(() => {
            if (length === 0) empty++
          })),
      // The slot of a page is free before the store has its result.
      settle: (request) => Effect.delay(memory.settle(request), "20 millis")
    })
    const counts = yield* Effect.provideService(submit, JobStore.JobStore, store)
    const watched = Effect.gen(function*() {
      for (let times = 0; times < 60; times++) yield* TestClock.adjust("10 millis")
      assert.isAtLeast((yield* counts).done, 30)
      assert.isAtMost(empty, 3)
    })
    yield* Effect.provideService(beside("10 millis", watched), JobStore.JobStore, store)
  }).pipe(Effect.provide(JobStore.layerMemory({ mostPerHost: 2 })), Effect.orDie))

it.effect("finds pages of other processes soon after its last one, and later polls less than once a second", () =>
  Effect.gen(function*() {
    const memory = yield* JobStore.JobStore
    let claims = 0
    const store = JobStore.JobStore.of({
      ...memory,
      claim: (request) => Effect.suspend(() => (claims++, memory.claim(request))),
      // Another process submits the pages.
      watch: Effect.succeed(Effect.never)
    })
    const pages = [{ key: "first", url: "https://site.example/first" }]
    yield* memory.submit({ id: "job", team: "t", kind: "batch", spec: {}, pages })
    const watched = Effect.gen(function*() {
      for (let times = 0; times < 7; times++) yield* TestClock.adjust("10 millis")
      assert.strictEqual((yield* memory.get({ team: "t", job: "job" })).counts.done, 1)
      yield* memory.append({ team: "t", job: "job", pages: [{ key: "second", url: "https://site.example/second" }] })
      for (let times = 0; times < 13; times++) yield* TestClock.adjust("10 millis")
      assert.strictEqual((yield* memory.get({ team: "t", job: "job" })).counts.done, 2)
      yield* TestClock.adjust("3 seconds")
      claims = 0
      yield* TestClock.adjust("20 seconds")
      assert.isAtMost(claims, 20)
    })
    yield* Effect.provideService(beside("1 millis", watched), JobStore.JobStore, store)
  }).pipe(Effect.provide(JobStore.layerMemory()), Effect.orDie))

it.effect("never exceeds its concurrency, also for hosts with pauses", () =>
  Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const counts = yield* submit
    const pages = Array.from(
      { length: 40 },
      (_, at) => ({ key: String(at), url: `https://slow${at % 20}.example/${at}` })
    )
    yield* store.submit({ id: "paused", team: "other", kind: "batch", spec: {}, delay: 50, pages })
    const paused = Effect.map(store.get({ team: "other", job: "paused" }), ({ counts }) => counts)
    let running = 0
    let most = 0
    const work = Effect.acquireUseRelease(
      Effect.sync(() => {
        most = Math.max(most, ++running)
      }),
      () => Effect.sleep("10 millis"),
      () => Effect.sync(() => running--)
    )
    const watched = Effect.gen(function*() {
      for (let times = 0; times < 100; times++) yield* TestClock.adjust("10 millis")
      assert.deepStrictEqual([(yield* counts).done, (yield* paused).done], [100, 40])
    })
    yield* beside("10 millis", watched, work)
    assert.strictEqual(most, 4)
  }).pipe(Effect.provide(slowStore("20 millis")), Effect.orDie))

it.effect("reaches hosts with pauses although other pages are always ready", () =>
  Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const many = Array.from({ length: 2000 }, (_, at) => ({ key: String(at), url: `https://fast.example/${at}` }))
    yield* store.submit({ id: "many", team: "t", kind: "batch", spec: {}, priority: 9, pages: many })
    const watched = Effect.gen(function*() {
      for (let times = 0; times < 50; times++) yield* TestClock.adjust("10 millis")
      const pages = Array.from({ length: 8 }, (_, at) => ({ key: String(at), url: `https://slow${at}.example/` }))
      yield* store.submit({ id: "paused", team: "other", kind: "batch", spec: {}, delay: 50, pages })
      for (let times = 0; times < 200; times++) yield* TestClock.adjust("10 millis")
      assert.isAbove((yield* store.get({ team: "t", job: "many" })).counts.queued, 0)
      assert.isAtLeast((yield* store.get({ team: "other", job: "paused" })).counts.done, 4)
    })
    yield* beside("10 millis", watched)
  }).pipe(Effect.provide(slowStore("20 millis")), Effect.orDie))

it.effect("returns its claimed pages when it stops", () =>
  Effect.gen(function*() {
    const counts = yield* submit
    const untilReady = Effect.gen(function*() {
      for (let times = 0; times < 20 && (yield* counts).running <= 4; times++) yield* TestClock.adjust("10 millis")
      assert.isAbove((yield* counts).running, 4)
    })
    yield* beside("10 millis", untilReady)
    const { done, queued, running } = yield* counts
    assert.deepStrictEqual([running, done + queued], [0, 100])
    const store = yield* JobStore.JobStore
    const claiming = yield* Effect.forkChild(store.claim({ worker: "w", most: 100, lease: 1000 }))
    yield* TestClock.adjust("20 millis")
    const claims = yield* Fiber.join(claiming)
    assert.strictEqual(claims.length, queued)
    assert.isTrue(claims.every(({ attempt }) => attempt === 1))
  }).pipe(Effect.provide(slowStore("20 millis")), Effect.orDie))

/** Four pages that stay, under leases of this store, while the test goes on. */
const staying = Effect.fn(function*(store: JobStore.JobStore["Service"], lease: Duration.Input) {
  const pages = { running: 0 }
  const stay = Effect.acquireUseRelease(
    Effect.sync(() => pages.running++),
    () => Effect.never,
    () => Effect.sync(() => pages.running--)
  )
  // Nobody waits for pages that stay when the test is over.
  yield* JobWorker.start({ concurrency: 4, lease, drain: 0, handlers: { batch: () => stay } }).pipe(
    Effect.provideService(JobStore.JobStore, store)
  )
  return pages
})

it.effect("renews its leases although heartbeats hang on dead connections", () =>
  Effect.gen(function*() {
    const memory = yield* JobStore.JobStore
    yield* submit
    const sent: Array<number> = []
    let hanging = 0
    let dead = 0
    const store = {
      ...memory,
      heartbeat: (request: Parameters<typeof memory.heartbeat>[0]) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          sent.push(now)
          if (dead === 0) return memory.heartbeat(request)
          dead--
          hanging++
          return Effect.ensuring(Effect.never, Effect.sync(() => hanging--))
        })
    }
    const pages = yield* staying(store, "12 seconds")
    yield* TestClock.adjust("30 seconds")
    assert.deepStrictEqual(sent, [2000, 6000, 10_000, 14_000, 18_000, 22_000, 26_000, 30_000])
    for (let times = 0; times < 5; times++) {
      dead = 2
      yield* TestClock.adjust("12 seconds")
      assert.deepStrictEqual([pages.running, dead, hanging], [4, 0, 0])
    }
    const other = yield* memory.claim({ worker: "other", most: 100, lease: 60_000 })
    assert.strictEqual(other.length, 4)
  }).pipe(Effect.provide(JobStore.layerMemory({ mostPerHost: 8 })), Effect.orDie, Effect.scoped))

it.effect("measures leases by elapsed time, whatever the clock of the machine", () =>
  Effect.gen(function*() {
    const memory = yield* JobStore.JobStore
    yield* submit
    let isAway = false
    let jumped = 0
    const jumping = (clock: Clock.Clock): Clock.Clock => ({
      ...clock,
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + jumped,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + jumped)
    })
    // The store is on another machine.
    const clock = yield* Clock.Clock
    const remote = {
      ...memory,
      claim: (request: JobStore.ClaimRequest) =>
        isAway ? Effect.succeed([]) : Effect.provideService(memory.claim(request), Clock.Clock, clock),
      heartbeat: (request: Parameters<typeof memory.heartbeat>[0]) =>
        isAway ? Effect.never : Effect.provideService(memory.heartbeat(request), Clock.Clock, clock)
    }
    const pages = yield* Effect.updateService(staying(remote, "12 seconds"), Clock.Clock, jumping)
    yield* TestClock.adjust("5 seconds")
    for (const jump of [3_600_000, -3_600_000]) {
      jumped = jump
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(pages.running, 4)
    }
    isAway = true
    yield* TestClock.adjust("12 seconds")
    assert.strictEqual(pages.running, 0)
  }).pipe(Effect.provide(JobStore.layerMemory({ mostPerHost: 4 })), Effect.orDie, Effect.scoped))

it.effect("checks its leases after the machine slept, and stops unconfirmed pages", () =>
  Effect.gen(function*() {
    const memory = yield* JobStore.JobStore
    yield* submit
    /** Milliseconds that the machine of the worker slept, in which its timers and its monotonic clock stood still. */
    let slept = 0
    const wall = (clock: Clock.Clock): Clock.Clock => ({
      ...clock,
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + slept,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + slept)
    })
    const atStore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.updateService(effect, Clock.Clock, wall)
    let isAway = false
    let heartbeats = 0
    const store = {
      ...memory,
      heartbeat: (request: Parameters<typeof memory.heartbeat>[0]) =>
        Effect.suspend(() => {
          heartbeats++
          return isAway ? Effect.never : memory.heartbeat(request)
        })
    }
    const other = memory.claim({ worker: "other", most: 100, lease: 3_600_000 })
    // What the store does not answer is stopped at the second look, a twelfth of the lease after the first.
    for (const [away, looks] of [[false, 1], [true, 2]] as const) {
      const scope = yield* Scope.make()
      const pages = yield* atStore(Scope.provide(staying(store, "12 seconds"), scope))
      yield* TestClock.adjust("5 seconds")
      // Too short for anybody else to have the pages, and long enough to be asked about.
      slept += 3000
      const before = heartbeats
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([pages.running, heartbeats - before], [4, 1])
      isAway = away
      slept += 60_000
      const taken = yield* atStore(other)
      assert.strictEqual(taken.length, 4)
      yield* TestClock.adjust(`${looks} seconds`)
      assert.strictEqual(pages.running, 0)
      yield* Scope.close(scope, Exit.void)
      yield* atStore(Effect.forEach(taken, (claim) => memory.release({ claim, delay: 0, free: true })))
    }
  }).pipe(Effect.provide(JobStore.layerMemory({ mostPerHost: 4 })), Effect.orDie))

it.effect("stops its pages before their leases end if the store cannot be reached", () =>
  Effect.gen(function*() {
    const memory = yield* JobStore.JobStore
    yield* submit
    let isAway = false
    const unreachable = Effect.fail(new JobError.JobError({ reason: new JobError.StoreUnavailable({ cause: "away" }) }))
    const store = {
      ...memory,
      claim: (request: JobStore.ClaimRequest) => isAway ? unreachable : memory.claim(request),
      // A database that hangs says nothing, and no failure either.
      heartbeat: (request: Parameters<typeof memory.heartbeat>[0]) => isAway ? Effect.never : memory.heartbeat(request)
    }
    const pages = yield* staying(store, "12 seconds")
    yield* TestClock.adjust("60 seconds")
    assert.strictEqual(pages.running, 4)
    isAway = true
    yield* TestClock.adjust("4 seconds")
    assert.strictEqual(pages.running, 4)
    const other = memory.claim({ worker: "other", most: 100, lease: 60_000 })
    // Nobody has a page of the host twice at any moment.
    const mostPerHost = 8
    for (let times = 0; times < 20; times++) {
      assert.isAtMost(pages.running + (yield* other).length, mostPerHost)
      yield* TestClock.adjust("500 millis")
    }
    assert.strictEqual(pages.running, 0)
  }).pipe(Effect.provide(JobStore.layerMemory({ mostPerHost: 8 })), Effect.orDie, Effect.scoped))

it.effect("closes although the store does not respond, and returns pages that it leases later", () =>
  Effect.gen(function*() {
    const memory = yield* JobStore.JobStore
    const counts = yield* submit
    for (
      const { answersAfter, closesAfter } of [
        { answersAfter: "10 seconds", closesAfter: "10 seconds" },
        { answersAfter: "1 hour", closesAfter: "20 seconds" }
      ] as const
    ) {
      const hasClaimed = yield* Deferred.make<void>()
      const store = {
        ...memory,
        claim: (request: JobStore.ClaimRequest) =>
          memory.claim(request).pipe(
            Effect.tap(() => Deferred.succeed(hasClaimed, undefined)),
            Effect.tap(() => Effect.sleep(answersAfter))
          )
      }
      const scope = yield* Scope.make()
      yield* JobWorker.start({ concurrency: 4, handlers: { batch: () => Effect.never } }).pipe(
        Effect.provideService(JobStore.JobStore, store),
        Scope.provide(scope)
      )
      yield* Deferred.await(hasClaimed)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust(closesAfter)
      assert.isDefined(closing.pollUnsafe())
      yield* TestClock.adjust("2 hours")
      const { queued, running } = yield* counts
      assert.deepStrictEqual([queued, running], [100, 0])
    }
    const claims = yield* memory.claim({ worker: "w", most: 100, lease: 1000 })
    assert.deepStrictEqual(claims.map(({ attempt }) => attempt), Array.from({ length: 100 }, () => 1))
  }).pipe(Effect.provide(JobStore.layerMemory({ mostPerHost: 1000 })), Effect.orDie))

it.effect("closes although the store accepts no returned pages", () =>
  Effect.gen(function*() {
    const memory = yield* JobStore.JobStore
    yield* submit
    const begun = yield* Deferred.make<void>()
    const store = { ...memory, settle: () => Effect.never, release: () => Effect.never }
    const scope = yield* Scope.make()
    const done = { _tag: "Settle", outcome: { _tag: "Done", result: undefined, credits: 0 } } as const
    yield* JobWorker.start({
      concurrency: 4,
      handlers: { batch: () => Effect.as(Deferred.succeed(begun, undefined), done) }
    }).pipe(Effect.provideService(JobStore.JobStore, store), Scope.provide(scope))
    yield* Deferred.await(begun)
    const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    yield* TestClock.adjust("19 seconds")
    assert.isUndefined(closing.pollUnsafe())
    yield* TestClock.adjust("6 seconds")
    assert.isDefined(closing.pollUnsafe())
  }).pipe(Effect.provide(JobStore.layerMemory({ mostPerHost: 1000 })), Effect.orDie))
