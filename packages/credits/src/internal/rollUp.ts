/**
 * Defines the statements that roll a ledger up. A reservation that ended long ago has two entries, which become part
 * of one row per account and day. Grants and open reservations do not change.
 */
import * as Effect from "effect/Effect"

/** Limits the time for which a transaction holds the ledger's lock to a few milliseconds. */
const RESERVATIONS_PER_TRANSACTION = 500

export const DAY_IN_MILLISECONDS = 86_400_000

export const tables = `
CREATE TABLE IF NOT EXISTS credit_rollups (
  account TEXT NOT NULL,
  day BIGINT NOT NULL,
  settled BIGINT NOT NULL CHECK (settled >= 0),
  given_back BIGINT NOT NULL CHECK (given_back >= 0),
  spent BIGINT NOT NULL CHECK (spent >= 0),
  PRIMARY KEY (account, day)
);`

export interface Transaction {
  readonly all: (statement: string) => Effect.Effect<ReadonlyArray<Readonly<Record<string, unknown>>>, unknown>
  readonly run: (statement: string) => Effect.Effect<number, unknown>
}

/** Entries are sorted by time, so a search from the oldest one stops at the first entry that is too recent. */
const firstYoung = (before: number) => `SELECT seq FROM credit_ledger WHERE at >= ${before} ORDER BY seq LIMIT 1`

const endsUntil = (before: number, young: number | undefined) =>
  `SELECT MAX(seq) AS last FROM (
     SELECT seq FROM credit_ledger
     WHERE pending IS NOT NULL AND at < ${before}${young === undefined ? "" : ` AND seq < ${young}`}
     ORDER BY seq LIMIT ${RESERVATIONS_PER_TRANSACTION}
   ) AS oldest`

const ends = (before: number, last: number) => `pending IS NOT NULL AND at < ${before} AND seq <= ${last}`

const sum = (before: number, last: number) =>
  `INSERT INTO credit_rollups (account, day, settled, given_back, spent)
   SELECT account, at / ${DAY_IN_MILLISECONDS}, SUM(CASE WHEN kind = 'settle' THEN 1 ELSE 0 END),
     SUM(CASE WHEN kind = 'settle' THEN 0 ELSE 1 END), SUM(CASE WHEN kind = 'settle' THEN amount ELSE 0 END)
   FROM credit_ledger WHERE ${ends(before, last)}
   GROUP BY 1, 2
   ON CONFLICT (account, day) DO UPDATE SET settled = credit_rollups.settled + excluded.settled,
     given_back = credit_rollups.given_back + excluded.given_back, spent = credit_rollups.spent + excluded.spent`

const deleteReserved = (before: number, last: number) =>
  `DELETE FROM credit_ledger WHERE kind = 'reserve' AND EXISTS (
     SELECT 1 FROM credit_ledger AS ended WHERE ended.account = credit_ledger.account
       AND ended.pending = credit_ledger.id AND ended.at < ${before} AND ended.seq <= ${last}
   ) AND seq < ${last}`

const deleteEnds = (before: number, last: number) => `DELETE FROM credit_ledger WHERE ${ends(before, last)}`

/** Runs in the caller's transaction. Returns the number of deleted entries; 0 if none remain. */
export const rollUpSome = Effect.fnUntraced(function*({ all, run }: Transaction, before: number) {
  const number = (value: unknown) => value === null || value === undefined ? undefined : Number(value)
  const [young] = yield* all(firstYoung(before))
  const [found] = yield* all(endsUntil(before, number(young?.seq)))
  const last = number(found?.last)
  if (last === undefined) return 0
  yield* run(sum(before, last))
  const reserved = yield* run(deleteReserved(before, last))
  return reserved + (yield* run(deleteEnds(before, last)))
})

/** Returns the start of a day, because only whole days are rolled up. */
export const startOfDay = (moment: number): number => Math.floor(moment / DAY_IN_MILLISECONDS) * DAY_IN_MILLISECONDS
