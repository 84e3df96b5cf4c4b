// Credits under many processes on one file, and operations per second: npm run bench -- credits [--operations=1000]
// [--processes=8]
import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import { Effect, type Layer } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

const cost = (index: number) => index % 5 === 0 ? 0 : index % 4

const work = (name: string, operations: number) =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    yield* Effect.forEach(Array.from({ length: operations }, (_, index) => index), (index) =>
      Effect.gen(function*() {
        const key = index % 2 === 0 ? `shared-${index}` : `${name}-${index}`
        const reservation = yield* ledger.reserve({ account: "team", amount: 3, key, expiresIn: "1 hour" })
        if (index % 5 === 0) yield* Effect.ignore(ledger.void(reservation))
        else yield* ledger.settle(reservation, cost(index))
      }), { concurrency: 64, discard: true })
  })

const child = (file: string, name: string, operations: number) =>
  new Promise<{ readonly code: number | null }>((resolve) => {
    spawn(process.execPath, [import.meta.filename, file, name, String(operations)], { stdio: "inherit" })
      .on("close", (code) => resolve({ code }))
  })

const audit = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const one = <A>(sql: string) => database.prepare(sql).get() as A
  const state = {
    lines: one<{ n: number }>("SELECT count(*) AS n FROM credit_ledger").n,
    settled: one<{ n: number }>("SELECT count(*) AS n FROM credit_ledger WHERE kind = 'settle'").n,
    spent: one<{ n: number }>("SELECT coalesce(sum(amount), 0) AS n FROM credit_ledger WHERE kind = 'settle'").n,
    twice: one<{ n: number }>(
      "SELECT count(*) AS n FROM (SELECT pending FROM credit_ledger WHERE pending IS NOT NULL GROUP BY account, pending HAVING count(*) > 1)"
    ).n,
    sums: one<{ granted: number; spent: number; reserved: number }>(
      "SELECT granted, spent, reserved FROM credit_accounts"
    )
  }
  database.close()
  return state
}

const throughput = async (name: string, layer: Layer.Layer<CreditLedger.CreditLedger, unknown>, operations: number) => {
  const program = Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    yield* ledger.plan({ account: "team", credits: "unlimited" })
    const start = performance.now()
    for (let index = 0; index < operations; index++) {
      const reservation = yield* ledger.reserve({ account: "team", amount: 3, key: `key-${index}` })
      yield* ledger.settle(reservation, 2)
    }
    return (performance.now() - start) / operations
  })
  const milliseconds = await Effect.runPromise(Effect.provide(program, layer))
  console.log(`${name.padEnd(36)} ${(milliseconds * 1000).toFixed(0).padStart(6)} µs for a reserve and its settle`)
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? fallback)
  const processes = option("processes", 8)
  const operations = option("operations", 1000)
  const folder = mkdtempSync(join(tmpdir(), "dunlin-credits-"))
  const file = join(folder, "credits.sqlite")
  const granted = processes * operations * 3
  await Effect.runPromise(Effect.provide(
    Effect.flatMap(
      CreditLedger.CreditLedger,
      (ledger) => ledger.grant({ account: "team", amount: granted, key: "gift" })
    ),
    SqliteLedger.layer({ file })
  ))
  const start = performance.now()
  const ends = await Promise.all(
    Array.from({ length: processes }, (_, index) => child(file, `process-${index}`, operations))
  )
  const seconds = (performance.now() - start) / 1000
  const { lines, settled, spent, sums, twice } = audit(file)
  const indices = Array.from({ length: operations }, (_, index) => index)
  const expected = indices.reduce((sum, index) => sum + cost(index) * (index % 2 === 0 ? 1 : processes), 0)
  const settles = indices.reduce((sum, index) => sum + (index % 5 === 0 ? 0 : index % 2 === 0 ? 1 : processes), 0)
  console.log(
    `${processes} processes x ${operations} operations at concurrency 64 on one file, ${seconds.toFixed(1)} s`
  )
  console.log(`  processes that failed     ${ends.filter(({ code }) => code !== 0).length}`)
  console.log(`  spent                     ${spent}, expected ${expected}`)
  console.log(`  settled                   ${settled}, expected ${settles}`)
  console.log(`  still reserved            ${sums.reserved}`)
  console.log(`  reservations ended twice  ${twice}`)
  console.log(`  sums equal to the lines   ${sums.spent === spent && sums.granted === granted} (${lines} lines)`)
  const layers = {
    "memory": CreditLedger.layerMemory(),
    "SQLite, WAL": SqliteLedger.layer({ file: join(folder, "normal.sqlite") }),
    "SQLite, WAL, every commit on disk": SqliteLedger.layer({ file: join(folder, "full.sqlite"), fullSync: true })
  }
  for (const [name, layer] of Object.entries(layers)) await throughput(name, layer as never, 2000)
  rmSync(folder, { recursive: true })
}

if (import.meta.main) {
  const [file = "", name = "", operations = "0"] = process.argv.slice(2)
  await Effect.runPromise(Effect.provide(work(name, Number(operations)), SqliteLedger.layer({ file })))
}
