import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Server } from "node:http"

/** Milliseconds between two looks for connections that have become idle. */
const MILLIS_BETWEEN_IDLE_CHECKS = 100

/** Milliseconds in which a second signal is the first one, told by somebody else: by a group, a shell or npm. */
const echo = 1000

/**
 * Makes the end of a server as short as its requests: connections without one are closed, where Node would wait for
 * their clients, and a second signal closes all, which interrupts the work that is left and gives its credits back.
 */
export const ending = (server: Server): Layer.Layer<never> =>
  Layer.effectDiscard(Effect.addFinalizer(() =>
    Effect.sync(() => {
      const closing = setInterval(() => server.closeIdleConnections(), MILLIS_BETWEEN_IDLE_CHECKS)
      const begun = performance.now()
      const closeAll = () => {
        if (performance.now() - begun > echo) server.closeAllConnections()
      }
      process.on("SIGINT", closeAll).on("SIGTERM", closeAll)
      server.once("close", () => {
        clearInterval(closing)
        process.off("SIGINT", closeAll).off("SIGTERM", closeAll)
      })
    })
  ))
