/** Ports for real servers that cannot be handed a socket, or say which port they took. */
import { Effect } from "effect"
import * as net from "node:net"

/**
 * Below those that systems give to connections by themselves (32768 on Linux, 49152 by RFC 6335), so that no connection of
 * another test takes the port before its server does.
 */
const range = { from: 10_000, to: 32_000 }

const isFree = (port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const server = net.createServer()
    server.once("error", () => resume(Effect.succeed(false)))
    server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(true))))
  })

/** A port of loopback that nobody listens on. */
export const freePort: Effect.Effect<number> = Effect.gen(function*() {
  while (true) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from))
    if (yield* isFree(port)) return port
  }
})
