/**
 * The routes of the API and the HTTP server they run on.
 *
 * @since 0.1.0
 */
import type { ArtifactStore } from "@dunlin/cache/ArtifactStore"
import type { CreditError } from "@dunlin/credits/CreditError"
import { CreditLedger } from "@dunlin/credits/CreditLedger"
import type { Scraper } from "@dunlin/pipeline/Scraper"
import type { Searcher } from "@dunlin/pipeline/Searcher"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServer from "effect/http/HttpServer"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import type { Admission } from "./Admission.ts"
import * as ApiError from "./ApiError.ts"
import type { AuditLog } from "./AuditLog.ts"
import type { Idempotency } from "./Idempotency.ts"
import { download } from "./internal/artifacts.ts"
import { locations, papers, paramsPreview } from "./internal/lookups.ts"
import { unexpected } from "./internal/operation.ts"
import { json } from "./internal/respond.ts"
import { scrape } from "./internal/scrape.ts"
import { search, searchVersion1 } from "./internal/search.ts"
import { creditUsage } from "./internal/team.ts"
import { Teams } from "./Teams.ts"

/**
 * @category options
 * @since 0.1.0
 */
export type Options = {
  /** Largest request body in bytes. @default 2 MiB */
  readonly maxBodyBytes?: number | undefined
}

/**
 * What the routes need: the pipeline, and who may use it how.
 *
 * @category models
 * @since 0.1.0
 */
export type Services = Searcher | Scraper | CreditLedger | ArtifactStore | Teams | Admission | Idempotency | AuditLog

const health = Effect.sync(() => json({ success: true, status: "ok" }))

// The description and its page are loaded when somebody looks at them for the first time: they are large.
const openapi = Effect.gen(function*() {
  const { Api } = yield* Effect.promise(() => import("./Api.ts"))
  const OpenApi = yield* Effect.promise(() => import("effect/http-api/OpenApi"))
  specification ??= HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api))
  return specification
})
let specification: HttpServerResponse.HttpServerResponse | undefined

interface Route {
  readonly method: "GET" | "POST"
  readonly path: `/${string}`
  readonly handler: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    never,
    Services | HttpServerRequest.HttpServerRequest | Scope.Scope
  >
}

const routes: ReadonlyArray<Route> = [
  { method: "POST", path: "/v2/search", handler: search },
  { method: "POST", path: "/v2/scrape", handler: scrape },
  { method: "POST", path: "/v1/search", handler: searchVersion1 },
  { method: "GET", path: "/v2/search/research/papers", handler: papers },
  { method: "POST", path: "/v2/crawl/params-preview", handler: paramsPreview },
  { method: "GET", path: "/v2/locations", handler: locations },
  { method: "GET", path: "/v2/team/credit-usage", handler: creditUsage },
  { method: "GET", path: "/artifacts/:file", handler: download },
  { method: "GET", path: "/health", handler: health },
  { method: "GET", path: "/openapi.json", handler: openapi }
]

const methods = new Map<string, Array<string>>()
for (const { method, path } of routes) methods.set(path, [...methods.get(path) ?? [], method])

const noSuchRoute = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
  const query = url.indexOf("?")
  const allowed = methods.get(query < 0 ? url : url.slice(0, query))
  const requestId = randomUUID()
  return allowed === undefined
    ? ApiError.toResponse(ApiError.make("NOT_FOUND", "There is no such endpoint"), requestId, {
      isResearch: url.startsWith("/v2/search/research/")
    })
    : HttpServerResponse.setHeader(
      ApiError.toResponse(
        ApiError.make("METHOD_NOT_ALLOWED", `This endpoint takes ${allowed.join(", ")}`, {
          details: { allowed }
        }),
        requestId
      ),
      "allow",
      allowed.join(", ")
    )
})

// The page must work, and stay, on a machine without internet.
const alone = HttpServerResponse.setHeader(
  "content-security-policy",
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:"
)

// Operations answer every failure themselves; what arrives here is an unknown route, or a fault of the routes.
const inShape = (maxBodySize: ByteSize.ByteSize): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  HttpRouter.middleware<{ handles: any }>()(
    (effect) =>
      effect.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, maxBodySize),
        Effect.catchCause((cause) => {
          const unknownRoute = cause.reasons.some((reason) =>
            Cause.isFailReason(reason) && HttpServerError.isHttpServerError(reason.error) &&
            reason.error.reason._tag === "RouteNotFound"
          )
          if (unknownRoute) return noSuchRoute
          if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
          const requestId = randomUUID()
          return Effect.map(unexpected(cause, requestId), (error) => ApiError.toResponse(error, requestId))
        })
      ),
    { global: true }
    // A router tracks in its type the errors that are left to handle; none are.
  ) as Layer.Layer<never, never, HttpRouter.HttpRouter>

const docs: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const page = yield* Effect.cached(Effect.gen(function*() {
    const { Api } = yield* Effect.promise(() => import("./Api.ts"))
    const HttpApiScalar = yield* Effect.promise(() => import("effect/http-api/HttpApiScalar"))
    const inner = yield* HttpRouter.make
    yield* Effect.scoped(
      Layer.build(HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } })).pipe(
        Effect.provideService(HttpRouter.HttpRouter, inner)
      )
    )
    return inner.asHttpEffect()
  }))
  yield* router.add("GET", "/docs", Effect.map(Effect.orDie(Effect.flatten(page)), alone))
}))

// The services of the server are the same for every request.
const operations: Layer.Layer<never, never, HttpRouter.HttpRouter | Services> = HttpRouter.use((router) =>
  Effect.flatMap(
    Effect.context<Services>(),
    (services) =>
      Effect.forEach(
        routes,
        ({ handler, method, path }) => router.add(method, path, Effect.provideContext(handler, services)),
        { discard: true }
      )
  )
)

/** The accounts of the teams are what the configuration says. */
const accounts: Layer.Layer<never, CreditError, Teams | CreditLedger> = Layer.effectDiscard(
  Effect.gen(function*() {
    const teams = yield* Teams
    const ledger = yield* CreditLedger
    yield* Effect.forEach(
      teams.all,
      ({ credits, id }) => ledger.plan({ account: id, credits: credits ?? "unlimited" }),
      { discard: true }
    )
  })
)

/**
 * Adds all endpoints to a router, for a server of your own.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerRoutes = (
  options: Options = {}
): Layer.Layer<never, CreditError, HttpRouter.HttpRouter | Services> =>
  Layer.mergeAll(
    operations,
    docs,
    PrometheusMetrics.layerHttp(),
    inShape(ByteSize.bytes(options.maxBodyBytes ?? 2 * 1024 * 1024)),
    accounts
  )

/**
 * Serves all endpoints on an `HttpServer`. The server's own access log and
 * spans are replaced by ones that never hold a query string.
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
