/** Ways to damage a ledger, and what a check says of each; for every database that keeps one. */
import { CreditLedger, type LedgerCheck } from "@dunlin/credits"
import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"

export interface Place {
  readonly ledger: Layer.Layer<CreditLedger.CreditLedger, unknown>
  readonly check: Effect.Effect<LedgerCheck.Report, unknown>
  readonly change: (statements: string) => Effect.Effect<unknown>
  /** Lets time pass for the ledger. */
  readonly pass: (milliseconds: number) => Effect.Effect<unknown>
}

/** Three teams: one that was charged, one with an open reservation, and one without a limit. */
const business = ({ ledger, pass }: Place) =>
  Effect.gen(function*() {
    const { grant, plan, reserve, settle, void: giveBack } = yield* CreditLedger.CreditLedger
    yield* grant({ account: "acme", amount: 100, key: "gift" })
    const first = yield* reserve({ account: "acme", amount: 12, key: "a" })
    yield* settle(first, 9)
    yield* giveBack(yield* reserve({ account: "acme", amount: 4, key: "b" }))
    // more than was set aside
    yield* settle(yield* reserve({ account: "acme", amount: 1, key: "c" }), 3)
    yield* grant({ account: "open", amount: 10, key: "gift" })
    yield* reserve({ account: "open", amount: 6, key: "a", expiresIn: "10 minutes" })
    yield* pass(60_000)
    yield* reserve({ account: "open", amount: 1, key: "b", expiresIn: "10 minutes" })
    yield* plan({ account: "free", credits: "unlimited" })
    yield* settle(yield* reserve({ account: "free", amount: 5, key: "a" }), 5)
  }).pipe(Effect.provide(ledger))

/** The lines in a table that takes any change. */
const loosened = `ALTER TABLE credit_ledger RENAME TO kept;
  CREATE TABLE credit_ledger AS SELECT * FROM kept`

const damages: ReadonlyArray<{
  readonly how: string
  readonly statement: string
  readonly says: ReadonlyArray<readonly [account: string, about: string, stored: number, lines: number]>
}> = [
  {
    how: "a balance that was raised",
    statement: "UPDATE credit_accounts SET granted = 105 WHERE account = 'acme'",
    says: [["acme", "granted credits", 105, 100]]
  },
  {
    how: "a balance that is gone",
    statement: "DELETE FROM credit_accounts WHERE account = 'free'",
    says: [["free", "spent credits", 0, 5], ["free", "credits spent and reserved beyond those granted", 0, 5]]
  },
  {
    how: "a charge that was changed",
    statement: "UPDATE credit_ledger SET amount = 2 WHERE account = 'acme' AND id = 'a/end'",
    says: [["acme", "spent credits", 12, 5]]
  },
  {
    how: "a charge whose reservation is gone",
    statement: "DELETE FROM credit_ledger WHERE account = 'acme' AND id = 'a'",
    says: [
      ["acme", "credits charged without a reservation", 0, 9],
      ["acme", "entries that close a nonexistent reservation", 0, 1]
    ]
  },
  {
    how: "a reservation that ended twice",
    statement: "INSERT INTO credit_ledger SELECT 1000, account, 'again', 'void', pending, 0, NULL, at, NULL " +
      "FROM credit_ledger WHERE account = 'acme' AND id = 'a/end'",
    says: [["acme", "ends of reservations", 3, 4]]
  },
  {
    how: "an open reservation that is forgotten",
    statement: "DELETE FROM credit_pending WHERE account = 'open' AND id = 'a'",
    says: [["open", "credits of pending reservations", 1, 7], ["open", "pending reservations", 1, 2]]
  },
  {
    how: "a pending reservation that has ended",
    statement: "INSERT INTO credit_pending VALUES ('acme', 'b', 0, 9000000000000000)",
    says: [
      ["acme", "pending reservations", 1, 0],
      ["acme", "pending reservations with an open entry of the same amount", 1, 0]
    ]
  },
  {
    how: "a reservation past its deadline that a later operation should have ended",
    statement:
      "UPDATE credit_pending SET expires_at = (SELECT at FROM credit_ledger WHERE account = 'open' AND id = 'a') + 1 " +
      "WHERE account = 'open' AND id = 'a'",
    says: [["open", "expired reservations that later operations did not close", 1, 0]]
  },
  {
    how: "a charge below zero, with its balance changed alike",
    statement: "UPDATE credit_ledger SET amount = -9 WHERE account = 'acme' AND id = 'c/end'; " +
      "UPDATE credit_accounts SET spent = 0 WHERE account = 'acme'",
    says: [["acme", "entries with a negative amount", 0, 1]]
  }
]

/** Damages a ledger in one way after another, and repairs it from a copy of its tables each time. */
export const findsEveryDamage = Effect.fnUntraced(function*(place: Place) {
  yield* business(place)
  const right = yield* place.check
  assert.deepStrictEqual(right, {
    accounts: [
      { account: "acme", granted: 100, spent: 12, reserved: 0, lines: 7, rolledUp: 0, lapsed: 0 },
      { account: "free", granted: 0, spent: 5, reserved: 0, lines: 2, rolledUp: 0, lapsed: 0 },
      { account: "open", granted: 10, spent: 0, reserved: 7, lines: 3, rolledUp: 0, lapsed: 0 }
    ],
    jobs: undefined,
    differences: []
  })
  yield* place.change(
    `${loosened}; CREATE TABLE kept_accounts AS SELECT * FROM credit_accounts;
     CREATE TABLE kept_pending AS SELECT * FROM credit_pending`
  )
  for (const { how, says, statement } of damages) {
    yield* place.change(statement)
    const { differences } = yield* place.check
    assert.deepStrictEqual(
      differences.map((one) => [one.account, one.about, one.stored, one.lines] as const),
      says,
      how
    )
    yield* place.change(
      `DELETE FROM credit_ledger; INSERT INTO credit_ledger SELECT * FROM kept;
       DELETE FROM credit_accounts; INSERT INTO credit_accounts SELECT * FROM kept_accounts;
       DELETE FROM credit_pending; INSERT INTO credit_pending SELECT * FROM kept_pending`
    )
    assert.deepStrictEqual(yield* place.check, right, `after ${how}`)
  }
  // A deadline that nothing has passed is no fault: the next operation ends the reservation.
  yield* place.pass(3_600_000)
  const late = yield* place.check
  assert.deepStrictEqual(late.differences, [])
  assert.deepStrictEqual(late.accounts.map(({ lapsed }) => lapsed), [0, 0, 2])
})
