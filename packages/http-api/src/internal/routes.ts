/** The endpoints: one list, for the server of this package and for routers of others. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { randomUUID } from "node:crypto"
import * as ApiError from "../ApiError.ts"
import { MetricsAccess } from "../MetricsAccess.ts"
import type { Services } from "../Server.ts"
import { Teams } from "../Teams.ts"
import { download } from "./artifacts.ts"
import { locations, papers, paramsPreview } from "./lookups.ts"
import { fromOf, presentedKey, unexpected } from "./operation.ts"
import type { Request } from "./request.ts"
import { json } from "./respond.ts"
import { scrape } from "./scrape.ts"
import { search, searchVersion1 } from "./search.ts"
import { creditUsage, queueStatus } from "./team.ts"

export type Handler = (request: Request) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, Services>

export interface Route {
  readonly method: "GET" | "POST"
  /** A segment that begins with a colon stands for any other. */
  readonly path: `/${string}`
  readonly handler: Handler
}

const health: Handler = () => Effect.sync(() => json({ success: true, status: "ok" }))

// What is large and seldom looked at is loaded when somebody looks at it.
const metricsPage = Effect.flatMap(
  Effect.promise(() => import("effect/observability/PrometheusMetrics")),
  ({ format }) =>
    Effect.map(
      format(),
      (body) => HttpServerResponse.text(body, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
    )
)

const metrics: Handler = (request) =>
  Effect.gen(function*() {
    const access = yield* MetricsAccess
    if (access === "off") return yield* noSuchRoute({ ...request, url: "/" })
    if (access === "open") return yield* metricsPage
    const teams = yield* Teams
    return yield* teams.identify(presentedKey(request), fromOf(request)).pipe(
      Effect.andThen(metricsPage),
      Effect.catchTag("ApiError", (error) => Effect.sync(() => ApiError.toResponse(error, randomUUID())))
    )
  })

const specification = lazily(async () => {
  const { Api } = await import("../Api.ts")
  const OpenApi = await import("effect/http-api/OpenApi")
  return HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api))
})

const page = lazily(async () => {
  const { docs } = await import("./docs.ts")
  return Effect.runPromise(docs)
})

function lazily(load: () => Promise<HttpServerResponse.HttpServerResponse>): Handler {
  let loaded: Promise<HttpServerResponse.HttpServerResponse> | undefined
  const forget = (cause: unknown) => {
    loaded = undefined
    throw cause
  }
  return () => Effect.promise(() => loaded ??= load().catch(forget))
}

export const routes: ReadonlyArray<Route> = [
  { method: "POST", path: "/v2/search", handler: search },
  { method: "POST", path: "/v2/scrape", handler: scrape },
  { method: "POST", path: "/v1/search", handler: searchVersion1 },
  { method: "GET", path: "/v2/search/research/papers", handler: papers },
  { method: "POST", path: "/v2/crawl/params-preview", handler: paramsPreview },
  { method: "GET", path: "/v2/locations", handler: locations },
  { method: "GET", path: "/v2/team/credit-usage", handler: creditUsage },
  { method: "GET", path: "/v2/team/queue-status", handler: queueStatus },
  { method: "GET", path: "/artifacts/:file", handler: download },
  { method: "GET", path: "/health", handler: health },
  { method: "GET", path: "/metrics", handler: metrics },
  { method: "GET", path: "/docs", handler: page },
  { method: "GET", path: "/openapi.json", handler: specification }
]

const known = new Map<string, Map<string, Handler>>()
for (const { handler, method, path } of routes) {
  const methods = known.get(path) ?? new Map<string, Handler>()
  known.set(path, methods.set(method, handler))
}

const artifact = "/artifacts/:file"

/** What a path may be written like: in other cases, with slashes that are doubled or at the end. */
const normal = (path: string): string => path.toLowerCase().replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "")

const methodsOf = (url: string): Map<string, Handler> | undefined => {
  const query = url.indexOf("?")
  const path = query < 0 ? url : url.slice(0, query)
  const exact = known.get(path)
  if (exact !== undefined) return exact
  const spelled = normal(path)
  return known.get(/^\/artifacts\/[^/]+$/.test(spelled) ? artifact : spelled)
}

/** What answers a request; requests nobody answers get an error body. */
export const find = (method: string, url: string): Handler =>
  methodsOf(url)?.get(method === "HEAD" ? "GET" : method) ?? noSuchRoute

export const noSuchRoute = ({ url }: Request): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.sync(() => {
    const allowed = [...methodsOf(url)?.keys() ?? []]
    const requestId = randomUUID()
    if (allowed.length === 0) {
      return ApiError.toResponse(
        ApiError.make("NOT_FOUND", "There is no such endpoint; /docs shows those there are"),
        requestId,
        {
          isResearch: url.startsWith("/v2/search/research/")
        }
      )
    }
    const methods = allowed.join(", ")
    const error = ApiError.make("METHOD_NOT_ALLOWED", `This endpoint takes ${methods}`, { details: { allowed } })
    return HttpServerResponse.setHeader(ApiError.toResponse(error, requestId), "allow", methods)
  })

/** Operations answer every failure themselves; what is left is a fault of the routes. */
export const fault = (
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
  const requestId = randomUUID()
  return Effect.map(unexpected(cause, requestId), (error) => ApiError.toResponse(error, requestId))
}
