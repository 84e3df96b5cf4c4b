/** Defines the statements that check a ledger, for SQLite and PostgreSQL, and interprets their results. */
import * as Effect from "effect/Effect"
import type { CheckedAccount, Difference, Report } from "../LedgerCheck.ts"
import { DAY_IN_MILLISECONDS } from "./rollUp.ts"

type Row = Readonly<Record<string, unknown>>

export interface Snapshot {
  readonly all: (statement: string) => Effect.Effect<ReadonlyArray<Row>, unknown>
  readonly now: number
  readonly hasRollUps: boolean
  readonly hasJobs: boolean
  readonly jobOfLine: string
}

const STORED = "SELECT account, unlimited, granted, spent, reserved FROM credit_accounts"

const LINES = `SELECT line.account,
  SUM(CASE WHEN line.kind = 'grant' THEN line.amount ELSE 0 END) AS granted,
  SUM(CASE WHEN line.kind = 'settle' THEN line.amount ELSE 0 END) AS spent,
  SUM(CASE WHEN line.kind = 'reserve' AND ended.seq IS NULL THEN line.amount ELSE 0 END) AS reserved,
  SUM(CASE WHEN line.kind = 'reserve' AND ended.seq IS NULL THEN 1 ELSE 0 END) AS open,
  COUNT(DISTINCT line.seq) AS lines
FROM credit_ledger AS line
LEFT JOIN credit_ledger AS ended ON ended.account = line.account AND ended.pending = line.id
GROUP BY line.account`

const ROLLED_UP = `SELECT account, SUM(spent) AS spent, SUM(settled + given_back) AS reservations,
  MAX(day) AS day FROM credit_rollups GROUP BY account`

const PENDING = "SELECT account, COUNT(*) AS open, SUM(amount) AS reserved FROM credit_pending GROUP BY account"

/** A settlement may exceed its reservation, because the difference is charged to the available credits. */
const faults = {
  "pending reservations with an open entry of the same amount": `SELECT pending.account, COUNT(*) AS stored,
    SUM(CASE WHEN line.amount = pending.amount AND ended.seq IS NULL THEN 1 ELSE 0 END) AS lines
  FROM credit_pending AS pending
  LEFT JOIN credit_ledger AS line
    ON line.account = pending.account AND line.id = pending.id AND line.kind = 'reserve'
  LEFT JOIN credit_ledger AS ended ON ended.account = pending.account AND ended.pending = pending.id
  GROUP BY pending.account`,
  "credits charged without a reservation": `SELECT line.account, 0 AS stored, SUM(line.amount) AS lines
  FROM credit_ledger AS line
  LEFT JOIN credit_ledger AS reserved
    ON reserved.account = line.account AND reserved.id = line.pending AND reserved.kind = 'reserve'
  WHERE line.kind = 'settle' AND reserved.seq IS NULL GROUP BY line.account`,
  "entries that close a nonexistent reservation": `SELECT line.account, 0 AS stored, COUNT(*) AS lines
  FROM credit_ledger AS line
  LEFT JOIN credit_ledger AS reserved
    ON reserved.account = line.account AND reserved.id = line.pending AND reserved.kind = 'reserve'
  WHERE line.kind IN ('settle', 'void', 'expire') AND reserved.seq IS NULL GROUP BY line.account`,
  "ends of reservations": `SELECT account, COUNT(DISTINCT pending) AS stored, COUNT(*) AS lines
  FROM credit_ledger WHERE pending IS NOT NULL GROUP BY account`,
  "entries with a negative amount": `SELECT account, 0 AS stored, COUNT(*) AS lines
  FROM credit_ledger WHERE amount < 0 AND kind <> 'grant' GROUP BY account`
} as const

/**
 * Each operation on an account closes overdue reservations first. An overdue one before a later entry is therefore a
 * fault, and others wait for the next operation.
 */
const overdue = (now: number) =>
  `SELECT pending.account, COUNT(*) AS lapsed,
    SUM(CASE WHEN EXISTS (
      SELECT 1 FROM credit_ledger AS later WHERE later.account = pending.account AND later.seq > line.seq
        AND later.at >= pending.expires_at
    ) THEN 1 ELSE 0 END) AS overlooked
  FROM credit_pending AS pending
  JOIN credit_ledger AS line ON line.account = pending.account AND line.id = pending.id
  WHERE pending.expires_at <= ${now} GROUP BY pending.account`

/**
 * The credits of a job include accepted pages that are not charged yet, whether or not the ledger has them. Entries
 * of a job that started before the end of a roll-up may be missing.
 */
const jobs = (jobOfLine: string, rolledUpUntil: number) =>
  `SELECT jobs.team AS account, jobs.id AS job, jobs.credits AS told, COALESCE(unpaid.owed, 0) AS owed,
    COALESCE(paid.charged, 0) AS charged
  FROM jobs
  LEFT JOIN (
    SELECT job, SUM(COALESCE(unpaid, 0) + COALESCE(owed, 0)) AS owed FROM job_pages WHERE unpaid > 0 OR owed > 0 GROUP BY job
  ) AS unpaid ON unpaid.job = jobs.id
  LEFT JOIN (
    SELECT account, ${jobOfLine} AS job, SUM(amount) AS charged FROM credit_ledger
    WHERE kind = 'settle' AND pending LIKE 'job:%' GROUP BY 1, 2
  ) AS paid ON paid.account = jobs.team AND paid.job = jobs.id
  WHERE jobs.id NOT LIKE '%:%'
    AND (COALESCE(paid.charged, 0) > jobs.credits
      OR (jobs.created_at >= ${rolledUpUntil}
        AND COALESCE(paid.charged, 0) < jobs.credits - COALESCE(unpaid.owed, 0)))`

const byAccount = (rows: ReadonlyArray<Row>) => new Map(rows.map((row) => [String(row.account), row]))

/** Drivers return large integers as strings. Without a row, the sum is 0. */
const figure = (row: Row | undefined, column: string): number => Number(row?.[column] ?? 0)

export const check = Effect.fnUntraced(function*({ all, hasJobs, hasRollUps, jobOfLine, now }: Snapshot) {
  const stored = byAccount(yield* all(STORED))
  const summed = byAccount(yield* all(LINES))
  const pending = byAccount(yield* all(PENDING))
  const rolledUp = byAccount(hasRollUps ? yield* all(ROLLED_UP) : [])
  const late = byAccount(yield* all(overdue(now)))
  const differences: Array<Difference> = []
  const compare = (account: string, about: string, stored: number, lines: number) => {
    if (stored !== lines) differences.push({ account, about, stored, lines })
  }
  const accounts: Array<CheckedAccount> = []
  const names = new Set([stored, summed, pending, rolledUp].flatMap((rows) => [...rows.keys()]))
  for (const account of [...names].sort()) {
    const [balance, lines, open] = [stored.get(account), summed.get(account), pending.get(account)]
    const rolled = rolledUp.get(account)
    const spent = figure(lines, "spent") + figure(rolled, "spent")
    compare(account, "granted credits", figure(balance, "granted"), figure(lines, "granted"))
    compare(account, "spent credits", figure(balance, "spent"), spent)
    compare(account, "reserved credits", figure(balance, "reserved"), figure(lines, "reserved"))
    compare(account, "credits of pending reservations", figure(open, "reserved"), figure(lines, "reserved"))
    compare(account, "pending reservations", figure(open, "open"), figure(lines, "open"))
    const overlooked = figure(late.get(account), "overlooked")
    compare(account, "expired reservations that later operations did not close", overlooked, 0)
    const missing = spent + figure(lines, "reserved") - figure(lines, "granted")
    if (!Number(balance?.unlimited ?? 0) && missing > 0) {
      compare(account, "credits spent and reserved beyond those granted", 0, missing)
    }
    accounts.push({
      account,
      granted: figure(lines, "granted"),
      spent,
      reserved: figure(lines, "reserved"),
      lines: figure(lines, "lines"),
      rolledUp: figure(rolled, "reservations"),
      lapsed: figure(late.get(account), "lapsed")
    })
  }
  for (const [about, statement] of Object.entries(faults)) {
    for (const row of yield* all(statement)) {
      compare(String(row.account), about, figure(row, "stored"), figure(row, "lines"))
    }
  }
  const lastDay = Math.max(-1, ...[...rolledUp.values()].map((row) => figure(row, "day")))
  const rolledUpUntil = (lastDay + 1) * DAY_IN_MILLISECONDS
  if (!hasJobs) return { accounts, jobs: undefined, differences } satisfies Report
  for (const row of yield* all(jobs(jobOfLine, rolledUpUntil))) {
    differences.push({
      account: String(row.account),
      job: String(row.job),
      about: "the job's creditsUsed",
      stored: figure(row, "told"),
      lines: figure(row, "charged")
    })
  }
  const [counted] = yield* all("SELECT COUNT(*) AS jobs FROM jobs WHERE id NOT LIKE '%:%'")
  return { accounts, jobs: figure(counted, "jobs"), differences } satisfies Report
})
