/** Reports whether the process is alive and ready, and its metrics. */
import * as ClockSkew from "@dunlin/common/ClockSkew"
import * as Health from "@dunlin/common/Health"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { UnkeptPromises } from "../UnkeptPromises.ts"
import { text } from "./respond.ts"

const iso = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

const shown = ({ cause, condition, consequence, isEssential, name, part, since }: Health.Loss) => ({
  part,
  ...(name === undefined ? {} : { name }),
  condition,
  cause,
  consequence,
  essential: isEssential,
  since: iso(since)
})

const ofClock = ({ ahead, part }: ClockSkew.Skew) => ({
  part: "clock",
  condition: "skewed",
  cause: `${Math.abs(ahead) / MILLIS} s ${ahead > 0 ? "ahead of" : "behind"} ${part}`,
  consequence: "signatures, dates and tokens are off by this time",
  essential: false
})

const MILLIS = 1000

const known = Effect.all([Health.losses, ClockSkew.skews, UnkeptPromises])

const NOT_READY = 503

/**
 * Liveness. A failure restarts the process, which does not help if a database is unavailable, so the status stays
 * 200.
 */
export const health: Effect.Effect<HttpServerResponse.HttpServerResponse> = Effect.map(
  known,
  ([losses, skews, notKept]) =>
    text(JSON.stringify({
      success: true,
      status: losses.length === 0 ? "ok" : "degraded",
      ...(losses.length === 0 ? {} : { degraded: losses.map(shown) }),
      ...(notKept.length === 0 ? {} : { notKept }),
      ...(skews.length === 0 ? {} : {
        clocks: skews.map(({ ahead, part }) => ({ part, aheadSeconds: ahead / 1000 }))
      })
    }))
)

/** Readiness. Returns 503 while requests must fail, and 200 while responses are only degraded. */
export const ready: Effect.Effect<HttpServerResponse.HttpServerResponse> = Effect.map(known, ([losses, skews]) => {
  const isReady = !losses.some(({ isEssential }) => isEssential)
  const degraded = [...losses.map(shown), ...skews.map(ofClock)]
  const body = {
    success: isReady,
    status: degraded.length === 0 ? "ready" : isReady ? "degraded" : "not ready",
    ...(degraded.length === 0 ? {} : { degraded })
  }
  return text(JSON.stringify(body), {}, isReady ? undefined : NOT_READY)
})

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

export const metricsPage = <R>(
  measured: Effect.Effect<unknown, never, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.flatMap(
    Effect.promise(() => import("effect/observability/PrometheusMetrics")),
    ({ format }) =>
      Effect.map(
        Effect.andThen(measured, format()),
        (body) => HttpServerResponse.text(body, { contentType: CONTENT_TYPE })
      )
  )
