/** Opens a connection outside of the pool that checks whether the database responds. */
import * as Effect from "effect/Effect"
import { Socket } from "node:net"
import type * as ClockSkew from "../../ClockSkew.ts"
import { ReadOnlyServer } from "./failover.ts"

interface Connection {
  readonly on: (event: "error" | "end", listener: () => void) => unknown
  readonly connect: () => Promise<unknown>
  readonly query: (text: string) => Promise<
    { readonly rows: ReadonlyArray<{ readonly now: unknown; readonly read_only?: unknown }> } | undefined
  >
}

/** Milliseconds to wait for a connection or a response. A server that takes longer counts as unreachable. */
const ANSWER_TIMEOUT = 5000

/** A network failure may end a connection without a signal, so it is tested at this interval. */
const BETWEEN_QUESTIONS = "5 seconds"

const question = `SELECT EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS now,
  current_setting('transaction_read_only') AS read_only`

export const hold = (
  pg: { readonly Client: new(options?: any) => object },
  { connectionString, isReadOnlyTaken }: { readonly connectionString: string; readonly isReadOnlyTaken: boolean },
  made: Effect.Effect<void>,
  look: Effect.Success<ReturnType<typeof ClockSkew.part>>
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const socket = new Socket()
      const client = new pg.Client({
        connectionString,
        connectionTimeoutMillis: ANSWER_TIMEOUT,
        query_timeout: ANSWER_TIMEOUT,
        application_name: "dunlin-watch",
        stream: () => socket
      }) as Connection
      // Without a listener, a lost connection would end the process.
      client.on("error", () => {})
      const broken = new Promise<void>((resolve) => client.on("end", resolve))
      return { client, socket, broken }
    }),
    ({ broken, client }) => {
      const answered = look(
        Effect.flatMap(Effect.tryPromise(() => client.query(question)), (answer) => {
          const [row] = answer?.rows ?? []
          return row?.read_only === "on" && !isReadOnlyTaken
            ? Effect.fail(new ReadOnlyServer())
            : Effect.succeed(Number(row?.now))
        })
      )
      const askedOn = Effect.forever(Effect.andThen(Effect.sleep(BETWEEN_QUESTIONS), answered))
      return Effect.tryPromise(() => client.connect()).pipe(
        // A pooler accepts connections even if its database is unavailable, so a query is sent.
        Effect.andThen(answered),
        Effect.andThen(made),
        Effect.andThen(Effect.raceFirst(askedOn, Effect.promise(() => broken)))
      )
    },
    ({ socket }) => Effect.sync(() => socket.destroy())
  )
