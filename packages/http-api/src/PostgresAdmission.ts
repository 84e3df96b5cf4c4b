/**
 * Counts the requests of teams in PostgreSQL, so that their limits apply over all servers. Requires the package `pg`;
 * without it, building the layer fails with `PackageMissing`. Teams without limits are not counted.
 *
 * @since 0.2.0
 */
import * as Health from "@dunlin/common/Health"
import {
  type Client,
  patience as patienceWith,
  query,
  shared,
  transact,
  transactTogether,
  using,
  watch
} from "@dunlin/common/NodePostgres"
import * as OptionalPackage from "@dunlin/common/OptionalPackage"
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { Admission } from "./Admission.ts"
import * as ApiError from "./ApiError.ts"
import * as TooMany from "./internal/tooMany.ts"
import type { Team } from "./Team.ts"

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * A database URL, `postgres://user:password@host:port/database`. Several servers are separated by commas; the one that
   * can be written to is used.
   */
  readonly url: Secret.Secret
  /** Number of connections of a separate pool. @default the pool that all stores of the process share */
  readonly maxConnections?: number | undefined
}

const MINUTE_MS = 60_000
/** Slots of a dead server are free after this time. */
const SLOT_LEASE_MS = 20_000
const HEARTBEATS_PER_LEASE = 4
const connectTimeout = "5 seconds"
/**
 * A statement takes one or two milliseconds. Without a timeout, an unresponsive database would block requests for
 * minutes.
 */
const silence = "3 seconds"
/** Another server may be creating the tables of a busy database. */
const creation = "1 minute"

const creating = "SELECT pg_advisory_xact_lock(7093191)"
const known = "SELECT to_regclass('admission_places_of_team') IS NOT NULL AS known"
const tables = `
CREATE TABLE IF NOT EXISTS admission_rates (team TEXT PRIMARY KEY, due BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS admission_places (
  id TEXT PRIMARY KEY, team TEXT NOT NULL, server TEXT NOT NULL, until BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS admission_places_of_team ON admission_places (team);
`

const createTables = Effect.fnUntraced(function*(client: Client) {
  yield* query(client, creating)
  if ((yield* query(client, known)).rows[0]?.known !== true) yield* query(client, tables)
})

/**
 * The rate limit is a time per team. Each request advances it by the limit's interval, at most to a minute from now.
 */
const microseconds = "(EXTRACT(EPOCH FROM now()) * 1000000)::bigint"
const nextDue = `GREATEST(known.due, ${microseconds}) + $2::bigint`
const ahead = `${nextDue} - ${microseconds}`
const count = `INSERT INTO admission_rates AS known (team, due) VALUES ($1, ${microseconds} + $2::bigint)
ON CONFLICT (team) DO UPDATE SET due = ${nextDue} WHERE ${ahead} <= ${MINUTE_MS * 1000}`
const tooFarAhead = `SELECT ${ahead} - ${MINUTE_MS * 1000} AS wait FROM admission_rates known WHERE team = $1`

/** The database's clock, because clocks of servers differ. */
const now = "(EXTRACT(EPOCH FROM now()) * 1000)::bigint"
const ofTeam = "SELECT pg_advisory_xact_lock(7093192, hashtext($1))"
const forget = `DELETE FROM admission_places WHERE team = $1 AND until <= ${now}`
const takePlace = `INSERT INTO admission_places (id, team, server, until) SELECT $1, $2, $3, ${now} + ${SLOT_LEASE_MS}
WHERE (SELECT COUNT(*) FROM admission_places WHERE team = $2) < $4`
/** Renews a slot. If the slot was freed during an outage and its request still runs, inserts it again. */
const keep = `INSERT INTO admission_places (id, team, server, until)
SELECT id, team, $3, ${now} + ${SLOT_LEASE_MS} FROM unnest($1::text[], $2::text[]) AS held (id, team) ORDER BY id
ON CONFLICT (id) DO UPDATE SET until = excluded.until`
const giveBack = "DELETE FROM admission_places WHERE id = ANY($1)"
const taken = `SELECT COUNT(*) AS count FROM admission_places WHERE team = $1 AND until > ${now}`

const unreachable = (cause: unknown) => ApiError.unavailable("The store of team limits is unavailable", cause)

const open = Effect.fnUntraced(function*(options: Options) {
  // esbuild does not bundle an import whose rejection is handled, so a missing package is reported at run time.
  const { default: pg } = yield* OptionalPackage.load(
    "pg",
    () => import("pg").catch((cause: unknown) => Promise.reject(cause))
  )
  const connectionString = Secret.text(options.url, "url")
  const connections = yield* shared(pg, {
    connectionString,
    max: options.maxConnections,
    connectTimeout,
    silence
  })
  const patience = patienceWith()
  yield* Effect.retry(transact(connections.within(creation), createTables), patience)
  // A database that was never reachable has a wrong URL. One that fails later may recover.
  const part = yield* Health.part({
    part: "postgres",
    use: "watch",
    consequence: "requests that need team limits, credits or jobs return 503",
    isEssential: true
  })
  yield* Effect.forkScoped(watch(pg, { connectionString, part }))
  return {
    run: (text: string, values: ReadonlyArray<unknown>) =>
      Effect.retry(using(connections, (client: Client) => query(client, text, values)), patience),
    /** Runs the statements in one round trip, which keeps the lock of a team short. */
    runAll: (...statements: ReadonlyArray<readonly [string, ReadonlyArray<unknown>]>) =>
      Effect.retry(transactTogether(connections, statements), patience)
  }
})

const make = Effect.fnUntraced(function*(options: Options) {
  const { run, runAll } = yield* open(options)
  const server = randomUUID()

  /** Slots of running requests, with their teams. */
  const held = new Map<string, string>()
  /** Slots of ended requests that may still be in the database, with the number of heartbeats since their end. */
  const left = new Map<string, number>()

  const giveAllBack = Effect.suspend(() => {
    const ids = Array.from(left.keys())
    if (ids.length === 0) return Effect.void
    return Effect.tap(run(giveBack, [ids]), () =>
      Effect.sync(() => {
        for (const id of ids) left.delete(id)
      }))
  }).pipe(Effect.ignore)

  const leave = (id: string) =>
    Effect.suspend(() => {
      held.delete(id)
      left.set(id, 0)
      return giveAllBack
    })

  const enterAtOnce = Effect.fnUntraced(function*(team: Team, most: number) {
    const id = randomUUID()
    const [, , found] = yield* runAll(
      [ofTeam, [team.id]],
      [forget, [team.id]],
      [takePlace, [id, team.id, server, most]]
    ).pipe(
      Effect.mapError((cause) => {
        // The slot may be stored although the response was lost.
        left.set(id, 0)
        return unreachable(cause)
      })
    )
    if (found!.rowCount === 0) return yield* Effect.fail(TooMany.atOnce(most))
    held.set(id, team.id)
    return id
  })

  const countIn = Effect.fnUntraced(function*(team: Team, limit: number) {
    const values = [team.id, Math.floor(MINUTE_MS * 1000 / limit)]
    const { rowCount } = yield* Effect.mapError(run(count, values), unreachable)
    if (rowCount === 1) return
    const { rows } = yield* Effect.mapError(run(tooFarAhead, values), unreachable)
    const wait = Math.max(0, Number(rows[0]?.wait ?? 0)) / 1_000_000
    return yield* Effect.fail(TooMany.perMinute(limit, wait))
  })

  const prolong = Effect.gen(function*() {
    yield* Effect.sleep(SLOT_LEASE_MS / HEARTBEATS_PER_LEASE)
    const tickets = Array.from(held)
    if (tickets.length > 0) {
      const ids = tickets.map(([id]) => id)
      yield* Effect.ignore(run(keep, [ids, tickets.map(([, team]) => team), server]))
      // The renewal may have inserted the slot of a request that ended meanwhile.
      for (const id of ids) if (!held.has(id)) left.set(id, 0)
    }
    yield* giveAllBack
    for (const [id, beats] of left) {
      // The lease has expired.
      if (beats > HEARTBEATS_PER_LEASE) left.delete(id)
      else left.set(id, beats + 1)
    }
  })
  yield* Effect.forkScoped(Effect.forever(prolong))

  return Admission.of({
    running: Effect.fnUntraced(function*(team) {
      if (team.maxConcurrent === undefined) return 0
      return yield* run(taken, [team.id]).pipe(
        Effect.map(({ rows }) => Number(rows[0]?.count)),
        Effect.orElseSucceed(() => 0)
      )
    }),
    enter: Effect.fnUntraced(function*(team) {
      const { maxConcurrent, rateLimitPerMinute } = team
      if (maxConcurrent !== undefined) yield* Effect.acquireRelease(enterAtOnce(team, maxConcurrent), leave)
      if (rateLimitPerMinute !== undefined) yield* countIn(team, rateLimitPerMinute)
    })
  })
})

/**
 * Creates missing tables, and closes the connections with the scope. The slots of a dead server are free after 20
 * seconds. If a server was disconnected for longer, its running requests count again once it is connected. While the
 * database does not respond, requests of teams with limits receive a 503 within a few seconds, and `Health` and the
 * log report it. Fails with the driver's error.
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (options: Options): Layer.Layer<Admission, unknown> => Layer.effect(Admission, make(options))
