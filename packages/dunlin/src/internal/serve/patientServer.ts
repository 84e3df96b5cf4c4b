import * as ClientErrors from "@dunlin/http-api/ClientErrors"
import type { IncomingMessage, Server, ServerResponse } from "node:http"

const { createServer } = process.getBuiltinModule("node:http")

/** 2 MiB at 70 kB/s. Node's defaults are one and five minutes, and are checked twice a minute. */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }

/**
 * Load balancers keep idle connections for 60 seconds. A request on a connection that closes at that moment would
 * fail, so the server keeps them longer. Node's default is 5 seconds.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/** Otherwise the connection of a vanished client would stay open until the next write. */
const KEEP_ALIVE_INITIAL_DELAY_MS = 60_000

/** Node never responds to requests between `listen` and the first handler, so these requests are delayed. */
export const patientServer = (): Server => {
  // Node would send an empty response to a request without a `Host` header. This server's response names the header.
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
