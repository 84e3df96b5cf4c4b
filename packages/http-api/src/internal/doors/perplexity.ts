/** Implements the Perplexity Search API. */
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../../ApiError.ts"
import { type Door, endpoint } from "./door.ts"
import { flag, oneOrMore, optional, orElse, texts, whole, word } from "./fields.ts"
import * as Filters from "./filters.ts"
import * as Results from "./hits.ts"

const MAX_QUERIES = 5

const search = endpoint({
  path: "/search",
  methods: ["POST"],
  summary: "Search",
  request: Schema.Struct({
    query: oneOrMore.check(
      Schema.makeFilter((queries) => queries.length > 0 && queries.length <= MAX_QUERIES, {
        expected: `a query, or 1 to ${MAX_QUERIES} queries`
      })
    ),
    max_results: orElse(whole(1, 100), 10),
    country: optional(Schema.String),
    search_domain_filter: optional(texts),
    search_recency_filter: optional(word("hour", "day", "week", "month", "year")),
    search_after_date_filter: optional(Schema.String),
    search_before_date_filter: optional(Schema.String),
    search_mode: orElse(word("web", "academic", "sec"), "web"),
    display_server_time: orElse(flag, false)
  }),
  response: Schema.Struct({
    id: Schema.String,
    results: Schema.Array(Schema.Struct({
      title: Schema.String,
      url: Schema.String,
      snippet: Schema.String,
      date: optional(Schema.String),
      last_updated: optional(Schema.String)
    })),
    server_time: optional(Schema.String)
  }),
  unheeded: {
    max_tokens: "snippets are the passages that match the query",
    max_tokens_per_page: "snippets are the passages that match the query",
    search_language_filter: "results are not filtered by language",
    last_updated_after_filter: "the time filter applies to the publication date",
    last_updated_before_filter: "the time filter applies to the publication date",
    search_type: "the whole web is searched"
  },
  quiet: ["search_context_size"],
  answer: Effect.fnUntraced(function*(input, work) {
    const named = input.search_domain_filter ?? []
    const domains = yield* Filters.domains(
      { field: "search_domain_filter", value: named.filter((domain) => !domain.startsWith("-")) },
      {
        field: "search_domain_filter",
        value: named.filter((domain) => domain.startsWith("-")).map((one) => one.slice(1))
      }
    )
    const dates = yield* Filters.between(
      { field: "search_after_date_filter", value: input.search_after_date_filter },
      { field: "search_before_date_filter", value: input.search_before_date_filter }
    )
    const range = Filters.within(input.search_recency_filter)
    if (dates !== undefined && range !== undefined) {
      return yield* ApiError.badRequest("search_recency_filter", "no other date filter in the same request")
    }
    if (input.search_mode === "sec") work.warn("search_mode sec has no effect: the whole web is searched.")
    const request = Filters.given({
      limit: input.max_results,
      country: yield* Filters.country("country", input.country),
      tbs: dates ?? range,
      categories: input.search_mode === "academic" ? ["research" as const] : undefined,
      ...domains.request
    })
    const found: Array<SearchResponse> = []
    for (const query of input.query) found.push(yield* work.search({ ...request, query }, domains.condition))
    const pages = found.map(({ data }) => data.web ?? [])
    const longest = Math.max(...pages.map((hits) => hits.length))
    const inTurn = Array.from({ length: longest }, (_, at) => pages.flatMap((hits) => hits[at] ?? [])).flat()
    const first = new Map(inTurn.toReversed().map((hit) => [hit.url, hit]))
    const now = yield* Clock.currentTimeMillis
    return {
      id: work.requestId,
      results: inTurn.filter((hit) => first.get(hit.url) === hit).slice(0, input.max_results).map((hit) => {
        const date = Results.dateOf(hit)
        return {
          title: hit.title,
          url: hit.url,
          snippet: hit.description,
          ...(date === undefined ? {} : { date }),
          ...(hit.modifiedAt === undefined ? {} : { last_updated: hit.modifiedAt })
        }
      }),
      ...(input.display_server_time ? { server_time: DateTime.formatIso(DateTime.makeUnsafe(now)) } : {})
    }
  })
})

export const perplexity: Door = {
  name: "perplexity",
  title: "Perplexity Search",
  keys: ["bearer"],
  endpoints: [search],
  failure: ({ code, error, status }) => ({
    body: { error: { message: error, type: code.toLowerCase(), code: status } }
  })
}
