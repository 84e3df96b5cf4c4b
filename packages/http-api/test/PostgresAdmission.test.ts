import { Admission, PostgresAdmission, type Team } from "@dunlin/http-api"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe } from "vitest"
import * as servers from "../../cache/test/servers.ts"

const teamOf = (id: string, limits: Partial<Team.Team>) => ({ id, keys: [], ...limits }) as unknown as Team.Team

describe.skipIf(servers.isMissing(servers.postgresBinary))("limits of teams over two servers", () => {
  const scope = Effect.runSync(Scope.make())
  let database: servers.Server
  beforeAll(async () => {
    database = await Effect.runPromise(Scope.provide(servers.postgres({ durable: false }), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** A server, until its scope closes. */
  const server = Effect.suspend(() =>
    Effect.map(
      Layer.build(PostgresAdmission.layer({ url: database.url })),
      (context) => Effect.provideContext(Admission.Admission, context)
    )
  ).pipe(Effect.flatMap((service) => service), Effect.orDie)

  const refusal = <A, R>(
    effect: Effect.Effect<A, { readonly code: string; readonly retryAfter?: number | undefined }, R>
  ) =>
    Effect.map(Effect.flip(Effect.mapError(effect, ({ code, retryAfter }) => [code, retryAfter])), (refused) => refused)

  it.effect("a minute of all servers is one", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* server, yield* server]
      const team = teamOf("rates", { rateLimitPerMinute: 2 })
      yield* one.enter(team)
      yield* other.enter(team)
      assert.deepStrictEqual(yield* refusal(one.enter(team)), ["RATE_LIMITED", 30])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* refusal(other.enter(team)), ["RATE_LIMITED", 20])
      yield* TestClock.adjust("20 seconds")
      yield* other.enter(team)
      assert.deepStrictEqual(yield* refusal(one.enter(team)), ["RATE_LIMITED", 30])
      yield* one.enter(teamOf("another", { rateLimitPerMinute: 1 }))
    }).pipe(Effect.orDie))

  it.effect("places are those of all servers, and those of one that disappears are free after a while", () =>
    Effect.gen(function*() {
      const one = yield* server
      const life = yield* Scope.make()
      const other = yield* Scope.provide(server, life)
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
        yield* TestClock.adjust("5 seconds")
        yield* one.running(team)
      }
      assert.strictEqual(yield* one.running(team), 1)
      yield* one.enter(team)
    }).pipe(Effect.orDie))
})
