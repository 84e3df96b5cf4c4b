/**
 * Searches several queries in one call. Each page is listed once, with the queries that found it. Pages found by more
 * queries rank higher.
 *
 * @since 0.3.0
 */
import type { ImageResult, NewsResult, SearchResponse, WebResult } from "@dunlin/schema/SearchResponse"
import type { Client, SearchOptions } from "./Client.ts"

/**
 * @category options
 * @since 0.3.0
 */
export interface Options extends Omit<SearchOptions, "scrapeOptions" | "limit"> {
  /**
   * Maximum number of results per source, over all queries. Each query requests this number.
   *
   * @default 10
   */
  readonly limit?: number | undefined
  /** Hostnames whose results rank higher, including subdomains. Other results are kept. */
  readonly preferDomains?: ReadonlyArray<string> | undefined
  /**
   * Number of queries that are searched concurrently.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
}

/**
 * A result with the queries that found it, in the order given.
 *
 * @category models
 * @since 0.3.0
 */
export type Found<Result> = Result & { readonly queries: ReadonlyArray<string> }

/**
 * The outcome of one query.
 *
 * @category models
 * @since 0.3.0
 */
export interface QueryAccount {
  readonly query: string
  readonly results: number
  readonly creditsUsed: number
  readonly warning: string | null
  /** The error of a failed query. A failed query is not charged. */
  readonly error?: unknown
}

/**
 * @category models
 * @since 0.3.0
 */
export interface Response {
  readonly data: {
    readonly web?: ReadonlyArray<Found<WebResult>>
    readonly news?: ReadonlyArray<Found<NewsResult>>
    readonly images?: ReadonlyArray<Found<ImageResult>>
  }
  readonly queries: ReadonlyArray<QueryAccount>
  /** Number of results that another query had already returned. */
  readonly duplicates: number
  readonly omitted: number
  readonly creditsUsed: number
  /** The warnings of all queries, each with its query; null if there are no warnings. */
  readonly warning: string | null
}

const MAX_QUERIES = 20
const DEFAULT_CONCURRENCY = 4
const DEFAULT_RESULTS = 10

interface Fused<Result> {
  readonly results: ReadonlyArray<Found<Result>>
  readonly duplicates: number
  readonly omitted: number
}

type Outcome =
  | { readonly query: string; readonly response: SearchResponse }
  | { readonly query: string; readonly error: unknown }

const outcomesOf = async (
  client: Pick<Client, "search">,
  queries: ReadonlyArray<string>,
  options: SearchOptions,
  concurrency: number
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes: Array<Outcome> = []
  let next = 0
  const work = async () => {
    while (next < queries.length) {
      const at = next++
      const query = queries[at]!
      try {
        outcomes[at] = { query, response: await client.search(query, options) }
      } catch (error) {
        outcomes[at] = { query, error }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(queries.length, Math.max(1, concurrency)) }, work))
  return outcomes
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

const accountOf = (outcome: Outcome): QueryAccount => {
  if ("error" in outcome) {
    return { query: outcome.query, results: 0, creditsUsed: 0, warning: null, error: outcome.error }
  }
  const { creditsUsed, data, warning } = outcome.response
  const results = [data.web, data.news, data.images].reduce((sum, list) => sum + (list?.length ?? 0), 0)
  return { query: outcome.query, results, creditsUsed, warning }
}

/**
 * Searches up to 20 distinct queries. A failed query is a warning, and its error is in `queries`; the call rejects
 * only if all fail. Read the pages afterwards with `client.batch`, so that each page is fetched and charged once.
 *
 * **Example** (Two phrasings of one question)
 *
 * ```ts
 * import { createClient, SearchMany } from "dunlin"
 *
 * await using client = createClient()
 * await client.index([
 *   { url: "https://docs.example/pumps", title: "Pumps", text: "A pump stops at 40 bar." },
 *   { url: "https://blog.example/bar", title: "Pressure", text: "Pressure in bar, and why a pump stops." }
 * ])
 * const { creditsUsed, data, duplicates } = await SearchMany.search(client, ["pump stops", "pressure bar"], {
 *   preferDomains: ["docs.example"]
 * })
 * console.log(data.web?.map(({ queries, title }) => `${title}: ${queries.length}`)) // [ 'Pumps: 2', 'Pressure: 2' ]
 * console.log(duplicates, creditsUsed) // 2 4
 * ```
 *
 * @category searching
 * @since 0.3.0
 */
export const search = async (
  client: Pick<Client, "search">,
  queries: ReadonlyArray<string>,
  { concurrency = DEFAULT_CONCURRENCY, limit = DEFAULT_RESULTS, preferDomains = [], ...options }: Options = {}
): Promise<Response> => {
  const distinct = [...new Set(queries.map((query) => query.trim().replace(/\s+/g, " ")))].filter((query) =>
    query !== ""
  )
  if (distinct.length === 0 || distinct.length > MAX_QUERIES) {
    throw new TypeError(`queries: expected 1 to ${MAX_QUERIES} different queries, got ${distinct.length}`)
  }
  if ("scrapeOptions" in options) {
    throw new TypeError("scrapeOptions is not supported here; scrape the resulting URLs with client.batch")
  }
  const { hostTarget } = await import("@dunlin/text/OperatorValue")
  const domains = preferDomains.map((domain) => {
    const host = hostTarget(domain.trim())?.host
    if (host !== undefined) return host
    throw new TypeError(`preferDomains: ${JSON.stringify(domain)} is not a hostname, such as docs.example.com`)
  })
  const outcomes = await outcomesOf(client, distinct, { ...options, limit }, concurrency)
  const answered = outcomes.filter((outcome) => "response" in outcome)
  const failed = outcomes.filter((outcome) => "error" in outcome)
  if (answered.length === 0) throw failed[0]!.error
  const { canonical } = await import("@dunlin/query-operators/CanonicalUrl")
  const { fuse } = await import("@dunlin/pipeline/QueryFusion")
  const merged = <Result extends { readonly url: string; readonly position: number }>(
    source: (response: SearchResponse) => ReadonlyArray<Result> | undefined,
    keyOf: (result: Result) => string
  ): Fused<Result> => {
    const lists = answered.map(({ query, response }) => ({ of: query, results: source(response) ?? [] }))
    const { duplicates, entries } = fuse(lists, { keyOf, preferDomains: domains })
    return {
      results: entries.slice(0, limit).map(({ of, result }, at) => ({ ...result, position: at + 1, queries: of })),
      duplicates,
      omitted: Math.max(0, entries.length - limit)
    }
  }
  const byUrl = ({ url }: { readonly url: string }) => canonical(url)
  const web = merged<WebResult>(({ data }) => data.web, byUrl)
  const news = merged<NewsResult>(({ data }) => data.news, byUrl)
  const images = merged<ImageResult>(({ data }) => data.images, ({ imageUrl }) => imageUrl)
  const accounts = outcomes.map(accountOf)
  const warnings = [
    ...failed.map(({ error, query }) => `The search for ${JSON.stringify(query)} failed: ${messageOf(error)}`),
    ...accounts.flatMap(({ query, warning }) => warning === null ? [] : [`${JSON.stringify(query)}: ${warning}`])
  ]
  const has = (source: "web" | "news" | "images") =>
    answered.some(({ response }) => response.data[source] !== undefined)
  return {
    data: {
      ...(has("web") ? { web: web.results } : {}),
      ...(has("news") ? { news: news.results } : {}),
      ...(has("images") ? { images: images.results } : {})
    },
    queries: accounts,
    duplicates: web.duplicates + news.duplicates + images.duplicates,
    omitted: web.omitted + news.omitted + images.omitted,
    creditsUsed: accounts.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0),
    warning: warnings.length === 0 ? null : warnings.join(" ")
  }
}
