/** Counts the statements that this process sends to PostgreSQL. */
import { Client } from "pg"

/** Starts to count; returns how many statements were sent to one database, or to any, since. Several in one text are one. */
export const countStatements = (url?: string): () => number => {
  const counted = url === undefined ? undefined : new URL(url)
  let sent = 0
  const { query } = Client.prototype
  Client.prototype.query = function(this: Client, ...values: Array<any>) {
    const isCounted = counted === undefined ||
      (String(this.port) === counted.port && this.database === counted.pathname.slice(1))
    if (isCounted) sent++
    return (query as any).apply(this, values)
  } as typeof query
  return () => sent
}
