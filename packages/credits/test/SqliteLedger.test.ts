import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import * as Conformance from "@dunlin/credits/testing"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Result, Scope } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as vitest from "vitest"
import { testProgram } from "../../../.config/testProgram.mjs"
import { script } from "./workload.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-credits-"))
const workload = await testProgram(join(import.meta.dirname, "workload.ts"))
afterAll(() => {
  workload.remove()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

Conformance.run(
  Conformance.suite("sqlite", SqliteLedger.layer({ file: join(folder, "conformance.db"), fullSync: true })),
  vitest
)
Conformance.run(Conformance.suite("sqlite in memory", SqliteLedger.layer({ file: ":memory:" })), vitest)

const run = (file: string, args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
  new Promise<{ readonly signal: string | null; readonly output: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [workload.file, file, ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let output = ""
    child.stdout.on("data", (chunk) => output += chunk)
    child.on("error", reject)
    child.on("close", (_, signal) => resolve({ signal, output }))
  })

interface Row {
  readonly kind: string
  readonly amount: number
  readonly pending: string | null
  readonly id: string
}

/** What must be true of a file at any moment, read without the ledger. */
const audit = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare("SELECT * FROM credit_ledger ORDER BY seq").all() as unknown as Array<Row>
  const sums = database.prepare("SELECT * FROM credit_accounts").get() as
    | { granted: number; spent: number; reserved: number }
    | undefined
  const pending = database.prepare("SELECT id, amount FROM credit_pending").all() as Array<
    { id: string; amount: number }
  >
  database.close()
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const total = (rows: ReadonlyArray<{ readonly amount: number }>) => rows.reduce((sum, row) => sum + row.amount, 0)
  const resolved = rows.flatMap((row) => row.pending ?? [])
  assert.strictEqual(new Set(resolved).size, resolved.length, "a reservation ended twice")
  const open = of("reserve").filter((row) => !resolved.includes(row.id))
  assert.deepStrictEqual(pending.map((row) => row.id).sort(), open.map((row) => row.id).sort())
  const state = { granted: total(of("grant")), spent: total(of("settle")), reserved: total(open) }
  assert.isAtLeast(state.granted - state.spent - state.reserved, 0)
  if (rows.length > 0) assert.deepInclude(sums, state)
  return { ...state, rows }
}

describe("SqliteLedger", () => {
  it("stays exact with 8 processes on one file", async () => {
    const file = join(folder, "processes.db")
    await Effect.runPromise(Effect.provide(
      Effect.flatMap(
        CreditLedger.CreditLedger,
        (ledger) => ledger.grant({ account: "team", amount: 2000, key: "gift" })
      ),
      SqliteLedger.layer({ file })
    ))
    const results = await Promise.all(Array.from({ length: 8 }, (_, index) => run(file, [`p${index}`, "250"])))
    const sums: Record<string, number> = {}
    for (const { output, signal } of results) {
      assert.isNull(signal)
      for (const [tag, count] of Object.entries(JSON.parse(output) as Record<string, number>)) {
        sums[tag] = (sums[tag] ?? 0) + count
      }
    }
    const { reserved, rows, spent } = audit(file)
    assert.strictEqual(reserved, 0)
    assert.strictEqual(sums.ok, 8 * 250)
    // Odd numbers belong to one process each, even ones are shared: each key was paid for once.
    const cost = (index: number) => index % 5 === 0 ? 0 : index % 4
    const expected = Array.from({ length: 250 }, (_, index) => cost(index) * (index % 2 === 0 ? 1 : 8))
    assert.strictEqual(spent, expected.reduce((sum, amount) => sum + amount, 0))
    assert.strictEqual(rows.filter((row) => row.kind === "settle").length, 100 + 8 * 100)
  })

  it("survives kill -9 before every write, and repeated commands are free", async () => {
    let kills = 0
    const point = async (killAt: number): Promise<boolean> => {
      const file = join(folder, `kill-${killAt}.db`)
      const { signal } = await run(file, ["script"], { KILL_AT: String(killAt) })
      if (signal === "SIGKILL") {
        kills++
        audit(file)
      }
      const again = Effect.runPromise(Effect.provide(script, SqliteLedger.layer({ file })))
      const balance = await again
      assert.deepInclude(balance, { granted: 100, spent: 64, reserved: 0, available: 36 })
      // Work that was voided is begun again when it is repeated: two lines more.
      assert.include([7, 9], audit(file).rows.length)
      return signal === "SIGKILL"
    }
    for (let killAt = 1, alive = true; alive; killAt += 4) {
      alive = (await Promise.all([0, 1, 2, 3].map((offset) => point(killAt + offset)))).every(Boolean)
    }
    assert.isAbove(kills, 30)
  })

  it.effect("rejects changes of a written entry", () =>
    Effect.gen(function*() {
      const file = join(folder, "append-only.db")
      yield* Effect.provide(
        Effect.flatMap(CreditLedger.CreditLedger, (ledger) => ledger.grant({ account: "a", amount: 1, key: "k" })),
        SqliteLedger.layer({ file })
      )
      const database = new DatabaseSync(file)
      assert.throws(() => database.exec("UPDATE credit_ledger SET amount = 100"), /append-only/)
      assert.throws(() => database.exec("DELETE FROM credit_ledger"), /append-only/)
      assert.throws(() => database.exec("UPDATE credit_accounts SET spent = 2"), /CHECK/)
      database.close()
    }))

  it.effect("fails all waiting calls with Unavailable, continues, and rejects calls after it closed", () =>
    Effect.gen(function*() {
      const file = join(folder, "together.db")
      const scope = yield* Scope.make()
      const ledger = yield* Scope.provide(SqliteLedger.make({ file, initial: 10 }), scope)
      const three = Effect.all(
        ["a", "b", "c"].map((account) => Effect.result(ledger.reserve({ account, amount: 1, key: "k" }))),
        { concurrency: 3 }
      )
      const database = new DatabaseSync(file)
      database.exec("ALTER TABLE credit_accounts RENAME TO away")
      const tags = (yield* three).map((result) => Result.isFailure(result) && result.failure.reason._tag)
      assert.deepStrictEqual(tags, ["Unavailable", "Unavailable", "Unavailable"])
      database.exec("ALTER TABLE away RENAME TO credit_accounts")
      database.close()
      assert.deepStrictEqual((yield* three).map(Result.isSuccess), [true, true, true])
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual((yield* Effect.flip(ledger.balance("a"))).reason._tag, "Unavailable")
    }))

  it.effect("fails with Unavailable if the file cannot be opened", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Effect.provide(
        CreditLedger.CreditLedger,
        SqliteLedger.layer({ file: join(folder, "no", "such", "folder.db") })
      ))
      assert.strictEqual(error.reason._tag, "Unavailable")
      assert.isTrue(error.isRetryable)
    }))
})
