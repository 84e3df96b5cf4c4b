import * as ClientErrors from "@dunlin/http-api/ClientErrors"
import type { IncomingMessage, Server, ServerResponse } from "node:http"

// Importing node:http would also load WebSocket, an HTTP client and HTTP/2: 12 MB.
const { createServer } = process.getBuiltinModule("node:http")

/** 2 MiB at 70 kB/s. Node's defaults are one and five minutes, and are checked twice a minute. */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }

/**
 * Load balancers keep idle connections for 60 seconds, and a request on a connection that closes at that moment would
 * fail. Node's default is 5 seconds.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** Otherwise the connection of a vanished client would stay open until the next write. */
const KEEP_ALIVE_INITIAL_DELAY_MS = 60_000

/** Delays requests between `listen` and the first handler, because Node would never respond to them. */
export const patientServer = (): Server => {
  // Node sends an empty response to requests without a Host header. This server names the missing header.
  const server = ClientErrors.answered(createServer({
    requireHostHeader: false,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_INITIAL_DELAY_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
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
    // The first handler is added after this event.
    setImmediate(() => {
      for (const [request, response] of early.splice(0)) server.emit("request", request, response)
    })
  }
  server.on("request", hold)
  server.on("newListener", handOver)
  return server
}
