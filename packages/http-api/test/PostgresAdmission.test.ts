import { NodePostgres } from "@dunlin/common"
import { Admission, PostgresAdmission, type Team } from "@dunlin/http-api"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"
import { openWay, stepwise } from "../../cache/test/ways.ts"
import { needing } from "../../common/test/components.ts"

const teamOf = (id: string, limits: Partial<Team.Team>) => ({ id, keys: [], ...limits }) as unknown as Team.Team

describe("limits of teams over two servers", needing("PostgreSQL"), () => {
  const scope = Effect.runSync(Scope.make())
  let database: servers.Server
  beforeAll(async () => {
    database = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** A server, until its scope closes. */
  const serverOf = (options: PostgresAdmission.Options) =>
    Effect.flatMap(
      Layer.build(PostgresAdmission.layer(options)),
      (context) => Effect.provideContext(Admission.Admission, context)
    ).pipe(Effect.orDie)
  const server = Effect.suspend(() => serverOf({ url: database.url }))

  /** A server with one connection, on which statements come one after the other, and its way to the database. */
  const serverFar = Effect.gen(function*() {
    const way = yield* openWay(database.url)
    return { way, far: yield* serverOf({ url: way.url, maxConnections: 1 }) }
  })

  const refusal = <A, R>(
    effect: Effect.Effect<A, { readonly code: string; readonly retryAfter?: number | undefined }, R>
  ) =>
    Effect.map(Effect.flip(Effect.mapError(effect, ({ code, retryAfter }) => [code, retryAfter])), (refused) => refused)

  /** A database of which the test moves the clock. */
  const clocked = Effect.fnUntraced(function*(name: string, origin = "pg_catalog.now()") {
    const ask = (text: string, url = database.url) => Effect.promise(() => servers.query({ ...database, url }, text))
    yield* ask(`CREATE DATABASE ${name}`)
    yield* ask(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`)
    const url = Redacted.make(Redacted.value(database.url).replace(/[^/]*$/, name))
    yield* ask(
      `CREATE TABLE clock AS SELECT INTERVAL '0' AS ahead;
       CREATE FUNCTION public.now() RETURNS TIMESTAMPTZ STABLE LANGUAGE sql AS
         'SELECT ${origin} + ahead FROM public.clock'`,
      url
    )
    const forward = (seconds: number) => ask(`UPDATE clock SET ahead = ahead + INTERVAL '${seconds} seconds'`, url)
    return { forward, url }
  })

  it.effect("a request needs one round trip to enter for each limit of its team, and one to leave", () =>
    Effect.gen(function*() {
      const { far, way } = yield* serverFar
      const team = teamOf("distant", { maxConcurrent: 4, rateLimitPerMinute: 100 })
      yield* Effect.scoped(far.enter(team))
      way.roundTrips = 0
      const entered = yield* Effect.scoped(Effect.andThen(far.enter(team), Effect.sync(() => way.roundTrips)))
      assert.strictEqual(entered, 2)
      assert.strictEqual(way.roundTrips, 3)
    }).pipe(Effect.orDie))

  it.effect("a minute is the same for all servers, whatever their clocks", () =>
    Effect.gen(function*() {
      const { forward, url } = yield* clocked("rates", "to_timestamp(0)")
      const [one, far] = [yield* serverOf({ url }), yield* serverOf({ url })]
      // A server whose clock is an hour ahead.
      const other = {
        enter: (team: Team.Team) =>
          TestClock.adjust("1 hour").pipe(Effect.andThen(far.enter(team)), Effect.provide(TestClock.layer()))
      }
      const team = teamOf("rates", { rateLimitPerMinute: 2 })
      yield* one.enter(team)
      yield* other.enter(team)
      assert.deepStrictEqual(yield* refusal(one.enter(team)), ["RATE_LIMITED", 30])
      yield* forward(10)
      assert.deepStrictEqual(yield* refusal(other.enter(team)), ["RATE_LIMITED", 20])
      yield* forward(20)
      yield* other.enter(team)
      assert.deepStrictEqual(yield* refusal(one.enter(team)), ["RATE_LIMITED", 30])
      yield* one.enter(teamOf("another", { rateLimitPerMinute: 1 }))
    }).pipe(Effect.orDie))

  it.effect("slots belong to all servers, and those of a lost server are free after some time", () =>
    Effect.gen(function*() {
      const { forward, url } = yield* clocked("clocked")
      const one = yield* serverOf({ url, maxConnections: 1 })
      const life = yield* Scope.make()
      const other = yield* Scope.provide(serverOf({ url, maxConnections: 1 }), life)
      const team = teamOf("places", { maxConcurrent: 2 })
      const first = yield* Scope.make()
      yield* Scope.provide(one.enter(team), first)
      yield* other.enter(team)
      assert.strictEqual(yield* one.running(team), 2)
      assert.deepStrictEqual(yield* refusal(one.enter(team)), ["RATE_LIMITED", 1])
      yield* Scope.close(first, Exit.void)
      yield* one.enter(team)
      assert.deepStrictEqual(yield* refusal(other.enter(team)), ["RATE_LIMITED", 1])
      // The second server ends without a word: its request has not left.
      yield* Scope.close(life, Exit.void)
      // In steps, so that what is prolonged is written before the next is due.
      for (let times = 0; times < 5; times++) {
        yield* forward(5)
        yield* TestClock.adjust("5 seconds")
        yield* one.running(team)
      }
      assert.strictEqual(yield* one.running(team), 1)
      yield* one.enter(team)
    }).pipe(Effect.orDie))

  it.effect("slots of a disconnected server count again when it is back, until its requests end", () =>
    Effect.gen(function*() {
      const { forward, url } = yield* clocked("cut_off")
      const way = yield* openWay(url)
      const one = yield* serverOf({ url: way.url, maxConnections: 1 })
      const other = yield* serverOf({ url, maxConnections: 1 })
      const team = teamOf("cut off", { maxConcurrent: 1 })
      const request = yield* Scope.make()
      yield* Scope.provide(one.enter(team), request)
      way.isCut = true
      way.cut()
      yield* forward(30)
      const another = yield* Scope.make()
      yield* Scope.provide(other.enter(team), another)
      way.isCut = false
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* one.running(team), 2)
      yield* Scope.close(another, Exit.void)
      assert.deepStrictEqual(yield* refusal(other.enter(team)), ["RATE_LIMITED", 1])
      yield* Scope.close(request, Exit.void)
      yield* other.enter(team)
    }).pipe(Effect.orDie))

  it.effect("a server with a fast clock takes no slots", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* server, yield* server]
      const team = teamOf("clocks", { maxConcurrent: 1 })
      yield* one.enter(team)
      const ahead = Effect.andThen(TestClock.adjust("1 hour"), refusal(other.enter(team)))
      assert.deepStrictEqual(yield* Effect.provide(ahead, TestClock.layer()), ["RATE_LIMITED", 1])
    }).pipe(Effect.orDie))

  it.effect("a slot that could not be returned is free when the database is back", () =>
    Effect.gen(function*() {
      const { far, way } = yield* serverFar
      const team = teamOf("left", { maxConcurrent: 1 })
      const request = yield* Scope.make()
      yield* Scope.provide(far.enter(team), request)
      way.isCut = true
      way.cut()
      yield* Scope.close(request, Exit.void)
      way.isCut = false
      assert.strictEqual(yield* far.running(team), 1)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* far.running(team), 0)
      yield* far.enter(team)
    }).pipe(Effect.orDie))

  it.effect("a slot whose response was lost is free again", () =>
    Effect.gen(function*() {
      const { far, way } = yield* serverFar
      const team = teamOf("unanswered", { maxConcurrent: 1 })
      way.losesAnswerOfCommit = true
      assert.deepStrictEqual(yield* refusal(far.enter(team)), ["SERVICE_UNAVAILABLE", 1])
      way.losesAnswerOfCommit = false
      assert.strictEqual(yield* far.running(team), 1)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* far.running(team), 0)
      yield* far.enter(team)
    }).pipe(Effect.orDie))

  it.live("a server waits for another one that creates the tables", () =>
    Effect.gen(function*() {
      const ask = (text: string) => Effect.promise(() => servers.query(database, text))
      const other = yield* Effect.forkChild(
        Effect.exit(ask("BEGIN; SELECT pg_advisory_xact_lock(7093191); SELECT pg_sleep(600); COMMIT"))
      )
      const held = "FROM pg_locks WHERE locktype = 'advisory' AND objid = 7093191 AND granted"
      while ((yield* ask(`SELECT 1 ${held}`)).length === 0) continue
      const starting = yield* Effect.forkChild(server)
      // Longer than a request would wait for any statement.
      yield* Effect.sleep("4 seconds")
      assert.isUndefined(starting.pollUnsafe())
      yield* ask(`SELECT pg_cancel_backend(pid) ${held}`)
      const one = yield* Fiber.join(starting)
      yield* Fiber.join(other)
      yield* one.enter(teamOf("patient", { maxConcurrent: 1 }))
    }).pipe(Effect.orDie))

  it.effect("requests are rejected if the database does not respond", () =>
    Effect.gen(function*() {
      const passes = yield* stepwise
      const { far, way } = yield* Effect.provideService(serverFar, NodePostgres.Passing, passes.passing)
      const team = teamOf("silent", { maxConcurrent: 1 })
      way.isSilent = true
      const refused = yield* passes.during(refusal(far.enter(team)))
      assert.deepStrictEqual(refused, ["SERVICE_UNAVAILABLE", 1])
      way.isSilent = false
      yield* far.enter(team)
    }).pipe(Effect.orDie))
})
