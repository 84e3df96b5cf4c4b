import { FairSemaphore } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import * as fc from "fast-check"

const as = <A, E, R>(tenant: string, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, FairSemaphore.Tenant, tenant)

interface Live {
  readonly tenant: string
  readonly place: FairSemaphore.Place
  isHeld: boolean
}

const isGranted = ({ wait }: FairSemaphore.Place) => Exit.isSuccess(Effect.runSyncExit(wait))

/** Who waits and who holds, with what a fair semaphore promises checked after every event. */
const observed = (permits: number, keepsLast: boolean) => {
  const semaphore = FairSemaphore.makeUnsafe(permits, { keepsLast })
  const live: Array<Live> = []
  /** Tenants that have come. */
  const known = new Set<string>()
  /** Of a tenant that waits and holds nothing: whom it saw served since. */
  const passedBy = new Map<string, Array<string>>()
  const held = (tenant: string) => live.filter((one) => one.isHeld && one.tenant === tenant).length
  const waiting = () => live.filter((one) => !one.isHeld)

  const look = () => {
    const before = waiting()
    for (const one of before.filter(({ place }) => isGranted(place))) {
      const earlier = before.find(({ isHeld, tenant }) => !isHeld && tenant === one.tenant)
      assert.strictEqual(one, earlier, "a tenant is served in the order in which it came")
      for (const { isHeld, tenant } of before) {
        if (isHeld || tenant === one.tenant) continue
        assert.isAtMost(held(one.tenant), held(tenant), `${one.tenant} was served before ${tenant}, which holds less`)
      }
      for (const [tenant, by] of passedBy) if (tenant !== one.tenant) by.push(one.tenant)
      one.isHeld = true
    }
    const starving = new Set(waiting().map(({ tenant }) => tenant).filter((tenant) => held(tenant) === 0))
    for (const tenant of passedBy.keys()) if (!starving.has(tenant)) passedBy.delete(tenant)
    for (const tenant of starving) if (!passedBy.has(tenant)) passedBy.set(tenant, [])
    for (const [tenant, by] of passedBy) {
      assert.strictEqual(new Set(by).size, by.length, `${tenant} was passed over twice for one: ${by.join(" ")}`)
    }
    const taken = live.filter(({ isHeld }) => isHeld).length
    const isKept = keepsLast && known.size > 1 && permits > 1 && taken === permits - 1 && starving.size === 0
    if (!isKept) assert.strictEqual(taken, Math.min(permits, live.length), "no permit is left free")
  }
  return {
    come: (tenant: string) => {
      known.add(tenant)
      const place = Effect.runSync(as(tenant, semaphore.place))
      live.push({ tenant, place, isHeld: isGranted(place) })
      look()
    },
    leave: (at: number) => {
      const [one] = live.splice(at % Math.max(1, live.length), 1)
      if (one === undefined) return
      Effect.runSync(one.place.leave)
      Effect.runSync(one.place.leave)
      look()
    }
  }
}

describe("permits that tenants share", () => {
  it("let no waiting tenant be overtaken twice, also if others stop, end, and return", () => {
    const event = fc.oneof(
      { weight: 3, arbitrary: fc.record({ come: fc.constantFrom("a", "a", "a", "b", "b", "c", "d", "e") }) },
      { weight: 2, arbitrary: fc.record({ leave: fc.nat() }) }
    )
    const size = fc.integer({ min: 1, max: 5 })
    fc.assert(fc.property(size, fc.boolean(), fc.array(event, { maxLength: 80 }), (permits, keepsLast, events) => {
      const { come, leave } = observed(permits, keepsLast)
      for (const event of events) {
        if ("come" in event) come(event.come)
        else leave(event.leave)
      }
    }))
  })

  /** How many are served before the last of `a`, while `b` and `c` come back as soon as they were served. */
  const servedBesideTwoThatComeBack = (
    withPermit: (tenant: string) => <A>(effect: Effect.Effect<A>) => Effect.Effect<A>
  ) =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const gate = yield* Deferred.make<void>()
      const job = (tenant: string) =>
        withPermit(tenant)(Effect.andThen(Effect.sync(() => log.push(tenant)), Effect.yieldNow))
      yield* Effect.forkChild(withPermit("first")(Deferred.await(gate)), { startImmediately: true })
      const flood = yield* Effect.forEach(Array.from({ length: 10 }), () =>
        Effect.forkChild(job("a"), { startImmediately: true }))
      const back = yield* Effect.forEach(["b", "c"], (tenant) =>
        Effect.forkChild(Effect.repeat(job(tenant), { times: 49 }), { startImmediately: true }))
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach([...flood, ...back], Fiber.join)
      return log.lastIndexOf("a")
    })

  it.effect("serve the first tenant while others return again and again", () =>
    Effect.gen(function*() {
      const fair = yield* FairSemaphore.make(1)
      const last = yield* servedBesideTwoThatComeBack((tenant) => (effect) => as(tenant, fair.withPermit(effect)))
      // ten turns of three
      assert.isAtMost(last, 30)
    }))

  it.effect("reserve the last permit for other tenants while one tenant's work never ends", () =>
    Effect.gen(function*() {
      const { withPermit } = yield* FairSemaphore.make(3, { keepsLast: true })
      yield* as("one", withPermit(Effect.void))
      for (let k = 0; k < 10; k++) {
        yield* Effect.forkChild(as("many", withPermit(Effect.never)), { startImmediately: true })
      }
      assert.strictEqual(yield* as("one", withPermit(Effect.succeed("served"))), "served")
      assert.strictEqual(yield* as("another", withPermit(Effect.succeed("served"))), "served")
    }))

  it.effect("reserve none in a program without tenants", () =>
    Effect.gen(function*() {
      const { place } = yield* FairSemaphore.make(2, { keepsLast: true })
      for (const one of yield* Effect.all([place, place])) yield* one.wait
    }))

  it.effect("reserve none for the only tenant so far, next to work without a tenant", () =>
    Effect.gen(function*() {
      const { place, withPermit } = yield* FairSemaphore.make(3, { keepsLast: true })
      yield* withPermit(Effect.void)
      for (let k = 0; k < 3; k++) assert.isTrue(isGranted(yield* as("only", place)))
    }))

  it.effect("reserve the last one as soon as a second tenant waits", () =>
    Effect.gen(function*() {
      const { place } = yield* FairSemaphore.make(2, { keepsLast: true })
      const first = yield* Effect.all([as("a", place), as("a", place), as("a", place)])
      const other = yield* as("b", place)
      yield* first[0].leave
      assert.deepStrictEqual([first[2], other].map(isGranted), [false, true])
      yield* other.leave
      assert.isFalse(isGranted(first[2]), "the last one is kept")
    }))

  it.effect("serve callers without a tenant in order of arrival", () =>
    Effect.gen(function*() {
      const { withPermit } = yield* FairSemaphore.make(2)
      const log: Array<number> = []
      yield* Effect.forEach(
        Array.from({ length: 30 }, (_, at) => at),
        (at) => withPermit(Effect.andThen(Effect.sync(() => log.push(at)), Effect.yieldNow)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(log, Array.from({ length: 30 }, (_, at) => at))
    }))

  it.effect("are released however an effect ends, and forget interrupted callers", () =>
    Effect.gen(function*() {
      const { withPermit } = yield* FairSemaphore.make(1)
      assert.strictEqual(yield* Effect.flip(withPermit(Effect.fail("no"))), "no")
      const holder = yield* Effect.forkChild(withPermit(Effect.never), { startImmediately: true })
      const waiter = yield* Effect.forkChild(withPermit(Effect.succeed("served")), { startImmediately: true })
      const last = yield* Effect.forkChild(withPermit(Effect.succeed("last")), { startImmediately: true })
      yield* Fiber.interrupt(waiter)
      yield* Fiber.interrupt(holder)
      assert.strictEqual(yield* Fiber.join(last), "last")
      assert.strictEqual(yield* withPermit(Effect.succeed("free")), "free")
    }))

  it.effect("are released if a caller is interrupted while it receives one", () =>
    Effect.gen(function*() {
      const semaphore = yield* FairSemaphore.make(1)
      const { leave } = yield* semaphore.place
      const waiter = yield* Effect.forkChild(semaphore.withPermit(Effect.die("it does not go on")), {
        startImmediately: true
      })
      // the permit is given, and its fiber not resumed yet
      yield* leave
      waiter.interruptUnsafe()
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(waiter)))
      assert.strictEqual(yield* semaphore.withPermit(Effect.succeed("free")), "free")
    }))

  it.effect("resume thousands of callers that do not wait for anything", () =>
    Effect.gen(function*() {
      const { withPermit } = yield* FairSemaphore.make(1)
      let count = 0
      yield* Effect.forEach(
        Array.from({ length: 20_000 }),
        () => withPermit(Effect.sync(() => count++)),
        { concurrency: "unbounded", discard: true }
      )
      const gate = yield* Deferred.make<void>()
      const holder = yield* Effect.forkChild(withPermit(Deferred.await(gate)), { startImmediately: true })
      const many = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 20_000 }), () => withPermit(Effect.sync(() => count++)), {
          concurrency: "unbounded",
          discard: true
        }),
        { startImmediately: true }
      )
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(many)
      assert.strictEqual(count, 40_000)
    }))
})
