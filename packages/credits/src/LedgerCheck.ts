/**
 * Proves that a ledger is right: balances equal the sums of the lines and of the rolled-up days, every charge has its
 * reservation, and the credits of jobs equal their charges. `SqliteLedger.check` and `PostgresLedger.check` read a database
 * in one snapshot and change nothing.
 *
 * @since 0.2.0
 */

/**
 * The sums over the entries of an account and over its merged days.
 *
 * @category models
 * @since 0.2.0
 */
export interface CheckedAccount {
  readonly account: string
  readonly granted: number
  readonly spent: number
  readonly reserved: number
  /** The number of lines. */
  readonly lines: number
  /** Reservations whose lines were rolled up. `spent` includes them through the sum of their day. */
  readonly rolledUp: number
  /** Expired reservations that the next operation on the account will end. */
  readonly lapsed: number
}

/**
 * Two figures that should be equal but differ.
 *
 * @category models
 * @since 0.2.0
 */
export interface Difference {
  readonly account: string
  /** The job, if a job differs. */
  readonly job?: string | undefined
  /** The name of the figure. */
  readonly about: string
  /** The figure of the balances, of the pending reservations, or of the job. */
  readonly stored: number
  /** The figure of the lines of the ledger. */
  readonly lines: number
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Report {
  /** Sorted by name. */
  readonly accounts: ReadonlyArray<CheckedAccount>
  /**
   * The number of jobs whose credits were compared; `undefined` if the jobs are not in this database. For a job older than
   * the last roll-up, the remaining lines must not exceed its credits.
   */
  readonly jobs: number | undefined
  /** Empty if the ledger is right. */
  readonly differences: ReadonlyArray<Difference>
}
