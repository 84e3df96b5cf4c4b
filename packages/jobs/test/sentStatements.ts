/** Counts the statements that this process sends to PostgreSQL. */
import { Client } from "pg"

/** Starts to count; returns how many statements were sent to one database, or to any, since. Several in one text are one. */
export const countStatements = (database?: string): () => number => {
  let sent = 0
  const { query } = Client.prototype
  Client.prototype.query = function(this: Client, ...values: Array<any>) {
    if (database === undefined || this.database === database) sent++
    return (query as any).apply(this, values)
  } as typeof query
  return () => sent
}
