/**
 * Transactions in PostgreSQL, through a pool of `pg`, for the stores of the packages.
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
 * The part of a connection of `pg` that is used.
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
 * The parts of the package `pg`, whatever its version and types are.
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
   * `postgres://user:password@host:port/database`. Several servers are separated by commas, and the first that may be
   * written to is used: `target_session_attrs=any` takes a read-only one, too.
   */
  readonly connectionString: string
  /** Maximum number of connections. The name of the pool's user in the views of the server is `application`. */
  readonly max: number
  /** The `application_name` of the connections. @default "dunlin" */
  readonly application?: string | undefined
  /** How long an operation waits for a connection. */
  readonly connectTimeout: Duration.Input
  /**
   * How long the database may say nothing while somebody waits for an answer. The statement then fails with `Silent`,
   * before twice this time has passed, and its connection is closed. Longer than any one statement should take.
   */
  readonly silence: Duration.Input
  /** Further options of `pg`. */
  readonly driver?: object | undefined
}

/**
 * The database was reached and said nothing any more: it hangs, or the network lost it without a word.
 *
 * @category errors
 * @since 0.2.0
 */
export class Silent extends Schema.TaggedError<Silent>()("PostgresSilent", {
  milliseconds: Schema.Number
}) {
  override get message(): string {
    return `PostgreSQL said nothing for ${this.milliseconds} ms`
  }
}

/**
 * What passes while a connection is watched: by default the time of this machine, whatever clock the program has, because
 * it is the database that is waited for.
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
 * Transactions over connections that are opened when they are wanted.
 *
 * @category models
 * @since 0.2.0
 */
export interface Pool<out C extends Client> {
  /** Takes a connection, which its user releases. */
  readonly connect: () => Promise<C>
  /** Leaves the server of a connection, because it is read-only or stops: all connections to it are replaced. */
  readonly leave: (client: Client) => void
  /** Fails with `Silent` when the database says nothing while the effect runs, which must be all that uses the connection. */
  readonly watched: <A>(client: Client, effect: Effect.Effect<A, unknown>) => Effect.Effect<A, unknown>
  /** Measures an operation on these connections, and reports how it ended. */
  readonly observed: <A>(operation: Effect.Effect<A, unknown>) => Effect.Effect<A, unknown>
  /**
   * Begins a transaction in which the database lets go by itself of what takes too long, so that locks do not outlive
   * who took them. More statements may follow.
   */
  readonly begin: string
  /** The same connections, for statements that take another time, such as those that create tables. */
  readonly within: (silence: Duration.Input) => Pool<C>
}

/** Connections of one process to a database, apart from the one that watches it and those of the index. */
const MAX_SHARED_CONNECTIONS = 7

/** Longest time that an operation waits for a shared connection. Each store has a shorter limit. */
const SHARED_CONNECT_TIMEOUT = "30 seconds"

interface Shared {
  readonly scope: Scope.Closeable
  readonly opened: Effect.Effect<Pool<any>>
  users: number
}

/** Pools by their connection strings. */
const sharedPools = new Map<string, Shared>()

/** A pool of which an operation gets a connection within a time, or fails. */
const patientFor = <C extends Client>(pool: Pool<C>, limit: Duration.Input): Pool<C> => ({
  ...pool,
  connect: patientConnect(pool.connect, limit),
  within: (silence) => patientFor(pool.within(silence), limit)
})

/**
 * The pool that all stores of this process share which use one database: it has seven connections. With `max`, a separate
 * pool. The pool closes with the last scope that uses it.
 *
 * @category constructors
 * @since 0.2.0
 */
export const shared = Effect.fnUntraced(function*<C extends Client>(
  pg: Driver<C>,
  options: Omit<PoolOptions, "max" | "driver"> & { readonly max?: number | undefined }
): Effect.fn.Return<Pool<C>, never, Scope.Scope> {
  const { connectionString, connectTimeout, max, silence } = options
  // Statements are sent before those before them are answered. Versions of `pg` that do not know it send them in turn.
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

/** Transactions that take longer on average are slow: the database is far away, or has much to do. */
const SLOW_AFTER = "1 second"

/** The statements of probes. A full or read-only database reads all the same. */
const READS = "SELECT 1"
const WRITES = "BEGIN; CREATE TEMP TABLE dunlin_probe ON COMMIT DROP AS SELECT 1 AS one; COMMIT"

/** How long connections may take to say goodbye. */
const goodbye = "5 seconds"

/**
 * Opens a pool, and closes it with the scope: connections that do not close are cut.
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
      // A connection that breaks is replaced by the pool, and fails the query that runs on it; without a listener of the
      // pool while it is idle, and of its own while it is used, it would end the process.
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
  // A probe reports for itself.
  const probed: Pool<C> = { ...opened, observed: (operation) => operation }
  return opened
})

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
 * A transaction is finished rather than interrupted, because it takes milliseconds; when the database stops
 * responding it fails with `Silent`. A broken connection is closed instead of going back to the pool.
 *
 * @category running
 * @since 0.1.0
 */
export const transact = <C extends Client, A>(
  pool: Pool<C>,
  body: (client: C) => Effect.Effect<A, unknown>,
  /** How it begins. A lock may be taken in the same statement. @default what the pool says */
  begin = pool.begin
): Effect.Effect<A, unknown> =>
  using(pool, (client) =>
    query(client, begin).pipe(
      Effect.andThen(body(client)),
      Effect.tap(() => query(client, "COMMIT"))
    ))

/**
 * Gives a connection to an effect that begins and ends a transaction on it. After a failure an open transaction is
 * rolled back.
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

/** Serialisation failures, deadlocks, and the refusal of a read-only server, which has written nothing. */
const passing: ReadonlyArray<string> = ["40001", "40P01", "25006"]

const firstPause = "5 millis"
const MOST_TRIES = 8

/**
 * How a transaction is tried again: after serialisation failures, deadlocks, and whatever else of the codes of
 * PostgreSQL passes by itself.
 *
 * @category schedules
 * @since 0.1.0
 */
export const patience = (codes: ReadonlyArray<string> = []) => ({
  schedule: Schedule.jittered(Schedule.exponential(firstPause)),
  times: MOST_TRIES,
  while: (cause: unknown): boolean =>
    typeof cause === "object" && cause !== null && "code" in cause &&
    [...passing, ...codes].includes(String(cause.code))
})

/** Between two tries to connect, so that a server that starts is not run down. */
const BETWEEN_TRIES = "1 second"

const faultOf = (exit: Exit.Exit<unknown, unknown>): Fault.Fault =>
  Exit.isFailure(exit) ? Fault.from(Cause.squash(exit.cause)) : Fault.make("down", "the connection ended")

/**
 * Reports to a part whether a database answers, over a separate connection, until it is interrupted: a pool learns it only
 * when a connection is needed. A database that hangs is lost within 15 seconds. Its clock is compared with that of this
 * process.
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
    /** Servers in a row that gave no connection. */
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
      // One connection may be closed for many reasons. The database is lost when no server gives another one.
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
