import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { answerOf, valuesOf } from "../src/internal/quick.ts"
import { toColumns, toEntry, toTotals } from "../src/internal/sql.ts"
import type { Command, Entry } from "../src/internal/transition.ts"

const amount = fc.maxSafeNat()

const anyEntry: fc.Arbitrary<Entry> = fc.record({
  account: fc.string(),
  id: fc.string(),
  kind: fc.constantFrom("grant", "reserve", "settle", "void", "expire"),
  pending: fc.string(),
  amount,
  asked: amount,
  at: amount,
  expiresAt: amount
}, { requiredKeys: ["account", "id", "kind", "amount", "at"] })

describe("rows of the SQL ledgers", () => {
  it("contain every field of an entry, with drivers that return numbers or strings", () => {
    fc.assert(fc.property(anyEntry, fc.boolean(), (entry, hasStrings) => {
      const written = ([account, id, kind, pending, amount, asked, at, expiresAt] = toColumns(entry)) => {
        const integer = (value: string | number | null | undefined) =>
          value === null ? null : hasStrings ? String(value) : Number(value)
        return {
          account: String(account),
          id: String(id),
          kind: String(kind),
          pending: pending === null ? null : String(pending),
          amount: integer(amount) ?? 0,
          asked: integer(asked),
          at: integer(at) ?? 0,
          expires_at: integer(expiresAt)
        }
      }
      assert.deepStrictEqual(toEntry(written()), entry)
    }))
  })

  it("contain the sums of an account", () => {
    const sums = { granted: 5, spent: 2, reserved: 1 }
    const rows = [[true, true], [1, true], ["1", true], [1n, true], [false, false], [0, false], ["0", false]] as const
    for (const [unlimited, expected] of rows) {
      assert.deepStrictEqual(toTotals({ unlimited, granted: "5", spent: 2, reserved: 1n }), {
        unlimited: expected,
        ...sums
      })
    }
  })
})

describe("commands that one statement can run", () => {
  const at = { account: "a", now: 1000 } as const
  const reserve = (key: string, amount = 5): Command => ({
    ...at,
    _tag: "reserve",
    key,
    amount,
    once: false,
    expiresAt: 4000
  })
  const settle = (key: string, amount = 3): Command => ({ ...at, _tag: "settle", key, amount })
  const end: Command = { ...at, _tag: "void", key: "v" }

  it("are reservations, settlements and voids with different keys", () => {
    assert.deepStrictEqual(valuesOf("a", [reserve("r"), settle("s"), end]), [
      "a",
      ["reserve", "settle", "void"],
      ["r", "s", "v"],
      [5, 3, 0],
      [3000, null, null]
    ])
  })

  it("are not grants, balances, invalid amounts or repeated keys", () => {
    const others: ReadonlyArray<ReadonlyArray<Command>> = [
      [{ ...at, _tag: "grant", key: "g", amount: 1 }],
      [{ ...at, _tag: "balance" }],
      [{ ...at, _tag: "plan", credits: 1 }],
      [reserve("r", -1)],
      [reserve("r", 0.5)],
      [settle("s", Number.NaN)],
      [reserve("k"), settle("k")]
    ]
    for (const commands of others) assert.isUndefined(valuesOf("a", commands), JSON.stringify(commands))
    assert.isDefined(valuesOf("a", [reserve("r", 0)]))
  })

  it("return what the ledger would return", () => {
    assert.deepStrictEqual(answerOf(settle("s"), 1500), { charged: 3, shortfall: 0 })
    assert.isUndefined(answerOf(end, 1500))
    assert.deepStrictEqual(answerOf(reserve("r"), 1500), {
      account: "a",
      key: "r",
      amount: 5,
      expiresAt: 4500,
      state: "pending",
      paid: 0
    })
  })
})
