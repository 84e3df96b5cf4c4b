/** A server on loopback for as long as the scope is open. */
import { Effect, type Scope } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** Its port. */
export const listen = (listener: RequestListener): Effect.Effect<number, never, Scope.Scope> =>
  Effect.gen(function*() {
    const server = createServer(listener)
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          server.closeAllConnections()
          server.close(() => resume(Effect.void))
        })
    )
    return (server.address() as AddressInfo).port
  })
