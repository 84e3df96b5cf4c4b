/**
 * Represents a listening `node:http` server.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * @category services
 * @since 0.1.0
 */
export class Listener extends Context.Service<Listener, {
  readonly server: Server
  readonly port: number
  /** The server's URL: `http://` with host and port. */
  readonly url: string
  /** Stops accepting connections, and waits for pending requests up to the configured timeout. */
  readonly drain: Effect.Effect<void>
}>()("@dunlin/http-api/Listener") {}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The host to listen on. @default "127.0.0.1" */
  readonly host?: string | undefined
  /** Port of the server; 0 selects a free port. @default 0 */
  readonly port?: number | undefined
  /** Time to wait for pending requests on shutdown. @default 20 seconds */
  readonly gracefulShutdownTimeout?: Duration.Input | undefined
}

const listen = (server: Server, host: string, port: number) =>
  Effect.callback<AddressInfo, ServeError>((resume) => {
    const failed = (cause: Error) => resume(Effect.fail(new ServeError({ cause })))
    server.once("error", failed)
    server.listen({ host, port }, () => {
      server.off("error", failed)
      resume(Effect.succeed(server.address() as AddressInfo))
    })
  })

const close = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (!server.listening) return resume(Effect.void)
    server.close(() => resume(Effect.void))
  })

/**
 * Listens with the server that `evaluate` creates, until the layer is closed. Fails with `ServeError` if listening
 * fails.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (evaluate: () => Server, options: Options = {}): Layer.Layer<Listener, ServeError> =>
  Layer.effect(
    Listener,
    Effect.gen(function*() {
      const server = evaluate()
      const closed = yield* Effect.cached(close(server))
      const { address, family, port } = yield* Effect.acquireRelease(
        listen(server, options.host ?? "127.0.0.1", options.port ?? 0),
        () => Effect.andThen(Effect.sync(() => server.closeAllConnections()), closed)
      )
      const drained = Effect.timeoutOption(closed, options.gracefulShutdownTimeout ?? Duration.seconds(20))
      return Listener.of({
        server,
        port,
        url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
        drain: Effect.asVoid(drained)
      })
    })
  )
