/** The classifier services in miniature: they check method, path, key and body as their documentation says. */
import { Effect, type Scope } from "effect"
import * as http from "node:http"

export interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: unknown
}

export interface Endpoint {
  readonly url: string
  readonly received: Array<Received>
}

/** Answers every request by the handler; a `Buffer` is sent as it is, everything else as JSON. */
export const serve = (handler: (request: Received) => Reply): Effect.Effect<Endpoint, never, Scope.Scope> =>
  Effect.gen(function*() {
    const received: Array<Received> = []
    const server = yield* Effect.acquireRelease(
      Effect.callback<http.Server>((resume) => {
        const server = http.createServer((request, response) => {
          const chunks: Array<Buffer> = []
          request.on("data", (chunk: Buffer) => chunks.push(chunk))
          request.on("end", () => {
            const url = new URL(request.url ?? "/", "http://localhost")
            const one: Received = {
              method: request.method ?? "",
              path: url.pathname,
              query: url.searchParams,
              headers: request.headers,
              body: Buffer.concat(chunks).toString()
            }
            received.push(one)
            const reply = handler(one)
            const raw = Buffer.isBuffer(reply.body) || typeof reply.body === "string"
            response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers })
            response.end(raw ? reply.body : JSON.stringify(reply.body))
          })
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        })
    )
    const address = server.address()
    return { url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`, received }
  })
