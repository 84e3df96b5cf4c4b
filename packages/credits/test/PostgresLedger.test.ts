import { ClockSkew, NodePostgres } from "@dunlin/common"
import { PostgresLedger } from "@dunlin/credits"
import * as Conformance from "@dunlin/credits/testing"
import { assert, it } from "@effect/vitest"
import { type Duration, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as vitest from "vitest"
import { describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { openWay, stepwise } from "../../cache/test/ways.ts"
import { needing } from "../../common/test/components.ts"
import { until } from "../../common/test/until.ts"
import { countStatements } from "../../jobs/test/sentStatements.ts"
import { findsEveryDamage } from "./checking.ts"
import { keepsBalancesProvable, noticesChangedSums } from "./rollingUp.ts"

const standing = Effect.flatMap(servers.postgres({ durable: false }), servers.standingClock)

describe("PostgreSQL (Debian: postgresql)", needing("PostgreSQL"), () => {
  Conformance.run(
    Conformance.suite(
      "postgres",
      Layer.unwrap(Effect.map(standing, ({ put, url }) =>
        Layer.merge(
          PostgresLedger.layer({ url, silence: "1 hour" }),
          Layer.succeed(Conformance.Passage, (time) => Effect.andThen(TestClock.adjust(time), put(time)))
        )))
    ),
    vitest
  )

  it.effect("expires reservations by the clock of the database, whatever the callers' clocks", () =>
    Effect.gen(function*() {
      const { put, url } = yield* standing
      const open = PostgresLedger.make({ url, maxConnections: 2, silence: "1 hour" })
      const [ours, theirs] = [yield* open, yield* open]
      /** What a process does whose clock is wrong by this time. */
      const withClock = (wrong: Duration.Input) => <A, E>(work: Effect.Effect<A, E>) =>
        TestClock.adjust(wrong).pipe(Effect.andThen(work), Effect.provide(TestClock.layer()))
      const ahead = withClock("10 minutes")
      const behind = withClock(0)
      yield* put("5 minutes")
      yield* behind(ours.grant({ account: "team", amount: 100, key: "gift" }))
      const asked = { account: "team", amount: 10, expiresIn: "2 minutes" as const }
      const mine = yield* behind(ours.reserve({ ...asked, key: "mine" }))
      const other = yield* ahead(theirs.reserve({ ...asked, key: "other" }))
      assert.deepStrictEqual([mine.expiresAt, other.expiresAt], [420_000, 420_000])
      assert.deepInclude(yield* ahead(theirs.balance("team")), { reserved: 20, spent: 0 })
      assert.deepStrictEqual(yield* behind(ours.settle(mine, 7)), { charged: 7, shortfall: 0 })
      yield* put("119999 millis")
      assert.strictEqual((yield* ahead(theirs.balance("team"))).reserved, 10)
      // One whose clock is ahead keeps nothing for longer, and one whose clock is behind sees the end of it.
      yield* put("1 millis")
      assert.deepInclude(yield* behind(ours.balance("team")), { reserved: 0, available: 93 })
      const late = yield* Effect.flip(ahead(theirs.settle(other, 4)))
      assert.deepInclude(late.reason, { _tag: "AlreadyResolved", resolution: "expire" })
      const lines = yield* ours.history({ account: "team" })
      assert.deepStrictEqual(
        lines.map(({ at, kind }) => [kind, at]),
        [["expire", 420_000], ["settle", 300_000], ["reserve", 300_000], ["reserve", 300_000], ["grant", 300_000]]
      )
    }).pipe(Effect.orDie))

  it.effect("names every account whose entries and sums differ", () =>
    Effect.gen(function*() {
      const { put, url } = yield* standing
      yield* findsEveryDamage({
        ledger: PostgresLedger.layer({ url, silence: "1 hour" }),
        check: PostgresLedger.check({ url, silence: "1 hour" }),
        change: (statements) => Effect.promise(() => servers.query({ url }, statements)),
        pass: put
      })
    }).pipe(Effect.orDie))

  it.effect("proves balances after entries were merged", () =>
    Effect.gen(function*() {
      const { put, url } = yield* standing
      const place = {
        ledger: PostgresLedger.layer({ url, silence: "1 hour" }),
        check: PostgresLedger.check({ url, silence: "1 hour" }),
        change: (statements: string) => Effect.promise(() => servers.query({ url }, statements)),
        refused: (statement: string) =>
          Effect.flip(Effect.tryPromise({ try: () => servers.query({ url }, statement), catch: String })),
        pass: (time: number) => Effect.andThen(TestClock.adjust(time), put(time))
      }
      yield* keepsBalancesProvable(place, { days: 11, pages: 8 })
      yield* noticesChangedSums(place)
    }).pipe(Effect.orDie))

  it.effect("warns if the clock of the database differs", () =>
    Effect.gen(function*() {
      const { put, url } = yield* standing
      const skews = new Set<ClockSkew.Skew>()
      yield* Effect.gen(function*() {
        const ledger = yield* PostgresLedger.make({ url })
        yield* put("1 hour")
        yield* TestClock.adjust("2 minutes")
        yield* ledger.balance("team")
        yield* TestClock.withLive(until(() => skews.size > 0))
      }).pipe(Effect.provideService(ClockSkew.ClockSkew, skews))
      // the clocks are compared before the two minutes, or after them
      assert.deepStrictEqual([...skews].map(({ part }) => part), ["postgres"])
      assert.include([-58, -60], [...skews][0]!.ahead / 60_000)
    }).pipe(Effect.orDie))

  it.effect("reserves and settles with one statement each, also for many pages of a team", () =>
    Effect.gen(function*() {
      const { url } = yield* servers.postgres({ durable: false })
      const ledger = yield* PostgresLedger.make({ url, maxConnections: 2, silence: "1 hour", initial: 100 })
      yield* ledger.balance("team")
      yield* ledger.grant({ account: "team", amount: 1, key: "gift" })
      const sent = countStatements(Redacted.value(url))
      const asked = { account: "team", amount: 2, expiresIn: "5 minutes" as const }
      const first = yield* ledger.reserve({ ...asked, key: "first" })
      assert.strictEqual(sent(), 1)
      assert.deepStrictEqual(yield* ledger.settle(first, 1), { charged: 1, shortfall: 0 })
      assert.strictEqual(sent(), 2)
      const keys = Array.from({ length: 40 }, (_, at) => `page ${at}`)
      const page = (key: string) => Effect.flatMap(ledger.reserve({ ...asked, key }), (held) => ledger.settle(held, 1))
      yield* Effect.forEach(keys, page, { concurrency: "unbounded" })
      // The first page goes alone, and the other ones while it is on its way.
      assert.isAtMost(sent(), 2 + 6)
      assert.deepInclude(yield* ledger.balance("team"), { granted: 101, spent: 41, reserved: 0, available: 60 })
      assert.deepStrictEqual((yield* PostgresLedger.check({ url, silence: "1 hour" })).differences, [])
    }).pipe(Effect.orDie))

  it.effect("fails when the database no longer responds, and continues when it does", () =>
    Effect.gen(function*() {
      const { url } = yield* servers.postgres({ durable: false })
      const way = yield* openWay(url)
      const passes = yield* stepwise
      const ledger = yield* PostgresLedger.make({ url: way.url, maxConnections: 1, initial: 10 }).pipe(
        Effect.provideService(NodePostgres.Passing, passes.passing)
      )
      const request = { account: "team", amount: 4, key: "one", once: true, expiresIn: 60_000 }
      // The one connection is free when the clocks have been compared.
      yield* ledger.balance("other")
      way.isSilent = true
      const failed = yield* passes.during(Effect.flip(ledger.reserve(request)))
      assert.strictEqual(failed.reason._tag, "Unavailable")
      assert.instanceOf((failed.reason as { readonly cause?: unknown }).cause, NodePostgres.Silent)
      way.isSilent = false
      yield* ledger.reserve({ ...request, key: "two" })
      assert.strictEqual((yield* ledger.balance("team")).available, 6)
    }).pipe(Effect.orDie))
})
