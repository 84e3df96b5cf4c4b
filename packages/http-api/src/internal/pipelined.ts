/**
 * Requests that a client sends on one connection before it has the answers to those before (RFC 9112, section 9.3.2). Node
 * hands over all that it reads at once, some thousands of short ones in one turn of the event loop.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Requests of a connection that wait for the answers before theirs. Those who pipeline at all send ten or so. */
const MOST_WAITING = 64

const waiting = new WeakMap<Socket, number>()

/**
 * Begins the requests of a connection one after the other, each in a separate turn of the event loop. A connection with too
 * many waiting requests ends at once, because Node would read another with each finished request.
 */
export const inOrder = (incoming: IncomingMessage, outgoing: ServerResponse, begin: () => void): void => {
  // an answer gets the connection when those before it are written
  if (outgoing.socket !== null) return begin()
  const { socket } = incoming
  const before = waiting.get(socket) ?? 0
  if (before === MOST_WAITING) {
    socket.destroy()
    return
  }
  waiting.set(socket, before + 1)
  outgoing.once("socket", () =>
    setImmediate(() => {
      waiting.set(socket, waiting.get(socket)! - 1)
      if (!socket.destroyed) begin()
    }))
}
