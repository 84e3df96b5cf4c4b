/** Lists the endpoints, for this package's server and for other routers. */
import * as Upgrade from "@dunlin/schema/Upgrade"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { randomUUID } from "node:crypto"
import * as ApiError from "../ApiError.ts"
import { type DoorName, Doors } from "../Doors.ts"
import { MetricsAccess } from "../MetricsAccess.ts"
import type { Mount } from "../Mount.ts"
import { Teams } from "../Teams.ts"
import { activity, catalogue, changeThreatPolicy, threatPolicy } from "./account/activity.ts"
import * as Agent from "./account/agent.ts"
import { feedback, listFeedback, searchFeedback } from "./account/feedback.ts"
import { download } from "./artifacts.ts"
import { developer, developerByQuery } from "./developer.ts"
import type { FindOfDoors } from "./doors/finder.ts"
import { health, metricsPage, ready } from "./healthRoutes.ts"
import * as Interact from "./interact/interact.ts"
import { measureJobs } from "./jobMetrics.ts"
import * as Batch from "./jobs/batch.ts"
import * as Crawl from "./jobs/crawl.ts"
import * as Extract from "./jobs/extract.ts"
import { map, mapVersion1 } from "./jobs/map.ts"
import { measureLoad } from "./loadMetrics.ts"
import { locations, paramsPreview } from "./lookups.ts"
import * as Monitors from "./monitors/monitorRoutes.ts"
import { handlerOf } from "./mounted.ts"
import { normal } from "./normal.ts"
import { notHere } from "./notHere.ts"
import { fromOf, presentedKey, unexpected } from "./operation.ts"
import { paper, papers, similarPapers } from "./papers.ts"
import * as Parse from "./parse/parse.ts"
import { measureProcess } from "./processMetrics.ts"
import * as Profiles from "./profiles.ts"
import type { Request } from "./request.ts"
import type { Handler, Route } from "./route.ts"
import { scrape, scrapeVersion1 } from "./scrape.ts"
import { search, searchMany, searchVersion1 } from "./search.ts"
import { concurrency, creditUsage, creditUsageVersion1, queueStatus } from "./team.ts"
import { verify } from "./verify.ts"

const metricsOfServer = metricsPage(Effect.all([measureProcess, measureLoad, measureJobs], { discard: true }))

const metrics: Handler = (request) =>
  Effect.gen(function*() {
    const access = yield* MetricsAccess
    if (access === "off") return yield* noSuchRoute({ ...request, url: "/" })
    if (access === "open") return yield* metricsOfServer
    const teams = yield* Teams
    return yield* teams.identify(presentedKey(request), fromOf(request)).pipe(
      Effect.andThen(metricsOfServer),
      Effect.catchTag("ApiError", (error) => Effect.sync(() => ApiError.toResponse(error, randomUUID())))
    )
  })

const specification = lazily(async () => {
  const { Api } = await import("../Api.ts")
  const OpenApi = await import("effect/http-api/OpenApi")
  const { withDoors } = await import("./doors/openApi.ts")
  return (open: ReadonlyArray<DoorName>) => HttpServerResponse.jsonUnsafe(withDoors(OpenApi.fromApi(Api), open))
})

const page = lazily(async () => {
  const { docs } = await import("./docs.ts")
  const response = await Effect.runPromise(docs)
  return () => response
})

type Written = (open: ReadonlyArray<DoorName>) => HttpServerResponse.HttpServerResponse

function lazily(load: () => Promise<Written>): Handler {
  let loaded: Promise<Written> | undefined
  const forget = (cause: unknown) => {
    loaded = undefined
    throw cause
  }
  return () =>
    Effect.flatMap(Effect.promise(() => loaded ??= load().catch(forget)), (write) => Effect.map(Doors, write))
}

const batch = Batch.endpoints("/v2/batch/scrape")
const batchVersion1 = Batch.endpoints("/v1/batch/scrape", Upgrade.scrape)
const crawl = Crawl.endpoints("/v2/crawl")
const crawlVersion1 = Crawl.endpoints("/v1/crawl", Upgrade.crawl)
const extract = Extract.endpoints("/v2/extract")

const ofJobs = (
  path: `/${string}`,
  job: { readonly start: Handler; readonly status: Handler; readonly errors?: Handler; readonly cancel?: Handler }
): ReadonlyArray<Route> => [
  { method: "POST", path, handler: job.start },
  { method: "GET", path: `${path}/:id`, handler: job.status },
  ...(job.errors === undefined ? [] : [{ method: "GET", path: `${path}/:id/errors`, handler: job.errors } as const]),
  ...(job.cancel === undefined ? [] : [{ method: "DELETE", path: `${path}/:id`, handler: job.cancel } as const])
]

const absent = (handler: Handler, ...paths: ReadonlyArray<`/${string}`>): ReadonlyArray<Route> =>
  paths.flatMap((path) =>
    (["GET", "POST", "DELETE", "PATCH"] as const).map((method): Route => ({ method, path, handler }))
  )

const WITH_A_PAGE = "scrape a page, and send calls to /v2/scrape/{id}/interact with its metadata.scrapeId"

/** Clients of the contract use these endpoints. They always return 501. */
export const elsewhere: ReadonlyArray<Route> = [
  ...absent(notHere("browser sessions", WITH_A_PAGE), "/v2/browser", "/v2/browser/:id", "/v2/browser/:id/execute"),
  ...absent(
    notHere("browser sessions without a page", WITH_A_PAGE),
    "/v2/interact",
    "/v2/interact/:id",
    "/v2/interact/:id/execute"
  ),
  ...absent(notHere("records of single scrapes", "/v2/batch/scrape keeps its results for 24 hours"), "/v2/scrape/:id"),
  ...absent(notHere("support desk"), "/v2/support/ask", "/v2/support/docs-search"),
  ...absent(notHere("index of government documents", "use includeDomains of /v2/search"), "/v2/search/gov"),
  ...absent(
    notHere("token usage; usage is reported in credits"),
    "/v2/team/token-usage",
    "/v2/team/token-usage/historical",
    "/v1/team/token-usage",
    "/v1/team/token-usage/historical"
  ),
  ...absent(
    notHere("credit history; see the audit log"),
    "/v2/team/credit-usage/historical",
    "/v1/team/credit-usage/historical"
  ),
  ...absent(notHere("llms.txt", "use /v2/map and /v2/crawl"), "/v1/llmstxt", "/v1/llmstxt/:id"),
  // Current clients still have the method. The developer search replaces it.
  ...absent(
    notHere("research index of GitHub", "/v2/search/developer finds issues and repositories", { isResearch: true }),
    "/v2/search/research/github"
  ),
  ...absent(notHere("deep research"), "/v1/deep-research", "/v1/deep-research/:id")
]

export const routes: ReadonlyArray<Route> = [
  ...ofJobs("/v2/batch/scrape", batch),
  { method: "GET", path: "/v2/crawl/active", handler: Crawl.active },
  { method: "GET", path: "/v2/crawl/ongoing", handler: Crawl.active },
  ...ofJobs("/v2/crawl", crawl),
  ...ofJobs("/v2/extract", extract),
  { method: "POST", path: "/v2/map", handler: map },
  { method: "POST", path: "/v1/scrape", handler: scrapeVersion1 },
  { method: "POST", path: "/v1/map", handler: mapVersion1 },
  ...ofJobs("/v1/batch/scrape", batchVersion1),
  { method: "GET", path: "/v1/crawl/active", handler: Crawl.active },
  { method: "GET", path: "/v1/crawl/ongoing", handler: Crawl.active },
  ...ofJobs("/v1/crawl", crawlVersion1),
  ...ofJobs("/v1/extract", Extract.endpoints("/v1/extract")),
  { method: "GET", path: "/v2/concurrency-check", handler: concurrency },
  ...Monitors.routes,
  { method: "POST", path: "/v2/agent", handler: Agent.start },
  { method: "GET", path: "/v2/agent", handler: Agent.list },
  { method: "GET", path: "/v2/agent/:id", handler: Agent.status },
  { method: "DELETE", path: "/v2/agent/:id", handler: Agent.cancel },
  { method: "POST", path: "/v2/feedback", handler: feedback },
  { method: "GET", path: "/v2/feedback", handler: listFeedback },
  { method: "POST", path: "/v2/search/:id/feedback", handler: searchFeedback },
  { method: "GET", path: "/v2/team/activity", handler: activity },
  { method: "GET", path: "/exchange/discover", handler: catalogue },
  ...["/v2/team/threat-protection" as const, "/v2/threat-protection/policy" as const].flatMap((path) => [
    { method: "GET" as const, path, handler: threatPolicy },
    { method: "POST" as const, path, handler: changeThreatPolicy },
    { method: "PATCH" as const, path, handler: changeThreatPolicy }
  ]),
  ...elsewhere,
  { method: "POST", path: "/v2/search", handler: search },
  { method: "POST", path: "/v2/search/developer", handler: developer },
  { method: "GET", path: "/v2/search/developer", handler: developerByQuery },
  { method: "POST", path: "/v2/scrape", handler: scrape },
  { method: "POST", path: "/v2/scrape/:id/interact", handler: Interact.interact },
  { method: "DELETE", path: "/v2/scrape/:id/interact", handler: Interact.stop },
  { method: "POST", path: "/v2/parse", handler: Parse.parse },
  { method: "GET", path: "/v2/parse/formats", handler: Parse.formats },
  { method: "POST", path: "/v1/search", handler: searchVersion1 },
  { method: "GET", path: "/v2/search/research/papers", handler: papers },
  { method: "GET", path: "/v2/search/research/papers/:id", handler: paper },
  { method: "GET", path: "/v2/search/research/papers/:id/similar", handler: similarPapers },
  { method: "POST", path: "/v2/crawl/params-preview", handler: paramsPreview },
  { method: "POST", path: "/dunlin/search", handler: searchMany },
  { method: "POST", path: "/dunlin/verify", handler: verify },
  { method: "GET", path: "/dunlin/profiles", handler: Profiles.list },
  { method: "GET", path: "/dunlin/profiles/:name", handler: Profiles.get },
  { method: "DELETE", path: "/dunlin/profiles/:name", handler: Profiles.remove },
  { method: "GET", path: "/v2/locations", handler: locations },
  { method: "GET", path: "/v2/team/credit-usage", handler: creditUsage },
  { method: "GET", path: "/v2/team/queue-status", handler: queueStatus },
  { method: "GET", path: "/v1/team/credit-usage", handler: creditUsageVersion1 },
  { method: "GET", path: "/v1/team/queue-status", handler: queueStatus },
  { method: "GET", path: "/artifacts/:file", handler: download },
  { method: "GET", path: "/health", handler: () => health },
  { method: "GET", path: "/ready", handler: () => ready },
  { method: "GET", path: "/metrics", handler: metrics },
  { method: "GET", path: "/docs", handler: page },
  { method: "GET", path: "/openapi.json", handler: specification }
]

const isParameter = (segment: string): boolean => segment.startsWith(":")

type Methods = Map<string, Handler>

const known = new Map<string, Methods>()
const patterns: Array<{ readonly segments: ReadonlyArray<string>; readonly methods: Methods }> = []
for (const { handler, method, path } of routes) {
  const methods = known.get(path) ?? new Map<string, Handler>()
  if (!known.has(path) && path.split("/").some(isParameter)) patterns.push({ segments: path.split("/"), methods })
  known.set(path, methods.set(method, handler))
}

const methodsOf = (url: string): Methods | undefined => {
  const query = url.indexOf("?")
  const path = query < 0 ? url : url.slice(0, query)
  const exact = known.get(path)
  if (exact !== undefined) return exact
  const spelled = normal(path)
  const other = known.get(spelled)
  if (other !== undefined) return other
  const segments = spelled.split("/")
  return patterns.find((pattern) =>
    pattern.segments.length === segments.length &&
    pattern.segments.every((segment, at) => isParameter(segment) ? segments[at] !== "" : segment === segments[at])
  )?.methods
}

export type Find = (method: string, url: string) => Handler

export const find: Find = (method, url) => {
  const methods = methodsOf(url)
  if (method === "OPTIONS" && methods !== undefined) return optionsOf(methods)
  return methods?.get(method === "HEAD" ? "GET" : method) ?? noSuchRoute
}

/** Grants pages of other origins no permission, because keys belong on servers (RFC 9110, section 9.3.7). */
const optionsOf = (methods: Methods) => (): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.succeed(
    HttpServerResponse.empty({ status: 204, headers: { allow: ["OPTIONS", ...methods.keys()].join(", ") } })
  )

export const unrouted =
  (method: string) => (request: Request): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    const methods = method === "OPTIONS" ? methodsOf(request.url) : undefined
    return methods === undefined ? noSuchRoute(request) : optionsOf(methods)()
  }

export const finder = (mounts: ReadonlyArray<Mount>, ofDoors?: FindOfDoors): Find => {
  if (mounts.length === 0 && ofDoors === undefined) return find
  const mounted = new Map(
    mounts.map((mount) =>
      [
        mount.path,
        new Map(mount.methods.map((method) => [method as string, handlerOf(mount, method)] as const))
      ] as const
    )
  )
  const isPublic = new Set(mounts.filter((mount) => mount.isPublic === true).map(({ path }) => path))
  return (method, url) => {
    const path = normal(url.split("?", 1)[0]!) as `/${string}`
    const known = method === "HEAD" && isPublic.has(path) ? "GET" : method
    return mounted.get(path)?.get(known) ?? ofDoors?.(method === "HEAD" ? "GET" : method, url) ?? find(method, url)
  }
}

export const noSuchRoute = ({ url }: Request): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.sync(() => {
    const allowed = [...methodsOf(url)?.keys() ?? []]
    const requestId = randomUUID()
    if (allowed.length === 0) {
      return ApiError.toResponse(
        ApiError.make("NOT_FOUND", "Unknown endpoint; see /docs"),
        requestId,
        {
          isResearch: url.startsWith("/v2/search/research/")
        }
      )
    }
    const methods = allowed.join(", ")
    const error = ApiError.make("METHOD_NOT_ALLOWED", `This endpoint supports only ${methods}`, {
      details: { allowed }
    })
    return HttpServerResponse.setHeader(ApiError.toResponse(error, requestId), "allow", methods)
  })

export const fault = (
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
  const requestId = randomUUID()
  return Effect.map(unexpected(cause, requestId), (error) => ApiError.toResponse(error, requestId))
}
