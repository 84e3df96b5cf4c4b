/**
 * Defines the endpoints as an `HttpApi`, from which `/openapi.json`, `/docs` and typed Effect clients are generated.
 *
 * **Example** (A typed client)
 *
 * ```ts
 * import { Api } from "@dunlin/http-api"
 * import { SearchRequest } from "@dunlin/schema"
 * import { Effect, Layer } from "effect"
 * import { HttpClient, HttpClientResponse } from "effect/http"
 * import { HttpApiClient } from "effect/http-api"
 *
 * const program = Effect.gen(function*() {
 *   const client = yield* HttpApiClient.make(Api.Api, { baseUrl: "http://127.0.0.1:3002" })
 *   const { request } = yield* SearchRequest.decode({ query: "effect" })
 *   const { data } = yield* client.search.search({ payload: request })
 *   return data.web?.length
 * })
 *
 * // in place of a client that dials: a server that finds nothing
 * const body = { success: true, data: { web: [] }, warning: null, id: "1", creditsUsed: 0 }
 * const server = Layer.succeed(
 *   HttpClient.HttpClient,
 *   HttpClient.make((request) => Effect.succeed(HttpClientResponse.fromWeb(request, Response.json(body))))
 * )
 * console.log(await Effect.runPromise(Effect.provide(program, server))) // 0
 * ```
 *
 * @since 0.1.0
 */
import { BatchRequest } from "@dunlin/schema/BatchRequest"
import { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import { CreditUsage } from "@dunlin/schema/CreditUsage"
import { DeveloperSearchRequest, DeveloperSearchResponse } from "@dunlin/schema/DeveloperSearch"
import { ExtractRequest } from "@dunlin/schema/ExtractRequest"
import { InteractRequest, InteractResponse, InteractStopped } from "@dunlin/schema/Interact"
import {
  ActiveCrawls,
  ExtractStatus,
  JobCancelled,
  JobFailures,
  JobProgress,
  JobStarted
} from "@dunlin/schema/JobResponse"
import { MapRequest, MapResponse } from "@dunlin/schema/MapRequest"
import {
  PaperRequest,
  PaperResponse,
  PapersRequest,
  PapersResponse,
  SimilarPapersRequest,
  SimilarPapersResponse
} from "@dunlin/schema/Papers"
import { ParamsPreviewRequest, ParamsPreviewResponse } from "@dunlin/schema/ParamsPreview"
import { QueueStatus } from "@dunlin/schema/QueueStatus"
import { ScrapeRequest } from "@dunlin/schema/ScrapeRequest"
import { ScrapeResponse } from "@dunlin/schema/ScrapeResponse"
import { SearchManyRequest } from "@dunlin/schema/SearchMany"
import { SearchRequest } from "@dunlin/schema/SearchRequest"
import { SearchResponse, WebResult } from "@dunlin/schema/SearchResponse"
import { ProfileDeleted, ProfileList, ProfileResponse } from "@dunlin/schema/StoredProfile"
import { VerifyRequest, VerifyResponse } from "@dunlin/schema/Verify"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Multipart from "effect/http/Multipart"
import * as Schema from "effect/Schema"
import { accountEndpoints, agentEndpoints } from "./internal/account/accountApi.ts"
import { complete } from "./internal/apiDescription.ts"
import { failure, refusals } from "./internal/apiFailures.ts"
import { endpoints as monitorEndpoints } from "./internal/monitors/api.ts"
import { wholeNumber } from "./internal/queryFields.ts"

const page = {
  skip: wholeNumber(0),
  limit: wholeNumber(1),
  skipData: Schema.optionalKey(Schema.Literal("true"))
}

const work = [
  ...refusals,
  failure(402, "The team's credits do not cover the maximum cost of the request"),
  failure(404, "The request has `minAge` or `lockdown`, and the page is not in the cache"),
  failure(408, "The request timed out"),
  failure(409, "The `Idempotency-Key` belongs to another request, or to one that is still running"),
  failure(503, "The search provider failed")
] as const

const ofPaper = [
  ...refusals,
  failure(404, "The paper does not exist"),
  failure(501, "The research index does not support lookup by id"),
  failure(503, "No research index is configured, or it is unavailable")
] as const

const ofOpenPage = [
  ...refusals,
  failure(404, "The team has no such scrape on this server, or its page can no longer be opened"),
  failure(408, "The call timed out"),
  failure(501, "The server does not support this operation on an open page"),
  failure(503, "The server has reached its limit of open pages")
] as const

/**
 * @category api
 * @since 0.1.0
 */
export class SearchGroup extends HttpApiGroup.make("search").add(
  HttpApiEndpoint.post("search", "/search", { payload: SearchRequest, success: SearchResponse, error: work })
    .annotate(OpenApi.Summary, "Search, and optionally scrape the results")
    .annotate(
      OpenApi.Description,
      "With `Accept: text/event-stream` the response is a stream of events: `hits-found`, `page-started`, `page-finished`, " +
        "`page-failed`, `stage-finished` and `warning`, with the `url` of the page they concern. The last event is " +
        "`done` with this body, or `error` with the body of an error."
    ),
  HttpApiEndpoint.post("developer", "/search/developer", {
    payload: DeveloperSearchRequest,
    success: DeveloperSearchResponse,
    error: work
  }).annotate(OpenApi.Summary, "Search repositories, issues, questions and documentation"),
  HttpApiEndpoint.get("developerByQuery", "/search/developer", {
    query: DeveloperSearchRequest,
    success: DeveloperSearchResponse,
    error: work
  }).annotate(OpenApi.Summary, "Search repositories, issues, questions and documentation, with a query string"),
  HttpApiEndpoint.get("papers", "/search/research/papers", {
    query: PapersRequest,
    success: PapersResponse,
    error: [...refusals, failure(503, "No research index is configured")]
  }).annotate(OpenApi.Summary, "Search scientific papers"),
  HttpApiEndpoint.get("paper", "/search/research/papers/:id", {
    params: { id: Schema.String },
    query: PaperRequest,
    success: PaperResponse,
    error: ofPaper
  }).annotate(OpenApi.Summary, "Get a paper by id, with passages that match a query"),
  HttpApiEndpoint.get("similarPapers", "/search/research/papers/:id/similar", {
    params: { id: Schema.String },
    query: SimilarPapersRequest,
    success: SimilarPapersResponse,
    error: ofPaper
  }).annotate(OpenApi.Summary, "List the papers that cite a paper, or that the paper cites"),
  HttpApiEndpoint.get("locations", "/locations", {
    success: Schema.Struct({
      success: Schema.Literal(true),
      data: Schema.Array(Schema.Struct({ name: Schema.String, code: Schema.String }))
    })
  }).annotate(OpenApi.Summary, "List the countries that a search accepts")
).annotate(OpenApi.Title, "Search") {}

/**
 * @category api
 * @since 0.1.0
 */
export class ScrapeGroup extends HttpApiGroup.make("scrape").add(
  HttpApiEndpoint.post("scrape", "/scrape", { payload: ScrapeRequest, success: ScrapeResponse, error: work })
    .annotate(OpenApi.Summary, "Scrape one page"),
  HttpApiEndpoint.post("parse", "/parse", {
    payload: Schema.Struct({
      file: Multipart.SingleFileSchema,
      options: Schema.optionalKey(Schema.String.annotate({ description: "Scrape options, as one JSON object." }))
    }).pipe(HttpApiSchema.asMultipart()),
    success: ScrapeResponse,
    error: [...refusals, failure(402, "The team's credits do not cover the maximum cost of the request")]
  }).annotate(OpenApi.Summary, "Read an uploaded file as a page"),
  HttpApiEndpoint.get("parseFormats", "/parse/formats", {
    success: Schema.Struct({
      success: Schema.Literal(true),
      data: Schema.Struct({
        formats: Schema.Array(Schema.Struct({
          format: Schema.String,
          kind: Schema.Literals(["document", "image"]),
          extensions: Schema.Array(Schema.String),
          mimeTypes: Schema.Array(Schema.String),
          available: Schema.Boolean
        }))
      })
    }),
    error: [failure(401, "The key is missing or unknown")]
  }).annotate(OpenApi.Summary, "List the supported upload formats"),
  HttpApiEndpoint.post("interact", "/scrape/:id/interact", {
    params: { id: Schema.String },
    payload: InteractRequest,
    success: InteractResponse,
    error: [...ofOpenPage, failure(402, "The team's credits do not cover the maximum time that the page stays open")]
  })
    .annotate(OpenApi.Summary, "Act on the open page of a scrape")
    .annotate(
      OpenApi.Description,
      "The first call opens the page again, with the options of its scrape. Code that uses `page` controls the page with " +
        "Playwright methods; other code runs in the page."
    ),
  HttpApiEndpoint.delete("stopInteract", "/scrape/:id/interact", {
    params: { id: Schema.String },
    success: InteractStopped,
    error: ofOpenPage
  }).annotate(OpenApi.Summary, "Close the open page of a scrape, and save its profile"),
  HttpApiEndpoint.post("paramsPreview", "/crawl/params-preview", {
    payload: ParamsPreviewRequest,
    success: ParamsPreviewResponse,
    error: [...refusals, failure(501, "No language model is configured")]
  }).annotate(OpenApi.Summary, "Derive crawl options from a prompt")
).annotate(OpenApi.Title, "Pages") {}

const id = { params: { id: Schema.String } }

const ofJob = [
  failure(401, "The key is missing or unknown"),
  failure(404, "The team has no such job, or its results have expired"),
  failure(503, "The job store is unavailable")
] as const

const ofCancel = [...ofJob, failure(409, "The job has already failed")] as const

const submitting = [
  ...refusals,
  failure(402, "The team has no credits left"),
  failure(404, "The job to extend does not exist"),
  failure(409, "The `Idempotency-Key` belongs to another request, or to one that is still running"),
  failure(503, "The job store is unavailable")
] as const

const paging = "Results are ordered by completion. `next` is the URL of the next page of results."

/**
 * @category api
 * @since 0.1.0
 */
export class BatchGroup extends HttpApiGroup.make("batch").add(
  HttpApiEndpoint.post("start", "/batch/scrape", { payload: BatchRequest, success: JobStarted, error: submitting })
    .annotate(OpenApi.Summary, "Scrape many pages"),
  HttpApiEndpoint.get("status", "/batch/scrape/:id", { ...id, query: page, success: JobProgress, error: ofJob })
    .annotate(OpenApi.Summary, "Get the status and results of a batch")
    .annotate(OpenApi.Description, paging),
  HttpApiEndpoint.get("errors", "/batch/scrape/:id/errors", { ...id, success: JobFailures, error: ofJob })
    .annotate(OpenApi.Summary, "List the failed pages of a batch"),
  HttpApiEndpoint.delete("cancel", "/batch/scrape/:id", { ...id, success: JobCancelled, error: ofCancel })
    .annotate(OpenApi.Summary, "Cancel a batch")
).annotate(OpenApi.Title, "Batches") {}

/**
 * @category api
 * @since 0.1.0
 */
export class CrawlGroup extends HttpApiGroup.make("crawl").add(
  HttpApiEndpoint.post("start", "/crawl", { payload: CrawlRequest, success: JobStarted, error: submitting })
    .annotate(OpenApi.Summary, "Scrape the pages of a site"),
  HttpApiEndpoint.get("active", "/crawl/active", { success: ActiveCrawls, error: ofJob })
    .annotate(OpenApi.Summary, "List running crawls"),
  HttpApiEndpoint.get("status", "/crawl/:id", { ...id, query: page, success: JobProgress, error: ofJob })
    .annotate(OpenApi.Summary, "Get the status and results of a crawl")
    .annotate(OpenApi.Description, `${paging} A WebSocket at the same URL streams results as they arrive.`),
  HttpApiEndpoint.get("errors", "/crawl/:id/errors", { ...id, success: JobFailures, error: ofJob })
    .annotate(OpenApi.Summary, "List the pages of a crawl that failed or that robots.txt disallows"),
  HttpApiEndpoint.delete("cancel", "/crawl/:id", { ...id, success: JobCancelled, error: ofCancel })
    .annotate(OpenApi.Summary, "Cancel a crawl"),
  HttpApiEndpoint.post("map", "/map", { payload: MapRequest, success: MapResponse, error: work })
    .annotate(OpenApi.Summary, "List the URLs of a site")
).annotate(OpenApi.Title, "Sites") {}

/**
 * @category api
 * @since 0.1.0
 */
export class ExtractGroup extends HttpApiGroup.make("extract").add(
  HttpApiEndpoint.post("start", "/extract", { payload: ExtractRequest, success: JobStarted, error: submitting })
    .annotate(OpenApi.Summary, "Extract data in one shape from many pages"),
  HttpApiEndpoint.get("status", "/extract/:id", { ...id, success: ExtractStatus, error: ofJob })
    .annotate(OpenApi.Summary, "Get the status and data of an extraction")
).annotate(OpenApi.Title, "Extractions") {}

/**
 * @category api
 * @since 0.3.0
 */
export class AgentGroup extends agentEndpoints.annotate(OpenApi.Title, "Agents") {}

/**
 * @category api
 * @since 0.3.0
 */
export class AccountGroup extends accountEndpoints.annotate(OpenApi.Title, "Account") {}

/**
 * @category api
 * @since 0.3.0
 */
export class MonitorGroup extends monitorEndpoints.annotate(OpenApi.Title, "Monitors") {}

/**
 * @category api
 * @since 0.1.0
 */
export class TeamGroup extends HttpApiGroup.make("team").add(
  HttpApiEndpoint.get("creditUsage", "/team/credit-usage", {
    success: CreditUsage,
    error: [failure(401, "The key is missing or unknown")]
  }).annotate(OpenApi.Summary, "Get the remaining credits"),
  HttpApiEndpoint.get("queueStatus", "/team/queue-status", {
    success: QueueStatus,
    error: [failure(401, "The key is missing or unknown")]
  }).annotate(OpenApi.Summary, "Get the number of running requests")
).annotate(OpenApi.Title, "Team") {}

const ofProfiles = [
  failure(401, "The key is missing or unknown"),
  failure(503, "The browser profile store is unavailable")
] as const

const ofProfile = [...ofProfiles, failure(404, "The team has no profile with this name")] as const

const SearchRequestVersion1 = Schema.Struct({
  query: Schema.String,
  limit: Schema.optionalKey(Schema.Int),
  tbs: Schema.optionalKey(Schema.String),
  lang: Schema.optionalKey(Schema.String).annotateKey({ description: "Language of scraped pages." }),
  country: Schema.optionalKey(Schema.String),
  location: Schema.optionalKey(Schema.String),
  timeout: Schema.optionalKey(Schema.Int),
  scrapeOptions: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
})

const SearchResponseVersion1 = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(WebResult),
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category api
 * @since 0.1.0
 */
export class Version1Group extends HttpApiGroup.make("version1").add(
  HttpApiEndpoint.post("search", "/v1/search", {
    payload: SearchRequestVersion1,
    success: SearchResponseVersion1,
    error: work
  }).annotate(OpenApi.Summary, "Search, for clients of version 1")
).annotate(OpenApi.Title, "Version 1") {}

/**
 * Endpoints that are not part of the contract.
 *
 * @category api
 * @since 0.3.0
 */
export class DunlinGroup extends HttpApiGroup.make("dunlin").add(
  HttpApiEndpoint.post("search", "/dunlin/search", { payload: SearchManyRequest, success: SearchResponse, error: work })
    .annotate(OpenApi.Summary, "Search several queries at once, with preferred domains")
    .annotate(
      OpenApi.Description,
      "Returns each page once, with the `queries` that found it. Pages that several queries found come first. `limit` is the "
        + "number of results per source over all queries. Each query is charged as a search, and each scraped page once. "
        + "A query that fails costs nothing, and `queries` and `warning` name it. The request fails if all queries fail."
    ),
  HttpApiEndpoint.post("verify", "/dunlin/verify", { payload: VerifyRequest, success: VerifyResponse, error: work })
    .annotate(OpenApi.Summary, "Check quotations")
    .annotate(
      OpenApi.Description,
      "For each quotation, returns its position on the page and the full sentences that contain it, or reports that the "
        + "page does not contain it. A page sent as `markdown` costs nothing."
    ),
  HttpApiEndpoint.get("profiles", "/dunlin/profiles", { success: ProfileList, error: ofProfiles })
    .annotate(OpenApi.Summary, "List the team's browser profiles, with size and expiry")
    .annotate(
      OpenApi.Description,
      "A scrape with `profile` saves a profile. `quota` is the maximum total size of the team's profiles. A profile that exceeds "
        + "it is not saved, and the `warning` of the scrape names the quota. Sign-ins and cookies are never returned."
    ),
  HttpApiEndpoint.get("profile", "/dunlin/profiles/:name", {
    params: { name: Schema.String },
    success: ProfileResponse,
    error: ofProfile
  }).annotate(OpenApi.Summary, "Get one of the team's browser profiles"),
  HttpApiEndpoint.delete("deleteProfile", "/dunlin/profiles/:name", {
    params: { name: Schema.String },
    success: ProfileDeleted,
    error: ofProfile
  })
    .annotate(OpenApi.Summary, "Delete one of the team's browser profiles")
    .annotate(OpenApi.Description, "A request that saves the profile at the same time creates it again.")
).annotate(OpenApi.Title, "Beyond the contract") {}

const introduction = `Web search with page content: one request searches, and scrapes the results.

\`\`\`sh
curl $SERVER/v2/search \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"query": "typed errors", "limit": 3}'
\`\`\`

- **Keys**: \`Authorization: Bearer …\`; a server without teams requires none.
- **Failures** are always \`{ success: false, code, error, details }\`. \`code\` is for programs, \`error\` for people.
- **Progress**: \`Accept: text/event-stream\` streams the events of a search. On the status of a crawl or batch, it streams the job until it ends.
- **Retries**: requests with the same \`Idempotency-Key\` header run once and are charged once.

Clients of version 1 may post to \`/v1/search\`.`

const completed = (specification: Record<string, any>): Record<string, any> => complete(specification, Api.groups)

/**
 * @category api
 * @since 0.1.0
 */
export class Api extends HttpApi.make("dunlin").add(
  SearchGroup,
  ScrapeGroup,
  BatchGroup,
  CrawlGroup,
  ExtractGroup,
  AgentGroup,
  MonitorGroup,
  AccountGroup,
  TeamGroup
)
  .prefix("/v2")
  .add(DunlinGroup, Version1Group)
  .annotate(OpenApi.Title, "Dunlin")
  .annotate(OpenApi.Version, "2")
  .annotate(OpenApi.Description, introduction)
  .annotate(OpenApi.Transform, completed)
{}
