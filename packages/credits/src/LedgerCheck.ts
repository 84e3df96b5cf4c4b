/**
 * Proves that a ledger is right: the sums of its lines, with those that were rolled up, are its balances, every charge has its reservation, and jobs say
 * what they cost. `SqliteLedger.check` and `PostgresLedger.check` read a database in one snapshot and change nothing.
 *
 * @since 0.2.0
 */

/**
 * An account by the sums of its lines, and of the days that were rolled up.
 *
 * @category models
 * @since 0.2.0
 */
export interface CheckedAccount {
  readonly account: string
  readonly granted: number
  readonly spent: number
  readonly reserved: number
  /** Number of its lines. */
  readonly lines: number
  /** Reservations whose lines were rolled up: they are in `spent` through the sum of their day. */
  readonly rolledUp: number
  /** Reservations whose deadline is over, and which the next operation on the account ends. */
  readonly lapsed: number
}

/**
 * Two figures that should be equal and are not.
 *
 * @category models
 * @since 0.2.0
 */
export interface Difference {
  readonly account: string
  /** The job, where the difference is one of a job. */
  readonly job?: string | undefined
  /** What differs, in words. */
  readonly about: string
  /** By the balances, the table of pending reservations, or the job. */
  readonly stored: number
  /** By the lines of the ledger. */
  readonly lines: number
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Report {
  /** In the order of their names. */
  readonly accounts: ReadonlyArray<CheckedAccount>
  /**
   * Jobs whose credits were compared; `undefined` when the jobs are not in this database. Of a job that is older than
   * the last roll-up, the lines that are left must not exceed its credits.
   */
  readonly jobs: number | undefined
  /** Empty when the ledger is right. */
  readonly differences: ReadonlyArray<Difference>
}
