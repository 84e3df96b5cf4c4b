/** Records credits of settled pages until the ledger charges them, grouped into bills. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Kind } from "../Job.ts"
import * as Formats from "./formats.ts"
import { held } from "./returning.ts"
import type { Bill, JobStore, Owed } from "./service.ts"
import type { Sql, Transaction } from "./sql.ts"
import { running } from "./tables.ts"

/** Before this age, only the worker that holds the reservation bills its last page. */
const WORKERS_OWN_TIME = 10_000

const BILLS_PER_CALL = 256

/** Separates the reservation's id from the bill's number in a bill's id. Reservation ids contain no spaces. */
const MARK_OF_BILL = " bill:"

const isBill = (reservation: string): boolean => reservation.includes(MARK_OF_BILL)

/** Only the first bill settles the reservation, because a settlement closes it. */
const billOf = (id: string, credits: number): Bill => {
  const at = id.lastIndexOf(MARK_OF_BILL)
  return id.endsWith(`${MARK_OF_BILL}1`) ? { id, credits, reservation: id.slice(0, at) } : { id, credits }
}

/** Needs a lock on the job's row, so that each page is on one bill. */
const makeBill = Effect.fnUntraced(function*(transaction: Transaction, job: string, reservation: string) {
  const open = yield* transaction.all(
    `SELECT 1 FROM job_pages WHERE job = $1 AND bill = $2 AND unpaid > 0 LIMIT 1`,
    [job, reservation]
  )
  if (open.length === 0 || isBill(reservation)) return reservation
  const [row] = yield* transaction.all(
    `INSERT INTO job_bills (job, reservation, bills) VALUES ($1, $2, 1)
     ON CONFLICT (job, reservation) DO UPDATE SET bills = job_bills.bills + 1 RETURNING bills`,
    [job, reservation]
  )
  const id = `${reservation}${MARK_OF_BILL}${Number(row!.bills)}`
  yield* transaction.run(
    `UPDATE job_pages SET bill = $3 WHERE job = $1 AND bill = $2 AND unpaid > 0`,
    [job, reservation, id]
  )
  return id
})

export const owing = (sql: Sql): Pick<JobStore["Service"], "bill" | "owed" | "paid"> => ({
  owed: Effect.map(
    sql.transact(Effect.fnUntraced(function*(transaction) {
      yield* transaction.run(
        `UPDATE job_pages SET unpaid = owed, bill = owed_to, owed = NULL, owed_to = NULL
         WHERE owed > 0 AND finished_at <= $now - ${WORKERS_OWN_TIME}`
      )
      // A live worker may settle more pages under its reservation while it has a leased page of the job, so its bill
      // waits.
      return yield* transaction.all(
        `SELECT late.job, late.bill, late.credits, jobs.team, jobs.kind FROM (
           SELECT job, bill, SUM(unpaid) AS credits FROM job_pages WHERE unpaid > 0
           GROUP BY job, bill HAVING MAX(finished_at) <= $now - ${WORKERS_OWN_TIME}
         ) AS late JOIN jobs ON jobs.id = late.job
         WHERE late.bill LIKE '%${MARK_OF_BILL}%' OR NOT EXISTS (
           SELECT 1 FROM job_pages AS busy WHERE busy.job = late.job AND busy.state = ${running} AND busy.lease_until > 0
             AND busy.lease_until > $now + ${Formats.added} AND late.bill LIKE '%' || ${Formats.worker} || '%'
         ) LIMIT ${BILLS_PER_CALL}`
      )
    })),
    (rows) =>
      rows.map((row): Owed => ({
        job: String(row.job),
        team: String(row.team),
        kind: row.kind as Kind,
        credits: Number(row.credits),
        reservation: String(row.bill)
      }))
  ),

  bill: ({ job, reservation }) =>
    sql.transact(Effect.fnUntraced(function*(transaction) {
      yield* held(transaction, job)
      const id = yield* makeBill(transaction, job, reservation)
      const [row] = yield* transaction.all(
        `SELECT COALESCE(SUM(unpaid), 0) AS credits FROM job_pages WHERE job = $1 AND bill = $2 AND unpaid > 0`,
        [job, id]
      )
      const credits = Number(row!.credits)
      return credits === 0 ? Option.none() : Option.some(billOf(id, credits))
    })),

  paid: (bills) =>
    sql.transact(
      Effect.fnUntraced(function*(transaction) {
        for (const { charged, credits, id, job } of bills) {
          if (charged < credits) yield* held(transaction, job)
          const changed = yield* transaction.run(
            `UPDATE job_pages SET unpaid = NULL, bill = NULL WHERE job = $1 AND bill = $2 AND unpaid > 0`,
            [job, id]
          )
          if (changed === 0 || charged >= credits) continue
          yield* transaction.run(
            `UPDATE jobs SET credits = credits - $2, warning = $3 WHERE id = $1`,
            [job, credits - charged, `The job cost ${credits - charged} credits more than the team's balance.`]
          )
        }
      }),
      { forgettable: true }
    )
})
