/** Tracks which of several servers new connections use, and which connections are outdated after a failover. */
import { type Addresses, addressesOf } from "./addresses.ts"

export class ReadOnlyServer extends Error {
  override readonly name = "ReadOnlyServer"
  readonly code = "25006"
  constructor() {
    super(
      "PostgreSQL is read-only (a standby or a demoted primary): connect to the primary, or list all servers of the cluster"
    )
  }
}

/** Codes of a lost server: `read_only_sql_transaction`, and those of a stopping server. */
const CODES_OF_LOST_SERVER = ["25006", "57P01", "57P02", "57P03"]

export const isServerLost = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && CODES_OF_LOST_SERVER.includes(String(cause.code))

export const READ_ONLY_QUESTION = "SELECT current_setting('transaction_read_only') AS read_only"

export interface Failover extends Addresses {
  readonly current: () => string
  /** Number of lost servers. Connections of earlier generations are outdated. */
  readonly generation: () => number
  readonly leave: (generation: number) => void
}

export const failoverOf = (connectionString: string): Failover => {
  const addresses = addressesOf(connectionString)
  let generation = 0
  let at = 0
  return {
    ...addresses,
    current: () => addresses.urls[at]!,
    generation: () => generation,
    leave: (of) => {
      // Another connection has already reported this failure.
      if (of !== generation) return
      generation++
      at = (at + 1) % addresses.urls.length
    }
  }
}
