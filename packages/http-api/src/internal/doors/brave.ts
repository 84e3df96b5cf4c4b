/** Implements the Brave Search API: web search, and context for a model. */
import * as Tokens from "@dunlin/text/Tokens"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../../ApiError.ts"
import { type Door, endpoint } from "./door.ts"
import { flag, optional, orElse, whole, word } from "./fields.ts"
import * as Filters from "./filters.ts"
import * as Results from "./hits.ts"

const searchFields = {
  q: Schema.String,
  country: optional(Schema.String),
  safesearch: orElse(word("off", "moderate", "strict"), "moderate"),
  freshness: optional(Schema.String)
}

const relative: { readonly [name: string]: string } = { pd: "qdr:d", pw: "qdr:w", pm: "qdr:m", py: "qdr:y" }

const timeOf = (freshness: string | undefined) => {
  if (freshness === undefined || freshness === "") return Effect.succeed(undefined)
  const known = relative[freshness.toLowerCase()]
  if (known !== undefined) return Effect.succeed(known)
  const [from, to, ...rest] = freshness.split("to")
  return to === undefined || rest.length > 0
    ? Effect.fail(ApiError.badRequest("freshness", "pd, pw, pm, py, or a range such as 2026-01-01to2026-01-31"))
    : Filters.between({ field: "freshness", value: from }, { field: "freshness", value: to })
}

const requestOf = Effect.fnUntraced(function*(input: Schema.Struct<typeof searchFields>["Type"]) {
  return Filters.given({
    query: input.q,
    country: yield* Filters.country("country", input.country),
    safe: input.safesearch === "off" ? undefined : true,
    tbs: yield* timeOf(input.freshness)
  })
})

const unheededOfSearch = {
  search_lang: "results are not filtered by language",
  goggles: "this server uses its own ranking",
  goggles_id: "this server uses its own ranking",
  summary: "results are not summarized",
  enable_local: "results contain no places",
  enable_rich_callback: "results contain no rich data"
}

const quiet = ["ui_lang", "spellcheck", "text_decorations", "units", "operators", "include_fetch_metadata"]

const MAX_COUNT = 20
const MAX_OFFSET = 9

const MetaUrl = Schema.Struct({
  scheme: Schema.String,
  netloc: Schema.String,
  hostname: Schema.String,
  favicon: Schema.String,
  path: Schema.String
})

const metaUrlOf = (address: string): typeof MetaUrl.Type => {
  const url = URL.parse(address)
  return {
    scheme: url?.protocol.slice(0, -1) ?? "",
    netloc: url?.host ?? "",
    hostname: url?.hostname ?? "",
    favicon: "",
    path: url?.pathname ?? ""
  }
}

const shared = {
  title: Schema.String,
  url: Schema.String,
  description: Schema.String,
  page_age: optional(Schema.String),
  age: optional(Schema.String),
  meta_url: MetaUrl
}

const WebResult = Schema.Struct({
  type: Schema.Literal("search_result"),
  subtype: Schema.Literal("generic"),
  ...shared,
  is_source_local: Schema.Boolean,
  is_source_both: Schema.Boolean,
  language: optional(Schema.String),
  family_friendly: Schema.Boolean,
  extra_snippets: optional(Schema.Array(Schema.String))
})

const NewsResult = Schema.Struct({ type: Schema.Literal("news_result"), ...shared, breaking: Schema.Boolean })

const Query = Schema.Struct({
  original: Schema.String,
  more_results_available: Schema.Boolean,
  altered: optional(Schema.String)
})

const dates = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" })

const datesOf = (date: string | undefined) => {
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return date === undefined || Number.isNaN(time) ? {} : { page_age: date, age: dates.format(time) }
}

const describedBy = (hit: Results.Hit) => ({
  title: hit.title,
  url: hit.url,
  description: Results.passagesOf(Results.snippetOf(hit))[0] ?? "",
  ...datesOf(Results.dateOf(hit)),
  meta_url: metaUrlOf(hit.url)
})

const filtersOf = (filter: string | undefined): ReadonlyArray<string> =>
  filter === undefined ? ["web"] : filter.split(",").map((name) => name.trim().toLowerCase())

const web = endpoint({
  path: "/res/v1/web/search",
  methods: ["GET"],
  summary: "Search",
  request: Schema.Struct({
    ...searchFields,
    count: orElse(whole(1, MAX_COUNT), MAX_COUNT),
    offset: orElse(whole(0, MAX_OFFSET), 0),
    result_filter: optional(Schema.String),
    extra_snippets: orElse(flag, false)
  }),
  response: Schema.Struct({
    type: Schema.Literal("search"),
    query: Query,
    web: optional(Schema.Struct({
      type: Schema.Literal("search"),
      results: Schema.Array(WebResult),
      family_friendly: Schema.Boolean
    })),
    news: optional(Schema.Struct({ type: Schema.Literal("news"), results: Schema.Array(NewsResult) }))
  }),
  unheeded: unheededOfSearch,
  quiet,
  answer: Effect.fnUntraced(function*(input, work) {
    const kinds = filtersOf(input.result_filter)
    const absent = kinds.filter((kind) => kind !== "web" && kind !== "news" && kind !== "query")
    if (absent.length > 0) work.warn(`result_filter: this server does not support ${absent.join(", ")}.`)
    const sources = (["web", "news"] as const).filter((source) => kinds.includes(source))
    const first = input.offset * input.count
    const limit = Math.min(100, first + input.count)
    const { data, suggestion } = yield* work.search({
      ...yield* requestOf(input),
      limit,
      sources: sources.length === 0 ? ["web"] : sources
    })
    const isSafe = input.safesearch !== "off"
    const pageOf = <A>(hits: ReadonlyArray<A>) => hits.slice(first, first + input.count)
    return {
      type: "search" as const,
      query: {
        original: input.q,
        more_results_available: input.offset < MAX_OFFSET && limit < 100 &&
          (data.web ?? data.news ?? []).length >= limit,
        ...(suggestion === undefined ? {} : { altered: suggestion })
      },
      ...(data.web === undefined ? {} : {
        web: {
          type: "search" as const,
          results: pageOf(data.web).map((hit) => ({
            type: "search_result" as const,
            subtype: "generic" as const,
            ...describedBy(hit),
            is_source_local: false,
            is_source_both: false,
            family_friendly: isSafe,
            ...(input.extra_snippets ? { extra_snippets: Results.passagesOf(hit.description).slice(1) } : {})
          })),
          family_friendly: isSafe
        }
      }),
      ...(data.news === undefined ? {} : {
        news: {
          type: "news" as const,
          results: pageOf(data.news).map((hit) => ({
            type: "news_result" as const,
            ...describedBy(hit),
            breaking: false
          }))
        }
      })
    }
  })
})

const context = endpoint({
  path: "/res/v1/llm/context",
  methods: ["GET", "POST"],
  summary: "Get passages of pages, within a token limit",
  request: Schema.Struct({
    ...searchFields,
    count: orElse(whole(1, 50), 20),
    maximum_number_of_urls: orElse(whole(1, 50), 20),
    maximum_number_of_tokens: orElse(whole(1024, 32_768), 8192),
    maximum_number_of_snippets: orElse(whole(1, 100), 50),
    maximum_number_of_tokens_per_url: orElse(whole(512, 8192), 4096),
    maximum_number_of_snippets_per_url: orElse(whole(1, 100), 50)
  }),
  response: Schema.Struct({
    grounding: Schema.Struct({
      generic: Schema.Array(Schema.Struct({
        url: Schema.String,
        title: Schema.String,
        snippets: Schema.Array(Schema.String)
      })),
      map: Schema.Array(Schema.Json)
    }),
    sources: Schema.Record(
      Schema.String,
      Schema.Struct({ title: Schema.String, hostname: Schema.String, age: Schema.NullOr(Schema.Array(Schema.String)) })
    )
  }),
  unheeded: { ...unheededOfSearch, context_threshold_mode: "passages that contain words of the query are returned" },
  quiet,
  answer: Effect.fnUntraced(function*(input, work) {
    const { data } = yield* work.search({
      ...yield* requestOf(input),
      limit: Math.min(input.count, input.maximum_number_of_urls),
      scrapeOptions: { formats: [{ type: "highlights", query: input.q }] }
    })
    const count = yield* Effect.promise(Tokens.o200k)
    let tokens = input.maximum_number_of_tokens
    let snippets = input.maximum_number_of_snippets
    let leftOut = 0
    const pages = (data.web ?? []).map((hit) => {
      let tokensOfPage = input.maximum_number_of_tokens_per_url
      let snippetsOfPage = input.maximum_number_of_snippets_per_url
      const taken = Results.passagesOf(hit.highlights ?? hit.description).filter((text) => {
        const size = count(text)
        const fits = size <= Math.min(tokens, tokensOfPage) && Math.min(snippets, snippetsOfPage) > 0
        if (!fits) {
          leftOut++
          return false
        }
        tokens -= size
        tokensOfPage -= size
        snippets--
        snippetsOfPage--
        return true
      })
      return { hit, snippets: taken }
    }).filter(({ snippets }) => snippets.length > 0)
    if (leftOut > 0) work.warn(`${leftOut} passages were omitted because of the request's limits.`)
    return {
      grounding: { generic: pages.map(({ hit, snippets }) => ({ url: hit.url, title: hit.title, snippets })), map: [] },
      sources: Object.fromEntries(pages.map(({ hit }) => {
        const { age, page_age } = datesOf(Results.dateOf(hit)) as { readonly age?: string; readonly page_age?: string }
        return [hit.url, {
          title: hit.title,
          hostname: Results.hostOf(hit.url),
          age: age === undefined || page_age === undefined ? null : [age, page_age.slice(0, 10)]
        }]
      }))
    }
  })
})

const UNPROCESSABLE = 422

const codes: { readonly [code: string]: string } = {
  UNAUTHORIZED: "SUBSCRIPTION_TOKEN_INVALID",
  BAD_REQUEST: "VALIDATION",
  BAD_REQUEST_INVALID_JSON: "VALIDATION",
  NOT_FOUND: "NOT_FOUND",
  RATE_LIMITED: "RATE_LIMITED",
  PAYMENT_REQUIRED: "QUOTA_LIMITED"
}

export const brave: Door = {
  name: "brave",
  title: "Brave Search",
  keys: [{ header: "x-subscription-token" }, "bearer"],
  endpoints: [web, context],
  failure: ({ code, details, error, status: usual }, requestId) => {
    const status = code === "UNAUTHORIZED" || usual === 400 ? UNPROCESSABLE : usual
    const errors = Array.isArray(details) ? details : []
    return {
      status,
      body: {
        type: "ErrorResponse",
        error: { id: requestId, status, code: codes[code] ?? code, detail: error, meta: { errors } },
        time: 0
      }
    }
  }
}
