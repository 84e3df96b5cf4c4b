import { Fault, Health } from "@dunlin/common"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Logger, Metric, Scope } from "effect"
import { TestClock } from "effect/testing"

const refused = Fault.make("refused", "SQLSTATE 28P01")
const silent = Fault.make("silent", "no answer")

/** A part in a registry of its own, with what is logged. */
const watched = Effect.fnUntraced(function*(options: Partial<Health.Options> = {}) {
  const lines: Array<string> = []
  const registry: Health.Registry = new Map()
  const scope = yield* Scope.make()
  // the clock of a test says something, too, when a machine has much to do
  const logger = Logger.make(({ message }) => {
    if (/ is (?:lost|slow|back)/.test(String(message))) lines.push(String(message))
  })
  const inside = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(Health.Health, registry),
      Effect.provideService(Metric.MetricRegistry, new Map())
    )
  const part = yield* inside(Scope.provide(
    Health.part({ part: "redis", consequence: "pages are fetched anew", ...options }),
    scope
  ))
  return {
    inside,
    lines,
    scope,
    part,
    lost: (fault: Fault.Fault) => inside(part.lost(fault)),
    back: inside(part.back),
    guard: <A, E>(effect: Effect.Effect<A, E>) => inside(part.guard(effect)),
    losses: inside(Health.losses)
  }
})

describe("Health", () => {
  it.effect("logs one line when a part is lost and one when it is back, however many errors occur", () =>
    Effect.gen(function*() {
      const { back, lines, lost, losses } = yield* watched()
      for (let failure = 0; failure < 1000; failure++) yield* lost(refused)
      assert.deepStrictEqual(lines, ["redis is lost: pages are fetched anew"])
      const [loss] = yield* losses
      assert.deepInclude(loss, { part: "redis", ...refused, isEssential: false, since: 0 })
      yield* TestClock.adjust("10 seconds")
      yield* back
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(lines, ["redis is lost: pages are fetched anew", "redis is back"])
      assert.deepStrictEqual(yield* losses, [])
    }))

  it.effect("logs two lines for a part that alternates between success and failure for ten minutes", () =>
    Effect.gen(function*() {
      const { back, lines, lost } = yield* watched()
      for (let second = 0; second < 600; second++) {
        yield* second % 2 === 0 ? lost(refused) : back
        yield* TestClock.adjust("1 second")
      }
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(lines, ["redis is lost: pages are fetched anew", "redis is back"])
    }))

  it.effect("reports a full store as lost while reads succeed, until its probe can write", () =>
    Effect.gen(function*() {
      let hasRoom = false
      const { guard, inside, lines, losses, part } = yield* watched({
        probe: () => hasRoom ? Effect.void : Effect.fail({ code: "ENOSPC" })
      })
      yield* Effect.exit(inside(part.observe(Effect.fail({ code: "ENOSPC" }))))
      for (let second = 0; second < 60; second++) {
        yield* guard(Effect.succeed("read"))
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual((yield* losses)[0]?.condition, "full")
      hasRoom = true
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* losses, [])
      assert.strictEqual(lines.length, 2)
    }))

  it.effect("logs fewer and fewer lines for a part without a probe that is lost every 20 seconds", () =>
    Effect.gen(function*() {
      const { back, lines, lost } = yield* watched()
      for (let second = 0; second < 600; second++) {
        yield* second % 20 === 0 ? lost(refused) : back
        yield* TestClock.adjust("1 second")
      }
      assert.isAtMost(lines.length, 8)
    }))

  it.effect("does not use a lost part until its probe succeeds", () =>
    Effect.gen(function*() {
      let answers = false
      let tried = 0
      const { guard, lost, losses } = yield* watched({
        probe: () => Effect.suspend(() => answers ? Effect.void : Effect.never)
      })
      const operation = Effect.sync(() => ++tried)
      yield* lost(silent)
      for (let page = 0; page < 7; page++) {
        assert.strictEqual((yield* Effect.flip(guard(operation)))._tag, "Silenced")
      }
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* Effect.flip(guard(operation)))._tag, "Silenced")
      answers = true
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* guard(operation), 1)
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(yield* losses, [])
    }))

  it.effect("allows one operation every five seconds on a lost part without a probe", () =>
    Effect.gen(function*() {
      const { guard, lost } = yield* watched()
      yield* lost(silent)
      let tried = 0
      const failing = guard(Effect.suspend(() => {
        tried++
        return Effect.fail({ _tag: "TimedOut" })
      }))
      for (let second = 0; second < 20; second++) {
        yield* Effect.exit(failing)
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(tried, 3)
    }))

  it.effect("detects within ten seconds, without any use, that a watched part hangs or is back", () =>
    Effect.gen(function*() {
      let answers = false
      const { lines, losses } = yield* watched({
        isWatched: true,
        probe: () => Effect.suspend(() => answers ? Effect.void : Effect.never)
      })
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* losses)[0]?.condition, "silent")
      answers = true
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* losses, [])
      assert.strictEqual(lines.length, 2)
    }))

  it.effect("reports a part if its operations are slow on average, not for one slow operation", () =>
    Effect.gen(function*() {
      const { inside, losses, part } = yield* watched({ slowAfter: "100 millis" })
      const taking = (milliseconds: number) =>
        Effect.gen(function*() {
          const running = yield* Effect.forkChild(inside(part.observe(Effect.sleep(milliseconds))))
          yield* TestClock.adjust(milliseconds)
          yield* running.pipe((fiber) =>
            Effect.callback<void>((resume) => {
              fiber.addObserver(() => resume(Effect.void))
            })
          )
        })
      for (let fast = 0; fast < 20; fast++) yield* taking(5)
      yield* taking(300)
      assert.deepStrictEqual(yield* losses, [])
      for (let slow = 0; slow < 20; slow++) yield* taking(200)
      assert.strictEqual((yield* losses)[0]?.condition, "slow")
      for (let fast = 0; fast < 20; fast++) yield* taking(5)
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(yield* losses, [])
    }))

  it.effect("reports a slow part as lost once when it is lost", () =>
    Effect.gen(function*() {
      const { back, lines, lost } = yield* watched()
      const slow = Fault.make("slow", "operations take 900 ms on average")
      for (let time = 0; time < 3; time++) {
        yield* lost(slow)
        yield* lost(refused)
      }
      yield* back
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(lines.map((line) => line.split(":")[0]), [
        "redis is slow",
        "redis is lost",
        "redis is back"
      ])
    }))

  it.effect("logs one line for all users of a part, and names each consequence", () =>
    Effect.gen(function*() {
      const { back, inside, lines, lost, losses, scope } = yield* watched({ part: "postgres", use: "cache" })
      const jobs = yield* inside(Scope.provide(
        Health.part({ part: "postgres", use: "jobs", consequence: "no job goes on", isEssential: true }),
        scope
      ))
      yield* lost(refused)
      yield* inside(jobs.lost(refused))
      const [loss] = yield* losses
      assert.strictEqual(loss?.consequence, "pages are fetched anew; no job goes on")
      assert.isTrue(loss?.isEssential)
      yield* back
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* losses)[0]?.consequence, "no job goes on")
      assert.strictEqual(lines.length, 1)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* losses, [])
    }))

  it.effect("does not report a part if an operation is interrupted or finds nothing", () =>
    Effect.gen(function*() {
      const { inside, lines, losses, part } = yield* watched()
      yield* Effect.exit(inside(part.observe(Effect.fail("no such key"))))
      yield* Effect.exit(inside(part.observe(Effect.interrupt)))
      assert.deepStrictEqual(yield* losses, [])
      assert.deepStrictEqual(lines, [])
    }))
})

describe("Fault", () => {
  const postgres = (code: string) => Object.assign(new Error("secret text"), { code, severity: "ERROR" })
  const system = (code: string) => Object.assign(new Error("secret text"), { code })
  const sqlite = (errcode: number) => Object.assign(new Error("secret text"), { errcode })
  const cases: ReadonlyArray<readonly [string, unknown, Fault.Condition]> = [
    ["a database that refuses connections", system("ECONNREFUSED"), "down"],
    ["a host that is not there", new AggregateError([system("EHOSTUNREACH")]), "down"],
    ["a network that swallows packets", system("ETIMEDOUT"), "silent"],
    ["a full disk", system("ENOSPC"), "full"],
    ["a read-only file system", system("EROFS"), "read-only"],
    ["a folder of another user", system("EACCES"), "refused"],
    ["a PostgreSQL that shuts down", postgres("57P01"), "down"],
    ["a PostgreSQL without connections", postgres("53300"), "refused"],
    ["a PostgreSQL on a full disk", postgres("53100"), "full"],
    ["a PostgreSQL that is a standby", postgres("25006"), "read-only"],
    [
      "a new connection to a PostgreSQL standby",
      Object.assign(new Error("secret text"), { name: "ReadOnlyServer" }),
      "read-only"
    ],
    ["a wrong password of PostgreSQL", postgres("28P01"), "refused"],
    ["a Redis that was demoted", new Error("READONLY You can't write against a read only replica."), "read-only"],
    ["a Redis at its limit", new Error("OOM command not allowed when used memory > 'maxmemory'."), "full"],
    ["a Redis that wants a password", new Error("NOAUTH Authentication required."), "refused"],
    ["a locked SQLite file", sqlite(5), "silent"],
    ["a SQLite file on a full disk", sqlite(13), "full"],
    ["a SQLite file that is read-only", sqlite(8 | (1 << 8)), "read-only"],
    ["a damaged SQLite file", sqlite(11), "down"],
    ["a key that is wrong", { _tag: "Refused", status: 403, code: "SignatureDoesNotMatch" }, "refused"],
    ["a server in trouble", { _tag: "Refused", status: 503 }, "down"],
    ["a quota", { _tag: "QuotaExceeded" }, "full"],
    ["an engine whose port is closed", { _tag: "Unavailable", detail: "ECONNREFUSED" }, "down"],
    ["a page of a name that is not found", { _tag: "Unavailable", detail: "ENOTFOUND" }, "down"],
    ["an answer that did not come", { _tag: "TimedOut", afterMillis: 30_000 }, "silent"]
  ]
  for (const [name, error, condition] of cases) {
    it(`classifies ${name} as ${condition} through wrapping errors, without its text`, () => {
      for (
        const wrapped of [
          error,
          { reason: { cause: error } },
          new Error("outer secret", { cause: { error, cause: error } })
        ]
      ) {
        const fault = Fault.of(wrapped)
        assert.strictEqual(fault?.condition, condition)
        assert.notInclude(fault?.cause, "secret")
      }
    })
  }

  it("does not classify programming errors", () => {
    for (
      const error of [undefined, "text", new TypeError("x is not a function"), { _tag: "NotFound" }, postgres("23505")]
    ) {
      assert.isUndefined(Fault.of(error))
    }
  })

  it("includes the code that a typed error has in its detail", () => {
    const error = { name: "SearchError", reason: { _tag: "Unavailable", detail: "ECONNREFUSED" } }
    assert.deepStrictEqual(Fault.from(error), Fault.make("down", "ECONNREFUSED"))
  })

  it("describes an unknown error only by its name and its reason", () => {
    const typed = { name: "SearchError", reason: { _tag: "Unavailable", detail: "secret words" } }
    assert.deepStrictEqual(Fault.from(typed), Fault.make("down", "an unknown error, SearchError Unavailable"))
    assert.deepStrictEqual(Fault.from(new RangeError("secret")), Fault.make("down", "an unknown error, RangeError"))
  })
})
