/** A ledger that is rolled up while it is used, for every database that keeps one. */
import { CreditLedger } from "@dunlin/credits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Place } from "./checking.ts"

const DAY = 86_400_000

/** Charges, reservations that are given back, and reservations that expire. */
const dayOfWork = Effect.fnUntraced(function*(day: number, pages: number) {
  const ledger = yield* CreditLedger.CreditLedger
  for (let page = 0; page < pages; page++) {
    const reservation = yield* ledger.reserve({ account: "acme", amount: 3, key: `job:${day}:${page}` })
    if (page % 5 === 0) yield* ledger.void(reservation)
    else if (page % 7 !== 0) yield* ledger.settle(reservation, 2)
  }
})

/** Repeats the roll-up until nothing is left, and returns the number of lines that are gone. */
export const rollUpAll = Effect.fnUntraced(function*(retention: `${number} days`) {
  const ledger = yield* CreditLedger.CreditLedger
  let gone = 0
  for (;;) {
    const some = yield* ledger.rollUp({ retention })
    if (some === 0) return gone
    gone += some
  }
})

export const keepsBalancesProvable = Effect.fnUntraced(function*(
  place: Place & { readonly refused: (statement: string) => Effect.Effect<string, unknown> },
  { days, pages }: { readonly days: number; readonly pages: number }
) {
  yield* Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    yield* ledger.grant({ account: "acme", amount: 1_000_000, key: "plan" })
    for (let day = 0; day < days; day++) {
      yield* dayOfWork(day, pages)
      yield* place.pass(DAY)
    }
    const open = yield* ledger.reserve({ account: "acme", amount: 5, key: "open", expiresIn: "90 days" })
    const before = yield* place.check
    const balance = yield* ledger.balance("acme")
    assert.deepStrictEqual(before.differences, [])

    const gone = yield* rollUpAll("10 days")
    const after = yield* place.check
    const [was, is] = [before.accounts[0]!, after.accounts[0]!]
    assert.deepStrictEqual(after.differences, [])
    assert.deepStrictEqual(yield* ledger.balance("acme"), balance)
    // each reservation that is rolled up had two lines
    assert.strictEqual(gone, 2 * is.rolledUp)
    assert.deepStrictEqual({ ...is, lines: is.lines + gone, rolledUp: 0 }, was)
    // what was left open on the last of these days expired on the next one
    const expired = Array.from({ length: pages }, (_, page) => page).filter((page) => page % 7 === 0 && page % 5 > 0)
    assert.strictEqual(is.rolledUp, (days - 10) * pages - expired.length)
    assert.strictEqual(yield* rollUpAll("10 days"), 0)

    // a grant, a young key and an open reservation are still known
    yield* ledger.grant({ account: "acme", amount: 1_000_000, key: "plan" })
    assert.strictEqual(
      (yield* ledger.reserve({ account: "acme", amount: 3, key: `job:${days - 1}:1` })).state,
      "settle"
    )
    assert.strictEqual((yield* ledger.settle(open, 4)).charged, 4)
    assert.deepInclude(yield* ledger.balance("acme"), {
      granted: balance.granted,
      spent: balance.spent + 4,
      reserved: 0
    })

    for (
      const statement of [
        "DELETE FROM credit_ledger WHERE kind = 'reserve'",
        "DELETE FROM credit_ledger WHERE kind = 'grant'",
        "UPDATE credit_rollups SET spent = 0",
        "DELETE FROM credit_rollups"
      ]
    ) {
      assert.match(yield* place.refused(statement), /append-only/, statement)
    }
  }).pipe(Effect.provide(place.ledger))

  // half of a year later hardly anything is left, and it still proves the balance
  yield* place.pass(180 * DAY)
  yield* Effect.provide(rollUpAll("10 days"), place.ledger)
  const last = yield* place.check
  assert.deepStrictEqual(last.differences, [])
  assert.isAtMost(last.accounts[0]!.lines, 3)
})

/** What a check says of a sum that was changed by somebody with all rights. */
export const noticesChangedSums = Effect.fnUntraced(function*({ change, check }: Place) {
  yield* change(
    `CREATE TABLE changed AS SELECT account, day, settled, given_back, spent + 1 AS spent FROM credit_rollups;
    DROP TABLE credit_rollups; ALTER TABLE changed RENAME TO credit_rollups`
  )
  const { differences } = yield* check
  assert.deepStrictEqual(differences.map(({ about, account }) => [account, about]), [["acme", "spent credits"]])
})
