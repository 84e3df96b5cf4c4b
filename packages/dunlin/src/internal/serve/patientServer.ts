import * as ClientErrors from "@dunlin/http-api/ClientErrors"
import type { IncomingMessage, Server, ServerResponse } from "node:http"

// An import of node:http would also load WebSocket, and with it an HTTP client and HTTP/2: 12 MB.
const { createServer } = process.getBuiltinModule("node:http")

/**
 * In milliseconds. A client has this long to send the head of a request, and all of it: 2 MiB then come at 70 kB a
 * second. Node would wait for a minute and for five, and look twice a minute.
 */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }

/**
 * Milliseconds a connection may wait for its next request. Load balancers keep theirs for 60 seconds, and a request on
 * one that we close in that moment would fail; Node closes after 5.
 */
const keepAliveTimeout = 65_000

/**
 * Milliseconds after which a silent connection is asked whether the other side is there: one that went away without a word
 * would be kept until something is written to it.
 */
const keepAliveInitialDelay = 60_000

/**
 * A server that keeps the requests that arrive between listening and the first handler, and hands them over then;
 * Node would leave them without an answer.
 */
export const patientServer = (): Server => {
  // Node answers requests without the header Host with nothing; ours are told what is missing.
  const server = ClientErrors.answered(createServer({
    requireHostHeader: false,
    keepAlive: true,
    keepAliveInitialDelay,
    keepAliveTimeout,
    ...patience
  }))
  const early: Array<[IncomingMessage, ServerResponse]> = []
  const hold = (request: IncomingMessage, response: ServerResponse) => {
    early.push([request, response])
  }
  const handOver = (event: string | symbol) => {
    if (event !== "request") return
    server.off("newListener", handOver)
    server.off("request", hold)
    // The listener is added after this event.
    setImmediate(() => {
      for (const [request, response] of early.splice(0)) server.emit("request", request, response)
    })
  }
  server.on("request", hold)
  server.on("newListener", handOver)
  return server
}
