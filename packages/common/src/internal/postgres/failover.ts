/** Which server of several new connections go to, and which connections are out of date after a failover. */
import { type Addresses, addressesOf } from "./addresses.ts"

/** The server refuses to write: it is a standby, or was demoted. */
export class ReadOnlyServer extends Error {
  override readonly name = "ReadOnlyServer"
  /** As the server itself refuses a write. */
  readonly code = "25006"
  constructor() {
    super("PostgreSQL is read-only: a standby or a demoted primary; name the primary, or all servers of the cluster")
  }
}

/** `read_only_sql_transaction`, and the codes of a server that stops. */
const CODES_OF_LOST_SERVER = ["25006", "57P01", "57P02", "57P03"]

export const isServerLost = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && CODES_OF_LOST_SERVER.includes(String(cause.code))

export const READ_ONLY_QUESTION = "SELECT current_setting('transaction_read_only') AS read_only"

export interface Failover extends Addresses {
  /** The connection string of the next connection. */
  readonly current: () => string
  /** Counts the servers that were lost: connections of before are out of date. */
  readonly generation: () => number
  /** Leaves the server of a generation: connections go to the next one. */
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
      // Others of that server may have said so already.
      if (of !== generation) return
      generation++
      at = (at + 1) % addresses.urls.length
    }
  }
}
