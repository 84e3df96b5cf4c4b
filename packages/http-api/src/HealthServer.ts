/**
 * Serves `/health`, `/ready` and `/metrics` on a separate port, for processes without an API and for networks that
 * separate operators from clients.
 *
 * @since 0.2.0
 */
import type { JobStore } from "@dunlin/jobs/JobStore"
import * as Effect from "effect/Effect"
import { ServeError } from "effect/http/HttpServerError"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { health, metricsPage, ready } from "./internal/healthRoutes.ts"
import { measureJobs } from "./internal/jobMetrics.ts"
import { measureProcess } from "./internal/processMetrics.ts"
import { MetricsAccess } from "./MetricsAccess.ts"

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /** @default "127.0.0.1" */
  readonly host?: string | undefined
  readonly port: number
  /** Whether to use a free port if `port` is in use. @default false */
  readonly orAnother?: boolean | undefined
}

const REQUEST_LIMIT_MS = 10_000

const metrics = Effect.flatMap(
  MetricsAccess,
  (access) => access === "off" ? Effect.undefined : metricsPage(Effect.andThen(measureProcess, measureJobs))
)

const pages = new Map<string, Effect.Effect<HttpServerResponse | undefined, never, JobStore>>([
  ["/health", health],
  ["/ready", ready],
  ["/metrics", metrics]
])

const answer = (outgoing: ServerResponse, response: HttpServerResponse | undefined): void => {
  if (response === undefined) return void outgoing.writeHead(404).end()
  const { body, headers, status } = response
  const content = body._tag === "Raw" || body._tag === "Uint8Array" ? body.body as string | Uint8Array : undefined
  outgoing.writeHead(status, headers).end(content)
}

const listening = (
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  { host = "127.0.0.1", port }: Pick<Options, "host" | "port">
) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }, ServeError>((resume) => {
      const server = process.getBuiltinModule("node:http").createServer({ requestTimeout: REQUEST_LIMIT_MS }, handle)
      server.once("error", (cause) => resume(Effect.fail(new ServeError({ cause }))))
      server.listen({ host, port }, () => {
        // The open port does not keep the process alive.
        server.unref()
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ port: (server.address() as AddressInfo).port, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const isTaken = ({ cause }: ServeError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE"

/**
 * Serves until the scope closes. No key is required, so every client that reaches the port may read. Returns the
 * port.
 *
 * @category running
 * @since 0.2.0
 */
export const serve = Effect.fnUntraced(function*(
  options: Options
): Effect.fn.Return<number, ServeError, JobStore | Scope.Scope> {
  const run = Effect.runForkWith(yield* Effect.context<JobStore>())
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const page = pages.get((incoming.url ?? "").split("?", 1)[0]!)
    run(Effect.map(page ?? Effect.undefined, (response) => answer(outgoing, response)))
  }
  const bound = listening(handle, options)
  const { port } = yield* options.orAnother === true
    ? Effect.catchIf(bound, isTaken, () => listening(handle, { host: options.host, port: 0 }))
    : bound
  return port
})
