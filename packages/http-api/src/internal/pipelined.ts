/**
 * Limits pipelined requests, which arrive before earlier responses (RFC 9112, section 9.3.2). Node parses all
 * requests that it has read, possibly thousands.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Clients that pipeline send about ten requests. */
const MAX_PIPELINED_REQUESTS = 64

const waiting = new WeakMap<Socket, number>()

/**
 * Starts a connection's requests one after the other. Closes a connection with too many waiting requests at once,
 * because Node would read another one after each response.
 */
export const inOrder = (incoming: IncomingMessage, outgoing: ServerResponse, begin: () => void): void => {
  if (outgoing.socket !== null) return begin()
  const { socket } = incoming
  const before = waiting.get(socket) ?? 0
  if (before === MAX_PIPELINED_REQUESTS) {
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
