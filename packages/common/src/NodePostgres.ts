/**
 * Transactions in PostgreSQL, through a pool of `pg`, for the stores of the packages.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/**
 * What is used of a connection of `pg`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Client {
  readonly query: (text: string, values?: Array<unknown>) => Promise<{
    readonly rows: ReadonlyArray<any>
    readonly rowCount: number | null
  }>
  /** Gives the connection back, or closes it. */
  readonly release: (destroy?: boolean) => void
}

/**
 * Runs one statement, or several without values. It fails with what the driver threw.
 *
 * @category running
 * @since 0.1.0
 */
export const query = (client: Client, text: string, values: ReadonlyArray<unknown> = []) =>
  Effect.tryPromise({ try: () => client.query(text, [...values]), catch: (cause) => cause })

/**
 * Runs an effect inside one transaction, which is committed when it succeeds and rolled back when it fails.
 *
 * **Details**
 *
 * A transaction is finished rather than interrupted, because it takes milliseconds. A broken connection is closed
 * instead of going back to the pool.
 *
 * @category running
 * @since 0.1.0
 */
export const transact = <C extends Client, A>(
  /** Takes a connection of a pool. */
  connect: () => Promise<C>,
  body: (client: C) => Effect.Effect<A, unknown>,
  /** How it begins. A lock may be taken in the same statement. @default "BEGIN" */
  begin = "BEGIN"
): Effect.Effect<A, unknown> =>
  Effect.acquireUseRelease(
    Effect.tryPromise({ try: connect, catch: (cause) => cause }),
    (client) =>
      query(client, begin).pipe(
        Effect.andThen(body(client)),
        Effect.tap(() => query(client, "COMMIT")),
        Effect.uninterruptible
      ),
    (client, exit) =>
      exit._tag === "Success"
        ? Effect.sync(() => client.release())
        : query(client, "ROLLBACK").pipe(
          Effect.match({ onFailure: () => client.release(true), onSuccess: () => client.release() })
        )
  )

/** Serialisation failures and deadlocks. */
const passing: ReadonlyArray<string> = ["40001", "40P01"]

const firstPause = "5 millis"
const mostTries = 8

/**
 * How a transaction is tried again: after serialisation failures, deadlocks, and whatever else of the codes of
 * PostgreSQL passes by itself.
 *
 * @category schedules
 * @since 0.1.0
 */
export const patience = (codes: ReadonlyArray<string> = []) => ({
  schedule: Schedule.jittered(Schedule.exponential(firstPause)),
  times: mostTries,
  while: (cause: unknown): boolean =>
    typeof cause === "object" && cause !== null && "code" in cause &&
    [...passing, ...codes].includes(String(cause.code))
})
