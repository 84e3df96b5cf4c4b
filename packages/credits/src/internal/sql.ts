/** Converts rows to entries and back, for the SQL backends. */
import type { Entry, Totals } from "./transition.ts"

/** Drivers with exact 64-bit integers return strings. */
type Integer = number | string | bigint

export interface AccountRow {
  readonly unlimited: Integer | boolean
  readonly granted: Integer
  readonly spent: Integer
  readonly reserved: Integer
}

export interface EntryRow {
  readonly account: string
  readonly id: string
  readonly kind: string
  readonly pending: string | null
  readonly amount: Integer
  readonly asked: Integer | null
  readonly at: Integer
  readonly expires_at: Integer | null
}

export const toTotals = (row: AccountRow): Totals => ({
  unlimited: Boolean(Number(row.unlimited)),
  granted: Number(row.granted),
  spent: Number(row.spent),
  reserved: Number(row.reserved)
})

export const toEntry = (row: EntryRow): Entry => ({
  account: row.account,
  id: row.id,
  kind: row.kind as Entry["kind"],
  amount: Number(row.amount),
  at: Number(row.at),
  ...(row.pending === null ? {} : { pending: row.pending }),
  ...(row.asked === null ? {} : { asked: Number(row.asked) }),
  ...(row.expires_at === null ? {} : { expiresAt: Number(row.expires_at) })
})

export const toColumns = (entry: Entry): Array<string | number | null> => [
  entry.account,
  entry.id,
  entry.kind,
  entry.pending ?? null,
  entry.amount,
  entry.asked ?? null,
  entry.at,
  entry.expiresAt ?? null
]
