/** Ports for real servers that cannot be handed a socket, or say which port they took. */
import { Effect } from "effect"
import * as net from "node:net"

/**
 * Below those that systems give to connections by themselves (32768 on Linux, 49152 by RFC 6335), so that no connection of
 * another test takes the port before its server does.
 */
const range = { from: 10_000, to: 21_000 }

/** From a port to the one that keeps it: whoever listens there may let a server listen here. */
const toKeeper = range.to - range.from

const listen = (port: number): Effect.Effect<net.Server | undefined> =>
  Effect.callback((resume) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once("error", () => resume(Effect.undefined))
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => resume(Effect.succeed(server.unref())))
  })

const close = (server: net.Server) =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
  })

/**
 * A port of loopback that nobody listens on, and that no other test gets as long as this process lives: between two servers
 * on it, and before the first, it is nobody's.
 */
export const freePort: Effect.Effect<number> = Effect.gen(function*() {
  while (true) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from))
    const keeper = yield* listen(port + toKeeper)
    if (keeper === undefined) continue
    const server = yield* listen(port)
    if (server !== undefined) {
      yield* close(server)
      return port
    }
    yield* close(keeper)
  }
})
