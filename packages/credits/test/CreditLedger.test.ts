import { CreditLedger } from "@dunlin/credits"
import * as Conformance from "@dunlin/credits/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import * as vitest from "vitest"

Conformance.run(Conformance.suite("memory", CreditLedger.layerMemory()), vitest)

it.effect("layerNoop allows unlimited spending", () =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const reservation = yield* ledger.reserve({ account: "a", amount: 1e9, key: "k" })
    assert.deepStrictEqual(yield* ledger.settle(reservation, 5), { charged: 5, shortfall: 0 })
    assert.isTrue((yield* ledger.balance("a")).unlimited)
  }).pipe(Effect.provide(CreditLedger.layerNoop)))

it.effect("layerMemory starts accounts with `initial` credits", () =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    assert.strictEqual((yield* ledger.balance("new")).available, 7)
    yield* ledger.reserve({ account: "new", amount: 7, key: "k" })
    assert.strictEqual(
      (yield* Effect.flip(ledger.reserve({ account: "new", amount: 1, key: "l" }))).reason._tag,
      "InsufficientCredits"
    )
  }).pipe(Effect.provide(CreditLedger.layerMemory({ initial: 7 }))))

it.effect("layerMemory drops a single-use key when its reservation ends", () =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const asked = { account: "a", amount: 3, key: "search", once: true }
    const reservation = yield* ledger.reserve(asked)
    assert.deepStrictEqual(yield* ledger.reserve(asked), reservation)
    assert.strictEqual((yield* ledger.settle(reservation, 2)).charged, 2)
    assert.strictEqual((yield* Effect.flip(ledger.settle(reservation, 2))).reason._tag, "UnknownReservation")
    const { reserved, spent } = yield* ledger.balance("a")
    assert.deepStrictEqual({ reserved, spent }, { reserved: 0, spent: 2 })
  }).pipe(Effect.provide(CreditLedger.layerMemory({ initial: "unlimited" }))))

it.effect("layerMemory drops ended reservations above `remember`, never pending ones", () =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const kept = yield* ledger.reserve({ account: "a", amount: 3, key: "kept" })
    for (let index = 0; index < 10; index++) {
      yield* ledger.settle(yield* ledger.reserve({ account: "a", amount: 1, key: `k${index}` }), 1)
    }
    assert.strictEqual(
      (yield* Effect.flip(ledger.settle({ account: "a", key: "k0" }, 1))).reason._tag,
      "UnknownReservation"
    )
    assert.strictEqual((yield* ledger.settle({ account: "a", key: "k9" }, 1)).charged, 1)
    assert.strictEqual((yield* ledger.settle(kept, 3)).charged, 3)
    assert.strictEqual((yield* ledger.balance("a")).spent, 13)
  }).pipe(Effect.provide(CreditLedger.layerMemory({ initial: "unlimited", remember: 2 }))))

it.effect("reports each charge once with its operation, and counts its credits", () => {
  const charges: Array<CreditLedger.Charge> = []
  return Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const reserve = (key: string) => ledger.reserve({ account: "a", amount: 5, key })
    const paid = yield* reserve("paid")
    yield* ledger.settle(paid, 3)
    yield* ledger.settle(paid, 3)
    yield* ledger.settle(yield* reserve("free"), 0)
    yield* ledger.void(yield* reserve("failed"))
    assert.deepStrictEqual(charges, [{ account: "a", key: "paid", credits: 3, operation: "wading" }])
    const counted = (yield* Metric.snapshot).filter(({ attributes, id }) =>
      id === "dunlin_credits_charged_total" && attributes?.["operation"] === "wading"
    )
    assert.deepStrictEqual(counted.map(({ state }) => "count" in state ? Number(state.count) : undefined), [3])
  }).pipe(
    Effect.provideService(CreditLedger.Operation, "wading"),
    Effect.provideService(CreditLedger.Charges, (charge) => Effect.sync(() => void charges.push(charge))),
    Effect.provide(CreditLedger.layerMemory({ initial: 20 }))
  )
})

it.effect("rejects negative and fractional amounts, also in an account with charges", () =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const reservation = yield* ledger.reserve({ account: "a", amount: 5, key: "k" })
    const before = yield* ledger.balance("a")
    for (const amount of [-1, -0.5, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      const errors = [
        yield* Effect.flip(ledger.reserve({ account: "a", amount, key: `reserve ${amount}` })),
        yield* Effect.flip(ledger.settle(reservation, amount)),
        yield* Effect.flip(ledger.grant({ account: "a", amount, key: `grant ${amount}` }))
      ]
      assert.deepStrictEqual(errors.map(({ reason }) => reason._tag), Array(3).fill("InvalidAmount"), String(amount))
    }
    assert.deepStrictEqual(yield* ledger.balance("a"), before)
  }).pipe(Effect.provide(CreditLedger.layerMemory({ initial: 20 }))))
