/** Connects to a writable server. */
import { type Failover, READ_ONLY_QUESTION, ReadOnlyServer } from "./failover.ts"

interface Client {
  readonly query: (text: string) => Promise<{ readonly rows: ReadonlyArray<any> }>
  readonly release: (destroy?: boolean) => void
}

export const refuseReadOnly = (client: Pick<Client, "query">, done: (cause?: unknown) => void): void => {
  client.query(READ_ONLY_QUESTION).then(
    ({ rows }) => rows[0]?.read_only === "on" ? done(new ReadOnlyServer()) : done(),
    done
  )
}

export const connectTo = async <C extends Client>(
  connections: { readonly connect: () => Promise<C> },
  failover: Failover,
  generationOf: (client: C) => number
): Promise<C> => {
  for (let tries = failover.urls.length;;) {
    const generation = failover.generation()
    try {
      const client = await connections.connect()
      if (generationOf(client) === failover.generation()) return client
      client.release(true)
    } catch (cause) {
      failover.leave(generation)
      if (--tries <= 0) throw cause
    }
  }
}
