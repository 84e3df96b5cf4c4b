// A process that spends from a shared file: `node workload.ts <file> <process> <operations>`, or, with KILL_AT=n, one
// that kills itself before its n-th statement that writes.
import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import * as SqliteLedger from "@dunlin/credits/SqliteLedger"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { StatementSync } from "node:sqlite"

const killAt = Number(process.env.KILL_AT ?? 0)
if (killAt > 0) {
  let count = 0
  const run = StatementSync.prototype.run
  StatementSync.prototype.run = function(this: StatementSync, ...values: Parameters<typeof run>) {
    if (++count === killAt) process.kill(process.pid, "SIGKILL")
    return run.apply(this, values)
  } as typeof run
}

const [file = "", name = "", operations = "0"] = process.argv.slice(2)

/** Every kind of operation once, with fixed keys, so that it may be repeated until it came through. */
export const script = Effect.gen(function*() {
  const ledger = yield* CreditLedger
  yield* ledger.grant({ account: "team", amount: 100, key: "gift" })
  const first = yield* ledger.reserve({ account: "team", amount: 30, key: "first" })
  const second = yield* ledger.reserve({ account: "team", amount: 20, key: "second" })
  yield* ledger.settle(first, 11)
  yield* ledger.void(second)
  const third = yield* ledger.reserve({ account: "team", amount: 50, key: "third" })
  yield* ledger.settle(third, 53)
  return yield* ledger.balance("team")
})

// Half of the operations use keys that all processes share, so that they meet.
const crowd = Effect.gen(function*() {
  const ledger = yield* CreditLedger
  const spent = yield* Effect.forEach(Array.from({ length: Number(operations) }, (_, index) => index), (index) => {
    const key = index % 2 === 0 ? `shared-${index}` : `${name}-${index}`
    return ledger.reserve({ account: "team", amount: 3, key, expiresIn: "1 hour" }).pipe(
      Effect.flatMap((reservation) =>
        index % 5 === 0 ? ledger.void(reservation) : Effect.asVoid(ledger.settle(reservation, index % 4))
      ),
      Effect.as("ok"),
      Effect.catch((error) => Effect.succeed(error.reason._tag))
    )
  }, { concurrency: 16 })
  return spent.reduce<Record<string, number>>((sums, tag) => ({ ...sums, [tag]: (sums[tag] ?? 0) + 1 }), {})
})

if (import.meta.main) {
  const program: Effect.Effect<object, CreditError, CreditLedger> = name === "script" ? script : crowd
  // stdout is for the result alone
  const layer = Layer.provideMerge(SqliteLedger.layer({ file }), Logger.layer([]))
  process.stdout.write(JSON.stringify(await Effect.runPromise(Effect.provide(program, layer))))
}
