/**
 * Runs transactions in PostgreSQL, through a pool of `pg`, for the stores of the packages.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { Socket } from "node:net"
import * as ClockSkew from "./ClockSkew.ts"
import * as Fault from "./Fault.ts"
import * as Health from "./Health.ts"
import { connectTo, refuseReadOnly } from "./internal/postgres/connecting.ts"
import { failoverOf, isServerLost } from "./internal/postgres/failover.ts"
import { hold } from "./internal/postgres/heldConnection.ts"
import { patientConnect } from "./internal/postgres/patientConnect.ts"
import { measuring } from "./internal/postgres/poolMetrics.ts"
import { watched } from "./internal/postgres/watchedSocket.ts"

/**
 * The members of a `pg` connection that this module uses.
 *
 * @category models
 * @since 0.1.0
 */
export interface Client {
  readonly query: (text: string, values?: Array<unknown>) => Promise<{
    readonly rows: ReadonlyArray<any>
    readonly rowCount: number | null
  }>
  /** Returns the connection to the pool. With `destroy`, closes it. */
  readonly release: (destroy?: boolean) => void
}

/**
 * The members of the package `pg` that this module uses. They are declared here instead of imported, so that every
 * version of the package is accepted.
 *
 * @category models
 * @since 0.2.0
 */
export interface Driver<out C extends Client> {
  readonly Pool: new(options?: any) => {
    readonly on: (event: any, listener: (...values: Array<any>) => void) => unknown
    readonly connect: () => Promise<C>
    readonly end: () => Promise<void>
    readonly totalCount?: number
    readonly idleCount?: number
    readonly waitingCount?: number
  }
  readonly Client: new(options?: any) => object
}

/**
 * @category options
 * @since 0.2.0
 */
export interface PoolOptions {
  /**
   * `postgres://user:password@host:port/database`. Separate several servers with commas; the first writable one is used.
   * `target_session_attrs=any` accepts a read-only one, too.
   */
  readonly connectionString: string
  /** Maximum number of connections. The server lists them under the name `application`. */
  readonly max: number
  /** The `application_name` of the connections. @default "dunlin" */
  readonly application?: string | undefined
  /** Maximum time that an operation waits for a connection. */
  readonly connectTimeout: Duration.Input
  /**
   * Maximum time without data from the database while a statement runs. Within twice this time, the statement fails
   * with `Silent` and its connection is closed. Choose a time longer than any statement should take.
   */
  readonly silence: Duration.Input
  /** Further options of `pg`. */
  readonly driver?: object | undefined
}

/**
 * The database was reached and then stopped responding, because it hangs or because the network lost the connection
 * without a signal.
 *
 * @category errors
 * @since 0.2.0
 */
export class Silent extends Schema.TaggedError<Silent>()("PostgresSilent", {
  milliseconds: Schema.Number
}) {
  override get message(): string {
    return `PostgreSQL did not respond for ${this.milliseconds} ms`
  }
}

/**
 * The sleep of the code that watches a connection. By default, it uses the system clock even if the program has
 * another one, because a real database is watched.
 *
 * @category references
 * @since 0.2.0
 */
export const Passing = Context.Reference<(milliseconds: number) => Effect.Effect<void>>(
  "@dunlin/common/NodePostgres/Passing",
  {
    defaultValue: () => (milliseconds) =>
      Effect.callback((resume) => {
        const timer = setTimeout(() => resume(Effect.void), milliseconds)
        return Effect.sync(() => clearTimeout(timer))
      })
  }
)

/**
 * A pool of connections that are opened on demand, and transactions on them.
 *
 * @category models
 * @since 0.2.0
 */
export interface Pool<out C extends Client> {
  readonly connect: () => Promise<C>
  /** Replaces all connections to this connection's server, because the server is read-only or stopping. */
  readonly leave: (client: Client) => void
  /**
   * Fails with `Silent` if the database sends nothing while the effect runs. No other effect may use the connection
   * at the same time.
   */
  readonly watched: <A>(client: Client, effect: Effect.Effect<A, unknown>) => Effect.Effect<A, unknown>
  /** Measures an operation on these connections, and reports its outcome. */
  readonly observed: <A>(operation: Effect.Effect<A, unknown>) => Effect.Effect<A, unknown>
  /**
   * The statements that begin a transaction. They set timeouts in the database, so that locks of a lost client end.
   * More statements can follow.
   */
  readonly begin: string
  /** Returns the same connections with another timeout, for example for statements that create tables. */
  readonly within: (silence: Duration.Input) => Pool<C>
}

/** The health check and the index have connections besides these. */
const MAX_SHARED_CONNECTIONS = 7

/** Longer than the timeout of any store. */
const SHARED_CONNECT_TIMEOUT = "30 seconds"

interface Shared {
  readonly scope: Scope.Closeable
  readonly opened: Effect.Effect<Pool<any>>
  users: number
}

const sharedPools = new Map<string, Shared>()

/** Returns a pool whose operations fail if they get no connection within a timeout. */
const patientFor = <C extends Client>(pool: Pool<C>, limit: Duration.Input): Pool<C> => ({
  ...pool,
  connect: patientConnect(pool.connect, limit),
  within: (silence) => patientFor(pool.within(silence), limit)
})

/**
 * Returns the pool of seven connections that all stores of this process share for one database. With `max`, returns a
 * separate pool. The pool closes with the last scope that uses it.
 *
 * @category constructors
 * @since 0.2.0
 */
export const shared = Effect.fnUntraced(function*<C extends Client>(
  pg: Driver<C>,
  options: Omit<PoolOptions, "max" | "driver"> & { readonly max?: number | undefined }
): Effect.fn.Return<Pool<C>, never, Scope.Scope> {
  const { connectionString, connectTimeout, max, silence } = options
  // With pipelining, statements are sent before earlier ones have a response. Older versions of `pg` ignore the
  // option.
  const driver = { pipeline: true }
  if (max !== undefined) return yield* pool(pg, { ...options, max, driver })
  const passing = yield* Passing
  const known = yield* Effect.acquireRelease(
    Effect.suspend(() => {
      const found = sharedPools.get(connectionString)
      if (found !== undefined) {
        found.users++
        return Effect.succeed(found)
      }
      const scope = Scope.makeUnsafe()
      return Effect.map(
        Effect.cached(
          pool(pg, {
            ...options,
            max: MAX_SHARED_CONNECTIONS,
            connectTimeout: SHARED_CONNECT_TIMEOUT,
            driver
          }).pipe(Effect.provideService(Passing, passing), Scope.provide(scope))
        ),
        (opened) => {
          const made: Shared = { scope, opened, users: 1 }
          sharedPools.set(connectionString, made)
          return made
        }
      )
    }),
    (used) =>
      Effect.suspend(() => {
        if (--used.users > 0) return Effect.void
        sharedPools.delete(connectionString)
        return Scope.close(used.scope, Exit.void)
      })
  )
  return patientFor((yield* known.opened).within(silence) as Pool<C>, connectTimeout)
})

/** A slower database is far away or overloaded. */
const SLOW_AFTER = "1 second"

const READS = "SELECT 1"
/** Writes, because a full or read-only database still serves reads. */
const WRITES = "BEGIN; CREATE TEMP TABLE dunlin_probe ON COMMIT DROP AS SELECT 1 AS one; COMMIT"

const goodbye = "5 seconds"

/**
 * Opens a pool, and closes it with the scope. Connections that do not close in time are destroyed.
 *
 * @category constructors
 * @since 0.2.0
 */
export const pool = Effect.fnUntraced(function*<C extends Client>(
  pg: Driver<C>,
  options: PoolOptions
): Effect.fn.Return<Pool<C>, never, Scope.Scope> {
  const passing = yield* Passing
  const failover = failoverOf(options.connectionString)
  const sockets = new WeakMap<object, Socket>()
  const generations = new WeakMap<object, number>()
  const open = new Set<Socket>()
  const Base = pg.Client
  class Watched extends Base {
    constructor(settings: object) {
      const socket = new Socket()
      super({ ...settings, connectionString: failover.current(), stream: () => socket })
      sockets.set(this, socket)
      generations.set(this, failover.generation())
      open.add(socket)
      socket.once("close", () => open.delete(socket))
    }
  }
  const connections = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const made = new pg.Pool({
        connectionString: failover.current(),
        max: options.max,
        connectionTimeoutMillis: Duration.toMillis(options.connectTimeout),
        allowExitOnIdle: true,
        application_name: options.application ?? "dunlin",
        ...options.driver,
        ...(failover.target === "any" ? {} : { verify: refuseReadOnly }),
        Client: Watched
      })
      // The pool replaces a broken connection, and the running query fails. Without a listener for the error event,
      // the process would end.
      made.on("error", () => {})
      made.on("connect", (client) => client.on("error", () => {}))
      return made
    }),
    (made) =>
      Effect.promise(() => made.end()).pipe(
        Effect.timeoutOption(goodbye),
        Effect.andThen(Effect.sync(() => {
          for (const socket of open) socket.destroy()
        }))
      )
  )
  const count = measuring(connections, options.application ?? "dunlin")
  const part = yield* Health.part({
    part: "postgres",
    use: "statements",
    consequence: "requests that need credits, limits or jobs return 503, and jobs stop",
    isEssential: true,
    slowAfter: SLOW_AFTER,
    probe: (lost) => Effect.suspend(() => using(probed, (client) => query(client, lost === undefined ? READS : WRITES)))
  })
  const leave = (client: object) => failover.leave(generations.get(client) ?? failover.generation())
  const connect = () => connectTo(connections, failover, (client) => generations.get(client) ?? 0)
  const within = (limit: Duration.Input): Pool<C> => {
    const milliseconds = Math.ceil(Duration.toMillis(limit))
    return {
      connect,
      leave,
      observed: (operation) => Effect.ensuring(part.observe(operation), count),
      watched: (client, effect) => {
        const socket = sockets.get(client)
        return socket === undefined
          ? effect
          : watched(socket, { milliseconds, passing, silent: () => new Silent({ milliseconds }) }, effect)
      },
      begin: [
        "BEGIN",
        `SET LOCAL statement_timeout = ${milliseconds}`,
        `SET LOCAL idle_in_transaction_session_timeout = ${milliseconds}`
      ].join("; "),
      within
    }
  }
  const opened = within(options.silence)
  const probed: Pool<C> = { ...opened, observed: (operation) => operation }
  return opened
})

/**
 * Runs one statement. Without values, it can run several. Fails with the error of the driver.
 *
 * @category running
 * @since 0.1.0
 */
export const query = (client: Client, text: string, values: ReadonlyArray<unknown> = []) =>
  Effect.tryPromise({ try: () => client.query(text, [...values]), catch: (cause) => cause })

/**
 * Runs an effect inside one transaction: committed if it succeeds, rolled back if it fails.
 *
 * **Details**
 *
 * A transaction cannot be interrupted, because it takes milliseconds. If the database stops responding, it fails with
 * `Silent`. A broken connection is closed and does not return to the pool.
 *
 * @category running
 * @since 0.1.0
 */
export const transact = <C extends Client, A>(
  pool: Pool<C>,
  body: (client: C) => Effect.Effect<A, unknown>,
  /** The statement that begins the transaction. It can also take a lock. @default the `begin` of the pool */
  begin = pool.begin
): Effect.Effect<A, unknown> =>
  using(pool, (client) =>
    query(client, begin).pipe(
      Effect.andThen(body(client)),
      Effect.tap(() => query(client, "COMMIT"))
    ))

/**
 * Runs an effect with a connection, on which the effect begins and ends a transaction. After a failure, an open
 * transaction is rolled back.
 *
 * @category running
 * @since 0.2.0
 */
export const using = <C extends Client, A>(
  { connect, leave, observed, watched }: Pool<C>,
  body: (client: C) => Effect.Effect<A, unknown>
): Effect.Effect<A, unknown> =>
  observed(Effect.acquireUseRelease(
    Effect.tryPromise({ try: connect, catch: (cause) => cause }),
    (client) => Effect.uninterruptible(watched(client, body(client))),
    (client, exit) =>
      exit._tag === "Success"
        ? Effect.sync(() => client.release())
        : isServerLost(Cause.squash(exit.cause))
        ? Effect.sync(() => {
          leave(client)
          client.release(true)
        })
        : watched(client, query(client, "ROLLBACK")).pipe(
          Effect.match({ onFailure: () => client.release(true), onSuccess: () => client.release() })
        )
  ))

type Statement = readonly [text: string, values?: ReadonlyArray<unknown>]

/**
 * Runs statements in one transaction that is sent at once, in one round trip. Returns the result of each statement.
 * The database completes the transaction and releases its locks, even if this process stops. Fails with the error of
 * the first statement that fails.
 *
 * @category running
 * @since 0.3.0
 */
export const transactTogether = <C extends Client>(
  pool: Pool<C>,
  statements: ReadonlyArray<Statement>
): Effect.Effect<ReadonlyArray<Awaited<ReturnType<C["query"]>>>, unknown> =>
  using(pool, (client) =>
    Effect.tryPromise({
      try: async () => {
        const texts: ReadonlyArray<Statement> = [[pool.begin], ...statements, ["COMMIT"]]
        const sent = texts.map(([text, values = []]) => client.query(text, [...values]))
        return (await Promise.all(sent)).slice(1, -1) as Array<Awaited<ReturnType<C["query"]>>>
      },
      catch: (cause) => cause
    }))

/** Serialization failures and deadlocks, and a read-only server that has written nothing. */
const passing: ReadonlyArray<string> = ["40001", "40P01", "25006"]

const firstPause = "5 millis"
const MAX_TRIES = 8

/**
 * The retry policy of a transaction, for serialization failures, deadlocks, and other codes of PostgreSQL for
 * temporary failures.
 *
 * @category schedules
 * @since 0.1.0
 */
export const patience = (codes: ReadonlyArray<string> = []) => ({
  schedule: Schedule.jittered(Schedule.exponential(firstPause)),
  times: MAX_TRIES,
  while: (cause: unknown): boolean =>
    typeof cause === "object" && cause !== null && "code" in cause &&
    [...passing, ...codes].includes(String(cause.code))
})

/** Gives a starting server time. */
const BETWEEN_TRIES = "1 second"

const faultOf = (exit: Exit.Exit<unknown, unknown>): Fault.Fault =>
  Exit.isFailure(exit) ? Fault.from(Cause.squash(exit.cause)) : Fault.make("down", "the connection ended")

/**
 * Watches a database over a separate connection until it is interrupted, and reports to a part whether it responds. A
 * pool detects a loss only when a connection is needed. A database that hangs is reported as lost within 15 seconds.
 * Its clock is compared with the clock of this process.
 *
 * @category running
 * @since 0.2.0
 */
export const watch = (
  pg: Driver<Client>,
  options: {
    readonly connectionString: string
    readonly part: Health.Part
  }
): Effect.Effect<never> =>
  Effect.scoped(Effect.flatMap(ClockSkew.part("postgres"), (look) => {
    const failover = failoverOf(options.connectionString)
    const isReadOnlyTaken = failover.target === "any"
    /** Number of consecutive servers that accepted no connection. */
    let failed = 0
    return Effect.forever(Effect.suspend(() => {
      const connectionString = failover.current()
      let isMade = false
      const made = Effect.andThen(
        Effect.sync(() => {
          isMade = true
          failed = 0
        }),
        options.part.back
      )
      // A single connection may close for several reasons. The database is lost if no server accepts a new one.
      return Effect.exit(hold(pg, { connectionString, isReadOnlyTaken }, made, look)).pipe(
        Effect.flatMap((exit) => {
          if (isMade) return Effect.void
          failover.leave(failover.generation())
          failed++
          return failed % failover.urls.length === 0
            ? Effect.andThen(options.part.lost(faultOf(exit)), Effect.sleep(BETWEEN_TRIES))
            : Effect.void
        })
      )
    }))
  }))
