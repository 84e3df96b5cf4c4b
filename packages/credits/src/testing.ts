/**
 * Tests the requirements of every `CreditLedger`. The suite is for adapters.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import { assert, pass } from "@dunlin/common/testing"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { CreditError } from "./CreditError.ts"
import { CreditLedger } from "./CreditLedger.ts"

const reasonOf = <A>(effect: Effect.Effect<A, CreditError>) =>
  effect.pipe(Effect.as("succeeded"), Effect.catch((error) => Effect.succeed<string>(error.reason._tag)))

/**
 * Returns the suite. The layer must start accounts without credits; tests use their own account names. A ledger that
 * does not use the process clock also provides `Passage`.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<CreditLedger, E>): Conformance.Suite<CreditLedger, E> =>
  Conformance.suiteOf(`CreditLedger (${name})`, layer, (it) => {
    reservations(it)
    bounds(it)
    grants(it)
  })

type Writer = Conformance.Writer<CreditLedger>

const reservations = (it: Writer): void => {
  it.effect("charges the settled amount and releases the rest of the reservation", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "settle", amount: 100, key: "gift" })
      const reservation = yield* ledger.reserve({ account: "settle", amount: 60, key: "one" })
      assert.strictEqual(reservation.state, "pending")
      assert.deepStrictEqual(yield* ledger.balance("settle"), {
        account: "settle",
        unlimited: false,
        granted: 100,
        spent: 0,
        reserved: 60,
        available: 40
      })
      assert.deepStrictEqual(yield* ledger.settle(reservation, 25), { charged: 25, shortfall: 0 })
      assert.deepStrictEqual(yield* ledger.balance("settle"), {
        account: "settle",
        unlimited: false,
        granted: 100,
        spent: 25,
        reserved: 0,
        available: 75
      })
    }))

  it.effect("releases the whole reservation when it is voided", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "void", amount: 10, key: "gift" })
      const reservation = yield* ledger.reserve({ account: "void", amount: 10, key: "one" })
      yield* ledger.void(reservation)
      yield* ledger.void(reservation)
      assert.strictEqual((yield* ledger.balance("void")).available, 10)
      assert.strictEqual(yield* reasonOf(ledger.settle(reservation, 1)), "AlreadyResolved")
      const repeated = yield* ledger.reserve({ account: "void", amount: 10, key: "one" })
      assert.strictEqual(repeated.state, "pending")
      assert.deepStrictEqual(yield* ledger.reserve({ account: "void", amount: 10, key: "one" }), repeated)
      assert.strictEqual((yield* ledger.settle(repeated, 4)).charged, 4)
      assert.strictEqual((yield* ledger.reserve({ account: "void", amount: 10, key: "one" })).state, "settle")
      assert.strictEqual((yield* ledger.balance("void")).available, 6)
    }))

  it.effect("keeps balances and open reservations when entries are merged", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "old", amount: 50, key: "gift" })
      const open = yield* ledger.reserve({ account: "old", amount: 9, key: "open" })
      yield* ledger.settle(yield* ledger.reserve({ account: "old", amount: 20, key: "one" }), 7)
      const before = yield* ledger.balance("old")
      while ((yield* ledger.rollUp({ retention: 0 })) > 0) continue
      assert.deepStrictEqual(yield* ledger.balance("old"), before)
      assert.strictEqual((yield* ledger.settle(open, 5)).charged, 5)
    }))

  it.effect("rejects a reservation above the balance, and says how many credits are missing", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "poor", amount: 5, key: "gift" })
      yield* ledger.reserve({ account: "poor", amount: 3, key: "one" })
      const error = yield* Effect.flip(ledger.reserve({ account: "poor", amount: 3, key: "two" }))
      assert.strictEqual(error.reason._tag, "InsufficientCredits")
      assert.include(error.message, "3 credits are needed, 2 are left")
      const last = yield* Effect.flip(ledger.reserve({ account: "nobody", amount: 1, key: "last" }))
      assert.include(last.message, "1 credit is needed, 0 are left")
      assert.strictEqual(
        yield* reasonOf(ledger.reserve({ account: "nobody", amount: 1, key: "one" })),
        "InsufficientCredits"
      )
      assert.strictEqual((yield* ledger.reserve({ account: "nobody", amount: 0, key: "free" })).amount, 0)
    }))

  it.effect("counts a key once", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "again", amount: 50, key: "gift" })
      yield* ledger.grant({ account: "again", amount: 50, key: "gift" })
      assert.strictEqual(yield* reasonOf(ledger.grant({ account: "again", amount: 51, key: "gift" })), "KeyConflict")
      const first = yield* ledger.reserve({ account: "again", amount: 20, key: "one" })
      assert.deepStrictEqual(yield* ledger.reserve({ account: "again", amount: 20, key: "one" }), first)
      assert.strictEqual(yield* reasonOf(ledger.reserve({ account: "again", amount: 21, key: "one" })), "KeyConflict")
      assert.strictEqual(
        yield* reasonOf(ledger.reserve({ account: "again", amount: 50, key: "gift" })),
        "KeyConflict"
      )
      yield* ledger.settle(first, 7)
      assert.deepStrictEqual(yield* ledger.settle(first, 7), { charged: 7, shortfall: 0 })
      assert.strictEqual(yield* reasonOf(ledger.settle(first, 8)), "AlreadyResolved")
      assert.strictEqual(yield* reasonOf(ledger.void(first)), "AlreadyResolved")
      const repeated = yield* ledger.reserve({ account: "again", amount: 20, key: "one" })
      assert.deepStrictEqual([first.paid, repeated.state, repeated.paid], [0, "settle", 7])
      assert.deepStrictEqual(yield* ledger.settle(repeated, 9), { charged: 0, shortfall: 0 })
      yield* ledger.void(repeated)
      assert.strictEqual((yield* ledger.balance("again")).available, 43)
    }))
}

const bounds = (it: Writer): void => {
  it.effect("separates accounts, also with equal keys", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "left", amount: 10, key: "gift" })
      yield* ledger.grant({ account: "right", amount: 20, key: "gift" })
      const left = yield* ledger.reserve({ account: "left", amount: 10, key: "one" })
      const right = yield* ledger.reserve({ account: "right", amount: 15, key: "one" })
      yield* ledger.settle(left, 10)
      assert.strictEqual((yield* ledger.balance("right")).reserved, 15)
      yield* ledger.void(right)
      assert.strictEqual((yield* ledger.balance("left")).available, 0)
      assert.strictEqual((yield* ledger.balance("right")).available, 20)
      assert.isTrue((yield* ledger.history({ account: "left" })).every((entry) => entry.account === "left"))
    }))

  it.effect("expires reservations that were not closed, and returns their credits", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "late", amount: 10, key: "gift" })
      const reservation = yield* ledger.reserve({ account: "late", amount: 10, key: "one", expiresIn: "1 minute" })
      yield* pass("59999 millis")
      assert.strictEqual((yield* ledger.balance("late")).available, 0)
      yield* pass("1 millis")
      assert.strictEqual((yield* ledger.balance("late")).available, 10)
      const error = yield* Effect.flip(ledger.settle(reservation, 4))
      assert.deepInclude(error.reason, { _tag: "AlreadyResolved", resolution: "expire" })
      const next = yield* ledger.reserve({ account: "late", amount: 10, key: "one", expiresIn: "1 minute" })
      assert.strictEqual(next.state, "pending")
      yield* pass("1 minute")
      assert.strictEqual(yield* reasonOf(ledger.settle(next, 4)), "AlreadyResolved")
      assert.strictEqual((yield* ledger.balance("late")).spent, 0)
    }))

  it.effect("keeps a repeated reservation until the latest requested expiry", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      const request = { account: "longer", amount: 4, key: "one" }
      yield* ledger.grant({ account: "longer", amount: 10, key: "gift" })
      yield* ledger.reserve({ ...request, expiresIn: "1 minute" })
      yield* pass("50 seconds")
      const again = yield* ledger.reserve({ ...request, expiresIn: "1 minute" })
      assert.strictEqual((yield* ledger.balance("longer")).reserved, 4)
      // A shorter time has no effect.
      yield* ledger.reserve({ ...request, expiresIn: "1 second" })
      yield* pass("59 seconds")
      assert.deepStrictEqual(yield* ledger.settle(again, 3), { charged: 3, shortfall: 0 })
      assert.strictEqual((yield* ledger.balance("longer")).available, 7)
    }))

  it.effect("charges a cost that exceeds the reservation, up to the available balance", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "over", amount: 10, key: "gift" })
      const first = yield* ledger.reserve({ account: "over", amount: 2, key: "one" })
      assert.deepStrictEqual(yield* ledger.settle(first, 6), { charged: 6, shortfall: 0 })
      const second = yield* ledger.reserve({ account: "over", amount: 2, key: "two" })
      yield* ledger.reserve({ account: "over", amount: 1, key: "three" })
      assert.deepStrictEqual(yield* ledger.settle(second, 9), { charged: 3, shortfall: 6 })
      assert.deepStrictEqual(yield* ledger.settle(second, 9), { charged: 3, shortfall: 6 })
      assert.deepInclude(yield* ledger.balance("over"), { spent: 9, reserved: 1, available: 0 })
    }))

  it.effect("rejects amounts that are negative, too large or not whole", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "amounts", amount: Number.MAX_SAFE_INTEGER, key: "gift" })
      for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
        assert.strictEqual(yield* reasonOf(ledger.grant({ account: "amounts", amount, key: "x" })), "InvalidAmount")
        assert.strictEqual(yield* reasonOf(ledger.reserve({ account: "amounts", amount, key: "x" })), "InvalidAmount")
      }
      assert.strictEqual(yield* reasonOf(ledger.grant({ account: "amounts", amount: 1, key: "y" })), "InvalidAmount")
      const all = yield* ledger.reserve({ account: "amounts", amount: Number.MAX_SAFE_INTEGER, key: "all" })
      assert.strictEqual(yield* reasonOf(ledger.settle(all, -1)), "InvalidAmount")
      assert.strictEqual((yield* ledger.settle(all, Number.MAX_SAFE_INTEGER)).charged, Number.MAX_SAFE_INTEGER)
      assert.strictEqual((yield* ledger.balance("amounts")).available, 0)
    }))
}

const grants = (it: Writer): void => {
  it.effect("rejects reservations that do not exist", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "known", amount: 1, key: "gift" })
      assert.strictEqual(yield* reasonOf(ledger.settle({ account: "known", key: "none" }, 0)), "UnknownReservation")
      assert.strictEqual(yield* reasonOf(ledger.void({ account: "known", key: "gift" })), "UnknownReservation")
      assert.strictEqual(yield* reasonOf(ledger.void({ account: "unknown", key: "none" })), "UnknownReservation")
    }))

  it.effect("sets the credits of a plan, and never makes a balance negative", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      assert.strictEqual((yield* ledger.plan({ account: "plan", credits: 100 })).available, 100)
      assert.strictEqual((yield* ledger.plan({ account: "plan", credits: 100 })).available, 100)
      const reservation = yield* ledger.reserve({ account: "plan", amount: 80, key: "one" })
      yield* ledger.settle(reservation, 80)
      assert.strictEqual((yield* ledger.plan({ account: "plan", credits: 150 })).available, 70)
      assert.strictEqual((yield* ledger.plan({ account: "plan", credits: 10 })).available, 0)
      assert.strictEqual(
        (yield* ledger.plan({ account: "plan", credits: "unlimited" })).available,
        Number.POSITIVE_INFINITY
      )
      const more = yield* ledger.reserve({ account: "plan", amount: 1000, key: "two" })
      assert.strictEqual((yield* ledger.settle(more, 1000)).charged, 1000)
      assert.strictEqual((yield* ledger.plan({ account: "plan", credits: 10 })).available, 0)
    }))

  it.effect("never reserves more than the balance for concurrent operations", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "crowd", amount: 30, key: "gift" })
      const outcomes = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, index) => index),
        (index) => reasonOf(ledger.reserve({ account: "crowd", amount: 1, key: `key-${index}` })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(outcomes.filter((outcome) => outcome === "succeeded").length, 30)
      assert.strictEqual(outcomes.filter((outcome) => outcome === "InsufficientCredits").length, 10)
      const same = yield* Effect.forEach(
        Array.from({ length: 10 }, (_, index) => index),
        (index) =>
          reasonOf(
            index % 2 === 0
              ? ledger.settle({ account: "crowd", key: "key-0" }, 1)
              : ledger.void({ account: "crowd", key: "key-0" })
          ),
        { concurrency: "unbounded" }
      )
      const reservation = yield* ledger.reserve({ account: "crowd", amount: 1, key: "key-0" })
      assert.include(["settle", "pending"], reservation.state)
      assert.strictEqual(same.filter((outcome) => outcome === "succeeded").length, 5)
    }))

  it.effect("lists the newest entries first", () =>
    Effect.gen(function*() {
      const ledger = yield* CreditLedger
      yield* ledger.grant({ account: "lines", amount: 9, key: "gift" })
      const one = yield* ledger.reserve({ account: "lines", amount: 5, key: "one" })
      yield* ledger.settle(one, 2)
      const lines = yield* ledger.history({ account: "lines" })
      assert.deepStrictEqual(
        lines.map(({ amount, kind, pending }) => [kind, amount, pending]),
        [["settle", 2, "one"], ["reserve", 5, undefined], ["grant", 9, undefined]]
      )
      assert.strictEqual((yield* ledger.history({ account: "lines", limit: 1 })).length, 1)
      assert.deepStrictEqual(yield* ledger.history({ account: "no lines" }), [])
    }))
}

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"

export {
  /**
   * Advances the time of a ledger. This is the test clock, unless the ledger's layer provides another way.
   *
   * @category testing
   * @since 0.2.0
   */
  Passage
} from "@dunlin/common/testing"
