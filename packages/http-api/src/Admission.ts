/**
 * Admits a team's request, or rejects it if the team exceeds its rate or concurrency limit.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type * as Scope from "effect/Scope"
import * as ApiError from "./ApiError.ts"
import * as TooMany from "./internal/tooMany.ts"
import type { Team } from "./Team.ts"

/**
 * @category services
 * @since 0.1.0
 */
export class Admission extends Context.Service<Admission, {
  /** Takes a slot until the scope closes. */
  readonly enter: (team: Team) => Effect.Effect<void, ApiError.ApiError, Scope.Scope>
  /** Returns the number of the team's slots in use; 0 for a team without a limit. */
  readonly running: (team: Team) => Effect.Effect<number>
}>()("@dunlin/http-api/Admission") {}

/**
 * Counts concurrent requests in this process, and requests per minute in the `RateLimiter`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerRateLimiter: Layer.Layer<Admission, never, RateLimiter.RateLimiter> = Layer.effect(
  Admission,
  Effect.gen(function*() {
    const limiter = yield* RateLimiter.RateLimiter
    const running = new Map<string, number>()

    const leave = (id: string) =>
      Effect.sync(() => {
        const left = (running.get(id) ?? 1) - 1
        if (left === 0) running.delete(id)
        else running.set(id, left)
      })

    const takePlace = (team: Team) =>
      Effect.suspend(() => {
        const count = running.get(team.id) ?? 0
        if (team.maxConcurrent !== undefined && count >= team.maxConcurrent) {
          return Effect.fail(TooMany.atOnce(team.maxConcurrent))
        }
        running.set(team.id, count + 1)
        return Effect.void
      })

    const countIn = (team: Team) => {
      const limit = team.rateLimitPerMinute
      if (limit === undefined) return Effect.void
      return limiter.consume({ key: `team:${team.id}`, algorithm: "token-bucket", limit, window: "1 minute" }).pipe(
        Effect.catch((error) =>
          error.reason._tag === "RateLimitExceeded"
            ? Effect.fail(TooMany.perMinute(limit, Duration.toSeconds(error.reason.retryAfter)))
            : Effect.fail(ApiError.make("SERVICE_UNAVAILABLE", "The rate limiter is unavailable", { retryAfter: 1 }))
        ),
        Effect.asVoid
      )
    }

    return Admission.of({
      running: (team) => Effect.sync(() => running.get(team.id) ?? 0),
      enter: (team) =>
        team.maxConcurrent === undefined
          ? countIn(team)
          : Effect.andThen(Effect.acquireRelease(takePlace(team), () => leave(team.id)), countIn(team))
    })
  })
)

/**
 * Counts both in this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory: Layer.Layer<Admission> = layerRateLimiter.pipe(
  Layer.provide(RateLimiter.layer),
  Layer.provide(RateLimiter.layerStoreMemory)
)
