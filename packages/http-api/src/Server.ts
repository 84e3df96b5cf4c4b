/**
 * Provides the routes of the API, and their HTTP server.
 *
 * @since 0.1.0
 */
import type { CreditError } from "@dunlin/credits/CreditError"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServer from "effect/http/HttpServer"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { Doors } from "./Doors.ts"
import { accounts } from "./internal/accounts.ts"
import { makeOpenPages, OpenPages } from "./internal/interact/interactions.ts"
import { handlerOf } from "./internal/mounted.ts"
import { fromRouter, MaxUploadBytes } from "./internal/request.ts"
import { fault, routes, unrouted } from "./internal/routes.ts"
import type * as Required from "./internal/services.ts"
import { Mounts } from "./Mount.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** Maximum number of bytes of a request body. @default 2 MiB */
  readonly maxBodyBytes?: number | undefined
  /** Maximum number of bytes of a `/v2/parse` body: a file with its options. @default 50 MiB */
  readonly maxUploadBytes?: number | undefined
}

/**
 * The services that the routes require: the pipeline, and the teams with their limits.
 *
 * @category models
 * @since 0.1.0
 */
export type Services = Required.Services

const unanswered = Effect.flatMap(
  HttpServerRequest.HttpServerRequest,
  ({ method }) => Effect.flatMap(fromRouter, unrouted(method))
)

const inShape = (
  maxBodySize: ByteSize.ByteSize,
  maxUploadBytes: number | undefined
): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  HttpRouter.middleware<{ handles: any }>()(
    (effect) =>
      effect.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, maxBodySize),
        maxUploadBytes === undefined ? identity : Effect.provideService(MaxUploadBytes, maxUploadBytes),
        Effect.catchCause((cause) => {
          const unknownRoute = cause.reasons.some((reason) =>
            Cause.isFailReason(reason) && HttpServerError.isHttpServerError(reason.error) &&
            reason.error.reason._tag === "RouteNotFound"
          )
          return unknownRoute ? unanswered : fault(cause) as Effect.Effect<any, any>
        })
      ),
    { global: true }
    // The type of a router contains unhandled errors. This one handles all.
  ) as Layer.Layer<never, never, HttpRouter.HttpRouter>

const operations: Layer.Layer<never, never, HttpRouter.HttpRouter | Services> = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const services = Context.add(yield* Effect.context<Services>(), OpenPages, yield* makeOpenPages)
    const mounted = (yield* Mounts).flatMap((mount) =>
      mount.methods.map((method) => ({ method, path: mount.path, handler: handlerOf(mount, method) }))
    )
    const open = yield* Doors
    const ofDoors = open.length === 0
      ? []
      : (yield* Effect.promise(() => import("./internal/doors/finder.ts"))).routesOfAll(open)
    for (const { handler, method, path } of [...routes, ...ofDoors, ...mounted]) {
      yield* router.add(
        method,
        path,
        Effect.provideContext(Effect.flatMap(fromRouter, handler), services)
      )
    }
  })
)

/**
 * Adds all endpoints to a router, for your own server.
 *
 * **Example** (In your own server)
 *
 * ```ts
 * import { Admission, AuditLog, Idempotency, Server, Teams } from "@dunlin/http-api"
 * import { JobStore } from "@dunlin/jobs"
 * import { Services } from "dunlin"
 * import { Layer, Logger } from "effect"
 * import { HttpRouter, HttpServer } from "effect/http"
 *
 * const options: Server.Options = { maxBodyBytes: 64 * 1024 }
 * const services: Layer.Layer<Server.Services, unknown> = Layer.mergeAll(
 *   Services.layer(),
 *   JobStore.layerMemory(),
 *   Teams.layerOpen(),
 *   Admission.layerMemory,
 *   Idempotency.layerMemory(),
 *   AuditLog.layerNoop
 * )
 * const { dispose, handler } = HttpRouter.toWebHandler(
 *   Server.layerRoutes(options).pipe(
 *     Layer.provide(services),
 *     Layer.provide(HttpServer.layerServices),
 *     // what is logged goes nowhere
 *     Layer.provideMerge(Logger.layer([]))
 *   ),
 *   { disableLogger: true }
 * )
 * const response = await handler(
 *   new Request("http://localhost/v2/search", {
 *     method: "POST",
 *     headers: { "content-type": "application/json" },
 *     body: JSON.stringify({ query: "waders", limit: 1000 })
 *   })
 * )
 * console.log(response.status) // 400
 * await dispose()
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerRoutes = (
  options: Options = {}
): Layer.Layer<never, CreditError, HttpRouter.HttpRouter | Services> =>
  Layer.mergeAll(
    operations,
    inShape(ByteSize.bytes(options.maxBodyBytes ?? 2 * 1024 * 1024), options.maxUploadBytes),
    accounts
  )

/**
 * Serves all endpoints on an `HttpServer`. Its access log and spans are replaced by ones that never contain a query
 * string.
 *
 * **Example** (On a local port)
 *
 * ```ts
 * import { Admission, AuditLog, Idempotency, Server, Teams } from "@dunlin/http-api"
 * import { JobStore } from "@dunlin/jobs"
 * import { NodeHttpServer } from "@effect/platform-node"
 * import { Services } from "dunlin"
 * import { Effect, Layer } from "effect"
 * import { HttpServer } from "effect/http"
 * import { once } from "node:events"
 * import { createServer, get } from "node:http"
 *
 * const server = Server.layer().pipe(
 *   Layer.provide([
 *     Services.layer(),
 *     JobStore.layerMemory(),
 *     Teams.layerOpen(),
 *     Admission.layerMemory,
 *     Idempotency.layerMemory(),
 *     AuditLog.layerNoop
 *   ]),
 *   Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0 }))
 * )
 * const program = HttpServer.addressFormattedWith((url) => Effect.promise(() => once(get(`${url}/health`), "response")))
 * const [response] = await Effect.runPromise(Effect.provide(program, server))
 * console.log(response.statusCode) // 200
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: Options = {}
): Layer.Layer<never, CreditError, HttpServer.HttpServer | Services> =>
  HttpRouter.serve(layerRoutes(options), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
  )
