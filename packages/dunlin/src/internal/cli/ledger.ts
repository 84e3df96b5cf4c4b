/** Implements `dunlin ledger check`, which checks that balances and jobs match the lines of the ledger. */
import type { CreditError } from "@dunlin/credits/CreditError"
import type { CheckedAccount, Difference, Report } from "@dunlin/credits/LedgerCheck"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Settings } from "../../Settings.ts"
import { check as checkSettings } from "../settings/check.ts"
import { table } from "./columns.ts"
import { LedgerDiffers } from "./LedgerDiffers.ts"
import { json, settings } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

const reportOf = ({ data, database }: Settings): Effect.Effect<Report, CreditError | WrongUsage> => {
  if (Option.isSome(database)) {
    const url = database.value
    return Effect.flatMap(
      Effect.promise(() => import("@dunlin/credits/PostgresLedger")),
      (PostgresLedger) => PostgresLedger.check({ url })
    )
  }
  const file = join(data, "credits.sqlite")
  if (!existsSync(file)) {
    return Effect.fail(
      new WrongUsage({ message: `No ledger in ${file}: set DUNLIN_DATA, --data or DUNLIN_DATABASE_URL` })
    )
  }
  const jobs = join(data, "jobs.sqlite")
  return Effect.flatMap(
    Effect.promise(() => import("@dunlin/credits/SqliteLedger")),
    (SqliteLedger) => SqliteLedger.check({ file, jobs: existsSync(jobs) ? jobs : undefined })
  )
}

const COLUMNS = ["team", "granted", "spent", "reserved", "left", "lines", "lapsed", "result"] as const

const rowOf = (account: CheckedAccount, differing: ReadonlySet<string>): ReadonlyArray<string> => [
  account.account,
  ...[
    account.granted,
    account.spent,
    account.reserved,
    account.granted - account.spent - account.reserved,
    account.lines,
    account.lapsed
  ].map(String),
  differing.has(account.account) ? "DIFFERS" : "ok"
]

const describe = ({ about, account, job, lines, stored }: Difference): string =>
  `${account}${
    job === undefined ? "" : `, job ${job}`
  }: ${about}: ${stored} stored, ${lines} according to the ledger entries`

const render = ({ accounts, differences, jobs }: Report): string => {
  const differing = new Set(differences.map(({ account }) => account))
  return [
    table([COLUMNS, ...accounts.map((account) => rowOf(account, differing))], 1),
    jobs === undefined
      ? "Job costs were not checked, because the jobs are in a different store from the ledger."
      : `Jobs compared: ${jobs}`,
    ...differences.map(describe)
  ].join("\n")
}

const check = Command.make(
  "check",
  { json },
  Effect.fn("dunlin.ledger.check")(function*(flags) {
    const found = yield* settings
    yield* checkSettings(found)
    const report = yield* reportOf(found)
    yield* Console.log(flags.json ? JSON.stringify(report, null, 2) : render(report))
    const { differences } = report
    if (differences.length === 0) return
    const teams = [...new Set(differences.map(({ account }) => account))]
    return yield* new LedgerDiffers({ differences: differences.length, teams })
  })
).pipe(
  Command.withDescription(
    "Compare every balance and job cost with the ledger entries; exits with 1 if they differ"
  ),
  Command.withExamples([{ command: "dunlin ledger check", description: "After a crash, or before an invoice" }])
)

export const ledger = Command.make("ledger").pipe(
  Command.withDescription("Verify what teams were charged"),
  Command.withSubcommands([check])
)
