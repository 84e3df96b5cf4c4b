/**
 * Checks that a ledger is consistent: balances equal the sums of the entries, every charge has its reservation, and
 * the credits of jobs equal their charges. `SqliteLedger.check` and `PostgresLedger.check` read a database in one
 * snapshot and change nothing.
 *
 * @since 0.2.0
 */

/**
 * The sums over an account's entries and over its rolled-up days.
 *
 * @category models
 * @since 0.2.0
 */
export interface CheckedAccount {
  readonly account: string
  readonly granted: number
  readonly spent: number
  readonly reserved: number
  readonly lines: number
  /** The number of reservations whose entries were rolled up. `spent` includes their charges. */
  readonly rolledUp: number
  /** The number of expired reservations that the next operation on the account will end. */
  readonly lapsed: number
}

/**
 * Two numbers that should be equal but differ.
 *
 * @category models
 * @since 0.2.0
 */
export interface Difference {
  readonly account: string
  /** The job, if the credits of a job differ. */
  readonly job?: string | undefined
  readonly about: string
  /** The number according to the balances, the pending reservations, or the job. */
  readonly stored: number
  /** The number according to the entries of the ledger. */
  readonly lines: number
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Report {
  readonly accounts: ReadonlyArray<CheckedAccount>
  /**
   * The number of jobs whose credits were compared; `undefined` if the jobs are not in this database. For a job older
   * than the last roll-up, the remaining entries must not exceed its credits.
   */
  readonly jobs: number | undefined
  /** The differences that were found. The list is empty if the ledger is consistent. */
  readonly differences: ReadonlyArray<Difference>
}
