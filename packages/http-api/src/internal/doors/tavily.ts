/** Implements the Tavily API: search, extract, crawl and map. */
import type { Document } from "@dunlin/schema/Document"
import type { ScrapeOptionsInput } from "@dunlin/schema/ScrapeOptions"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { RE2JS } from "re2js"
import * as ApiError from "../../ApiError.ts"
import { type Door, endpoint } from "./door.ts"
import { flag, oneOrMore, optional, orElse, texts, whole, word } from "./fields.ts"
import * as Filters from "./filters.ts"
import * as Results from "./hits.ts"
import { secondsSince, type Work } from "./work.ts"

const PAGES_OF_ANSWER = 5

/** Maximum and default seconds of a crawl or map. */
const MAX_CRAWL_SECONDS = 150

const Usage = Schema.Struct({ credits: Schema.Int })

const Common = { response_time: Schema.Number, request_id: Schema.String, usage: optional(Usage) }

const Format = word("markdown", "text")

const RawContent = Schema.Union([flag, word("markdown", "text")]).annotate({
  expected: "true, false, markdown or text"
})

const Answer = Schema.Union([flag, word("basic", "advanced")]).annotate({ expected: "true, false, basic or advanced" })

const SearchRequest = Schema.Struct({
  query: Schema.String,
  topic: orElse(word("general", "news", "finance"), "general"),
  max_results: orElse(whole(0, 100), 5),
  time_range: optional(word(...Filters.ranges)),
  days: optional(whole(1, 3650)),
  max_hours: optional(whole(1, 99_999)),
  start_date: optional(Schema.String),
  end_date: optional(Schema.String),
  include_answer: orElse(Answer, false),
  include_raw_content: orElse(RawContent, false),
  include_images: orElse(flag, false),
  include_image_descriptions: orElse(flag, false),
  include_favicon: orElse(flag, false),
  include_usage: orElse(flag, false),
  include_domains: optional(texts),
  exclude_domains: optional(texts),
  country: optional(Schema.String),
  safe_search: optional(flag),
  chunks_per_source: optional(whole(1, 50)),
  timeout: optional(Schema.Finite)
})

const Image = Schema.Union([
  Schema.String,
  Schema.Struct({ url: Schema.String, description: Schema.NullOr(Schema.String) })
])

const SearchResponse = Schema.Struct({
  query: Schema.String,
  answer: Schema.NullOr(Schema.String),
  follow_up_questions: Schema.Null,
  images: Schema.Array(Image),
  results: Schema.Array(Schema.Struct({
    url: Schema.String,
    title: Schema.String,
    content: Schema.String,
    score: Schema.Number,
    raw_content: Schema.NullOr(Schema.String),
    published_date: optional(Schema.String),
    favicon: optional(Schema.String)
  })),
  ...Common
})

type SearchAsked = typeof SearchRequest.Type

const timeOf = (input: SearchAsked) => {
  const range = input.max_hours !== undefined
    ? `qdr:h${input.max_hours}`
    : input.days !== undefined && input.time_range === undefined
    ? `qdr:d${input.days}`
    : Filters.within(input.time_range)
  const dates = Filters.between(
    { field: "start_date", value: input.start_date },
    { field: "end_date", value: input.end_date }
  )
  return Effect.flatMap(dates, (tbs) =>
    tbs !== undefined && range !== undefined
      ? Effect.fail(
        ApiError.badRequest("time_range", "either time_range, days or max_hours, or start_date and end_date, not both")
      )
      : Effect.succeed(tbs ?? range))
}

const formatsOf = (input: SearchAsked): ScrapeOptionsInput["formats"] => [
  ...(input.include_raw_content === false ? [] : ["markdown" as const]),
  ...(input.include_answer === false ? [] : [{ type: "question" as const, question: input.query }])
]

const contentOf = ({ markdown }: Document, format: "markdown" | "text" | boolean): string | null =>
  format === false || markdown === undefined || markdown === null
    ? null
    : format === "text"
    ? Results.plainText(markdown)
    : markdown

const usageOf = (input: { readonly include_usage: boolean }, work: Work) =>
  input.include_usage ? { usage: { credits: work.credits } } : {}

const search = endpoint({
  path: "/search",
  methods: ["POST"],
  summary: "Search",
  request: SearchRequest,
  response: SearchResponse,
  unheeded: {
    auto_parameters: "parameters are not chosen automatically",
    include_domains_mode: "domains restrict results",
    fetch_timeout: "pages that are not ready when the search ends are omitted",
    cache_fallback: "this server always reads its cache first",
    language: "results are not filtered by language",
    filter_by_language: "results are not filtered by language"
  },
  quiet: ["api_key", "search_depth", "client_source", "exact_match", "use_cache"],
  answer: Effect.fnUntraced(function*(input, work) {
    const start = yield* Clock.currentTimeMillis
    const domains = yield* Filters.domains(
      { field: "include_domains", value: input.include_domains },
      { field: "exclude_domains", value: input.exclude_domains }
    )
    const formats = formatsOf(input)
    if (input.topic === "finance") {
      work.warn("topic finance has no effect: the whole web is searched.")
    }
    if (input.include_favicon && formats?.length === 0) {
      work.warn("include_favicon has no effect without include_raw_content: icons come from the fetched page.")
    }
    const limit = input.max_results
    const source = input.topic === "news" ? "news" : "web"
    const { data } = yield* work.search(
      Filters.given({
        query: input.query,
        limit: Math.max(1, input.include_answer === false ? limit : Math.max(limit, PAGES_OF_ANSWER)),
        sources: input.include_images ? [source, "images"] as const : [source] as const,
        tbs: yield* timeOf(input),
        country: yield* Filters.country("country", input.country),
        safe: input.safe_search,
        timeout: input.timeout === undefined ? undefined : Math.max(1, Math.round(input.timeout * 1000)),
        scrapeOptions: formats?.length === 0 ? undefined : { formats },
        ...domains.request
      }),
      domains.condition
    )
    const hits: ReadonlyArray<Results.Hit> = data.news ?? data.web ?? []
    const chunks = input.chunks_per_source
    return {
      query: input.query,
      answer: hits.map(({ answer }) => answer).find((answer) => typeof answer === "string" && answer !== "") ?? null,
      follow_up_questions: null,
      images: (data.images ?? []).slice(0, Math.max(1, limit)).map(({ imageUrl, title }) =>
        input.include_image_descriptions ? { url: imageUrl, description: title } : imageUrl
      ),
      results: hits.slice(0, limit).map((hit) => {
        const { favicon } = Results.aboutPage(hit)
        const date = Results.dateOf(hit)
        const snippet = Results.snippetOf(hit)
        return {
          url: hit.url,
          title: hit.title,
          content: chunks === undefined ? snippet : Results.passagesOf(snippet).slice(0, chunks).join(" [...] "),
          score: Results.scoreOf(hit.position, hits.length),
          raw_content: contentOf(hit, input.include_raw_content),
          ...(date === undefined ? {} : { published_date: date }),
          ...(input.include_favicon && favicon !== undefined ? { favicon } : {})
        }
      }),
      response_time: yield* secondsSince(start),
      request_id: work.requestId,
      ...usageOf(input, work)
    }
  })
})

const contentFields = {
  include_images: orElse(flag, false),
  include_favicon: orElse(flag, false),
  include_usage: orElse(flag, false),
  format: orElse(Format, "markdown"),
  chunks_per_source: orElse(whole(1, 5), 3),
  timeout: optional(Schema.Finite)
}

const Page = Schema.Struct({
  url: Schema.String,
  raw_content: Schema.String,
  images: Schema.Array(Schema.String),
  favicon: optional(Schema.String)
})

const optionsOf = (
  input: { readonly include_images: boolean; readonly timeout?: number },
  query: string | undefined
): ScrapeOptionsInput => ({
  formats: [
    "markdown",
    ...(input.include_images ? ["images" as const] : []),
    ...(query === undefined ? [] : [{ type: "highlights" as const, query }])
  ],
  ...(input.timeout === undefined ? {} : { timeout: Math.min(300_000, Math.max(1000, input.timeout * 1000)) })
})

const pageOf = (
  url: string,
  document: Document,
  input: { readonly format: "markdown" | "text"; readonly include_favicon: boolean; readonly chunks_per_source: number }
) => {
  const { favicon } = Results.aboutPage(document)
  const about = document.highlights
  return {
    url,
    raw_content: typeof about === "string"
      ? Results.passagesOf(about).slice(0, input.chunks_per_source).join(" [...] ")
      : contentOf(document, input.format) ?? "",
    images: document.images ?? [],
    ...(input.include_favicon && favicon !== undefined ? { favicon } : {})
  }
}

const extract = endpoint({
  path: "/extract",
  methods: ["POST"],
  summary: "Get the content of pages",
  request: Schema.Struct({
    urls: oneOrMore.check(
      Schema.makeFilter((urls) => urls.length >= 1 && urls.length <= 20, { expected: "1 to 20 URLs" })
    ),
    query: optional(Schema.String),
    ...contentFields
  }),
  response: Schema.Struct({
    results: Schema.Array(Schema.Struct({ ...Page.fields, title: Schema.NullOr(Schema.String) })),
    failed_results: Schema.Array(Schema.Struct({ url: Schema.String, error: Schema.String })),
    ...Common
  }),
  quiet: ["api_key", "extract_depth", "client_source"],
  answer: Effect.fnUntraced(function*(input, work) {
    const start = yield* Clock.currentTimeMillis
    const pages = yield* work.scrapeAll(input.urls, optionsOf(input, input.query))
    return {
      results: pages.flatMap(({ result, url }) =>
        Result.isFailure(result) ? [] : [{
          ...pageOf(url, result.success, input),
          title: Results.aboutPage(result.success).title ?? null
        }]
      ),
      failed_results: pages.flatMap(({ result, url }) =>
        Result.isFailure(result) ? [{ url, error: result.failure.error }] : []
      ),
      response_time: yield* secondsSince(start),
      request_id: work.requestId,
      ...usageOf(input, work)
    }
  })
})

const siteFields = {
  url: Schema.String,
  limit: orElse(whole(1, 10_000), 50),
  select_paths: optional(texts),
  exclude_paths: optional(texts),
  select_domains: optional(texts),
  exclude_domains: optional(texts),
  allow_external: orElse(flag, false)
}

type Site = Schema.Struct<typeof siteFields>["Type"]

/** RE2 has no look-around. */
const hostPattern = (pattern: string): string => {
  const bare = pattern.replace(/^\^/, "").replace(/\$$/, "")
  return `^https?://${pattern.startsWith("^") ? "" : "[^/]*?"}(?:${bare})${
    pattern.endsWith("$") ? "(?::\\d+)?" : "[^/]*"
  }`
}

const urlPattern = (host: string, path: string): string =>
  `${host}${path.startsWith("^") ? `(?:${path.slice(1)})` : `/[^?#]*?(?:${path.replace(/^\//, "")})`}`

const ANY_HOST = "^https?://[^/]*"

const everyPair = (hosts: ReadonlyArray<string>, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  hosts.flatMap((host) => paths.map((path) => urlPattern(host, path)))

const patternsOf = ({ exclude_domains, exclude_paths, select_domains, select_paths }: Site) => {
  const hosts = select_domains?.map(hostPattern) ?? []
  const paths = select_paths ?? []
  return {
    includePaths: hosts.length === 0
      ? everyPair([ANY_HOST], paths)
      : paths.length === 0
      ? hosts.map((host) => `${host}/`)
      : everyPair(hosts, paths),
    excludePaths: [
      ...(exclude_domains ?? []).map((host) => `${hostPattern(host)}/`),
      ...everyPair([ANY_HOST], exclude_paths ?? [])
    ]
  }
}

const unheededOfSites = {
  max_breadth: "all links of a page are followed, up to `limit`",
  instructions: "pages are chosen by select_paths and exclude_paths"
}

const secondsOf = ({ timeout = MAX_CRAWL_SECONDS }: { readonly timeout?: number }): number =>
  Math.min(MAX_CRAWL_SECONDS, Math.max(1, timeout))

/** The remaining time is for sending the response. */
const SHARE_OF_TIMEOUT = 0.95

const crawl = endpoint({
  path: "/crawl",
  methods: ["POST"],
  summary: "Get the content of a site's pages",
  request: Schema.Struct({ ...siteFields, max_depth: orElse(whole(1, 5), 1), ...contentFields }),
  response: Schema.Struct({ base_url: Schema.String, results: Schema.Array(Page), ...Common }),
  unheeded: unheededOfSites,
  quiet: ["api_key", "extract_depth", "client_source"],
  answer: Effect.fnUntraced(function*(input, work) {
    const start = yield* Clock.currentTimeMillis
    const { documents } = yield* work.crawl(
      {
        url: input.url,
        limit: input.limit,
        maxDiscoveryDepth: input.max_depth,
        sitemap: "skip",
        crawlEntireDomain: true,
        allowExternalLinks: input.allow_external,
        regexOnFullURL: true,
        ...patternsOf(input),
        scrapeOptions: optionsOf({ include_images: input.include_images }, undefined)
      },
      Duration.seconds(secondsOf(input) * SHARE_OF_TIMEOUT)
    )
    return {
      base_url: input.url,
      results: documents.map((document) => pageOf(Results.aboutPage(document).url ?? input.url, document, input)),
      response_time: yield* secondsSince(start),
      request_id: work.requestId,
      ...usageOf(input, work)
    }
  })
})

const compiled = (field: string, patterns: ReadonlyArray<string>) =>
  Effect.try({
    try: () => patterns.map((pattern) => RE2JS.compile(pattern)),
    catch: (cause) => {
      const why = cause instanceof Error ? `: ${cause.message}` : ""
      return ApiError.badRequest(field, `RE2 regular expressions, without look-around and back-references${why}`)
    }
  })

const map = endpoint({
  path: "/map",
  methods: ["POST"],
  summary: "List the URLs of a site",
  request: Schema.Struct({
    ...siteFields,
    include_usage: contentFields.include_usage,
    timeout: contentFields.timeout
  }),
  response: Schema.Struct({ base_url: Schema.String, results: Schema.Array(Schema.String), ...Common }),
  unheeded: {
    ...unheededOfSites,
    max_depth: "the site's sitemaps and the page's links are read",
    allow_external: "a map covers one site"
  },
  quiet: ["api_key", "client_source", "extract_depth"],
  answer: Effect.fnUntraced(function*(input, work) {
    const start = yield* Clock.currentTimeMillis
    const patterns = patternsOf(input)
    const wanted = yield* compiled("select_paths", patterns.includePaths)
    const unwanted = yield* compiled("exclude_paths", patterns.excludePaths)
    if (input.allow_external) work.warn("allow_external has no effect: a map covers one site.")
    const isNarrowed = wanted.length > 0 || unwanted.length > 0
    const links = yield* work.map({
      url: input.url,
      limit: isNarrowed ? 10_000 : input.limit,
      timeout: Math.round(secondsOf(input) * SHARE_OF_TIMEOUT * 1000)
    })
    const isWanted = (url: string) =>
      (wanted.length === 0 || wanted.some((pattern) => pattern.matcher(url).find())) &&
      !unwanted.some((pattern) => pattern.matcher(url).find())
    return {
      base_url: input.url,
      results: links.map(({ url }) => url).filter(isWanted).slice(0, input.limit),
      response_time: yield* secondsSince(start),
      request_id: work.requestId,
      ...usageOf(input, work)
    }
  })
})

const PLAN_LIMIT_EXCEEDED = 432

export const tavily: Door = {
  name: "tavily",
  title: "Tavily",
  keys: ["bearer", { field: "api_key" }],
  endpoints: [search, extract, crawl, map],
  failure: ({ code, error, status }) => ({
    status: code === "PAYMENT_REQUIRED" ? PLAN_LIMIT_EXCEEDED : status,
    body: { detail: { error } }
  })
}
