/** Provides metrics of a PostgreSQL pool: its connections, and operations that wait for one. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

const connectionsGauge = Metric.gauge("dunlin_postgres_connections", {
  description: "PostgreSQL connections, by pool and state: used, idle"
})
const waitingGauge = Metric.gauge("dunlin_postgres_waiting", {
  description: "Operations waiting for a PostgreSQL connection, by pool"
})

export const measuring = (
  pool: { readonly totalCount?: number; readonly idleCount?: number; readonly waitingCount?: number },
  name: string
): Effect.Effect<void> => {
  const used = Metric.withAttributes(connectionsGauge, { pool: name, state: "used" })
  const idle = Metric.withAttributes(connectionsGauge, { pool: name, state: "idle" })
  const waiting = Metric.withAttributes(waitingGauge, { pool: name })
  return Effect.contextWith((context: Context.Context<never>) =>
    Effect.sync(() => {
      const { idleCount = 0, totalCount = 0, waitingCount = 0 } = pool
      used.updateUnsafe(totalCount - idleCount, context)
      idle.updateUnsafe(idleCount, context)
      waiting.updateUnsafe(waitingCount, context)
    })
  )
}
