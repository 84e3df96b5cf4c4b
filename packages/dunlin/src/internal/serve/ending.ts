import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Server } from "node:http"

const MILLIS_BETWEEN_IDLE_CHECKS = 100

/** A process group, a shell and npm repeat a signal, so a second one within this time is ignored. */
const REPEATED_SIGNAL_MS = 1000

/**
 * Ends the server when its requests end. Idle connections are closed, because Node would wait for them. A second
 * signal closes all connections, which interrupts requests and refunds their credits.
 */
export const ending = (server: Server): Layer.Layer<never> =>
  Layer.effectDiscard(Effect.addFinalizer(() =>
    Effect.sync(() => {
      const closing = setInterval(() => server.closeIdleConnections(), MILLIS_BETWEEN_IDLE_CHECKS)
      const begun = performance.now()
      const closeAll = () => {
        if (performance.now() - begun > REPEATED_SIGNAL_MS) server.closeAllConnections()
      }
      process.on("SIGINT", closeAll).on("SIGTERM", closeAll)
      server.once("close", () => {
        clearInterval(closing)
        process.off("SIGINT", closeAll).off("SIGTERM", closeAll)
      })
    })
  ))
